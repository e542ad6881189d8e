// Facts told one after another, for tests that read what became of them. Everything that a test
// does not name has a plain value.
import type { QuraEvent } from '#events/catalogue.ts'
import type { OrderLine } from '#events/order/events.ts'
import { allProjections } from '#projections/all.ts'

import { insertFacts, type SyntheticFact } from '../bench/synthetic-shop.ts'
import { openProjector } from '../workers/projector.ts'
import { testDatabase, type TestDatabase } from './database.ts'

type DataOf<Type extends QuraEvent['type']> = Extract<QuraEvent, { type: Type }>['data']

export type Told = {
  /** `order/<id>` and the like; a raffle's facts go to its own log. */
  stream: string
  event: QuraEvent
  /** The order in an issue's meta. */
  orderId?: string
  at?: string
}

/** The n-th id of a kind; it has the form that all brands of ids ask for. */
export const idOf = <Id extends string>(kind: 'a' | 'b' | 'c' | 'd' | 'e', n: number) =>
  `${kind.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}` as Id

export const raffleIdOf = (n: number) => idOf<OrderLine['raffleId'] & string>('a', n)
export const productIdOf = (n: number) => idOf<OrderLine['productId']>('b', n)
export const orderIdOf = (n: number) => idOf<DataOf<'OrdersClaimed'>['orderIds'][number]>('c', n)
export const customerIdOf = (n: number) =>
  idOf<DataOf<'OrderPlaced'>['customerId'] & string>('d', n)
export const lineIdOf = (n: number) => idOf<OrderLine['lineId']>('e', n)
export const attemptIdOf = (n: number) =>
  idOf<DataOf<'PaymentAttempted'>['attemptId']>('e', 900 + n)

/** A database in which all of this has happened and been projected. */
export async function projected(told: readonly Told[]): Promise<TestDatabase> {
  const database = await testDatabase()
  await insertFacts(database.owner, numbered(told))
  const projector = openProjector({
    database: database.database,
    projections: allProjections,
    stopped: ({ projection, error }) => {
      throw new Error(`${projection} stopped`, { cause: error })
    },
  })
  await projector.catchUp()
  return database
}

export function numbered(told: readonly Told[]): SyntheticFact[] {
  const positions = new Map<string, number>()
  const next = (key: string) => {
    const position = (positions.get(key) ?? 0) + 1
    positions.set(key, position)
    return position
  }
  return told.map(({ stream, event, orderId, at }, index) => {
    const logId = stream.startsWith('raffle/') ? stream : 'shop/0'
    const position = next(`log ${logId}`)
    const recordedAt = new Date(at ?? Date.parse('2026-03-01T10:00:00.000Z') + index * 1_000)
    const version = next(`stream ${stream}`)
    return {
      logId,
      position,
      streamId: stream,
      version,
      event,
      orderId: orderId ?? null,
      recordedAt,
    }
  })
}

export function rafflePublished(n: number, terms: Partial<DataOf<'RafflePublished'>> = {}): Told[] {
  const raffleId = raffleIdOf(n)
  const hash = '0'.repeat(64)
  const data: DataOf<'RafflePublished'> = {
    origin: `localhost/ledger/${raffleId}`,
    environment: 'demo',
    sealMarginSeconds: 600,
    raffleNumber: `2026-${n}`,
    licenceNumber: 'L-1',
    prize: `Prize ${n}`,
    prizeValue: '150000',
    currency: 'USD',
    alternates: 3,
    rulesSha256: hash,
    ticketsMax: 100,
    ticketsMin: 10,
    opensAt: '2026-03-01T00:00:00.000Z',
    closesAt: '2026-04-01T00:00:00.000Z',
    underSold: 'draw',
    ticketsPerPersonMax: 0,
    mode: 'beacon',
    drandChainHash: hash,
    drandPublicKey: hash + hash + hash,
    operatorCommit: hash,
    policy: { log: 'log', witnesses: [], quorum: 0 },
    ...terms,
  }
  const words = { name: `Raffle ${n}`, description: 'Words.', prizeInfo: 'New.', image: 'p.webp' }
  return [
    { stream: `raffle-page/${raffleId}`, event: { type: 'RafflePageWritten', data: words } },
    { stream: `raffle/${raffleId}`, event: { type: 'RafflePublished', data } },
  ]
}

export const productListed = (n: number, raffle: number | null): Told[] => {
  const stream = `product/${productIdOf(n)}`
  const data: DataOf<'ProductListed'> = {
    name: `Product ${n}`,
    description: 'Words.',
    priceCents: 1_000 * n,
    currency: 'USD',
    image: null,
    ticketsPerUnit: raffle === null ? 0 : 2,
    ticketsMax: 100,
    isActive: true,
  }
  const listed: Told = { stream, event: { type: 'ProductListed', data } }
  if (raffle === null) return [listed]
  const raffleId = raffleIdOf(raffle)
  return [listed, { stream, event: { type: 'ProductLinked', data: { raffleId } } }]
}

export function line(
  n: number,
  given: { product: number; raffle: number | null; quantity?: number },
) {
  const { product, raffle, quantity = 1 } = given
  return {
    lineId: lineIdOf(n),
    productId: productIdOf(product),
    productName: `Product ${product}`,
    productImage: null,
    variantId: null,
    variantName: null,
    quantity,
    unitPriceCents: 1_000 * product,
    raffleId: raffle === null ? null : raffleIdOf(raffle),
    raffleName: raffle === null ? null : `Raffle ${raffle}`,
    prizeValueCents: raffle === null ? null : 150_000,
    ticketsPerUnit: raffle === null ? 0 : 2,
  } satisfies OrderLine
}

type OrderGiven = Partial<DataOf<'OrderPlaced'>> & { lines: OrderLine[] }

/** Order `n`: its stream and the facts it may go through, with sums that agree. */
export function order(n: number, given: OrderGiven) {
  const stream = `order/${orderIdOf(n)}`
  const subtotalCents = given.lines.reduce((sum, one) => sum + one.unitPriceCents * one.quantity, 0)
  const shippingCents = given.shippingCents ?? 0
  const totalCents = subtotalCents + shippingCents
  const placed: DataOf<'OrderPlaced'> = {
    reference: `QR-${String(n).padStart(6, '0')}`,
    orderType: 'online',
    customerId: null,
    shippingMethod: 'pickup',
    subtotalCents,
    shippingCents,
    totalCents,
    currency: 'USD',
    paymentMethod: 'whishpay',
    holdUntil: '2026-03-01T10:30:00.000Z',
    ...given,
  }
  const tell = (event: QuraEvent, at?: string): Told =>
    at === undefined ? { stream, event } : { stream, event, at }
  const money = { amountCents: totalCents, currency: 'USD' as const }

  return {
    id: orderIdOf(n),
    totalCents,
    tell,
    placed: (at?: string) => tell({ type: 'OrderPlaced', data: placed }, at),
    attempted: (method: 'whishpay' | 'montypay' = 'whishpay', attempt = n) =>
      tell({
        type: 'PaymentAttempted',
        data: { attemptId: attemptIdOf(attempt), ref: String(attempt), method, ...money },
      }),
    paid: (paidAt = '2026-03-01T10:00:00.000Z', change: Partial<DataOf<'PaymentConfirmed'>> = {}) =>
      tell({
        type: 'PaymentConfirmed',
        data: {
          attemptId: attemptIdOf(n),
          method: 'whishpay',
          ...money,
          providerRef: null,
          providerStatus: 'success',
          paidAt,
          isRevival: false,
          sale: { subtotalCents, shippingCents },
          ...change,
        },
      }),
    /** Numbers `first` to `last` of the line's raffle: the leaf and the grant. */
    granted(one: OrderLine, first: number, last: number): Told[] {
      const raffleId = one.raffleId
      if (raffleId === null) throw new Error('goods have no tickets')
      const commit = '0'.repeat(64)
      const issued: DataOf<'TicketsIssued'> = {
        first,
        last,
        channel: 'online',
        ticketsPerUnit: one.ticketsPerUnit,
        orderCommit: commit,
        holderCommit: commit,
      }
      const grants = [{ lineId: one.lineId, raffleId, first, last }]
      const leaf = { type: 'TicketsIssued' as const, data: issued }
      return [
        { stream: `raffle/${raffleId}`, event: leaf, orderId: orderIdOf(n) },
        tell({ type: 'TicketsGranted', data: { grants } }),
      ]
    },
  }
}

export const registered = (n: number, at?: string): Told => ({
  stream: `customer/${customerIdOf(n)}`,
  event: { type: 'CustomerRegistered', data: { via: 'sign_up' } },
  ...(at !== undefined && { at }),
})
