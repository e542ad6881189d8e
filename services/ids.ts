// Ids that a retry must find again are derived from what they stand for; all others are random.
import { hash, randomBytes } from 'node:crypto'

/**
 * The same names give the same id, shaped like any other UUIDv4. Whoever knows the names knows the
 * id, so at least one of them must be random.
 */
export function deriveId<Id extends string>(purpose: string, ...names: readonly string[]): Id {
  const digest = hash('sha256', [purpose, ...names].join('\0'))
  const variant = '89ab'[Number.parseInt(digest[16] ?? '0', 16) % 4]
  const id = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `4${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
  // Built above in the only shape an id has.
  return id as Id
}

/** A fresh random id. */
export function newId<Id extends string>(): Id {
  // randomUUID answers lower-case UUIDv4, the only shape an id has.
  return crypto.randomUUID() as string as Id
}

/**
 * Of a session: the text of a UUID and all of its 128 bits random (ASVS 7.2.3), where a UUIDv4
 * spends six on saying what it is.
 */
export function newSessionId(): string {
  const letters = randomBytes(16).toString('hex')
  return letters.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** SHA-256 of texts, hex, with their borders kept: ('ab','c') is not ('a','bc'). */
export function hashTexts(...texts: readonly string[]): string {
  return hash('sha256', JSON.stringify(texts))
}
