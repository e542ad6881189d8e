// What is read out in the room and enters the derivation as an exact string: physical dice, or the
// numbers of a drum. One spelling for one reading: single spaces, no sign, no leading zero.
//   D6:3 1 6 …              at least 20 throws of a six-sided die (50 give 129 bits)
//   D6-simulated:3 1 6 …    the same in a demonstration, where nobody has thrown anything
//   DRUM:503 288 …          ticket numbers in the order drawn, the prize first
import { assert } from '../kernel/assert.ts'

export const throwsMin = 20
export const entropyCharactersMax = 400

export type Entropy = {
  readonly kind: 'dice' | 'drum'
  readonly isSimulated: boolean
  readonly values: readonly number[]
}

const patterns = [
  { pattern: /^D6:([1-6](?: [1-6])*)$/, kind: 'dice', isSimulated: false },
  { pattern: /^D6-simulated:([1-6](?: [1-6])*)$/, kind: 'dice', isSimulated: true },
  { pattern: /^DRUM:([1-9]\d{0,8}(?: [1-9]\d{0,8})*)$/, kind: 'drum', isSimulated: false },
] as const

/** Null for anything that is not written exactly like that. */
export function parseEntropy(text: string): Entropy | null {
  if (text.length > entropyCharactersMax) return null
  for (const { pattern, kind, isSimulated } of patterns) {
    const values = pattern.exec(text)?.[1]?.split(' ').map(Number)
    if (values === undefined) continue
    const isEnough = kind === 'drum' || values.length >= throwsMin
    return isEnough ? { kind, isSimulated, values } : null
  }
  return null
}

/** `5` … as people type it, with any spacing, in the one spelling. */
export function diceText(throws: readonly number[], isSimulated: boolean): string {
  assert(throws.length >= throwsMin, `at least ${throwsMin} throws`)
  return `${isSimulated ? 'D6-simulated' : 'D6'}:${throws.join(' ')}`
}
