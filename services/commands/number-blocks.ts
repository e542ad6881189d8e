// Numbers from a database sequence that is taken in blocks, so that a purchase costs no round trip
// for its reference. A block that a process did not finish is lost: a hole, never a number twice.
import type { Queryable } from '../io/database.ts'

/** What the sequences of migration 0005 are incremented by. */
export const NUMBERS_PER_BLOCK = 500

export type NumberBlocks = { next: () => Promise<number> }

export function openNumberBlocks(database: Queryable, sequence: string): NumberBlocks {
  let upcoming = 0
  let end = 0 // exclusive
  let fetching: Promise<void> | undefined

  async function fetchBlock() {
    const { rows } = await database.query<{ first: number }>({
      name: `next_block_${sequence}`,
      text: `select nextval('${sequence}')::int8 as first`,
    })
    const [row] = rows
    if (row === undefined) throw new Error(`nextval('${sequence}') returned no row`)
    upcoming = row.first
    end = row.first + NUMBERS_PER_BLOCK
  }

  async function next(): Promise<number> {
    while (upcoming >= end) {
      fetching ??= fetchBlock().finally(() => (fetching = undefined))
      await fetching
    }
    return upcoming++
  }

  return { next }
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford: no I, L, O, U
const REFERENCES = 2 ** 30
// Odd, hence a bijection on 30 bits: neighbours look unlike each other and no two are the same.
const SCRAMBLE = 662_607_015n
const OFFSET = 299_792_458n

/** The reference people speak, `QR-7K3M9P`, of the n-th order; unique up to 2^30 orders. */
export function orderReference(n: number): string {
  let rest = Number((BigInt(n) * SCRAMBLE + OFFSET) % BigInt(REFERENCES))
  let letters = ''
  for (let place = 0; place < 6; place++) {
    letters = ALPHABET[rest % 32] + letters
    rest = Math.floor(rest / 32)
  }
  return `QR-${letters}`
}
