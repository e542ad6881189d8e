// Passwords of staff: Argon2id, at least 15 characters, none that others would try first
// (docs/security.md, K15, K16). No rule about kinds of characters: length is what helps.
import { randomBytes } from 'node:crypto'

import { hash, verify } from '@node-rs/argon2'

import { Rejection } from '#events/kernel/rejection.ts'

import type { BreachedPasswords } from './breached-passwords.ts'
import { commonBases } from './common-passwords.ts'
import { openGate } from './gate.ts'

const CHARACTERS_MIN = 15
const CHARACTERS_MAX = 128
/** OWASP's minimum: 19 MiB, two passes, one lane; the library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Each takes a core and 19 MiB for a while: a flood of sign-ins must leave the shop room. */
const inTurn = openGate({ insideMax: 2, waitingMax: 100 })

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFC'), cost))

/** Hashes all the same when there is no account, so that time tells nothing (K19). */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const against = stored ?? (await nobodysHash())
  const isSame = await inTurn(() => verify(against, password.normalize('NFC')))
  return isSame && stored !== null
}

let nobodys: Promise<string> | undefined
function nobodysHash(): Promise<string> {
  nobodys ??= hashPassword(randomBytes(24).toString('base64url'))
  return nobodys
}

/** Printed once to whoever installs the shop: 30 characters, 148 bits, easy to read aloud. */
export function oneTimePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789z' // 32, so each byte's low five bits choose
  const letters = [...randomBytes(30)].map((byte) => alphabet[byte % 32])
  return letters.join('').replace(/(.{6})(?=.)/g, '$1-')
}

export type Breached = Pick<BreachedPasswords, 'has'> | null

/** `breached`: what has leaked somewhere; null, or left out: the shop brings no list. */
export async function requireStrong(
  password: string,
  personal: readonly (string | null)[],
  breached: Breached = null,
): Promise<void> {
  const length = [...password].length
  if (length < CHARACTERS_MIN)
    throw weak(`Please use at least ${CHARACTERS_MIN} characters; a sentence is fine.`)
  if (length > CHARACTERS_MAX) throw weak(`Please use at most ${CHARACTERS_MAX} characters.`)
  const plain = password.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  // Whoever guesses begins with what has leaked: both are told the same.
  if (isGuessable(plain, personal) || (await breached?.has(password)) === true)
    throw weak('This password is too easy to guess.')
}

const weak = (message: string) =>
  new Rejection('weak_password', message, { fields: [{ path: 'newPassword', message }] })

/** What is left of a password once known words and runs are taken out must still be a password. */
const UNKNOWN_CHARACTERS_MIN = 8

function isGuessable(plain: string, personal: readonly (string | null)[]): boolean {
  const words = [...commonWords, ...personal.flatMap(namesIn)].toSorted(longestFirst)
  return isTooLittle(without(plain, words).rest) || isMadeOfCommonWords(plain, words)
}

const isTooLittle = (rest: string) => rest.length < UNKNOWN_CHARACTERS_MIN || new Set(rest).size < 5

/** Four words of a long list may be a good sentence; up to three of them are not. */
const COMMON_WORDS_MAX = 3

function isMadeOfCommonWords(plain: string, words: readonly string[]): boolean {
  const { rest, taken } = without(plain, longBases)
  return taken <= COMMON_WORDS_MAX && isTooLittle(without(rest, words).rest)
}

/** The longest words come first. `taken`: how many different ones were found. */
function without(plain: string, words: readonly string[]): { rest: string; taken: number } {
  let rest = plain
  let taken = 0
  for (const word of words) {
    if (!rest.includes(word)) continue
    rest = rest.replaceAll(word, '')
    taken += 1
  }
  return { rest: rest.replace(/(.)\1{2,}/gu, '').replace(/^(.{1,6})\1+$/u, ''), taken }
}

const longestFirst = (a: string, b: string) => b.length - a.length
const longBases = commonBases.toSorted(longestFirst)

function namesIn(text: string | null): string[] {
  return (text ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3)
}

/** Of the shop, and of every list of leaked passwords. */
const commonWords = `
  qura raffle ticket admin owner manager lebanon beirut shop staff password passw0rd pass word
  welcome letmein login secret changeme qwertyuiop qwertyuiopasdfghjklzxcvbnm qwerty asdfghjkl
  asdfgh zxcvbnm 1234567890 123456789 12345678 1234567 123456 12345 1234 123 0987654321
  987654321 654321 4321 112233 121212 abcdefghijklmnop abcdefgh abcdef abc iloveyou monkey
  dragon master football baseball princess sunshine shadow superman batman trustno1 starwars
  whatever freedom hello charlie michael 1q2w3e4r5t6y 1q2w3e4r 1qaz2wsx qazwsx test guest root
  user default 2024 2025 2026 2027 summer winter spring autumn january december
`
  .trim()
  .split(/\s+/)
