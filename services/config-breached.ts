// A list of passwords that have leaked, where the shop brings one (`breached-passwords.ts`). It is
// looked at before anything runs: in a list of another kind or order nothing would be found, and
// everything would look well.
import { resolve } from 'node:path'

import type { Reader } from './config-reader.ts'
import { readBeginning } from './io/setting-file.ts'

/** Enough for more than a thousand lines; the whole has tens of gigabytes. */
const LOOKED_AT_BYTES = 64 * 1_024
const HASH_LINE = /^[0-9A-F]{40}(:\d{1,10})?$/
const HASH_CHARACTERS = 40

/** Null: there is none. */
export function readBreachedFile(reader: Reader): string | null {
  const given = reader.optional('BREACHED_PASSWORDS_FILE')
  if (given === null) return null
  const path = resolve(given)
  const why = whyNot(path)
  if (why !== null) reader.gaps.push(`BREACHED_PASSWORDS_FILE names ${path}, which ${why}`)
  return path
}

function whyNot(path: string): string | null {
  let beginning: string
  try {
    beginning = readBeginning(path, LOOKED_AT_BYTES)
  } catch (error) {
    const { code = 'no reason given' } = error as NodeJS.ErrnoException
    return `cannot be read (${code})`
  }
  const lines = beginning.split(/\r?\n/)
  // Nothing follows the last end of a line, and a line that goes on is not looked at.
  const last = lines.at(-1) ?? ''
  if (last === '' || beginning.length === LOOKED_AT_BYTES) lines.pop()
  if (lines.length === 0 || !lines.every((line) => HASH_LINE.test(line)))
    return 'is no list of SHA-1 hashes, in upper case and one a line'
  const hashes = lines.map((line) => line.slice(0, HASH_CHARACTERS))
  const isInOrder = hashes.every((hash, at) => at === 0 || (hashes[at - 1] ?? '') <= hash)
  return isInOrder ? null : 'is not in order: take the list that is ordered by hash'
}
