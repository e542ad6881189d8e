// The raffle as its callers hold it: checks what they hand in, in their own turn, and gives it to
// the raffle's line.
import { hash } from 'node:crypto'

import { assert } from '#events/kernel/assert.ts'
import { uuidPattern, type ProductId, type RaffleId } from '#events/kernel/ids.ts'
import { canonicalJson } from '#events/ledger/canonical-json.ts'
import type { RaffleCommand } from '#events/raffle/decide.ts'
import type { RaffleEvent } from '#events/raffle/events.ts'

import type { Clock } from '../clock.ts'
import type { Queryable } from '../io/database.ts'
import type { RaffleItem, Written } from './raffle-decide.ts'
import { loadRaffle, type RaffleMemory } from './raffle-memory.ts'
import type { Outcome } from './raffle-queue.ts'
import { readLog } from './read.ts'
import type { Hold, Issue, Issued, LogId, RaffleState, RaffleWriter, Recorded } from './types.ts'

type Needs = { database: Queryable; clock: Pick<Clock, 'now'>; raffleId: RaffleId }

export function raffleWriter(
  { database, clock, raffleId }: Needs,
  submit: (logId: LogId, item: RaffleItem) => Promise<Outcome>,
): RaffleWriter {
  assert(uuidPattern.test(raffleId), 'a raffle id is a UUID')
  const logId = `raffle/${raffleId}`

  return {
    async hold(hold) {
      requireHold(hold)
      await submit(logId, { kind: 'hold', hold })
    },
    async release(orderLineId) {
      await submit(logId, { kind: 'release', orderLineId })
    },
    async dropExpired(orderLineId) {
      await submit(logId, { kind: 'release', orderLineId, isDue: true })
    },
    async extendHold(orderLineId, expiresAt) {
      await submit(logId, { kind: 'extend', orderLineId, expiresAt })
    },
    async issue(issue) {
      requireIssue(issue)
      return (await submit(logId, { kind: 'issue', issue })) as Issued // decideItem pairs them
    },
    async command(command, meta, session) {
      const requestHash = commandHash(command)
      const item = { kind: 'command', command, meta, requestHash, session } as const
      const written = (await submit(logId, item)) as Written // decideItem pairs them
      return readWritten(database, logId, written)
    },
    async allot(allotment) {
      assert(Number.isSafeInteger(allotment.ticketsMax), 'an allotment is a number of tickets')
      await submit(logId, { kind: 'allot', allotment })
    },
    async changePerson(orderLineIds, personKey) {
      await submit(logId, { kind: 'person', orderLineIds, personKey })
    },
    state: async () => stateOf(await loadRaffle(database, logId), clock.now().getTime()),
  }
}

function requireHold({ orderLineId, n }: Hold): void {
  assert(uuidPattern.test(orderLineId), 'an order line id is a UUID')
  assert(Number.isSafeInteger(n) && n > 0, 'a hold is for at least one ticket')
}

function requireIssue({ orderLineId, orderId, quantity, ticketsPerUnit, ...issue }: Issue): void {
  assert(uuidPattern.test(orderLineId), 'an order line id is a UUID')
  assert(Number.isSafeInteger(quantity) && quantity > 0, 'an issue is for at least one unit')
  assert(Number.isSafeInteger(ticketsPerUnit) && ticketsPerUnit > 0, 'a unit has its tickets')
  assert(issue.meta.orderId === orderId, 'the meta of an issue names its order (I21)')
}

/** Who sends a command again sends it later, and it is still the same: time is no part of it. */
const commandHash = (command: RaffleCommand): string =>
  hash('sha256', canonicalJson({ ...command, now: null }), 'hex')

async function readWritten(
  database: Queryable,
  logId: LogId,
  { facts, last }: Written,
): Promise<Recorded<RaffleEvent>[]> {
  if (facts === 0) return []
  const recorded = await readLog(database, { logId, after: last - facts, limit: facts })
  return recorded as Recorded<RaffleEvent>[] // a raffle's log holds nothing else
}

/** Holds past their end are free, although their rows stand until the next batch. */
function stateOf({ raffle, head, held, products, holds }: RaffleMemory, nowMs: number) {
  const state = { raffle, head, held, products: new Map<ProductId, Product>(products) }
  for (const { expiresAtMs, productId, n } of holds.values()) {
    if (expiresAtMs > nowMs) continue
    state.held -= n
    const product = state.products.get(productId)
    assert(product !== undefined, 'a hold is for a product of the raffle')
    state.products.set(productId, { ...product, held: product.held - n })
  }
  return state satisfies RaffleState
}

type Product = RaffleState['products'] extends ReadonlyMap<ProductId, infer Value> ? Value : never
