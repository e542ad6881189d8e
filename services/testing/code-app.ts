// What an authenticator app does with the secret it was given, and what it takes it from.
import { codeAt, stepAt } from '../commands/totp.ts'

export const codeOfApp = (secret: Uint8Array, now: Date): string => codeAt(secret, stepAt(now))

/** RFC 4648, as the secret stands on the page: groups and spaces do not matter. */
export function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const letters = [...text.replace(/\s/g, '')]
  const bits = letters.map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
