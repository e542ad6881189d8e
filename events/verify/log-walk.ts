// Reads the log of a bundle once, tile by tile: every entry to its leaf hash, every hash to its
// tile, the tiles to the roots (c). The entries go on to the story; the roots at the sizes that
// somebody has signed are kept for (b) and (d). Nothing is held but hashes of the right edge.
import { isSameBytes } from '../kernel/bytes.ts'
import { bundlePath, tilePath, tilesOf, tileWidthMax } from '../ledger/tiles.ts'

import type { Entry, EntryFault } from './entry.ts'
import { isEntry, readEntry } from './entry.ts'
import type { Fact } from './facts.ts'
import { scanIssue } from './issue-scan.ts'
import type { Crypto } from './needs.ts'
import type { Judge } from './report.ts'
import type { Teller } from './story.ts'
import { growTree, leafHasher } from './tree.ts'

export type WalkNeeds = {
  crypto: Pick<Crypto, 'sha256'>
  judge: Judge
  /** Of the bundle, its hash compared with the manifest; null when there is none. */
  read: (name: string) => Promise<Uint8Array | null>
  names: ReadonlySet<string>
  /** Entries, as the newest checkpoint says. */
  size: number
  raffleId: string
  teller: Teller
  /** Sizes whose roots are asked for. */
  sizes: ReadonlySet<number>
  /** Leaves whose hashes are asked for. */
  indexes: ReadonlySet<number>
  onProgress: (entries: number) => void
}

export type WalkedLog = {
  /** Entries that were read. */
  readonly size: number
  readonly roots: ReadonlyMap<number, Uint8Array>
  readonly leaves: ReadonlyMap<number, Uint8Array>
}

export async function walkLog(needs: WalkNeeds): Promise<WalkedLog> {
  const { crypto, size, names, judge } = needs
  const state = newWalk(needs)
  for (let number = 0; number * tileWidthMax < size; number += 1) {
    const width = Math.min(tileWidthMax, size - number * tileWidthMax)
    const path = bundlePath({ index: number, width })
    const bytes = await needs.read(path)
    if (bytes === null) {
      judge.fail('c', 'tile_missing', { path })
      break // what comes after would stand at other indexes
    }
    state.tiles.begin()
    if (!takeEntries(needs, state, { bytes, width, path })) break
    await state.tiles.end(number, width)
    needs.onProgress(state.tree.size())
  }
  const known = new Set(expectedPaths(size))
  for (const path of names)
    if (path.startsWith('tile/') && !known.has(path)) judge.fail('c', 'tile_unexpected', { path })
  if (size === 0) state.roots.set(0, crypto.sha256(new Uint8Array(0)))
  return { size: state.tree.size(), roots: state.roots, leaves: state.leaves }
}

/** Every tile of a tree of `size` leaves: hashes of all levels, and entries. */
export function expectedPaths(size: number): string[] {
  return tilesOf(size).flatMap((tile) =>
    tile.level === 0 ? [tilePath(tile), bundlePath(tile)] : [tilePath(tile)],
  )
}

type Walk = {
  tree: ReturnType<typeof growTree>
  hashLeaf: (entry: Uint8Array) => Uint8Array
  tiles: TileChecker
  roots: Map<number, Uint8Array>
  leaves: Map<number, Uint8Array>
}

function newWalk(needs: WalkNeeds): Walk {
  const { sha256 } = needs.crypto
  return {
    tree: growTree(sha256),
    hashLeaf: leafHasher(sha256),
    tiles: checkTiles(needs),
    roots: new Map([[0, sha256(new Uint8Array(0))]]),
    leaves: new Map(),
  }
}

type Bundle = { bytes: Uint8Array; width: number; path: string }

/** False when the file is not exactly `width` entries. */
function takeEntries(needs: WalkNeeds, walk: Walk, { bytes, width, path }: Bundle): boolean {
  const { judge } = needs
  const text = latin1.decode(bytes) // one character for each byte, whatever it is
  let at = 0
  for (let which = 0; which < width; which += 1) {
    const length = bytes[at]! * 256 + bytes[at + 1]!
    const end = at + 2 + length
    if (!(length > 0) || end > bytes.length) {
      judge.fail('c', 'tile_malformed', { path })
      return false
    }
    const index = walk.tree.size()
    const hash = walk.hashLeaf(bytes.subarray(at + 2, end))
    judge.examined('c')
    walk.tiles.add(hash)
    walk.tree.add(hash)
    if (needs.indexes.has(index)) walk.leaves.set(index, hash)
    const isSale = tell(needs, { text, bytes, start: at + 2, end, index })
    // A draw names the tree that ends with its seal, which nobody needs to have signed.
    if (!isSale || needs.sizes.has(index + 1)) walk.roots.set(index + 1, walk.tree.root())
    at = end
  }
  if (at === bytes.length) return true
  judge.fail('c', 'tile_malformed', { path })
  return false
}

const latin1 = new TextDecoder('latin1')

type Place = { text: string; bytes: Uint8Array; start: number; end: number; index: number }

/**
 * Sales in their usual form are read by one pattern; everything else by the strict reader. True for
 * the former.
 */
function tell(needs: WalkNeeds, place: Place): boolean {
  const { teller, judge, raffleId } = needs
  const issue = scanIssue(place)
  if (issue !== null && issue.raffle === raffleId) {
    if (issue.index !== place.index) judge.fail('e', 'wrong_index', { index: place.index })
    teller.issue({ ...issue, index: place.index })
    return true
  }
  const entry = readEntry(place.bytes.subarray(place.start, place.end))
  if (!isEntry(entry)) {
    refuse(judge, entry, place.index)
    return false
  }
  if (entry.index !== place.index) judge.fail('e', 'wrong_index', { index: place.index })
  if (entry.raffle !== raffleId) judge.fail('e', 'other_raffle', { index: place.index })
  tellEntry(teller, { ...entry, index: place.index })
  return false
}

function refuse(judge: Judge, { fault, field = '' }: EntryFault, index: number): void {
  judge.examined('e')
  judge.fail('e', fault, { index, field })
}

/** What the strict reader has read, told as it is of its kind. */
export function tellEntry(teller: Teller, { type, data, at, index }: Entry): void {
  // `readEntry` has proved that the data has the form of its type.
  const fact = { type, data, at, index } as unknown as Fact
  if (fact.type === 'TicketsIssued') teller.issue({ ...fact.data, at, index })
  else teller.fact(fact)
}

type TileChecker = {
  begin: () => void
  add: (hash: Uint8Array) => void
  end: (number: number, width: number) => Promise<void>
}

/** Builds every tile anew and compares it with the file, byte for byte. */
function checkTiles(needs: WalkNeeds): TileChecker {
  const { crypto, judge, read, size } = needs
  /** Hashes so far of the tile that is being filled, for each level from 1. */
  const above: Uint8Array[][] = []
  let hashes: Uint8Array[] = []

  async function compare(level: number, number: number, content: readonly Uint8Array[]) {
    const path = tilePath({ level, index: number, width: content.length })
    const bytes = await read(path)
    judge.examined('c')
    if (bytes === null) judge.fail('c', 'tile_missing', { path })
    else if (!isTile(bytes, content)) judge.fail('c', 'tile_differs', { path })
  }

  async function lift(level: number, number: number, content: readonly Uint8Array[]) {
    await compare(level, number, content)
    if (content.length < tileWidthMax) return
    const tree = growTree(crypto.sha256)
    for (const hash of content) tree.add(hash)
    const upper = (above[level] ??= [])
    upper.push(tree.root())
    if (upper.length < tileWidthMax) return
    above[level] = []
    await lift(level + 1, Math.floor(number / tileWidthMax), upper)
  }

  return {
    begin: () => void (hashes = []),
    add: (hash) => void hashes.push(hash),
    async end(number, width) {
      await lift(0, number, hashes)
      if (number * tileWidthMax + width < size) return
      for (const [below, content] of above.entries()) {
        if (content.length === 0) continue
        const index = Math.floor(size / tileWidthMax ** (below + 2))
        await compare(below + 1, index, content)
      }
    },
  }
}

function isTile(bytes: Uint8Array, hashes: readonly Uint8Array[]): boolean {
  if (bytes.length !== hashes.length * 32) return false
  return hashes.every((hash, at) => isSameBytes(hash, bytes.subarray(at * 32, at * 32 + 32)))
}
