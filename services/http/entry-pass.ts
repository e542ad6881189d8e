// Who is in the shop already: a cookie that says until when, signed by us and without a name or a
// number in it. It opens nothing but the waiting room's door.
import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Request, Response } from 'express'

import { readCookie } from './cookies.ts'

export type EntryPasses = {
  isHeld: (request: Request) => boolean
  /** A new one, where there is none or the one there is ends soon. */
  give: (request: Request, response: Response) => void
}

export type EntryPassSettings = {
  /** The first one signs. */
  keys: readonly Uint8Array[]
  isHttps: boolean
  now: () => Date
}

const LIFE_SECONDS = 20 * 60
const CHARACTERS_MAX = 100

export function openEntryPasses({ keys, isHttps, now }: EntryPassSettings): EntryPasses {
  const name = `${isHttps ? '__Host-' : ''}qura_entry`
  const [current] = keys
  if (current === undefined) throw new Error('there is no key to sign passes with')
  const nowSeconds = () => Math.floor(now().getTime() / 1_000)

  function secondsLeft(request: Request): number {
    const pass = readCookie(request, name)
    if (pass === undefined || pass.length > CHARACTERS_MAX) return 0
    const [until = '', signature = ''] = pass.split('.')
    const isOurs = keys.some((key) => isSame(signature, signatureOf(key, until)))
    return isOurs ? parseInt(until, 36) - nowSeconds() : 0
  }

  return {
    isHeld: (request) => secondsLeft(request) > 0,
    give(request, response) {
      if (secondsLeft(request) > LIFE_SECONDS / 2) return
      const until = (nowSeconds() + LIFE_SECONDS).toString(36)
      response.cookie(name, `${until}.${signatureOf(current, until)}`, {
        httpOnly: true,
        secure: isHttps,
        sameSite: 'lax',
        path: '/',
        maxAge: LIFE_SECONDS * 1_000,
      })
    },
  }
}

const signatureOf = (key: Uint8Array, until: string) =>
  createHmac('sha256', key).update(`entry until ${until}`).digest('base64url')

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
