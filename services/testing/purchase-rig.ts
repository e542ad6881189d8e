// A shop in miniature for tests of the purchase path: real PostgreSQL, the real event store and
// writers, the real sandbox over HTTP with the shop's own callback routes behind it. Only the
// catalogue is a list in memory, so that a test says in one line what is on sale.
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import express from 'express'

import type { CommandId, OrderId, ProductId, RaffleId } from '#events/kernel/ids.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import type { RaffleEvent } from '#events/raffle/events.ts'
import type { ShelfRow } from '#projections/product-shelf/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import { openClock } from '../clock.ts'
import { openOrderDesk } from '../commands/order-desk.ts'
import type { DeskParts, OrderDesk } from '../commands/order-desk.ts'
import { requirePlaced } from '../commands/orders.ts'
import { openPaymentWatch } from '../commands/payment-watch.ts'
import type { PaymentWatch } from '../commands/payment-watch.ts'
import { placeOrder } from '../commands/place-order.ts'
import type { PlacedPurchase } from '../commands/place-order.ts'
import type { PurchaseRequest } from '../contract/purchases.ts'
import { openEventStore } from '../event-store/store.ts'
import type { EventStore } from '../event-store/types.ts'
import { problemHandler } from '../http/problem.ts'
import { openLimits } from '../http/limits.ts'
import { callbackRoutes } from '../http/routes/callbacks.ts'
import { newId } from '../ids.ts'
import { isOutage } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import type { MessageGateway } from '../providers/messages/port.ts'
import { montypayProvider } from '../providers/payments/montypay.ts'
import type { Timeouts } from '../providers/payments/timeouts.ts'
import { whishProvider } from '../providers/payments/whish.ts'
import type { Outcome } from '../sandbox/payer.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import type { SwitchesChange } from '../sandbox/switches.ts'
import { capOnShelf, carOnBoard } from './catalogue-rows.ts'
import { testDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { collectingLog, peopleIn, toldOf } from './nobody-told.ts'

export const CALLBACK_KEY = 'a-key-for-whish-callbacks-of-the-tests'

export type PurchaseRig = {
  test: TestDatabase
  desk: OrderDesk
  store: EventStore
  watch: PaymentWatch
  sandboxUrl: string
  /** Texts that were handed to the gateway. */
  sent: { to: string; text: string; ref: string }[]
  sellRaffle: (raffle: RaffleOnSale) => Promise<{ raffleId: RaffleId; productIds: ProductId[] }>
  sellGoods: (priceCents: number) => ProductId
  buy: (
    purchase: Partial<PurchaseRequest> & Pick<PurchaseRequest, 'items'>,
    by?: Partial<By>,
  ) => Promise<PlacedPurchase>
  /** What the payer of the order's newest attempt does on the provider's page. */
  pay: (
    orderId: string,
    outcome: Outcome,
    callbacks?: number,
    delaySeconds?: number,
  ) => Promise<void>
  switchSandbox: (change: SwitchesChange) => Promise<void>
  order: (orderId: string) => Promise<PlacedOrder>
  /** `clock_now()` runs ahead from here on. */
  moveClock: (seconds: number) => Promise<void>
  /** Fails when anything that was logged tells of a person (`nobody-told.ts`). */
  stop: () => Promise<void>
}

export type By = { sessionId: string; idempotencyKey: string | null }

export type RaffleOnSale = {
  ticketsMax: number
  name?: string
  closesInSeconds?: number
  ticketsPerPersonMax?: number
  /** What else it is published with. */
  raffleId?: RaffleId
  terms?: Partial<RafflePublishedData>
  products?: readonly { priceCents?: number; ticketsPerUnit?: number; ticketsMax?: number }[]
}

type RafflePublishedData = Extract<RaffleEvent, { type: 'RafflePublished' }>['data']

/** `timeouts`: of the providers; a crowd on a busy machine waits longer than a person would. */
export type RigParts = Partial<DeskParts> & {
  timeouts?: Partial<Timeouts>
  /** On a server of the test's own. */
  test?: TestDatabase
}

export async function openPurchaseRig({
  timeouts = {},
  test: given,
  ...parts
}: RigParts = {}): Promise<PurchaseRig> {
  const test = given ?? (await testDatabase({ poolMax: 12 }))
  const clock = await openClock(test.database)
  const store = openEventStore({ database: test.database, clock })
  const shelves = openShelves(store, clock.now)
  const sent: PurchaseRig['sent'] = []
  const { log, logged } = collectingLog()
  const app = express()
  const shop = createServer(app)
  const publicOrigin = await listen(shop)
  const sandbox = await startSandbox({ port: 0, host: '127.0.0.1', shopOrigin: publicOrigin })

  const desk = openOrderDesk({
    database: test.database,
    store,
    now: clock.now,
    catalogue: shelves.catalogue,
    providers: sandboxProviders(sandbox.url, { timeouts }),
    gateway: collecting(sent),
    linkSecrets: [Buffer.alloc(32, 1)],
    personSecret: Buffer.alloc(32, 2),
    callbackKey: CALLBACK_KEY,
    publicOrigin,
    holdSeconds: 1_800,
    manualHoldSeconds: 72 * 3_600,
    log,
    ...parts,
  })
  const watch = openPaymentWatch(desk)
  const limits = openLimits({ mode: 'strict' })
  app.use(express.raw({ type: 'application/x-www-form-urlencoded' }))
  app.use(callbackRoutes({ desk, watch, limits }))
  app.use(problemHandler({ log }))

  return {
    test,
    desk,
    store,
    watch,
    sandboxUrl: sandbox.url,
    sent,
    sellRaffle: shelves.sellRaffle,
    sellGoods: shelves.sellGoods,
    buy: (purchase, { sessionId = newId<string>(), idempotencyKey = null } = {}) =>
      placeOrder(desk, {
        buyer: { sessionId, customerId: null },
        purchase: { ...someone, ...purchase },
        idempotencyKey,
      }),
    pay: async (orderId, outcome, callbacks = 1, delaySeconds) => {
      await post(`${sandbox.url}/payments/${orderId}`, {
        outcome,
        callbacks,
        ...(delaySeconds !== undefined && { delaySeconds }),
      })
    },
    switchSandbox: (change) => post(`${sandbox.url}/switches`, change),
    order: async (orderId) =>
      requirePlaced((await desk.orders.load(orderId as OrderId, { fresh: true })).order),
    async moveClock(seconds) {
      const to = new Date(clock.now().getTime() + seconds * 1_000)
      await test.owner.query('select move_clock($1)', [to])
      await clock.sync()
    },
    async stop() {
      const people = await buyersIn(test.owner)
      await watch.stop()
      await sandbox.stop()
      shop.closeAllConnections()
      await new Promise((resolve) => shop.close(resolve))
      await desk.close()
      await store.close()
      await clock.stop()
      await test.drop()
      const told = toldOf(people, [], { log: logged() })
      if (told.length > 0) throw new Error(`told of people (K56): ${told.join('; ')}`)
    },
  }
}

const someone = {
  shippingMethod: 'pickup',
  paymentMethod: 'whishpay',
  customerName: 'Maya Haddad',
  customerEmail: 'maya@example.com',
  customerPhone: '+96170123456',
} as const

/** A test that has lost its server has lost with it all but those whom the rig itself sends. */
async function buyersIn(owner: Queryable): Promise<string[]> {
  try {
    return await peopleIn(owner)
  } catch (error) {
    if (!isOutage(error)) throw error
    return [someone.customerName, someone.customerEmail, someone.customerPhone]
  }
}

/** Failures that a test has asked for must not leave the circuit open for the next one. */
const patient = { callsMin: 20, openMs: 1 }

/** `pagesUrl`: where payers are sent, if that is not where the shop asks. */
export function sandboxProviders(
  url: string,
  { timeouts = {}, pagesUrl = url }: { timeouts?: Partial<Timeouts>; pagesUrl?: string } = {},
): DeskParts['providers'] {
  const redirectHosts = [new URL(pagesUrl).host]
  return {
    whishpay: whishProvider({
      baseUrl: `${url}/whish/itel-service/api`,
      channel: '10196115',
      secret: 'sandbox-whish-secret',
      websiteUrl: 'qura.example',
      callbackKeys: [CALLBACK_KEY],
      redirectHosts,
      breaker: patient,
      timeouts,
    } as Parameters<typeof whishProvider>[0]),
    montypay: montypayProvider({
      baseUrl: `${url}/montypay`,
      merchantKey: 'sandbox-merchant',
      password: 'sandbox-pass-123',
      hash: 'md5',
      redirectHosts,
      breaker: patient,
      timeouts,
    } as Parameters<typeof montypayProvider>[0]),
  }
}

const collecting = (sent: PurchaseRig['sent']): MessageGateway => ({
  channel: 'sms',
  async send({ to, text, ref }) {
    sent.push({ to, text, ref })
    return { kind: 'queued', gatewayId: ref }
  },
})

export type Shelves = Pick<PurchaseRig, 'sellRaffle' | 'sellGoods'> & Pick<DeskParts, 'catalogue'>

/** What is on sale: raffles in the real store, products in a list. */
export function openShelves(store: EventStore, now: () => Date): Shelves {
  const shelf = new Map<string, ShelfRow>()
  const board = new Map<string, BoardRow>()
  return {
    catalogue: {
      product: (id) => shelf.get(id),
      raffle: (id) => board.get(id),
      raffles: () => [...board.values()],
    },
    sellRaffle: (raffle) => sellRaffle({ store, now: now(), shelf, board }, raffle),
    sellGoods: (priceCents) => shelve(shelf, { priceCents, raffleId: null, ticketsPerUnit: 0 }),
  }
}

type Shop = {
  store: EventStore
  now: Date
  shelf: Map<string, ShelfRow>
  board: Map<string, BoardRow>
}

async function sellRaffle({ store, now, shelf, board }: Shop, raffle: RaffleOnSale) {
  const { raffleId = newId<RaffleId>(), name = 'A watch', ticketsMax, products = [{}] } = raffle
  const opensAt = new Date(now.getTime() - 60_000).toISOString()
  const closesAt = new Date(
    now.getTime() + (raffle.closesInSeconds ?? 7 * 86_400) * 1_000,
  ).toISOString()
  const ticketsPerPersonMax = raffle.ticketsPerPersonMax ?? 0
  const writer = store.raffle(raffleId)
  await writer.command(
    {
      type: 'PublishRaffle',
      now: now.toISOString(),
      raffle: {
        ...published({ raffleId, name, ticketsMax, opensAt, closesAt, ticketsPerPersonMax }),
        ...raffle.terms,
      },
    },
    { commandId: newId<CommandId>(), correlationId: raffleId, actor: 'system:test' },
  )
  const staffMayEnter = raffle.terms?.staffMayEnter ?? false
  board.set(raffleId, boardRow({ raffleId, name, ticketsMax, opensAt, closesAt, staffMayEnter }))

  const productIds: ProductId[] = []
  for (const product of products) {
    const productId = shelve(shelf, {
      priceCents: product.priceCents ?? 1_000,
      raffleId,
      ticketsPerUnit: product.ticketsPerUnit ?? 1,
    })
    await writer.allot({ productId, ticketsMax: product.ticketsMax ?? ticketsMax })
    productIds.push(productId)
  }
  return { raffleId, productIds }
}

function shelve(
  shelf: Map<string, ShelfRow>,
  product: Pick<ShelfRow, 'priceCents' | 'raffleId' | 'ticketsPerUnit'>,
): ProductId {
  const productId = newId<ProductId>()
  shelf.set(productId, {
    ...capOnShelf,
    productId,
    ticketsMax: 1_000_000,
    raffleName: null,
    variants: [],
    ...product,
  })
  return productId
}

type Terms = {
  raffleId: RaffleId
  name: string
  ticketsMax: number
  opensAt: string
  closesAt: string
  ticketsPerPersonMax: number
}

const published = ({ raffleId, name, ...terms }: Terms) => ({
  origin: `shop.example/ledger/${raffleId}`,
  environment: 'demo' as const,
  sealMarginSeconds: 600,
  raffleNumber: 'R-2026-001',
  licenceNumber: 'L-1',
  prize: name,
  prizeValue: '100000',
  currency: 'USD' as const,
  alternates: 3,
  rulesSha256: '00'.repeat(32),
  ticketsMin: 0,
  underSold: 'draw' as const,
  mode: 'beacon' as const,
  drandChainHash: '00'.repeat(32),
  drandPublicKey: '00'.repeat(96),
  operatorCommit: '00'.repeat(32),
  policy: { log: 'key', witnesses: [], quorum: 0 },
  ...terms,
})

type Shown = Omit<Terms, 'ticketsPerPersonMax'> & Pick<BoardRow, 'staffMayEnter'>

const boardRow = (terms: Shown): BoardRow => ({
  ...carOnBoard,
  ...terms,
  prizeValueCents: 100_000,
  publishedAt: terms.opensAt,
})

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

export async function post(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
}
