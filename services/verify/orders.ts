// Walks every order from its first fact to its last. The rules stand here a second time, as tables
// of what may follow what and of what must add up: the checker does not lean on the decider.
// Checks I4, I7, I15 and I16, and I22 of its lines; of cancelled raffles with `money-back.ts`, of
// halted ones with `halted-lines.ts`.
import { AssertionFailure } from '#events/kernel/assert.ts'
import type { OrderEvent } from '#events/order/events.ts'
import { postingsOf } from '#events/order/postings.ts'
import type { Posting } from '#events/order/postings.ts'

import { broken, issueKey, pages } from './audit.ts'
import type { Audit } from './audit.ts'
import { checkNotIssuable, haltedRaffles, isWaiting } from './halted-lines.ts'
import {
  cancelledRaffles,
  checkMoneyBack,
  checkMoneyKept,
  isSurplus,
  moneyOf,
} from './money-back.ts'
import { checkGoods, checkStock } from './stock.ts'

type Row = {
  log_id: string
  stream_id: string
  stream_version: number
  type: string
  payload: string
  recorded_at: Date
}

type Walked = { orderId: string; facts: OrderEvent[]; placedAt: Date; lastFactAt: Date }
/** `isSettling`: what was paid may still be on its way. */
type Standing = Walked & { isSettling: boolean }

/** Within this time after a payment its tickets may still be on their way. */
const SETTLING_MS = 60_000

export async function checkOrders(audit: Audit): Promise<void> {
  const issued = await ticketsByLine(audit)
  const attempts = await settledAttempts(audit)
  const goods = await checkStock(audit)
  const cancelled = await cancelledRaffles(audit)
  const halted = await haltedRaffles(audit)
  for await (const walked of orders(audit)) {
    const isFresh = audit.now.getTime() - walked.lastFactAt.getTime() < SETTLING_MS
    const order = { ...walked, isSettling: isFresh || isWaiting(walked.facts, halted) }
    checkWalk(audit, order)
    checkBooks(audit, order)
    checkTickets(audit, order, issued)
    checkMoneyBack(audit, order, { issued, cancelled })
    checkMoneyKept(audit, order)
    checkGrants(audit, order, issued)
    checkConfirmations(audit, order, attempts)
    await checkNotIssuable(audit, order, issued)
    checkGoods(audit, order, goods)
  }
}

/** Streams come one after the other, each in its order. */
async function* orders(audit: Audit): AsyncGenerator<Walked> {
  const statement = {
    name: 'verify_orders',
    text: `select log_id, stream_id, stream_version, type, payload, recorded_at
             from events
            where leaf is null and stream_id >= 'order/' and stream_id < 'order0'
              and (log_id, stream_id, stream_version) > ($1, $2, $3)
            order by log_id, stream_id, stream_version limit $4`,
  }
  const next = (row: Row) => [row.log_id, row.stream_id, row.stream_version]
  let current: Walked | undefined
  for await (const rows of pages<Row>(audit, statement, ['', '', 0], next))
    for (const row of rows) {
      const orderId = row.stream_id.slice('order/'.length)
      if (current?.orderId !== orderId) {
        if (current !== undefined) yield current
        current = { orderId, facts: [], placedAt: row.recorded_at, lastFactAt: row.recorded_at }
      }
      // The type and the data were checked against the catalogue before they were stored.
      current.facts.push({ type: row.type, data: JSON.parse(row.payload) } as OrderEvent)
      current.lastFactAt = row.recorded_at
    }
  if (current !== undefined) yield current
}

type State = 'none' | 'pending' | 'paid' | 'completed' | 'cancelled'

/** What a fact makes of each state it may follow; a state that is not listed refuses it. */
const steps: Record<OrderEvent['type'], Partial<Record<State, State>>> = {
  OrderPlaced: { none: 'pending' },
  PaymentAttempted: { pending: 'pending' },
  PaymentDeclined: {
    pending: 'pending',
    cancelled: 'cancelled',
    paid: 'paid',
    completed: 'completed',
  },
  PaymentMismatched: {
    pending: 'pending',
    cancelled: 'cancelled',
    paid: 'paid',
    completed: 'completed',
  },
  // Pending: paid. Cancelled: revived, or money to give back. Paid: money to give back.
  PaymentConfirmed: {
    pending: 'paid',
    cancelled: 'cancelled',
    paid: 'paid',
    completed: 'completed',
  },
  TicketsGranted: { paid: 'paid', completed: 'completed' },
  RefundDue: {
    pending: 'pending',
    paid: 'paid',
    completed: 'completed',
    cancelled: 'cancelled',
  },
  RefundPaid: {
    pending: 'pending',
    paid: 'paid',
    completed: 'completed',
    cancelled: 'cancelled',
  },
  RefundPaymentWithdrawn: {
    pending: 'pending',
    paid: 'paid',
    completed: 'completed',
    cancelled: 'cancelled',
  },
  RefundWithdrawn: {
    pending: 'pending',
    paid: 'paid',
    completed: 'completed',
    cancelled: 'cancelled',
  },
  PaymentMethodCorrected: { paid: 'paid', completed: 'completed', cancelled: 'cancelled' },
  HoldExtended: { pending: 'pending' },
  HolderCorrected: { pending: 'pending', paid: 'paid', completed: 'completed' },
  ContactCorrected: { pending: 'pending', paid: 'paid', completed: 'completed' },
  OrderMadeReady: { paid: 'paid' },
  OrderSentOut: { paid: 'paid' },
  // Of a completed order: its goods came back.
  OrderCancelled: { pending: 'cancelled', paid: 'cancelled', completed: 'cancelled' },
  OrderCompleted: { paid: 'completed' },
  OrderCameBack: { paid: 'paid', completed: 'paid' },
}

function checkWalk(audit: Audit, { orderId, facts }: Walked): void {
  audit.examined('I16')
  let state: State = 'none'
  for (const fact of facts) {
    const isRevival: boolean = fact.type === 'PaymentConfirmed' && fact.data.sale !== null
    const next: State | undefined =
      state === 'cancelled' && isRevival ? 'paid' : steps[fact.type][state]
    if (next === undefined) {
      broken(audit, 'I16', `order ${orderId}: ${fact.type} cannot follow on ${state}`)
      return
    }
    state = next
  }
}

function checkBooks(audit: Audit, { orderId, facts }: Walked): void {
  audit.examined('I7')
  let receivable = 0
  let sales = 0
  let saleFacts = 0
  let surplusOwed = 0
  let surplusTaken = 0
  for (const fact of facts) {
    let sum = 0
    for (const { account, amountCents } of postings(audit, orderId, fact)) {
      sum += amountCents
      if (account === 'customer_receivable') receivable += amountCents
      if (account === 'sales' || account === 'shipping') sales -= amountCents
    }
    if (sum !== 0) broken(audit, 'I7', `order ${orderId}: ${fact.type} posts ${sum} too much`)
    if (fact.type === 'PaymentConfirmed' && fact.data.sale !== null) saleFacts++
    if (fact.type === 'PaymentConfirmed' && fact.data.sale === null)
      surplusTaken += fact.data.amountCents
    if (fact.type === 'PaymentMismatched') surplusTaken += fact.data.receivedCents ?? 0
    if (fact.type === 'RefundDue' && isSurplus(fact.data.cause))
      surplusOwed += fact.data.amountCents
    if (fact.type === 'RefundWithdrawn' && isSurplus(fact.data.cause))
      surplusOwed -= fact.data.amountCents
  }
  const [placed] = facts
  const totalCents = placed?.type === 'OrderPlaced' ? placed.data.totalCents : 0
  if (saleFacts > 1) broken(audit, 'I7', `order ${orderId}: sold ${saleFacts} times`)
  else if (sales !== totalCents * saleFacts)
    broken(audit, 'I7', `order ${orderId}: sales of ${sales} cents, the total is ${totalCents}`)
  else if (receivable !== surplusOwed - surplusTaken)
    broken(audit, 'I7', `order ${orderId}: ${receivable} cents stand open`)
}

/** Amounts that do not add up are found by the books themselves. */
function postings(audit: Audit, orderId: string, fact: OrderEvent): Posting[] {
  try {
    return postingsOf(fact)
  } catch (error) {
    if (!(error instanceof AssertionFailure)) throw error
    broken(audit, 'I7', `order ${orderId}: ${fact.type}: ${error.message}`)
    return []
  }
}

function checkTickets(
  audit: Audit,
  { orderId, facts, isSettling }: Standing,
  issued: IssuedLines,
): void {
  const [placed] = facts
  if (placed?.type !== 'OrderPlaced') return
  const isPaid = facts.some((fact) => fact.type === 'PaymentConfirmed' && fact.data.sale !== null)
  const { refunded } = moneyOf(facts)
  for (const line of placed.data.lines) {
    if (line.raffleId === null) continue
    audit.examined('I4')
    const due = line.quantity * line.ticketsPerUnit
    const got = countOf(issued.get(line.lineId))
    const name = `order ${orderId}, line ${line.lineId}`
    if (!isPaid && got > 0) broken(audit, 'I4', `${name}: ${got} tickets, never paid`)
    if (!isPaid || refunded.has(line.lineId) || got === due || Number.isNaN(got) || isSettling)
      continue
    broken(audit, 'I4', `${name}: paid for ${due} tickets, has ${got}`)
  }
}

/** An order must not tell its buyer other numbers than the raffle gave. */
function checkGrants(audit: Audit, { orderId, facts }: Walked, issued: IssuedLines): void {
  for (const fact of facts) {
    if (fact.type !== 'TicketsGranted') continue
    for (const { lineId, first, last } of fact.data.grants) {
      const range = issued.get(lineId)
      if (range === null || (range?.first === first && range.last === last)) continue
      const really = range === undefined ? 'nothing' : `${range.first}-${range.last}`
      const name = `order ${orderId}, line ${lineId}`
      broken(audit, 'I4', `${name}: granted ${first}-${last}, the raffle issued ${really}`)
    }
  }
}

function checkConfirmations(
  audit: Audit,
  { orderId, facts, isSettling }: Standing,
  settled: ReadonlySet<string>,
): void {
  const times = new Map<string, number>()
  for (const fact of facts)
    if (fact.type === 'PaymentConfirmed' && fact.data.attemptId !== null)
      times.set(fact.data.attemptId, (times.get(fact.data.attemptId) ?? 0) + 1)
  for (const [attemptId, count] of times) {
    audit.examined('I15')
    const name = `order ${orderId}, attempt ${attemptId}`
    if (count > 1) broken(audit, 'I15', `${name}: confirmed ${count} times`)
    else if (!settled.has(attemptId) && !isSettling)
      audit.violated('I15', `${name}: confirmed, but its attempt is not settled`)
  }
}

/** By order line. Null: an issue that was found wrong before says nothing about its order. */
type IssuedLines = ReadonlyMap<string, { first: number; last: number } | null>

function countOf(range: { first: number; last: number } | null | undefined): number {
  if (range === undefined) return 0
  return range === null ? NaN : range.last - range.first + 1
}

async function ticketsByLine(audit: Audit): Promise<IssuedLines> {
  const tickets = new Map<string, { first: number; last: number } | null>()
  const statement = {
    name: 'verify_lines',
    text: `select log_id, order_line_id, first, last from issues
            where (log_id, order_line_id) > ($1, $2)
            order by log_id, order_line_id limit $3`,
  }
  type Line = { log_id: string; order_line_id: string; first: number; last: number }
  const start = ['', '00000000-0000-0000-0000-000000000000']
  const next = (row: Line) => [row.log_id, row.order_line_id]
  for await (const rows of pages<Line>(audit, statement, start, next))
    for (const { log_id, order_line_id, first, last } of rows) {
      const isBlamed = audit.blamed.has(issueKey(log_id, order_line_id))
      tickets.set(order_line_id, isBlamed ? null : { first, last })
    }
  return tickets
}

async function settledAttempts(audit: Audit): Promise<Set<string>> {
  const settled = new Set<string>()
  const statement = {
    name: 'verify_attempts',
    text: `select attempt_id from payment_attempts
            where state = 'settled' and attempt_id > $1 order by attempt_id limit $2`,
  }
  type Attempt = { attempt_id: string }
  const start = ['00000000-0000-0000-0000-000000000000']
  const next = (row: Attempt) => [row.attempt_id]
  for await (const rows of pages<Attempt>(audit, statement, start, next))
    for (const { attempt_id } of rows) settled.add(attempt_id)
  return settled
}
