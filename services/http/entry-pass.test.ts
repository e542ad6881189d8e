import type { Request, Response } from 'express'
import { expect, it } from 'vitest'

import { openEntryPasses } from './entry-pass.ts'

const key = (byte: number) => Buffer.alloc(32, byte)
const opened = (keys: readonly Uint8Array[], atSeconds = 0) =>
  openEntryPasses({ keys, isHttps: true, now: () => new Date(atSeconds * 1_000) })

/** What the cookie of an answer is, as a browser sends it back; undefined: there is none. */
function given(passes: ReturnType<typeof opened>, cookie?: string): string | undefined {
  let set: string | undefined
  const response = { cookie: (name: string, value: string) => void (set = `${name}=${value}`) }
  passes.give(request(cookie), response as unknown as Response)
  return set
}

const request = (cookie?: string) => ({ headers: { cookie } }) as Request

it('holds for twenty minutes, and is renewed after ten', () => {
  const pass = given(opened([key(1)]))
  expect(pass).toMatch(/^__Host-qura_entry=/)
  expect(opened([key(1)], 1_199).isHeld(request(pass))).toBe(true)
  expect(opened([key(1)], 1_200).isHeld(request(pass))).toBe(false)
  expect(given(opened([key(1)], 599), pass)).toBeUndefined()
  expect(given(opened([key(1)], 600), pass)).not.toBe(pass)
})

it('is ours, also under the key before; nobody else makes or lengthens one', () => {
  const pass = given(opened([key(1)])) ?? ''
  expect(opened([key(2), key(1)]).isHeld(request(pass))).toBe(true)
  expect(opened([key(2)]).isHeld(request(pass))).toBe(false)
  const longer = pass.replace(/=\w+\./, '=zzzzzz.')
  for (const forged of [undefined, '', '__Host-qura_entry=', `${pass}x`, longer])
    expect(opened([key(1)]).isHeld(request(forged))).toBe(false)
})
