// How far back lists of heads are read for what was signed: as far as a raffle may stand in them,
// and no further, for there are thousands.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { listedTrees } from './heads.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qura-heads-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const leaf = 'aa'.repeat(32)
const root = 'cc'.repeat(32)

/** A line of a list; 0 leaves signed: it names no tree. */
const line = (raffle: string, signed: number) =>
  signed === 0 ? `${raffle} 9 ${leaf}\n` : `${raffle} 9 ${leaf} ${signed} ${root}\n`

/** One an hour, the oldest first; null: whoever reads it fails, for it is a folder. */
async function lists(...texts: readonly (string | null)[]): Promise<void> {
  for (const [hour, text] of texts.entries()) {
    const path = join(folder, `2026-11-22T0${hour}.txt`)
    await (text === null ? mkdir(path) : writeFile(path, text))
  }
}

async function found(raffles: readonly string[], sizeMax = 9): Promise<string[]> {
  const logIds = raffles.map((raffle) => `raffle/${raffle}`)
  const trees = await listedTrees(folder, { logIds, isWanted: ({ size }) => size <= sizeMax })
  return trees.map(({ logId, size, hour }) => `${logId} ${size} ${hour.slice(-2)}`)
}

it('reads no list before those that name a tree of each', async () => {
  await lists(null, line('a', 4) + line('b', 5), line('a', 6) + line('b', 7))
  expect(await found(['a', 'b'])).toEqual(['raffle/a 6 02', 'raffle/b 7 02'])
  expect(await found(['a', 'b'], 6)).toEqual(['raffle/a 6 02', 'raffle/b 5 01'])
  await expect(found(['a', 'b'], 4)).rejects.toThrow('EISDIR')
})

it('seeks a raffle that began after a list in no older one', async () => {
  await lists(null, line('a', 4))
  expect(await found(['a', 'young'])).toEqual(['raffle/a 4 01'])
  expect(await found(['young'])).toEqual([])
})

it('seeks one that a list names without a tree: checkpoints may have been removed', async () => {
  await lists(null, line('a', 3), line('a', 4) + line('b', 5), line('a', 6) + line('b', 0))
  expect(await found(['a', 'b'])).toEqual(['raffle/a 6 03', 'raffle/b 5 02'])
})

it('passes over a list of an earlier version, which names no tree, and an empty one', async () => {
  await lists(line('a', 4) + line('b', 3), line('a', 0) + line('b', 0), '')
  expect(await found(['a', 'b'])).toEqual(['raffle/a 4 00', 'raffle/b 3 00'])
})
