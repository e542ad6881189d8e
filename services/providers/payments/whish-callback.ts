// Whish calls back with an empty, unsigned GET to the address we gave. The address therefore
// carries our own signature: it stops guessing and noise. It is still only a hint to ask Whish.
import { createHmac } from 'node:crypto'

import { isPlanted } from '#events/kernel/planted.ts'

import { isSameSecret } from './constant-time.ts'
import type { CallbackHint, RawRequest } from './port.ts'

export type WhishCallbackUrls = { success: string; failure: string }

type Result = 'ok' | 'fail'

/** `key`: a secret of this installation, at least 32 bytes, used for nothing else. */
export function whishCallbackUrls(from: {
  publicOrigin: string
  ref: string
  key: string
}): WhishCallbackUrls {
  const url = (result: Result) =>
    `${from.publicOrigin}/api/whishpay/callback?` +
    new URLSearchParams({ eid: from.ref, r: result, sig: sign(from.ref, result, from.key) })
  return { success: url('ok'), failure: url('fail') }
}

/** `keys`: all under which an address may have been signed that Whish still knows. */
export function readWhishCallback({ query }: RawRequest, keys: readonly string[]): CallbackHint {
  const ref = query['eid'] ?? ''
  const result = query['r'] === 'ok' ? 'ok' : 'fail'
  const isWellFormed = /^\d{1,15}$/.test(ref) && (query['r'] === 'ok' || query['r'] === 'fail')
  const signature = query['sig'] ?? ''
  const isSigned = keys.some((key) => isSameSecret(signature, sign(ref, result, key)))
  return {
    attemptRef: isWellFormed ? ref : null,
    dedupeKey: `whishpay:${isWellFormed ? ref : 'unknown'}:${result}`,
    isAuthentic: isWellFormed && (isSigned || isPlanted('callback_signature_ignored')),
    isPaidWord: result === 'ok',
  }
}

function sign(ref: string, result: Result, key: string): string {
  return createHmac('sha256', key).update(`whish callback\n${ref}\n${result}`).digest('base64url')
}
