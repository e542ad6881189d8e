// Time travel: an order or a raffle folded from its facts up to a moment, and no further. What a
// read model shows now is not asked. The tickets of a raffle are counted from its last issue: all
// others of a long log need not be read for that.
import { parseEvent } from '#events/catalogue.ts'
import { decimalOf } from '#events/kernel/money.ts'
import type { RaffleId } from '#events/kernel/ids.ts'
import { evolveOrder, initialOrder } from '#events/order/evolve.ts'
import type { Order } from '#events/order/evolve.ts'
import type { OrderEvent } from '#events/order/events.ts'
import { evolveRaffle, initialRaffle } from '#events/raffle/evolve.ts'
import type { Raffle } from '#events/raffle/evolve.ts'
import type { RaffleDraw } from '#events/raffle/draw-state.ts'
import type { RaffleEvent, RafflePageEvent } from '#events/raffle/events.ts'
import type { PageWords } from '#events/raffle/page.ts'

import type { EventStore, Recorded } from '../event-store/types.ts'
import type { Queryable } from '../io/database.ts'
import { pageHash } from './raffle-amendments.ts'

export type AsOfNeeds = { database: Queryable; store: Pick<EventStore, 'readStream'> }

export type Stood = {
  facts: number
  lastFactAt: Date | null
  /** One value a line; the names are codes. */
  lines: { name: string; value: string }[]
}

export async function orderAsOf(
  { store }: AsOfNeeds,
  { orderId, at }: { orderId: string; at: Date },
): Promise<Stood> {
  const facts = until(await store.readStream<OrderEvent>(`order/${orderId}`), at)
  let order: Order = initialOrder
  for (const { event } of facts) order = evolveOrder(order, event)
  return { ...seen(facts), lines: orderLines(order) }
}

const until = <Event extends { type: string; data: object }>(
  facts: readonly Recorded<Event>[],
  at: Date,
) => facts.filter(({ recordedAt }) => recordedAt <= at)

const seen = (facts: readonly { recordedAt: Date }[]) => ({
  facts: facts.length,
  lastFactAt: facts.at(-1)?.recordedAt ?? null,
})

const line = (name: string, value: string | number) => ({ name, value: String(value) })

function orderLines(order: Order): Stood['lines'] {
  if (order.status === 'none') return []
  return [
    line('status', order.status),
    ...(order.handover === undefined ? [] : [line('handover', order.handover)]),
    line('reference', order.reference),
    line('orderType', order.orderType),
    line('paymentMethod', order.paymentMethod),
    line('shippingMethod', order.shippingMethod),
    line('total', decimalOf(order.totalCents)),
    line('holdUntil', order.holdUntil),
    ...order.lines.map((item) =>
      line('item', `${item.quantity} × ${item.productName} (${decimalOf(item.unitPriceCents)})`),
    ),
    ...order.attempts.map((attempt) => line('attempt', `${attempt.ref} ${attempt.state}`)),
    ...order.payments.map(({ method, amountCents, paidAt }) =>
      line('payment', `${decimalOf(amountCents)} ${method} ${paidAt}`),
    ),
    ...order.grants.map(({ first, last }) => line('tickets', rangeText(first, last))),
    ...order.refunds.map(({ amountCents, cause, isPaid }) =>
      line('refund', `${decimalOf(amountCents)} ${cause} ${isPaid ? 'paid' : 'due'}`),
    ),
    ...(order.cancelReason === null ? [] : [line('cancelReason', order.cancelReason)]),
  ]
}

const ticket = (number: number) => String(number).padStart(6, '0')
const rangeText = (first: number, last: number) =>
  first === last ? ticket(first) : `${ticket(first)}–${ticket(last)}`

export async function raffleAsOf(
  { database, store }: AsOfNeeds,
  { raffleId, at }: { raffleId: RaffleId; at: Date },
): Promise<Stood> {
  const log = await readRaffleUntil(database, raffleId, at)
  let raffle: Raffle = initialRaffle
  for (const event of log.events) raffle = evolveRaffle(raffle, event)
  const pages = until(await store.readStream<RafflePageEvent>(`raffle-page/${raffleId}`), at)
  const written = pages.map(({ event }) => event).findLast(isWritten)
  const times = [log.lastFactAt, seen(pages).lastFactAt].filter((time) => time !== null)
  return {
    facts: log.facts + pages.length,
    lastFactAt: times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
    lines: raffleLines(raffle, { published: log.events.find(isPublished), written }),
  }
}

type Written = Extract<RafflePageEvent, { type: 'RafflePageWritten' }>
const isWritten = (event: RafflePageEvent): event is Written => event.type === 'RafflePageWritten'

type Published = Extract<RaffleEvent, { type: 'RafflePublished' }>
const isPublished = (event: RaffleEvent): event is Published => event.type === 'RafflePublished'

type Beside = { published: Published | undefined; written: Written | undefined }

function raffleLines(raffle: Raffle, { published, written }: Beside): Stood['lines'] {
  if (raffle.status === 'unpublished') return []
  const { terms, draw } = raffle
  return [
    line('status', draw?.stage === 'drawn' ? 'drawn' : raffle.status),
    line('name', written?.data.name ?? terms.prize),
    line('prize', terms.prize),
    line('prizeValue', decimalOf(terms.prizeValueCents)),
    line('licenceNumber', published?.data.licenceNumber ?? ''),
    line('ticketsMax', terms.ticketsMax),
    line('ticketsMin', terms.ticketsMin),
    line('ticketsPerPersonMax', terms.ticketsPerPersonMax || 'unlimited'),
    line('opensAt', terms.opensAt),
    line('closesAt', terms.closesAt),
    line('underSold', terms.underSold),
    line('issued', raffle.issued),
    line('voided', raffle.voided),
    line('extensions', raffle.extensions),
    ...(raffle.closedCause === null ? [] : [line('closedCause', raffle.closedCause)]),
    ...(draw === null ? [] : drawLines(draw)),
    ...(written === undefined ? [] : pageLines(written.data)),
  ]
}

function drawLines({ stage, validCount, numbers, holder }: RaffleDraw): Stood['lines'] {
  const [winner] = numbers
  return [
    line('draw', stage),
    line('register', validCount),
    ...(winner === undefined ? [] : [line('winningNumber', ticket(winner))]),
    ...(holder === null ? [] : [line('prizeHolder', `${ticket(holder.number)} ${holder.state}`)]),
  ]
}

/** The fingerprint is what the leaf of an amended page holds. */
function pageLines(words: PageWords): Stood['lines'] {
  return [
    line('description', words.description),
    line('prizeInfo', words.prizeInfo),
    line('page', pageHash(words)),
  ]
}

type RaffleRow = { type: string; schema_version: number; payload: string }
type RaffleLog = { facts: number; lastFactAt: Date | null; events: RaffleEvent[] }

/** Everything but issues, and the last of those. */
async function readRaffleUntil(
  database: Queryable,
  raffleId: RaffleId,
  at: Date,
): Promise<RaffleLog> {
  const logId = `raffle/${raffleId}`
  // Positions are in the order of time, so the last one up to then bounds the rest. What staff
  // did beside it (an export, a reading of dice) has its place in their own log.
  const { rows: bounds } = await database.query<{ position: number; recorded_at: Date }>({
    name: 'as_of_bound',
    text: `select position, recorded_at from audit_trail
            where subject = $1 and log_id = $1 and recorded_at <= $2
            order by recorded_at desc, position desc limit 1`,
    values: [logId, at.toISOString()],
  })
  const [bound] = bounds
  if (bound === undefined) return { facts: 0, lastFactAt: null, events: [] }
  const { rows } = await database.query<RaffleRow>({
    name: 'as_of_raffle',
    text: `
    with bounded as (
      select position, type, schema_version, payload from events
       where log_id = $1 and position <= $2)
    select type, schema_version, payload
      from bounded
     where type <> 'TicketsIssued'
        or position = (select max(position) from bounded where type = 'TicketsIssued')
     order by position`,
    values: [logId, bound.position],
  })
  const events = rows.map((row) => {
    const { data } = JSON.parse(row.payload) as { data: unknown }
    // A raffle's log holds facts of raffles alone.
    return parseEvent(row.type, row.schema_version, data) as RaffleEvent
  })
  return { facts: bound.position, lastFactAt: bound.recorded_at, events }
}
