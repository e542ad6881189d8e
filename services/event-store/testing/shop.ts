// Fixtures for tests of the store: a store on a database, an open raffle, and the things people do.
import { createHash, randomUUID } from 'node:crypto'

import type { CommandId, LineId, OrderId, ProductId, RaffleId } from '#events/kernel/ids.ts'
import { holderText, orderText } from '#events/ledger/commitments.ts'
import type { RaffleCommand } from '#events/raffle/decide.ts'

import { openClock } from '../../clock.ts'
import { openDatabase } from '../../io/database.ts'
import type { Database, Queryable } from '../../io/database.ts'
import { openEventStore, type EventStoreNeeds } from '../store.ts'
import type { AppendItem, EventStore, Hold, Issue, Meta } from '../types.ts'

/** Ids are what whoever starts a thing makes up. */
export const newId = <Id extends string>(): Id => randomUUID() as Id

export async function storeOn(
  database: Queryable,
  options: Partial<EventStoreNeeds> = {},
): Promise<EventStore> {
  const clock = await openClock(database as Database)
  await clock.stop()
  return openEventStore({ database, clock, ...options })
}

/** The same store as another process has it, on connections of its own. */
export type OtherProcess = { database: Database; store: EventStore; stop: () => Promise<void> }

export async function openOtherProcess(url: string): Promise<OtherProcess> {
  const database = openDatabase({ url, applicationName: 'the other process' })
  const store = await storeOn(database)
  return {
    database,
    store,
    async stop() {
      await store.close()
      await database.end()
    },
  }
}

export const metaOf = (fields: Partial<Meta> = {}): Meta => ({
  commandId: newId<CommandId>(),
  correlationId: randomUUID(),
  actor: 'system:test',
  ...fields,
})

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** One small fact for a stream. */
export function holdExtended(fields: Partial<AppendItem> = {}): AppendItem {
  const commandId = newId<CommandId>()
  const facts = [{ type: 'HoldExtended', data: { holdUntil: '2027-01-01T00:00:00.000Z' } }]
  return {
    streamId: `order/${randomUUID()}`,
    expectedVersion: 0,
    commandId,
    requestHash: hashOf(commandId),
    facts,
    meta: metaOf({ commandId }),
    ...fields,
  }
}

export type Terms = { ticketsMax?: number; ticketsPerPersonMax?: number; closesAt?: string }

export function publish({
  ticketsMax = 5_000,
  ticketsPerPersonMax = 0,
  closesAt = '2099-01-01T00:00:00.000Z',
}: Terms = {}): RaffleCommand {
  const hex32 = 'ab'.repeat(32)
  return {
    type: 'PublishRaffle',
    now: '2026-01-01T00:00:00.000Z',
    raffle: {
      origin: 'raffle.example/ledger/1',
      environment: 'demo',
      sealMarginSeconds: 600,
      raffleNumber: 'R-1',
      licenceNumber: 'L-1',
      prize: 'a car',
      prizeValue: '1000000',
      currency: 'USD',
      alternates: 3,
      rulesSha256: hex32,
      ticketsMax,
      ticketsMin: 0,
      opensAt: '2020-01-01T00:00:00.000Z',
      closesAt,
      underSold: 'draw',
      ticketsPerPersonMax,
      mode: 'beacon',
      drandChainHash: hex32,
      drandPublicKey: 'cd'.repeat(96),
      operatorCommit: hex32,
      policy: { log: 'log', witnesses: [], quorum: 0 },
    },
  }
}

export type OpenRaffle = { raffleId: RaffleId; productId: ProductId }

/** A raffle that sells one product, which may have all the tickets. */
export async function openRaffle(store: EventStore, terms: Terms = {}): Promise<OpenRaffle> {
  const raffleId = newId<RaffleId>()
  const productId = newId<ProductId>()
  const raffle = store.raffle(raffleId)
  await raffle.command(publish(terms), metaOf())
  await raffle.allot({ productId, ticketsMax: terms.ticketsMax ?? 5_000 })
  return { raffleId, productId }
}

export function holdOf(productId: ProductId, fields: Partial<Hold> = {}): Hold {
  return {
    orderLineId: newId<LineId>(),
    orderId: newId<OrderId>(),
    productId,
    n: 1,
    expiresAt: new Date(Date.now() + 1_800_000),
    personKey: randomUUID(),
    ...fields,
  }
}

export function issueOf(productId: ProductId, fields: Partial<Issue> = {}): Issue {
  const orderLineId = fields.orderLineId ?? newId<LineId>()
  const orderId = fields.orderId ?? newId<OrderId>()
  const quantity = fields.quantity ?? 1
  const ticketsPerUnit = fields.ticketsPerUnit ?? 1
  return {
    orderLineId,
    orderId,
    productId,
    quantity,
    ticketsPerUnit,
    channel: 'online',
    personKey: randomUUID(),
    orderText: orderText({
      orderId,
      lineId: orderLineId,
      productId,
      quantity,
      ticketsPerUnit,
      totalMinor: '2500',
      currency: 'USD',
      paidAt: '2026-11-21T08:00:00.000Z',
    }),
    holderText: holderText({ customerId: orderId, name: 'Zeina Khoury', phone: '+96170123456' }),
    meta: metaOf({ orderId }),
    capacity: 'room',
    ...fields,
  }
}

/** The issue of what was held. */
export const issueHeld = (hold: Hold, fields: Partial<Issue> = {}): Issue =>
  issueOf(hold.productId, {
    orderLineId: hold.orderLineId,
    orderId: hold.orderId,
    quantity: hold.n,
    personKey: hold.personKey,
    capacity: 'held',
    ...fields,
  })
