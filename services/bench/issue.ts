// Issue on one hot raffle, through its writer, with everything production writes: the leaf and its
// hash, two commitments and their openings, the frontier, capacity, the order line that makes it
// happen once. Against Emmett appending to as many streams as it likes.
import { randomUUID } from 'node:crypto'

import type { CommandId, LineId, OrderId, ProductId, RaffleId } from '#events/kernel/ids.ts'
import { holderText, orderText } from '#events/ledger/commitments.ts'

import { openClock } from '../clock.ts'
import { openEventStore } from '../event-store/store.ts'
import { metaOf, openRaffle } from '../event-store/testing/shop.ts'
import type { EventStore, Issue } from '../event-store/types.ts'
import { openDatabase } from '../io/database.ts'
import type { BenchAddresses } from './append.ts'
import { hold, type Outcome, type Pace } from './contest.ts'
import { emmett, EMMETT, type Rival } from './rivals.ts'

export async function benchIssue(
  { url, ownerUrl }: BenchAddresses,
  pace: Pace,
  progress: (step: string) => void,
): Promise<Outcome[]> {
  const rivals = [await qura(url), await emmett(ownerUrl, 10), await emmett(ownerUrl, 50)]
  const contenders = rivals.map(({ contender }) => contender)
  const name = 'issue on one hot raffle'
  const outcomes: Outcome[] = []
  for (const [callers, ratio] of [
    [50, 4],
    [500, 6],
  ] as const) {
    const targets = [{ against: [EMMETT(10), EMMETT(50)], ratio }]
    outcomes.push(await hold({ name, callers, contenders, targets }, pace, progress))
  }
  for (const { close } of rivals) await close()
  return outcomes
}

async function qura(url: string): Promise<Rival> {
  const database = openDatabase({ url, applicationName: 'qura bench', poolMax: 4 })
  const clock = await openClock(database)
  const store = openEventStore({ database, clock })
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 100_000_000 })
  return {
    contender: { name: 'Qura issue', act: () => issue(store, raffleId, productId) },
    async close() {
      await store.close()
      await clock.stop()
      await database.end()
    },
  }
}

async function issue(store: EventStore, raffleId: RaffleId, productId: ProductId): Promise<void> {
  const answer = await store.raffle(raffleId).issue(newIssue(productId))
  if (answer.kind !== 'ok') throw new Error(`issue answered ${answer.kind}`)
}

function newIssue(productId: ProductId): Issue {
  const [orderLineId, orderId] = [randomUUID() as LineId, randomUUID() as OrderId]
  const [quantity, ticketsPerUnit] = [1, 2]
  const summary = { totalMinor: '2500', currency: 'USD', paidAt: '2026-11-21T08:00:00.000Z' }
  return {
    orderLineId,
    orderId,
    productId,
    quantity,
    ticketsPerUnit,
    channel: 'online',
    personKey: orderId,
    orderText: orderText({
      orderId,
      lineId: orderLineId,
      productId,
      quantity,
      ticketsPerUnit,
      ...summary,
    }),
    holderText: holderText({ customerId: orderId, name: 'Zeina Khoury', phone: '+96170123456' }),
    meta: metaOf({ commandId: orderLineId as string as CommandId, orderId }),
    capacity: 'room',
  }
}
