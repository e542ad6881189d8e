// How gateways sign what they report, and how we sign the addresses of those that do not.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Twilio: the address, then each field's name and value by name; HMAC-SHA-1, base64. */
export function twilioSignature(
  { url, authToken }: { url: string; authToken: string },
  form: URLSearchParams,
): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
  const signed = url + fields.map(([name, value]) => name + value).join('')
  return createHmac('sha1', authToken).update(signed).digest('base64')
}

/** Meta's `X-Hub-Signature-256`: HMAC-SHA-256 of the body as it came, by the app's secret. */
export const metaSignature = (appSecret: string, body: Buffer | string): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

/** Of one text: whoever learns it can speak of no other. */
export const infobipSignature = (key: string, messageId: string): string =>
  createHmac('sha256', key).update(`infobip report\n${messageId}`).digest('hex')

export function isSameSignature(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
