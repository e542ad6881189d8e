// A made-up shop's past, as facts: raffles, products, customers, and orders that are paid,
// declined, expire, are refunded, completed and claimed. One seed, one past. For tests and
// measurements; the facts are written straight into the tables, past the append functions, by the
// owner.
import { createHash } from 'node:crypto'

import type { QuraEvent } from '#events/catalogue.ts'
import { schemaVersionOf } from '#events/catalogue.ts'

import type { Queryable } from '../io/database.ts'

export type SyntheticFact = {
  logId: string
  position: number
  streamId: string
  version: number
  event: QuraEvent
  orderId: string | null
  recordedAt: Date
}

export type SyntheticOptions = { seed: string; raffles: number; products: number; orders: number }

const START = Date.parse('2026-01-01T00:00:00.000Z')
const SHOP = 'shop/0'

/** Draws from a hash chain: the same seed gives the same past on any machine. */
function randomFrom(seed: string) {
  let counter = 0
  const bytes = () => createHash('sha256').update(`${seed}/${counter++}`).digest()
  return {
    below: (n: number) => bytes().readUInt32BE(0) % n,
    uuid: <Id extends string>() => {
      const hex = bytes().toString('hex')
      const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`]
      // It has the form of a UUIDv4, which is all that its brand asks for.
      return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-') as Id
    },
    hex: () => bytes().toString('hex'),
  }
}

type Random = ReturnType<typeof randomFrom>
type Placed = Extract<QuraEvent, { type: 'OrderPlaced' }>['data']
type Line = Placed['lines'][number]

/** Facts of all logs in the order in which they happened; per log the positions have no gap. */
export function syntheticShop(options: SyntheticOptions): SyntheticFact[] {
  const random = randomFrom(options.seed)
  const facts: SyntheticFact[] = []
  const heads = new Map<string, number>()
  const versions = new Map<string, number>()

  function record(streamId: string, event: QuraEvent, orderId: string | null = null) {
    const logId = streamId.startsWith('raffle/') ? streamId : SHOP
    facts.push({
      logId,
      position: next(heads, logId),
      streamId,
      version: next(versions, streamId),
      event,
      orderId,
      recordedAt: new Date(START + facts.length * 250),
    })
  }

  const shop: Shop = { random, record, raffles: [], products: [], customers: [] }
  for (let index = 0; index < options.raffles; index++) publishRaffle(shop, index)
  for (let index = 0; index < options.products; index++) listProduct(shop, index)
  for (let index = 0; index < options.orders; index++) order(shop, index)
  for (const { raffleId, issued } of shop.raffles)
    if (issued > 10)
      record(`raffle/${raffleId}`, {
        type: 'TicketsVoided',
        data: {
          ranges: [
            [2, 3],
            [7, 7],
          ],
          reason: 'returned',
        },
      })
  return facts
}

function next(counters: Map<string, number>, key: string): number {
  const value = (counters.get(key) ?? 0) + 1
  counters.set(key, value)
  return value
}

type RaffleInShop = { raffleId: Line['raffleId'] & string; issued: number }
type ProductInShop = { productId: Line['productId']; raffle: RaffleInShop | null }
type Shop = {
  random: Random
  record: (streamId: string, event: QuraEvent, orderId?: string | null) => void
  raffles: RaffleInShop[]
  products: ProductInShop[]
  customers: (Placed['customerId'] & string)[]
}

const instant = (days: number) => new Date(START + days * 86_400_000).toISOString()

function publishRaffle({ random, record, raffles }: Shop, index: number): void {
  const raffleId = random.uuid<RaffleInShop['raffleId']>()
  raffles.push({ raffleId, issued: 0 })
  record(`raffle-page/${raffleId}`, {
    type: 'RafflePageWritten',
    data: { name: `Prize ${index}`, description: 'A prize.', prizeInfo: 'New.', image: null },
  })
  record(`raffle/${raffleId}`, {
    type: 'RafflePublished',
    data: {
      origin: `localhost/ledger/${raffleId}`,
      environment: 'demo',
      sealMarginSeconds: 600,
      raffleNumber: `2026-${index + 1}`,
      licenceNumber: 'L-1',
      prize: `Prize ${index}`,
      prizeValue: '150000',
      currency: 'USD',
      alternates: 3,
      rulesSha256: random.hex(),
      ticketsMax: 1_000_000,
      ticketsMin: 50,
      opensAt: instant(0),
      closesAt: instant(60),
      underSold: 'draw',
      ticketsPerPersonMax: 0,
      mode: 'beacon',
      drandChainHash: random.hex(),
      drandPublicKey: random.hex() + random.hex() + random.hex(),
      operatorCommit: random.hex(),
      policy: { log: 'log', witnesses: [], quorum: 0 },
    },
  })
}

function listProduct({ random, record, raffles, products }: Shop, index: number): void {
  const productId = random.uuid<ProductInShop['productId']>()
  // Every fifth product is plain goods.
  const raffle = index % 5 === 4 ? null : (raffles[index % raffles.length] ?? null)
  const stream = `product/${productId}`
  products.push({ productId, raffle })
  record(stream, {
    type: 'ProductListed',
    data: {
      name: `Product ${index}`,
      description: 'A product.',
      priceCents: 1_000 + index * 50,
      currency: 'USD',
      image: null,
      ticketsPerUnit: raffle === null ? 0 : 2,
      ticketsMax: 1_000_000,
      isActive: true,
    },
  })
  if (raffle !== null)
    record(stream, { type: 'ProductLinked', data: { raffleId: raffle.raffleId } })
  const variantId = random.uuid<Line['variantId'] & string>()
  const variant = { variantId, name: 'Blue', sku: `SKU-${index}`, image: null }
  record(stream, { type: 'VariantAdded', data: { ...variant, priceAdjustmentCents: 100 } })
}

function order(shop: Shop, index: number): void {
  const { random, record } = shop
  const orderId = random.uuid()
  const stream = `order/${orderId}`
  const customerId = index % 3 === 0 ? null : customer(shop)
  const lines = Array.from({ length: 1 + random.below(2) }, () => line(shop))
  const subtotalCents = lines.reduce((sum, one) => sum + one.unitPriceCents * one.quantity, 0)
  const method = random.below(2) === 0 ? ('whishpay' as const) : ('montypay' as const)
  const money = { amountCents: subtotalCents, currency: 'USD' as const }
  record(stream, {
    type: 'OrderPlaced',
    data: {
      reference: `QR-${index.toString(36).toUpperCase().padStart(6, '0')}`,
      orderType: 'online',
      customerId,
      lines,
      shippingMethod: 'pickup',
      subtotalCents,
      shippingCents: 0,
      totalCents: subtotalCents,
      currency: 'USD',
      paymentMethod: method,
      holdUntil: instant(30),
    },
  })
  const attemptId = attempt(shop, stream, { method, ...money })
  const fate = random.below(20)
  if (fate === 0) return
  if (fate <= 2) {
    record(stream, { type: 'PaymentDeclined', data: { attemptId, providerStatus: 'failed' } })
    record(stream, { type: 'OrderCancelled', data: { reason: 'expired' } })
    return
  }
  record(stream, {
    type: 'PaymentConfirmed',
    data: {
      attemptId,
      method,
      ...money,
      providerRef: null,
      providerStatus: 'success',
      paidAt: instant(index / 100),
      isRevival: false,
      sale: { subtotalCents, shippingCents: 0 },
    },
  })
  grantTickets(shop, { orderId, lines })
  afterwards(shop, { orderId, fate, customerId, amountCents: subtotalCents })
}

function customer({ random, record, customers }: Shop): Placed['customerId'] & string {
  const known = customers[random.below(customers.length * 2 + 1)]
  if (known !== undefined) return known
  const customerId = random.uuid<Placed['customerId'] & string>()
  customers.push(customerId)
  record(`customer/${customerId}`, { type: 'CustomerRegistered', data: { via: 'sign_up' } })
  record(`customer/${customerId}`, { type: 'PhoneVerified', data: {} })
  return customerId
}

function line({ random, products }: Shop): Line {
  const index = random.below(products.length)
  const product = products[index]
  if (product === undefined) throw new Error('a shop has products')
  const { productId, raffle } = product
  return {
    lineId: random.uuid<Line['lineId']>(),
    productId,
    productName: `Product ${index}`,
    productImage: null,
    variantId: null,
    variantName: null,
    quantity: 1 + random.below(3),
    unitPriceCents: 1_000 + index * 50,
    raffleId: raffle?.raffleId ?? null,
    raffleName: raffle === null ? null : 'Prize',
    prizeValueCents: raffle === null ? null : 150_000,
    ticketsPerUnit: raffle === null ? 0 : 2,
  }
}

type AttemptData = Extract<QuraEvent, { type: 'PaymentAttempted' }>['data']

function attempt(
  { random, record }: Shop,
  stream: string,
  money: Pick<AttemptData, 'method' | 'amountCents' | 'currency'>,
): AttemptData['attemptId'] {
  const attemptId = random.uuid<AttemptData['attemptId']>()
  record(stream, { type: 'PaymentAttempted', data: { attemptId, ref: '1', ...money } })
  return attemptId
}

function grantTickets(shop: Shop, { orderId, lines }: { orderId: string; lines: Line[] }): void {
  const { random, record } = shop
  const grants = lines.flatMap(({ lineId, raffleId, quantity, ticketsPerUnit }) => {
    const raffle = shop.raffles.find((one) => one.raffleId === raffleId)
    if (raffle === undefined) return []
    const first = raffle.issued + 1
    raffle.issued += quantity * ticketsPerUnit
    const commits = { orderCommit: random.hex(), holderCommit: random.hex() }
    record(
      `raffle/${raffle.raffleId}`,
      {
        type: 'TicketsIssued',
        data: { first, last: raffle.issued, channel: 'online', ticketsPerUnit, ...commits },
      },
      orderId,
    )
    return [{ lineId, raffleId: raffle.raffleId, first, last: raffle.issued }]
  })
  if (grants.length > 0) record(`order/${orderId}`, { type: 'TicketsGranted', data: { grants } })
}

function afterwards(
  { record, random, customers }: Shop,
  of: { orderId: string; fate: number; customerId: string | null; amountCents: number },
): void {
  const { orderId, fate, customerId, amountCents } = of
  const stream = `order/${orderId}`
  const refund = { refundId: 'goods', amountCents, currency: 'USD' as const }
  if (fate === 3) {
    record(stream, {
      type: 'RefundDue',
      data: { ...refund, lineId: null, attemptId: null, cause: 'returned' },
    })
    record(stream, { type: 'RefundPaid', data: { ...refund, method: 'cash' } })
  }
  if (fate > 15) record(stream, { type: 'OrderCompleted', data: {} })
  const claimer = customers[random.below(customers.length + 1)]
  if (customerId === null && claimer !== undefined && fate === 5)
    record(`customer/${claimer}`, {
      type: 'OrdersClaimed',
      data: { orderIds: [orderId as Line['lineId'] & never] },
    })
}

/** Writes the facts and the heads of their logs. The leaves are no real hashes. */
export async function insertFacts(
  owner: Queryable,
  facts: readonly SyntheticFact[],
): Promise<void> {
  for (let from = 0; from < facts.length; from += 5_000)
    await insertChunk(owner, facts.slice(from, from + 5_000))
}

async function insertChunk(owner: Queryable, facts: readonly SyntheticFact[]): Promise<void> {
  await owner.query(
    `with written as (
       insert into events (log_id, position, stream_id, stream_version, event_id, type,
                           schema_version, payload, meta, leaf, recorded_at)
       select log_id, position, stream_id, version, gen_random_uuid(), type, schema_version,
              payload, meta, case when log_id = stream_id then sha256(payload::bytea) end, at
         from unnest($1::text[], $2::bigint[], $3::text[], $4::integer[], $5::text[],
                     $6::integer[], $7::text[], $8::text[], $9::timestamptz[])
           as fact (log_id, position, stream_id, version, type, schema_version, payload, meta, at)
       returning log_id, position
     )
     insert into logs (log_id, head)
     select log_id, max(position) from written group by log_id
         on conflict (log_id) do update set head = greatest(logs.head, excluded.head)`,
    [
      facts.map((fact) => fact.logId),
      facts.map((fact) => fact.position),
      facts.map((fact) => fact.streamId),
      facts.map((fact) => fact.version),
      facts.map((fact) => fact.event.type),
      facts.map((fact) => schemaVersionOf(fact.event.type)),
      facts.map(payloadOf),
      facts.map(({ orderId }) => JSON.stringify(orderId === null ? {} : { orderId })),
      facts.map((fact) => fact.recordedAt.toISOString()),
    ],
  )
}

function payloadOf({ logId, streamId, position, event, recordedAt }: SyntheticFact): string {
  const { data, type } = event
  if (logId !== streamId) return JSON.stringify(data)
  const raffle = logId.slice('raffle/'.length)
  const leaf = { at: recordedAt.toISOString(), data, index: position - 1, raffle, type, v: 1 }
  return JSON.stringify(leaf)
}
