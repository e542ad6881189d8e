// A tree grown in batches, with what a server and a verifier each have to agree on about it.
import { hexOf, utf8 } from '../../kernel/bytes.ts'
import { sha256 } from '../../testing/hashes.ts'
import {
  appendLeaf,
  checkConsistency,
  checkInclusion,
  consistencyRanges,
  emptyFrontier,
  inclusionRanges,
  leafHash,
  rootOf,
} from '../merkle.ts'
import type { Frontier } from '../merkle.ts'
import { growTiles, rangeRootFromTiles } from '../tiles.ts'
import type { Tile, TileReader } from '../tiles.ts'

export type GrownLog = ReturnType<typeof grownLog>

const nameOf = ({ level, index }: Pick<Tile, 'level' | 'index'>) => `${level}/${index}`

/** A log that keeps its tiles as a server does, beside the frontier of `merkle.ts`. */
export function grownLog() {
  const tiles = new Map<string, Uint8Array>()
  let frontier: Frontier = emptyFrontier
  const roots = new Map<number, Uint8Array>()
  return {
    size: () => frontier.size,
    root: () => rootOf(frontier, sha256),
    rootAt: (size: number) => roots.get(size),
    read: ((tile: Tile) => tiles.get(nameOf(tile))!) satisfies TileReader,
    append(count: number) {
      const leaves = leavesOf(frontier.size, count)
      const edge = new Map<number, Uint8Array>()
      for (let level = 0; 256 ** level <= frontier.size; level += 1) {
        const hashes = Math.floor(frontier.size / 256 ** level)
        if (hashes % 256 > 0)
          edge.set(level, tiles.get(nameOf({ level, index: Math.floor(hashes / 256) }))!)
      }
      for (const { tile, hashes } of growTiles({ size: frontier.size, edge, leaves }, sha256))
        tiles.set(nameOf(tile), hashes)
      for (let at = 0; at < count; at += 1)
        frontier = appendLeaf(frontier, leaves.slice(at * 32, at * 32 + 32), sha256)
      roots.set(frontier.size, rootOf(frontier, sha256))
    },
  }
}

export function leavesOf(start: number, count: number): Uint8Array {
  const leaves = new Uint8Array(count * 32)
  for (let at = 0; at < count; at += 1)
    leaves.set(leafHash(utf8(`leaf ${start + at}`), sha256), at * 32)
  return leaves
}

/** Maker and checker of one leaf's proof, and a proof with its first hash changed. */
export function requireInclusion(log: GrownLog, index: number): void {
  const size = log.size()
  const proof = inclusionRanges({ index, size }).map((range) =>
    rangeRootFromTiles(range, { size, read: log.read }, sha256),
  )
  const claim = { index, size, leaf: leavesOf(index, 1), proof, root: log.root() }
  if (!checkInclusion(claim, sha256)) throw new Error(`leaf ${index} of ${size}`)
  const changed = [...proof.slice(1), leavesOf(999_999, 1)]
  if (size > 1 && checkInclusion({ ...claim, proof: changed }, sha256))
    throw new Error(`a changed proof of ${index} of ${size} ${proof.map(hexOf).join()}`)
}

/** The same of the growth from an earlier size, and a proof that is one hash short. */
export function requireConsistency(log: GrownLog, from: number): void {
  const to = log.size()
  const proof = consistencyRanges({ from, to }).map((range) =>
    rangeRootFromTiles(range, { size: to, read: log.read }, sha256),
  )
  const claim = { from, to, fromRoot: log.rootAt(from)!, toRoot: log.root(), proof }
  if (!checkConsistency(claim, sha256)) throw new Error(`from ${from} to ${to}`)
  if (from < to && checkConsistency({ ...claim, proof: proof.slice(1) }, sha256))
    throw new Error(`a short proof from ${from} to ${to}`)
}
