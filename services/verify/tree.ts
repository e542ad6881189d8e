// RFC 6962's tree, kept as its frontier: the checker's own, apart from the one that makes it.
import { createHash } from 'node:crypto'

export type Tree = {
  append: (leafHash: Buffer) => void
  frontier: () => Buffer
  /** Of all leaves so far, which must be one at least. */
  root: () => Buffer
}

export function newTree(): Tree {
  /** Roots of perfect subtrees, the largest first; `level` is the height of each. */
  const roots: { level: number; hash: Buffer }[] = []
  return {
    append(leafHash) {
      let level = 0
      let hash = leafHash
      for (let last = roots.at(-1); last?.level === level; last = roots.at(-1)) {
        roots.pop()
        hash = nodeHash(last.hash, hash)
        level++
      }
      roots.push({ level, hash })
    },
    frontier: () => Buffer.concat(roots.map(({ hash }) => hash)),
    root: () => roots.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(left, right)),
  }
}

const nodeHash = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest()
