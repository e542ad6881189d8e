// What the entries of a log tell, for files that follow from them. The same reader as the
// verifier's: what it cannot read, nobody will be able to prove.
import { createHash } from 'node:crypto'

import { isEntry, readEntry } from '#events/verify/entry.ts'
import type { Fact } from '#events/verify/facts.ts'
import { scanIssue } from '#events/verify/issue-scan.ts'
import { newJudge } from '#events/verify/report.ts'
import { tellStory, type Story } from '#events/verify/story.ts'

import { sha256 } from './keys.ts'

export type StoryTeller = { tell: (entry: Uint8Array) => void; told: () => Story }

export function storyTeller(raffleId: string): StoryTeller {
  const teller = tellStory(raffleId, newJudge(), { sha256 })
  let index = 0
  return {
    told: () => teller.told(),
    tell(entry) {
      const text = Buffer.from(entry.buffer, entry.byteOffset, entry.length).toString('latin1')
      const issue = scanIssue({ text, start: 0, end: text.length })
      if (issue === null) tellFact(entry, index)
      else teller.issue({ ...issue, index })
      index += 1
    },
  }

  function tellFact(bytes: Uint8Array, at: number): void {
    const entry = readEntry(bytes)
    if (!isEntry(entry)) throw new Error(`entry ${at} of ${raffleId} cannot be read`)
    // `readEntry` has proved that the data has the form of its type.
    const fact = { ...entry, index: at } as unknown as Fact
    if (fact.type === 'TicketsIssued') teller.issue({ ...fact.data, at: fact.at, index: at })
    else teller.fact(fact)
  }
}

export const hexSha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')
