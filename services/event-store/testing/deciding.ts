// A writer's memory of a small raffle, and what its items leave in it and in the batch.
import { expect } from 'vitest'

import type { LineId, ProductId } from '#events/kernel/ids.ts'
import { fold } from '#events/kernel/decider.ts'
import { emptyFrontier } from '#events/ledger/merkle.ts'
import { raffleDecider } from '#events/raffle/decide.ts'
import type { RaffleEvent } from '#events/raffle/events.ts'
import { expectRejection } from '#events/testing/given.ts'
import { published } from '#events/testing/raffles.ts'

import { beginBatch } from '../raffle-batch.ts'
import { decideItem, type Deciding, type RaffleItem } from '../raffle-decide.ts'
import type { RaffleMemory } from '../raffle-memory.ts'
import type { Hold, Issue } from '../types.ts'
import { newId } from './shop.ts'

export const now = '2026-11-21T08:00:00.000Z'
export const productId = newId<ProductId>()
export const otherId = newId<ProductId>()
export const end = (ms: number) => new Date(Date.parse(now) + ms)

type Sold = { terms?: Parameters<typeof published>[0]; facts?: RaffleEvent[]; at?: string }

/** A raffle of ten, of which one product may have eight and another three. */
export function deciding({ terms = {}, facts = [], at = now }: Sold = {}): Deciding {
  const raffle = fold(raffleDecider, [published(terms), ...facts])
  const memory: RaffleMemory = {
    revision: 1,
    batchId: 'before',
    head: 0,
    frontier: emptyFrontier,
    raffle,
    held: 0,
    products: new Map([
      [productId, { ticketsMax: 8, issued: 0, held: 0 }],
      [otherId, { ticketsMax: 3, issued: 0, held: 0 }],
    ]),
    holds: new Map(),
    nextExpiryMs: Infinity,
    partly: null,
    persons: new Map(),
    lastAtMs: 0,
    haltedBy: null,
  }
  const batch = beginBatch('raffle/aa000000-0000-4000-8000-000000000001', memory, new Date(at))
  const known = { issues: new Map(), commands: new Map() }
  return { memory, batch, known, settlementSeconds: 1800 }
}

export const hold = (state: Deciding, given: Hold) =>
  decideItem(state, { kind: 'hold', hold: given })
export const issue = (state: Deciding, given: Issue) =>
  decideItem(state, { kind: 'issue', issue: given })
export const release = (state: Deciding, orderLineId: LineId) =>
  decideItem(state, { kind: 'release', orderLineId })

/** Everything that is decided on and everything that will be written. */
export const traceOf = ({ memory, batch }: Deciding) => ({
  held: memory.held,
  products: [...memory.products],
  holds: [...memory.holds],
  nextExpiryMs: memory.nextExpiryMs,
  persons: [...memory.persons],
  head: memory.head,
  raffle: memory.raffle,
  facts: batch.facts.map(({ type }) => type),
  issues: [...batch.issues.keys()],
  commands: [...batch.commands.keys()],
  holdRows: [...batch.holds.keys()],
  dropped: [...batch.dropped],
  touched: [...batch.products],
  hasChanged: batch.hasChanged,
})

export function refuses(
  state: Deciding,
  item: RaffleItem,
  code: string,
  details: object = {},
): void {
  const before = traceOf(state)
  expectRejection(() => decideItem(state, item), code, { ...details })
  expect(traceOf(state)).toEqual(before)
}
