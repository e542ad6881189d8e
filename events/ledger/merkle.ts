// The Merkle tree of RFC 6962, section 2.1, makers and checkers side by side.
//   leaf  = SHA-256(0x00 || entry)          node = SHA-256(0x01 || left || right)
//   empty = SHA-256("")                     split at the largest power of two smaller than n
// A tree of n leaves is the sequence of perfect subtrees given by the binary digits of n, largest
// first; their roots are the frontier. The frontier is all that an append needs.
import { assert } from '../kernel/assert.ts'
import { isSameBytes } from '../kernel/bytes.ts'
import type { Sha256 } from '../kernel/hash.ts'

export type Hash = Uint8Array
/** The hashes of leaves `start` … `end - 1`, by index. */
export type LeafHashes = (index: number) => Hash

export type Frontier = {
  /** Leaves in the tree. */
  readonly size: number
  /** Roots of the perfect subtrees, largest (leftmost) first: one for each 1 bit of `size`. */
  readonly nodes: readonly Hash[]
}

export const emptyFrontier: Frontier = { size: 0, nodes: [] }

const hashBytes = 32

export function leafHash(entry: Uint8Array, sha256: Sha256): Hash {
  const prefixed = new Uint8Array(1 + entry.length) // prefix 0x00
  prefixed.set(entry, 1)
  return sha256(prefixed)
}

export function nodeHash(left: Hash, right: Hash, sha256: Sha256): Hash {
  assert(left.length === hashBytes && right.length === hashBytes, 'a node joins two hashes')
  const prefixed = new Uint8Array(1 + 2 * hashBytes)
  prefixed[0] = 1
  prefixed.set(left, 1)
  prefixed.set(right, 1 + hashBytes)
  return sha256(prefixed)
}

/** O(log n), on average two hashes. The frontier given is left as it was. */
export function appendLeaf(frontier: Frontier, leaf: Hash, sha256: Sha256): Frontier {
  const nodes = [...frontier.nodes]
  let node = leaf
  // Each trailing 1 bit of the size is a perfect subtree that the new one completes, like a carry.
  for (let rest = frontier.size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
    const left = nodes.pop()
    assert(left !== undefined, 'the frontier has fewer nodes than its size says')
    node = nodeHash(left, node, sha256)
  }
  nodes.push(node)
  return { size: frontier.size + 1, nodes }
}

export function rootOf({ size, nodes }: Frontier, sha256: Sha256): Hash {
  if (size === 0) return sha256(new Uint8Array(0))
  assert(nodes.length === bitsSet(size), 'the frontier has not one node for each bit of its size')
  return nodes.reduceRight((right, left) => nodeHash(left, right, sha256))
}

/** The frontier as bytes, for storage: the nodes in order; the size is stored beside it. */
export function frontierBytes({ nodes }: Frontier): Uint8Array {
  const bytes = new Uint8Array(nodes.length * hashBytes)
  nodes.forEach((node, index) => bytes.set(node, index * hashBytes))
  return bytes
}

export function parseFrontier(size: number, bytes: Uint8Array): Frontier {
  assert(bytes.length === bitsSet(size) * hashBytes, `a frontier of size ${size} has other bytes`)
  const nodes = Array.from({ length: bitsSet(size) }, (_, index) =>
    bytes.slice(index * hashBytes, (index + 1) * hashBytes),
  )
  return { size, nodes }
}

/** RFC 6962, 2.1: the root over leaves `start` … `end - 1`. */
export function rangeRoot(
  leaves: LeafHashes,
  { start, end }: { start: number; end: number },
  sha256: Sha256,
): Hash {
  assert(start >= 0 && start < end, 'a range has at least one leaf')
  if (end - start === 1) return leaves(start)
  const middle = start + splitOf(end - start)
  const left = rangeRoot(leaves, { start, end: middle }, sha256)
  return nodeHash(left, rangeRoot(leaves, { start: middle, end }, sha256), sha256)
}

/** Leaves `start` … `end - 1`. */
export type LeafRange = { readonly start: number; readonly end: number }

/** RFC 6962, 2.1.1: the hashes beside the path from leaf `index` to the root, from the leaf up. */
export function inclusionProof(
  leaves: LeafHashes,
  { index, size }: { index: number; size: number },
  sha256: Sha256,
): Hash[] {
  return inclusionRanges({ index, size }).map((range) => rangeRoot(leaves, range, sha256))
}

/** The ranges whose roots are that proof, in its order: for who has tiles instead of leaves. */
export function inclusionRanges({ index, size }: { index: number; size: number }): LeafRange[] {
  assert(index >= 0 && index < size, 'the leaf must be in the tree')
  const ranges: LeafRange[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    const isLeft = index < middle
    ranges.push(isLeft ? { start: middle, end } : { start, end: middle })
    if (isLeft) end = middle
    else start = middle
  }
  return ranges.toReversed()
}

/** RFC 9162, 2.1.3.2. False for a proof that is too long, too short or wrong. */
export function checkInclusion(
  { index, size, leaf, proof, root }: InclusionClaim,
  sha256: Sha256,
): boolean {
  if (!isCount(index) || !isCount(size) || index >= size || !areHashes(proof)) return false
  let [node, last] = [index, size - 1]
  let hash = leaf
  for (const beside of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(beside, hash, sha256)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else hash = nodeHash(hash, beside, sha256)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && isSameBytes(hash, root)
}

export type InclusionClaim = {
  readonly index: number
  readonly size: number
  readonly leaf: Hash
  readonly proof: readonly Hash[]
  readonly root: Hash
}

/** RFC 6962, 2.1.2: shows that the tree of `from` leaves is the beginning of the one of `to`. */
export function consistencyProof(
  leaves: LeafHashes,
  { from, to }: { from: number; to: number },
  sha256: Sha256,
): Hash[] {
  return consistencyRanges({ from, to }).map((range) => rangeRoot(leaves, range, sha256))
}

/** The ranges whose roots are that proof, in its order. */
export function consistencyRanges({ from, to }: { from: number; to: number }): LeafRange[] {
  assert(from > 0 && from <= to, 'the smaller tree must have leaves and fit into the larger')
  const ranges: LeafRange[] = []
  let [start, end] = [0, to]
  let isWholeSubtree = true // what is left of the old tree is a subtree whose root the checker has
  while (from !== end) {
    const middle = start + splitOf(end - start)
    if (from <= middle) {
      ranges.push({ start: middle, end })
      end = middle
    } else {
      ranges.push({ start, end: middle })
      start = middle
      isWholeSubtree = false
    }
  }
  if (!isWholeSubtree) ranges.push({ start, end })
  return ranges.toReversed()
}

/** RFC 9162, 2.1.4.2. The empty tree is the beginning of every tree and needs no proof. */
export function checkConsistency(
  { from, to, fromRoot, toRoot, proof }: ConsistencyClaim,
  sha256: Sha256,
): boolean {
  if (!isCount(from) || !isCount(to) || from > to || !areHashes(proof)) return false
  if (from === 0) return proof.length === 0 && isSameBytes(fromRoot, sha256(new Uint8Array(0)))
  if (from === to) return proof.length === 0 && isSameBytes(fromRoot, toRoot)

  const path = isPowerOfTwo(from) ? [fromRoot, ...proof] : proof
  const [seed, ...besides] = path
  if (seed === undefined) return false
  let [node, last] = [from - 1, to - 1]
  while (node % 2 === 1) [node, last] = [half(node), half(last)]

  let [oldHash, newHash] = [seed, seed]
  for (const beside of besides) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      oldHash = nodeHash(beside, oldHash, sha256)
      newHash = nodeHash(beside, newHash, sha256)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else newHash = nodeHash(newHash, beside, sha256)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && isSameBytes(oldHash, fromRoot) && isSameBytes(newHash, toRoot)
}

export type ConsistencyClaim = {
  readonly from: number
  readonly to: number
  readonly fromRoot: Hash
  readonly toRoot: Hash
  readonly proof: readonly Hash[]
}

/** The largest power of two smaller than `count`, for `count` of at least 2. */
function splitOf(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

const half = (value: number): number => Math.floor(value / 2)
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
const areHashes = (hashes: readonly Hash[]): boolean =>
  hashes.every((hash) => hash.length === hashBytes)

function bitsSet(value: number): number {
  let bits = 0
  for (let rest = value; rest > 0; rest = half(rest)) bits += rest % 2
  return bits
}

const isPowerOfTwo = (value: number): boolean => bitsSet(value) === 1
