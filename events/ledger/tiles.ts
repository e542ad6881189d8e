// Tiles (C2SP `tlog-tiles`): a Merkle tree cut into pieces of 256 hashes that never change, so that
// any cache may keep them for ever and anyone can rebuild the tree from them.
//   tile n of level l = the hashes  MTH(D[(n·256 + i)·256^l : (n·256 + i + 1)·256^l]),  i = 0 … 255
//   tile/<l>/<n>[.p/<w>]       w hashes of 32 bytes; `.p/<w>` where w is less than 256
//   tile/entries/<n>[.p/<w>]   w entries, each as its length (big-endian uint16) and its bytes
// n is written in groups of three digits, all but the last with an `x` before: x001/x234/067. The
// tree of s leaves has floor(s / 256^l) hashes at level l; a narrower tile is the beginning of the
// wider one. A tile of level 1 and above holds the roots of the full tiles below it.
import { assert } from '../kernel/assert.ts'
import { concat, isSameBytes } from '../kernel/bytes.ts'
import type { Sha256 } from '../kernel/hash.ts'

import { leafHash, nodeHash } from './merkle.ts'
import type { Hash, LeafRange } from './merkle.ts'

export const tileWidthMax = 256
const tileHeight = 8
const levelMax = 63
const hashBytes = 32

export type Tile = {
  /** 0 holds leaf hashes. */
  readonly level: number
  readonly index: number
  /** Hashes in it: 1 to 256. */
  readonly width: number
}

/** The bytes of a tile; more than its width may come, the beginning counts. */
export type TileReader = (tile: Tile) => Uint8Array

export function tilePath({ level, index, width }: Tile): string {
  return `tile/${level}/${placeText({ index, width })}`
}

export function bundlePath(place: { index: number; width: number }): string {
  return `tile/entries/${placeText(place)}`
}

/** `level` and `place` as in `tile/<level>/<place>`. Null for any other spelling of the same. */
export function parseTilePath(level: string, place: string): Tile | null {
  if (!/^(0|[1-9]\d?)$/.test(level) || Number(level) > levelMax) return null
  const found = parsePlace(place)
  return found === null ? null : { level: Number(level), ...found }
}

/** `place` as in `tile/entries/<place>`. */
export function parseBundlePath(place: string): { index: number; width: number } | null {
  return parsePlace(place)
}

function placeText({ index, width }: { index: number; width: number }): string {
  assert(Number.isSafeInteger(index) && index >= 0, 'a tile index is a whole number from 0')
  assert(Number.isInteger(width) && width >= 1 && width <= tileWidthMax, 'a tile has 1-256 hashes')
  const digits = String(index)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const groups = padded.match(/\d{3}/g) ?? []
  const text = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
  return width === tileWidthMax ? text : `${text}.p/${width}`
}

/** An index above 2^53 has six groups, so nothing longer is read. */
const placePattern = /^((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

function parsePlace(text: string): { index: number; width: number } | null {
  const match = placePattern.exec(text)
  if (match === null) return null
  const [, groups = '', partial] = match
  const index = Number(groups.replace(/[x/]/g, ''))
  const width = partial === undefined ? tileWidthMax : Number(partial)
  if (!Number.isSafeInteger(index) || width > tileWidthMax) return null
  return placeText({ index, width }) === text ? { index, width } : null
}

/** How many hashes tile `index` of `level` has in a tree of `size` leaves; 0: there is none. */
export function tileWidth(
  size: number,
  { level, index }: { level: number; index: number },
): number {
  const hashes = Math.floor(size / tileWidthMax ** level)
  return Math.min(tileWidthMax, Math.max(0, hashes - index * tileWidthMax))
}

/** Every tile of a tree, level by level. */
export function tilesOf(size: number): Tile[] {
  const tiles: Tile[] = []
  for (let level = 0; Math.floor(size / tileWidthMax ** level) > 0; level += 1)
    for (let index = 0; tileWidth(size, { level, index }) > 0; index += 1)
      tiles.push({ level, index, width: tileWidth(size, { level, index }) })
  return tiles
}

export type GrownTile = { readonly tile: Tile; readonly hashes: Uint8Array }

/**
 * What an append makes of the tiles: every tile that is new or wider, in O(leaves + log size).
 * `edge` are the last tiles of the tree of `size` leaves, by level, where they are not full;
 * `leaves` the new leaf hashes, one after the other.
 */
export function growTiles(
  {
    size,
    edge,
    leaves,
  }: { size: number; edge: ReadonlyMap<number, Uint8Array>; leaves: Uint8Array },
  sha256: Sha256,
): GrownTile[] {
  assert(leaves.length % hashBytes === 0, 'a leaf hash has 32 bytes')
  const grown: GrownTile[] = []
  let fresh = leaves
  for (let level = 0; fresh.length > 0; level += 1) {
    const hashes = Math.floor(size / tileWidthMax ** level)
    const begun = edge.get(level) ?? new Uint8Array(0)
    const width = hashes % tileWidthMax
    assert(begun.length === width * hashBytes, `the edge at level ${level} is not ${width} wide`)
    const tiles = cutTiles({ level, index: (hashes - width) / tileWidthMax }, concat(begun, fresh))
    grown.push(...tiles)
    const full = tiles.filter(({ tile }) => tile.width === tileWidthMax)
    fresh = concat(...full.map((tile) => tileRoot(tile.hashes, sha256)))
  }
  return grown
}

function cutTiles(first: { level: number; index: number }, hashes: Uint8Array): GrownTile[] {
  const tiles: GrownTile[] = []
  const tileBytes = tileWidthMax * hashBytes
  for (let start = 0; start < hashes.length; start += tileBytes) {
    const cut = hashes.slice(start, start + tileBytes)
    const index = first.index + start / tileBytes
    tiles.push({ tile: { level: first.level, index, width: cut.length / hashBytes }, hashes: cut })
  }
  return tiles
}

/** The hash that a full tile is in the level above. */
export function tileRoot(hashes: Uint8Array, sha256: Sha256): Hash {
  assert(hashes.length === tileWidthMax * hashBytes, 'only a full tile has a place above')
  return perfectRoot(hashes, sha256)
}

/**
 * The root of a perfect tree over a power of two of hashes. Once for every leaf of a log, so it
 * fills one buffer again and again: 0x01 || left || right, as `nodeHash` does.
 */
function perfectRoot(hashes: Uint8Array, sha256: Sha256): Hash {
  const node = new Uint8Array(1 + 2 * hashBytes)
  node[0] = 1
  let row = hashes
  while (row.length > hashBytes) {
    const above = new Uint8Array(row.length / 2)
    for (let at = 0; at < above.length; at += hashBytes) {
      node.set(row.subarray(2 * at, 2 * at + 2 * hashBytes), 1)
      above.set(sha256(node), at)
    }
    row = above
  }
  return row.slice()
}

const hashAt = (hashes: Uint8Array, at: number): Hash =>
  hashes.slice(at * hashBytes, (at + 1) * hashBytes)

/** The tiles that hold the roots of these ranges of a tree of `size` leaves, each once. */
export function tilesOfRanges(ranges: readonly LeafRange[], size: number): Tile[] {
  const tiles = new Map<string, Tile>()
  for (const range of ranges)
    for (const subtree of perfectSubtrees(range)) {
      const { tile } = placeOf(subtree, size)
      tiles.set(tilePath(tile), tile)
    }
  return [...tiles.values()]
}

/** RFC 6962, 2.1, over a range that stands in a proof: it begins where a subtree begins. */
export function rangeRootFromTiles(
  range: LeafRange,
  { size, read }: { size: number; read: TileReader },
  sha256: Sha256,
): Hash {
  const roots = perfectSubtrees(range).map((subtree) => {
    const { tile, from, hashes } = placeOf(subtree, size)
    const bytes = read(tile)
    assert(bytes.length >= tile.width * hashBytes, `${tilePath(tile)} is too short`)
    return perfectRoot(bytes.slice(from * hashBytes, (from + hashes) * hashBytes), sha256)
  })
  return roots.reduceRight((right, left) => nodeHash(left, right, sha256))
}

type Subtree = { start: number; leaves: number }

/** A range as perfect subtrees, the largest first. */
function perfectSubtrees({ start, end }: LeafRange): Subtree[] {
  assert(start >= 0 && start < end, 'a range has at least one leaf')
  const subtrees: Subtree[] = []
  for (let at = start; at < end;) {
    let leaves = 1
    while (leaves * 2 <= end - at) leaves *= 2
    assert(at % leaves === 0, 'the range begins inside of a subtree')
    subtrees.push({ start: at, leaves })
    at += leaves
  }
  return subtrees
}

/** The tile that a perfect subtree's root is computed from, and where its hashes are in it. */
function placeOf({ start, leaves }: Subtree, size: number) {
  const height = Math.round(Math.log2(leaves))
  const level = Math.floor(height / tileHeight)
  const leavesPerHash = tileWidthMax ** level
  const first = start / leavesPerHash
  const index = Math.floor(first / tileWidthMax)
  const width = tileWidth(size, { level, index })
  const tile: Tile = { level, index, width }
  return { tile, from: first - index * tileWidthMax, hashes: leaves / leavesPerHash }
}

/**
 * Do these tiles make the tree with this root, each of them? Every full tile must be what stands
 * for it in the level above, and the right edge must give the root.
 */
export function checkTiles(
  { size, root, read }: { size: number; root: Hash; read: TileReader },
  sha256: Sha256,
): boolean {
  if (size === 0) return isSameBytes(root, sha256(new Uint8Array(0)))
  for (const tile of tilesOf(size)) {
    if (read(tile).length < tile.width * hashBytes) return false
    if (tile.width < tileWidthMax) continue
    const level = tile.level + 1
    const index = Math.floor(tile.index / tileWidthMax)
    const above = read({ level, index, width: tileWidth(size, { level, index }) })
    const stands = hashAt(above, tile.index % tileWidthMax)
    if (!isSameBytes(stands, tileRoot(read(tile).slice(0, tileWidthMax * hashBytes), sha256)))
      return false
  }
  const computed = rangeRootFromTiles({ start: 0, end: size }, { size, read }, sha256)
  return isSameBytes(computed, root)
}

const entryBytesMax = 65_535

export function bundleOf(entries: readonly Uint8Array[]): Uint8Array {
  assert(entries.length >= 1 && entries.length <= tileWidthMax, 'a bundle has 1-256 entries')
  return concat(
    ...entries.flatMap((entry) => {
      assert(entry.length >= 1 && entry.length <= entryBytesMax, 'an entry has 1-65535 bytes')
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]
    }),
  )
}

/** Null unless these are exactly `width` entries and nothing more. */
export function parseBundle(bytes: Uint8Array, width: number): Uint8Array[] | null {
  const entries: Uint8Array[] = []
  let at = 0
  while (at + 2 <= bytes.length && entries.length < width) {
    const length = bytes[at]! * 256 + bytes[at + 1]!
    if (length === 0 || at + 2 + length > bytes.length) return null
    entries.push(bytes.slice(at + 2, at + 2 + length))
    at += 2 + length
  }
  return at === bytes.length && entries.length === width ? entries : null
}

/** Do the entries of a bundle hash to the tile of level 0 with its index? */
export function checkBundle(
  { entries, tile }: { entries: readonly Uint8Array[]; tile: Uint8Array },
  sha256: Sha256,
): boolean {
  if (tile.length < entries.length * hashBytes) return false
  return entries.every((entry, at) => isSameBytes(leafHash(entry, sha256), hashAt(tile, at)))
}
