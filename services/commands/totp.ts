// Six-digit codes that change every half minute: HOTP (RFC 4226) over the count of steps since 1970
// (RFC 6238), with HMAC-SHA-1, which is what every authenticator app understands. The hash is not
// asked for collisions here, so its age does no harm.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const STEP_SECONDS = 30
const DIGITS = 6
/** One step early or late: phones are not set to the second. */
const DRIFT_STEPS = 1
const SECRET_BYTES = 20

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / STEP_SECONDS)

export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is, among those near `now` and after `lastStep`; null: none. */
export function matchingStep(
  secret: Uint8Array,
  { code, now, lastStep }: { code: string; now: Date; lastStep: number },
): number | null {
  const current = stepAt(now)
  let found: number | null = null
  // All of them are compared: how long it takes tells nothing.
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step++)
    if (isSame(codeAt(secret, step), code) && step > lastStep) found ??= step
  return found
}

function isSame(code: string, given: string): boolean {
  const [a, b] = [Buffer.from(code), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding: how a secret is typed into an app by hand. */
export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** What the QR code says (the key URI format that authenticator apps share). */
export function keyUri({
  issuer,
  account,
  secret,
}: {
  issuer: string
  account: string
  secret: Uint8Array
}): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = [
    `secret=${base32(secret)}`,
    `issuer=${encodeURIComponent(issuer)}`,
    'algorithm=SHA1',
    `digits=${DIGITS}`,
    `period=${STEP_SECONDS}`,
  ]
  return `otpauth://totp/${label}?${query.join('&')}`
}
