// The verifier's own RFC 6962 tree: leaves go in one by one, in order, and roots come out at any
// moment. It keeps the perfect subtrees of the size in binary, largest first, and works in place:
// a million leaves make no garbage but their hashes.
import type { Sha256 } from '../kernel/hash.ts'

export type GrowingTree = {
  add: (hash: Uint8Array) => void
  size: () => number
  /** Of the leaves so far. */
  root: () => Uint8Array
}

export function growTree(sha256: Sha256): GrowingTree {
  const nodes: Uint8Array[] = []
  let size = 0
  const join = joiner(sha256)
  return {
    add(hash) {
      let node = hash
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) node = join(nodes.pop()!, node)
      nodes.push(node)
      size += 1
    },
    size: () => size,
    root: () =>
      nodes.length === 0
        ? sha256(new Uint8Array(0))
        : nodes.reduceRight((right, left) => join(left, right)),
  }
}

/** SHA-256(0x01 || left || right), in a buffer of its own. */
function joiner(sha256: Sha256): (left: Uint8Array, right: Uint8Array) => Uint8Array {
  const buffer = new Uint8Array(65)
  buffer[0] = 1
  return (left, right) => {
    buffer.set(left, 1)
    buffer.set(right, 33)
    return sha256(buffer)
  }
}

/** SHA-256(0x00 || entry). */
export function leafHasher(sha256: Sha256): (entry: Uint8Array) => Uint8Array {
  const buffer = new Uint8Array(1 + 65_535)
  return (entry) => {
    buffer.set(entry, 1)
    return sha256(buffer.subarray(0, 1 + entry.length))
  }
}
