// Proofs of inclusion from the stored leaves themselves: every level of the tree is computed once,
// so that the proofs of a whole sample cost one pass over the log. A million leaves are 64 MB.
import { assert } from '#events/kernel/assert.ts'
import { inclusionRanges, nodeHash } from '#events/ledger/merkle.ts'
import type { Hash, LeafRange } from '#events/ledger/merkle.ts'

import type { Queryable } from '../io/database.ts'
import { sleep } from '../io/timers.ts'
import { sha256 } from './keys.ts'

export type Proofs = {
  root: Hash
  /** From the leaf up; `index` counts from 0. */
  proofOf: (index: number) => Hash[]
}

const HASH_BYTES = 32
const LEAVES_PER_PAGE = 50_000
const NODES_PER_TURN = 4_096

export async function openProofs(
  database: Queryable,
  { logId, size }: { logId: string; size: number },
): Promise<Proofs> {
  const levels = await levelsOver(await readLeaves(database, { logId, size }))
  return {
    root: rangeOver(levels, { start: 0, end: size }),
    proofOf: (index) => inclusionRanges({ index, size }).map((range) => rangeOver(levels, range)),
  }
}

async function readLeaves(
  database: Queryable,
  { logId, size }: { logId: string; size: number },
): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let after = 0; after < size; after += LEAVES_PER_PAGE) {
    const { rows } = await database.query<{ leaves: Buffer }>({
      name: 'leaves_page',
      text: `select string_agg(leaf, ''::bytea order by position) as leaves
               from events where log_id = $1 and position > $2 and position <= $3`,
      values: [logId, after, Math.min(size, after + LEAVES_PER_PAGE)],
    })
    parts.push(rows[0]?.leaves ?? Buffer.alloc(0))
  }
  const leaves = Buffer.concat(parts)
  assert(leaves.length === size * HASH_BYTES, `${logId} has no ${size} leaves`)
  return leaves
}

/** `levels[k]`: roots of the full subtrees of 2^k leaves, side by side. */
async function levelsOver(leaves: Buffer): Promise<Buffer[]> {
  const levels = [leaves]
  for (let below = leaves; below.length >= 2 * HASH_BYTES;) {
    const pairs = Math.floor(below.length / (2 * HASH_BYTES))
    const level = Buffer.alloc(pairs * HASH_BYTES)
    for (let n = 0; n < pairs; n++) {
      level.set(nodeHash(at(below, 2 * n), at(below, 2 * n + 1), sha256), n * HASH_BYTES)
      // A long log must not hold up the buyers of this process.
      if (n % NODES_PER_TURN === NODES_PER_TURN - 1) await sleep(0)
    }
    levels.push(level)
    below = level
  }
  return levels
}

const at = (level: Buffer, n: number) => level.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES)

/** RFC 6962, 2.1: full subtrees stand ready, only the right edge is put together. */
function rangeOver(levels: readonly Buffer[], { start, end }: LeafRange): Hash {
  const width = end - start
  const height = Math.log2(width)
  const level = Number.isInteger(height) ? levels[height] : undefined
  if (level !== undefined && start % width === 0) return at(level, start / width)
  const middle = start + 2 ** (Math.ceil(height) - 1)
  const left = rangeOver(levels, { start, end: middle })
  return nodeHash(left, rangeOver(levels, { start: middle, end }), sha256)
}
