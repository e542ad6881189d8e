// Logs of more entries than a tile holds. What the entries say is nobody's question here.
import { describe, expect, it } from 'vitest'

import { hexOf, u32be } from '../kernel/bytes.ts'
import { leafHash, rangeRoot } from '../ledger/merkle.ts'
import { sha256 } from '../testing/hashes.ts'
import { expectedPaths, walkLog } from './log-walk.ts'
import { newJudge } from './report.ts'
import { tellStory } from './story.ts'
import { tileFiles, type Files } from './testing/bundle.ts'
import { raffleId, testCrypto } from './testing/keys.ts'

const filesOf = (size: number): Files =>
  new Map(tileFiles(Array.from({ length: size }, (_, at) => u32be(at))))

async function walk(files: Files, size: number) {
  const judge = newJudge()
  const progress: number[] = []
  const log = await walkLog({
    crypto: testCrypto,
    judge,
    read: async (name) => files.get(name) ?? null,
    names: new Set(files.keys()),
    size,
    raffleId,
    teller: tellStory(raffleId, judge, testCrypto),
    sizes: new Set(),
    indexes: new Set([0, size - 1]),
    onProgress: (entries) => progress.push(entries),
  })
  const { examined, findings } = judge.checks().find(({ id }) => id === 'c')!
  return { log, examined, progress, said: findings.map(({ code, values }) => [code, values.path]) }
}

const leafAt = (index: number) => leafHash(u32be(index), sha256)
const rootAt = (size: number) => hexOf(rangeRoot(leafAt, { start: 0, end: size }, sha256))

describe('a log', () => {
  it.each([1, 255, 256, 257, 512, 600])('of %i entries is read tile by tile', async (size) => {
    const files = filesOf(size)
    expect([...files.keys()].toSorted()).toEqual(expectedPaths(size).toSorted())
    const { log, said, examined, progress } = await walk(files, size)
    expect(said).toEqual([])
    expect(log.size).toBe(size)
    for (const at of [1, size]) expect(hexOf(log.roots.get(at)!)).toBe(rootAt(at))
    expect(hexOf(log.leaves.get(size - 1)!)).toBe(hexOf(leafAt(size - 1)))
    const tiles = [...files.keys()].filter((name) => !name.startsWith('tile/entries/'))
    expect(examined).toBe(size + tiles.length)
    expect(progress).toHaveLength(Math.ceil(size / 256))
    expect(progress.at(-1)).toBe(size)
  })

  it('of no entries has the empty root and no tiles', async () => {
    const { log, said } = await walk(new Map(), 0)
    expect(said).toEqual([])
    expect(hexOf(log.roots.get(0)!)).toBe(hexOf(sha256(new Uint8Array(0))))
  })

  it('of 65,537 entries has a third level', async () => {
    const files = filesOf(65_537)
    expect(files.has('tile/2/000.p/1')).toBe(true)
    expect((await walk(files, 65_537)).said).toEqual([])
    files.get('tile/2/000.p/1')![0]! ^= 1
    files.get('tile/1/000')![8_000]! ^= 1
    expect((await walk(files, 65_537)).said).toEqual([
      ['tile_differs', 'tile/1/000'],
      ['tile_differs', 'tile/2/000.p/1'],
    ])
  })
})

describe('of 600 entries', () => {
  const files = filesOf(600)
  const names = [...files.keys()].filter((name) => !name.startsWith('tile/entries/'))

  it.each(names)('every bit of %s is compared', async (name) => {
    const bytes = files.get(name)!
    for (const at of [0, bytes.length - 1]) {
      const changed = bytes.map((byte, which) => (which === at ? byte ^ 1 : byte))
      const { said } = await walk(new Map(files).set(name, changed), 600)
      expect(said).toEqual([['tile_differs', name]])
    }
    const longer = new Map(files).set(name, Uint8Array.of(...bytes, 0))
    expect((await walk(longer, 600)).said).toEqual([['tile_differs', name]])
  })

  it.each(names)('%s must be there', async (name) => {
    const others = new Map([...files].filter(([other]) => other !== name))
    expect((await walk(others, 600)).said).toEqual([['tile_missing', name]])
  })

  it('no other tile may be there', async () => {
    const more = new Map(files).set('tile/1/001.p/1', new Uint8Array(32))
    expect((await walk(more, 600)).said).toEqual([['tile_unexpected', 'tile/1/001.p/1']])
  })

  it('nothing is read behind entries that are missing or cut', async () => {
    const missing = new Map([...files].filter(([name]) => name !== 'tile/entries/001'))
    const short = await walk(missing, 600)
    expect([short.log.size, short.said]).toEqual([256, [['tile_missing', 'tile/entries/001']]])
    const name = 'tile/entries/000'
    for (const change of [(all: Uint8Array) => all.slice(0, -1), appended]) {
      const cut = await walk(new Map(files).set(name, change(files.get(name)!)), 600)
      expect(cut.said).toEqual([['tile_malformed', name]])
      expect(cut.progress).toEqual([])
    }
  })
})

const appended = (bytes: Uint8Array) => Uint8Array.of(...bytes, 0)
