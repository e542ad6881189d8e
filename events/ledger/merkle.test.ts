import { readFileSync } from 'node:fs'

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { bytesOfHex, hexOf, utf8 } from '../kernel/bytes.ts'
import { sha256 } from '../testing/hashes.ts'

import {
  appendLeaf,
  checkConsistency,
  checkInclusion,
  consistencyProof,
  consistencyRanges,
  emptyFrontier,
  frontierBytes,
  inclusionProof,
  inclusionRanges,
  leafHash,
  nodeHash,
  parseFrontier,
  rangeRoot,
  rootOf,
  type Frontier,
  type Hash,
} from './merkle.ts'

const vectors: {
  entries: string[]
  roots: string[]
  inclusion: { index: number; size: number; proof: string[] }[]
  consistency: { from: number; to: number; proof: string[] }[]
} = JSON.parse(readFileSync(new URL('./vectors/merkle.json', import.meta.url), 'utf8'))

const sizeMax = 300
const hashes = Array.from({ length: sizeMax }, (_, index) =>
  leafHash(utf8(`leaf ${index}`), sha256),
)
const leaves = (index: number): Hash => hashes[index]!
const frontiers: Frontier[] = [emptyFrontier]
for (const hash of hashes) frontiers.push(appendLeaf(frontiers.at(-1)!, hash, sha256))
const roots = frontiers.map((frontier) => rootOf(frontier, sha256))

describe('known answers of RFC 6962 implementations', () => {
  const known = vectors.entries.map((entry) => leafHash(bytesOfHex(entry), sha256))
  const knownLeaves = (index: number): Hash => known[index]!

  it('are the roots of its eight growing trees', () => {
    let frontier = emptyFrontier
    const grown = [hexOf(rootOf(frontier, sha256))]
    for (const hash of known) {
      frontier = appendLeaf(frontier, hash, sha256)
      grown.push(hexOf(rootOf(frontier, sha256)))
    }
    expect(grown).toEqual(vectors.roots)
  })

  const rootAt = (size: number): Hash => bytesOfHex(vectors.roots[size]!)

  it.each(vectors.inclusion)('are its inclusion proof of leaf $index in $size', (vector) => {
    const { index, size } = vector
    const proof = inclusionProof(knownLeaves, vector, sha256)
    expect(proof.map(hexOf)).toEqual(vector.proof)
    const claim = { index, size, leaf: knownLeaves(index), proof, root: rootAt(size) }
    expect(checkInclusion(claim, sha256)).toBe(true)
  })

  it.each(vectors.consistency)('are its consistency proof from $from to $to', (vector) => {
    const { from, to } = vector
    const proof = consistencyProof(knownLeaves, vector, sha256)
    expect(proof.map(hexOf)).toEqual(vector.proof)
    const claim = { from, to, fromRoot: rootAt(from), toRoot: rootAt(to), proof }
    expect(checkConsistency(claim, sha256)).toBe(true)
  })
})

describe('maker and checker', () => {
  it('grow the same root from the frontier as from all leaves, for every size to 300', () => {
    for (let size = 1; size <= sizeMax; size += 1)
      expect(hexOf(roots[size]!)).toBe(hexOf(rangeRoot(leaves, { start: 0, end: size }, sha256)))
  })

  it.each([20, sizeMax])('agree on the leaves of trees of every size to %i', (max) => {
    for (let size = 1; size <= max; size += 1)
      for (let index = 0; index < size; index += stepOf(size)) {
        const proof = inclusionProof(leaves, { index, size }, sha256)
        const claim = { index, size, leaf: leaves(index), proof, root: roots[size]! }
        if (!checkInclusion(claim, sha256)) throw new Error(`leaf ${index} of ${size}`)
      }
  })

  it.each([20, sizeMax])('agree on the growth between trees of every size to %i', (max) => {
    for (let to = 1; to <= max; to += 1)
      for (let from = 0; from <= to; from += stepOf(to)) {
        const proof = from === 0 ? [] : consistencyProof(leaves, { from, to }, sha256)
        const claim = { from, to, fromRoot: roots[from]!, toRoot: roots[to]!, proof }
        if (!checkConsistency(claim, sha256)) throw new Error(`from ${from} to ${to}`)
      }
  })

  it('refuse every proof that was changed in one place', () => {
    const change = fc.record({
      size: fc.integer({ min: 2, max: sizeMax }),
      at: fc.nat(),
      bit: fc.nat(255),
    })
    fc.assert(
      fc.property(change, ({ size, at, bit }) => {
        const index = at % size
        const proof = inclusionProof(leaves, { index, size }, sha256)
        const claim = { index, size, leaf: leaves(index), proof, root: roots[size]! }
        expect(checkInclusion({ ...claim, proof: flipped(proof, at, bit) }, sha256)).toBe(false)
        expect(checkInclusion({ ...claim, proof: proof.slice(1) }, sha256)).toBe(false)
        expect(checkInclusion({ ...claim, proof: [...proof, leaves(0)] }, sha256)).toBe(false)
        expect(checkInclusion({ ...claim, index: size }, sha256)).toBe(false)
        expect(checkInclusion({ ...claim, root: roots[size - 1]! }, sha256)).toBe(false)

        const from = 1 + (at % (size - 1))
        const growth = consistencyProof(leaves, { from, to: size }, sha256)
        const grown = {
          from,
          to: size,
          fromRoot: roots[from]!,
          toRoot: roots[size]!,
          proof: growth,
        }
        expect(checkConsistency({ ...grown, proof: flipped(growth, at, bit) }, sha256)).toBe(false)
        expect(checkConsistency({ ...grown, proof: growth.slice(1) }, sha256)).toBe(false)
        expect(checkConsistency({ ...grown, proof: [...growth, leaves(0)] }, sha256)).toBe(false)
        expect(checkConsistency({ ...grown, fromRoot: roots[from - 1]! }, sha256)).toBe(false)
        expect(checkConsistency({ ...grown, toRoot: roots[from]! }, sha256)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('refuse hashes of another length and numbers that are none', () => {
    const claim = { index: 0, size: 2, leaf: leaves(0), proof: [leaves(1)], root: roots[2]! }
    expect(checkInclusion(claim, sha256)).toBe(true)
    expect(checkInclusion({ ...claim, proof: [leaves(1).slice(1)] }, sha256)).toBe(false)
    expect(checkInclusion({ ...claim, index: -1 }, sha256)).toBe(false)
    expect(checkInclusion({ ...claim, size: 1.5 }, sha256)).toBe(false)
  })
})

describe('a checker', () => {
  const grown = { from: 3, to: 7, fromRoot: roots[3]!, toRoot: roots[7]! }
  const claim = { ...grown, proof: consistencyProof(leaves, grown, sha256) }

  it('takes a tree for its own beginning, with no proof, and the empty one for everybody’s', () => {
    const same = { from: 7, to: 7, fromRoot: roots[7]!, toRoot: roots[7]!, proof: [] }
    const empty = { from: 0, to: 7, fromRoot: roots[0]!, toRoot: roots[7]!, proof: [] }
    for (const truth of [claim, same, empty]) expect(checkConsistency(truth, sha256)).toBe(true)
    for (const wrong of [
      { ...same, proof: [leaves(1)] },
      { ...same, toRoot: roots[6]! },
      { ...empty, proof: [leaves(1)] },
      { ...empty, fromRoot: roots[1]! },
    ])
      expect(checkConsistency(wrong, sha256)).toBe(false)
  })

  it('takes no proof that ends before its root or goes on behind it, whatever is claimed', () => {
    const [one, two, three, four] = [1, 2, 3, 4].map(leaves) as [Hash, Hash, Hash, Hash]
    const node = (left: Hash, right: Hash) => nodeHash(left, right, sha256)
    const leaf = { index: 0, size: 1, leaf: one, proof: [two], root: node(two, one) }
    expect(checkInclusion(leaf, sha256)).toBe(false)
    expect(checkInclusion({ ...leaf, size: 2, proof: [], root: one }, sha256)).toBe(false)

    const growth = { from: 3, to: 4, fromRoot: one, toRoot: one, proof: [one] }
    expect(checkConsistency(growth, sha256)).toBe(false)
    const behind = {
      ...growth,
      proof: [one, two, three, four],
      fromRoot: node(four, node(three, one)),
      toRoot: node(four, node(three, node(one, two))),
    }
    expect(checkConsistency(behind, sha256)).toBe(false)
    const whole = {
      ...growth,
      proof: [one, two, three],
      fromRoot: node(three, one),
      toRoot: node(three, node(one, two)),
    }
    expect(checkConsistency(whole, sha256)).toBe(true)
  })

  it('takes no numbers that are none, and no tree for the beginning of a smaller one', () => {
    for (const change of [{ from: -1 }, { from: 2.5 }, { to: 7.5 }, { to: 2 }, { from: 8 }])
      expect(checkConsistency({ ...claim, ...change }, sha256)).toBe(false)
    const shrunk = { from: 2, to: 1, fromRoot: roots[2]!, toRoot: roots[2]!, proof: [] }
    expect(checkConsistency(shrunk, sha256)).toBe(false)
    expect(checkConsistency({ ...claim, proof: [] }, sha256)).toBe(false)
    const short = claim.proof.map((hash) => hash.slice(1))
    expect(checkConsistency({ ...claim, proof: short }, sha256)).toBe(false)
  })
})

it('takes what is no tree, no range and no leaf of it for bugs', () => {
  const none = { start: 2, end: 2 }
  expect(() => nodeHash(leaves(0), leaves(1).slice(1), sha256)).toThrow(/joins two hashes/)
  expect(() => nodeHash(leaves(0).slice(1), leaves(1), sha256)).toThrow(/joins two hashes/)
  expect(() => rangeRoot(leaves, none, sha256)).toThrow(/at least one leaf/)
  expect(() => rangeRoot(leaves, { start: -1, end: 2 }, sha256)).toThrow(/at least one leaf/)
  for (const index of [-1, 5])
    expect(() => inclusionRanges({ index, size: 5 })).toThrow(/in the tree/)
  for (const from of [0, 6])
    expect(() => consistencyRanges({ from, to: 5 })).toThrow(/fit into the larger/)
  expect(() => appendLeaf({ size: 1, nodes: [] }, leaves(0), sha256)).toThrow(/fewer nodes/)
  expect(() => rootOf({ size: 3, nodes: [leaves(0)] }, sha256)).toThrow(/one node for each bit/)
})

describe('the frontier', () => {
  it('is left as it was by an append', () => {
    const before = frontiers[7]!
    appendLeaf(before, leaves(7), sha256)
    expect(before.nodes).toHaveLength(3)
  })

  it('is read back from its bytes', () => {
    for (const size of [0, 1, 2, 3, 255, 256, 300]) {
      const frontier = frontiers[size]!
      const read = parseFrontier(size, frontierBytes(frontier))
      expect(hexOf(rootOf(read, sha256))).toBe(hexOf(roots[size]!))
    }
    expect(() => parseFrontier(3, frontierBytes(frontiers[4]!))).toThrow(/other bytes/)
  })
})

/** Every leaf of a small tree, a handful of a larger one. */
function stepOf(size: number): number {
  return size < 40 ? 1 : Math.ceil(size / 5)
}

function flipped(proof: readonly Hash[], at: number, bit: number): Hash[] {
  const position = at % proof.length
  return proof.map((hash, index) => {
    if (index !== position) return hash
    const changed = Uint8Array.from(hash)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    return changed
  })
}
