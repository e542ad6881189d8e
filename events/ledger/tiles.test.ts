import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { concat, utf8 } from '../kernel/bytes.ts'
import { sha256 } from '../testing/hashes.ts'
import { consistencyRanges, emptyFrontier, inclusionRanges, leafHash, rootOf } from './merkle.ts'
import {
  bundleOf,
  bundlePath,
  checkBundle,
  checkTiles,
  growTiles,
  parseBundle,
  parseBundlePath,
  parseTilePath,
  rangeRootFromTiles,
  tilePath,
  tileRoot,
  tilesOf,
  tilesOfRanges,
  tileWidth,
} from './tiles.ts'
import { grownLog, leavesOf, requireConsistency, requireInclusion } from './testing/grown-log.ts'
import type { TileReader } from './tiles.ts'

describe('the path of a tile', () => {
  it.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 1, index: 5, width: 17 }, 'tile/1/005.p/17'],
    [{ level: 2, index: 999, width: 1 }, 'tile/2/999.p/1'],
    [{ level: 0, index: 1_000, width: 256 }, 'tile/0/x001/000'],
    [{ level: 63, index: 1_234_067, width: 255 }, 'tile/63/x001/x234/067.p/255'],
  ])('%o is %s, and back', (tile, path) => {
    expect(tilePath(tile)).toBe(path)
    const [, level = '', place = ''] = /^tile\/(\d+)\/(.+)$/.exec(path) ?? []
    expect(parseTilePath(level, place)).toEqual(tile)
  })

  it('of entries has no level', () => {
    expect(bundlePath({ index: 1_234_067, width: 256 })).toBe('tile/entries/x001/x234/067')
    expect(parseBundlePath('x001/x234/067.p/9')).toEqual({ index: 1_234_067, width: 9 })
  })

  it.each([
    ['0', '0'],
    ['0', '00'],
    ['0', '0000'],
    ['0', 'x000/001'],
    ['0', '001/002'],
    ['0', 'x001'],
    ['0', '001.p/0'],
    ['0', '001.p/256'],
    ['0', '001.p/257'],
    ['0', '001.p/01'],
    ['0', '001.p/'],
    ['0', '../001'],
    ['0', 'x999/x999/x999/x999/x999/999'],
    ['00', '001'],
    ['64', '001'],
    ['-1', '001'],
    ['a', '001'],
  ])('has one spelling: level %s, %s is refused', (level, place) =>
    expect(parseTilePath(level, place)).toBeNull(),
  )
})

describe('the tiles of a tree', () => {
  it('of 70,000 leaves are those of the specification', () => {
    const tiles = tilesOf(70_000)
    const count = (level: number, isFull: boolean) =>
      tiles.filter((tile) => tile.level === level && (tile.width === 256) === isFull).length
    expect([count(0, true), count(0, false), count(1, true), count(1, false)]).toEqual([
      273, 1, 1, 1,
    ])
    expect(tiles.find(({ level, width }) => level === 0 && width < 256)?.width).toBe(112)
    expect(tiles.find(({ level, width }) => level === 1 && width < 256)?.width).toBe(17)
    expect(tiles.filter(({ level }) => level === 2)).toEqual([{ level: 2, index: 0, width: 1 }])
  })

  it('of 256 leaves are a full one and one of width 1', () =>
    expect(tilesOf(256)).toEqual([
      { level: 0, index: 0, width: 256 },
      { level: 1, index: 0, width: 1 },
    ]))

  it('of no leaves are none', () => {
    expect(tilesOf(0)).toEqual([])
    expect(tileWidth(0, { level: 0, index: 0 })).toBe(0)
  })
})

describe('maker and checker', () => {
  it('agree on trees of every size to 300, grown one leaf at a time', () => {
    const log = grownLog()
    for (let size = 1; size <= 300; size += 1) {
      log.append(1)
      expect(checkTiles({ size, root: log.root(), read: log.read }, sha256)).toBe(true)
      for (let index = 0; index < size; index += stepOf(size)) requireInclusion(log, index)
      for (let from = 1; from <= size; from += stepOf(size)) requireConsistency(log, from)
    }
  })

  it('agree on 530 leaves, appended in batches of every kind', () => {
    const log = grownLog()
    for (const batch of [1, 254, 1, 1, 256, 0, 17]) {
      log.append(batch)
      const tree = { size: log.size(), root: log.root() }
      expect(checkTiles({ ...tree, read: log.read }, sha256)).toBe(true)
      const wide: TileReader = (tile) => concat(log.read(tile), new Uint8Array(32))
      expect(checkTiles({ ...tree, read: wide }, sha256)).toBe(true)
    }
    for (const index of [0, 255, 256, 511, 529]) requireInclusion(log, index)
    for (const from of [1, 255, 256, 513, 530]) requireConsistency(log, from)
  })

  it('say which tiles an append and a proof need, and no others', () => {
    const grown = growTiles({ size: 0, edge: new Map(), leaves: leavesOf(0, 256) }, sha256)
    expect(grown.map(({ tile }) => tile)).toEqual(tilesOf(256))
    expect(tilesOfRanges([{ start: 0, end: 257 }], 300)).toEqual([
      { level: 1, index: 0, width: 1 },
      { level: 0, index: 1, width: 44 },
    ])
  })

  it('agree on 70,000 leaves, appended in batches of every kind', () => {
    const log = grownLog()
    for (const batch of [1, 254, 1, 1, 255, 256, 257, 3_000, 65_000, 0, 975]) log.append(batch)
    expect(log.size()).toBe(70_000)
    expect(checkTiles({ size: 70_000, root: log.root(), read: log.read }, sha256)).toBe(true)
    for (const index of [0, 255, 256, 65_535, 65_536, 69_999]) requireInclusion(log, index)
    for (const from of [1, 255, 256, 768, 4_025, 69_025, 70_000]) requireConsistency(log, from)
  }, 60_000)

  it('ask for at most three tiles a level for any proof', () => {
    const size = 1_000_000
    for (const index of [0, 123_456, size - 1])
      expect(tilesOfRanges(inclusionRanges({ index, size }), size).length).toBeLessThanOrEqual(6)
    expect(
      tilesOfRanges(consistencyRanges({ from: 654_321, to: size }), size).length,
    ).toBeLessThanOrEqual(9)
  })

  it('refuse every tree with one bit of a tile changed', () => {
    const log = grownLog()
    log.append(600)
    const tiles = tilesOf(600)
    const change = fc.record({ at: fc.nat(tiles.length - 1), byte: fc.nat(), bit: fc.nat(7) })
    fc.assert(
      fc.property(change, ({ at, byte, bit }) => {
        const target = tiles[at]!
        const read: TileReader = (tile) => {
          const bytes = Uint8Array.from(log.read(tile)).slice(0, tile.width * 32)
          if (tilePath(tile) === tilePath(target)) bytes[byte % bytes.length]! ^= 1 << bit
          return bytes
        }
        expect(checkTiles({ size: 600, root: log.root(), read }, sha256)).toBe(false)
      }),
      { numRuns: 60 },
    )
    const short: TileReader = (tile) => log.read(tile).slice(0, tile.width * 32 - 1)
    expect(checkTiles({ size: 600, root: log.root(), read: short }, sha256)).toBe(false)
  })

  it('take the empty tree for what it is', () => {
    const read = () => new Uint8Array(0)
    const root = rootOf(emptyFrontier, sha256)
    expect(checkTiles({ size: 0, root, read }, sha256)).toBe(true)
    expect(checkTiles({ size: 0, root: new Uint8Array(32), read }, sha256)).toBe(false)
  })

  it('will not grow from an edge that is not the tree’s', () =>
    expect(() => growTiles({ size: 3, edge: new Map(), leaves: leavesOf(3, 1) }, sha256)).toThrow(
      /not 3 wide/,
    ))
})

describe('a bundle of entries', () => {
  const entries = ['a', 'é', 'x'.repeat(300), 'y'.repeat(65_535)].map(utf8)
  const bundle = bundleOf(entries)
  const tile = Uint8Array.from(entries.flatMap((entry) => [...leafHash(entry, sha256)]))

  it('is read back and hashes to its tile', () => {
    expect(parseBundle(bundle, 4)).toEqual(entries)
    expect(bundle.slice(0, 3)).toEqual(Uint8Array.of(0, 1, 97))
    expect(checkBundle({ entries, tile }, sha256)).toBe(true)
  })

  it('of every width to 256 is read back and hashes to its tile', () => {
    const all = Array.from({ length: 256 }, (_, at) => utf8(`entry ${at} ${'x'.repeat(at)}`))
    for (let width = 1; width <= 256; width += 1) {
      const some = all.slice(0, width)
      const hashes = Uint8Array.from(some.flatMap((entry) => [...leafHash(entry, sha256)]))
      expect(parseBundle(bundleOf(some), width)).toEqual(some)
      expect(checkBundle({ entries: some, tile: hashes }, sha256)).toBe(true)
      hashes[width]! ^= 1
      expect(checkBundle({ entries: some, tile: hashes }, sha256)).toBe(false)
    }
  })

  it('is refused when it is cut, longer, of another width, or has another entry', () => {
    expect(parseBundle(bundle.slice(0, -1), 4)).toBeNull()
    expect(parseBundle(Uint8Array.from([...bundle, 0]), 4)).toBeNull()
    expect(parseBundle(bundle, 3)).toBeNull()
    expect(parseBundle(bundle, 5)).toBeNull()
    expect(parseBundle(Uint8Array.of(0, 0), 1)).toBeNull()
    expect(checkBundle({ entries: [utf8('b'), ...entries.slice(1)], tile }, sha256)).toBe(false)
    expect(checkBundle({ entries, tile: tile.slice(1) }, sha256)).toBe(false)
  })

  it('is none where a tile, an edge or a range is cut', () => {
    expect(() => tilePath({ level: 0, index: -1, width: 1 })).toThrow(/from 0/)
    for (const width of [0, 257, 1.5])
      expect(() => tilePath({ level: 0, index: 0, width })).toThrow(/1-256/)
    const odd = { size: 0, edge: new Map(), leaves: new Uint8Array(33) }
    expect(() => growTiles(odd, sha256)).toThrow(/32 bytes/)
    expect(() => tileRoot(new Uint8Array(32), sha256)).toThrow(/only a full tile/)
    const read = () => new Uint8Array(31)
    const whole = { size: 4, read }
    expect(() => rangeRootFromTiles({ start: 0, end: 4 }, whole, sha256)).toThrow(/too short/)
    expect(() => rangeRootFromTiles({ start: 2, end: 2 }, whole, sha256)).toThrow(/at least one/)
    expect(() => rangeRootFromTiles({ start: -1, end: 0 }, whole, sha256)).toThrow(/at least one/)
    expect(() => rangeRootFromTiles({ start: 1, end: 4 }, whole, sha256)).toThrow(/inside of a/)
  })

  it('holds no empty entry and none above 65,535 bytes', () => {
    expect(() => bundleOf([new Uint8Array(0)])).toThrow(/1-65535/)
    expect(() => bundleOf([new Uint8Array(65_536)])).toThrow(/1-65535/)
    expect(bundleOf([new Uint8Array(1)])).toHaveLength(3)
    expect(bundleOf([new Uint8Array(65_535)])).toHaveLength(65_537)
    expect(() => bundleOf([])).toThrow(/1-256/)
    const many = Array.from({ length: 257 }, () => new Uint8Array(1))
    expect(() => bundleOf(many)).toThrow(/1-256/)
    expect(bundleOf(many.slice(1))).toHaveLength(256 * 3)
  })
})

/** Every one of a small tree, two of a larger one. */
const stepOf = (size: number) => (size < 16 ? 1 : Math.ceil(size / 2))
