// Passwords that have leaked somewhere, for a shop that brings a list of them (ASVS 6.2.12): SHA-1
// hashes in upper case, one a line and in their order, `HASH` or `HASH:times`, as the public list
// is given out. It has tens of gigabytes, so it is never read as a whole: each look halves what is
// left of it. Nothing of a password leaves this machine.
import { hash } from 'node:crypto'

import { openToRead } from '../io/files.ts'
import type { OpenFile } from '../io/files.ts'

export type BreachedPasswords = {
  has: (password: string) => Promise<boolean>
  close: () => Promise<void>
}

/** The file stays open: one that takes its name later is read from the next start on. */
export async function openBreachedPasswords(path: string): Promise<BreachedPasswords> {
  const file = await openToRead(path)
  return {
    has: (password) => hasLine(file, hash('sha1', password.normalize('NFC')).toUpperCase()),
    close: file.close,
  }
}

const HASH_CHARACTERS = 40
/** A hash, a colon, how often in ten digits, and the end of the line in two bytes. */
const LINE_BYTES_MAX = 64
const NEW_LINE = 0x0a

/** Between `first` and `end` a line of this hash begins, if there is one; `first` begins a line. */
async function hasLine(file: OpenFile, wanted: string): Promise<boolean> {
  let first = 0
  let end = file.sizeBytes
  while (first < end) {
    const middle = Math.floor((first + end) / 2)
    const line = await lineFrom(file, middle === first ? first : await nextLine(file, middle))
    if (line.at >= end || line.hash > wanted) end = middle
    else if (line.hash === wanted) return true
    else first = await nextLine(file, line.at + 1)
  }
  return false
}

/** Where the first line begins that does not begin before `at`; the end of the file: none does. */
async function nextLine(file: OpenFile, at: number): Promise<number> {
  // The line before it may end right here.
  const bytes = await file.read(at - 1, LINE_BYTES_MAX)
  const found = bytes.indexOf(NEW_LINE)
  if (found >= 0) return at + found
  if (at - 1 + bytes.length >= file.sizeBytes) return file.sizeBytes
  throw noList(at)
}

async function lineFrom(file: OpenFile, at: number): Promise<{ at: number; hash: string }> {
  if (at >= file.sizeBytes) return { at, hash: '' }
  const found = (await file.read(at, HASH_CHARACTERS)).toString('latin1')
  if (!/^[0-9A-F]{40}$/.test(found)) throw noList(at)
  return { at, hash: found }
}

/** Better no new password than one that nobody has looked up. */
const noList = (at: number) =>
  new Error(`the list of breached passwords has something else than a hash at byte ${at}`)
