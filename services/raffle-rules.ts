// The rules every raffle is published under: the text and its hash, which goes into the first leaf.
import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { readText } from './io/files.ts'

const path = join(import.meta.dirname, '../docs/raffle-rules.md')

export async function readRaffleRules(): Promise<{ text: string; sha256: string }> {
  const text = await readText(path)
  if (text === null) throw new Error(`${path} is missing: no raffle can be published without rules`)
  return { text, sha256: createHash('sha256').update(text, 'utf8').digest('hex') }
}
