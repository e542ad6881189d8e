// Whatever happens to an order, in any order: its status moves only along the allowed graph
// (invariant I16), every fact's postings add up to zero, money that came in is a sale or is owed
// back, and a paid order ends with tickets or a refund duty for every line, never both.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { assert } from '../kernel/assert.ts'
import { Rejection } from '../kernel/rejection.ts'
import { attemptId } from '../testing/ids.ts'
import { afterHold, goodsLine, grantOf, line, paidAt, placed } from '../testing/orders.ts'
import { assertRuns, pureRuns, pureTimeoutMs } from '../testing/property-runs.ts'

import { orderDecider, type OrderCommand } from './decide.ts'
import type { OrderEvent } from './events.ts'
import {
  evolveOrder,
  initialOrder,
  lineTotalCents,
  linesToSettle,
  saleLeftCents,
  type Order,
  type PlacedOrder,
} from './evolve.ts'
import { postingsOf, type Account } from './postings.ts'
import { publicStatus } from './public-status.ts'

const runs = pureRuns('order')

it(
  `keeps its promises through ${runs} sequences of commands`,
  () => {
    let sequences = 0
    assertRuns(
      fc.property(sequence, (steps) => {
        sequences += 1
        const model = newModel()
        for (const step of steps) attempt(model, commandOf(model.order, step))
        settle(model)
        expectPromisesKept(model)
      }),
      runs,
    )
    expect(sequences).toBe(runs)
    if (runs >= 5_000) expect([...reached]).toEqual(expect.arrayContaining(edges))
  },
  pureTimeoutMs,
)

/** One number is one step: which command, and its choices. Cheap to make and to shrink. */
const sequence = fc.array(fc.nat(0xff_ff_ff), { maxLength: 20, size: 'max' })

/** What the sequences led to, so that a green run is known to have been somewhere. */
const reached = new Set<string>()
const edges = [
  'pending>paid',
  'pending>cancelled',
  'cancelled>paid',
  'paid>completed',
  'paid>cancelled',
  'completed>cancelled',
  'completed>paid',
  'PaymentDeclined',
  'PaymentMismatched',
  'RefundDue paid_late',
  'RefundDue paid_twice',
  'RefundDue not_issuable',
  'RefundDue mismatch',
  'RefundPaid',
  'RefundPaymentWithdrawn',
  'RefundWithdrawn mistake',
  'RefundWithdrawn never_paid',
  'HoldExtended',
  'hold_alive',
  'order_settling',
  'refund_too_large',
]
const allowed = new Set([
  'none>pending',
  'pending>paid',
  'pending>cancelled',
  'cancelled>paid', // by a late payment, when the order had expired
  'paid>completed',
  'paid>cancelled',
  'completed>cancelled',
  'completed>paid', // its goods came back
])

type Model = { order: PlacedOrder; facts: OrderEvent[]; balances: Map<Account, number> }

function newModel(): Model {
  const order = evolveOrder(initialOrder, start)
  assert(order.status === 'pending', 'an order starts pending')
  return { order, facts: [start], balances: new Map() }
}

const start = placed([line(1), line(2, { quantity: 2 }), goodsLine(3)])
const totalCents = start.data.totalCents

function commandOf(order: PlacedOrder, step: number): OrderCommand {
  const choice = (step >> 4) & 0xff
  const number = 1 + (choice % 3)
  const isLate = ((step >> 12) & 1) === 1
  const now = isLate ? afterHold : paidAt
  switch (step & 0xf) {
    case 0:
    case 1:
      return {
        type: 'AttemptPayment',
        now,
        attemptId: attemptId(number),
        ref: '1',
        method: 'montypay',
      }
    case 2:
      return { type: 'DeclineAttempt', attemptId: attemptId(number), providerStatus: 'decline' }
    case 3:
    case 4:
    case 5:
      return confirmation(number, {
        now,
        room: choice & 8 ? 'held' : 'none',
        isRight: choice % 5 > 0,
      })
    case 6:
      return { type: 'TakeManualPayment', now, method: 'cash', reference: null, room: 'none' }
    case 7:
    case 8:
      return grantLine(choice % 2)
    case 9:
    case 10:
      return refundLine(order, choice)
    case 11:
      return payback(order, choice)
    case 12:
      return { type: 'ExtendHold', holdUntil: isLate ? afterHold : '2026-11-21T09:00:00.000Z' }
    case 13:
    case 14:
      return {
        type: 'CancelOrder',
        now,
        reason: reasons[choice % 5]!,
        refundId: `cancel:${choice}`,
      }
    default:
      return { type: choice % 4 === 0 ? 'TakeBack' : 'CompleteOrder' }
  }
}

const reasons = ['expired', 'customer', 'staff', 'raffle_cancelled', 'returned'] as const

function confirmation(
  number: number,
  { now, room, isRight }: { now: string; room: 'held' | 'none'; isRight: boolean },
): OrderCommand {
  return {
    type: 'ConfirmPayment',
    attemptId: attemptId(number),
    amountCents: isRight ? totalCents : totalCents - 1,
    currency: 'USD',
    providerRef: null,
    providerStatus: 'settled',
    now,
    room,
  }
}

/** The reactor knows each line's numbers: a repeated grant is always the same one. */
function grantLine(index: number): OrderCommand {
  return { type: 'GrantTickets', grants: [index === 0 ? grantOf(1, 1, 2) : grantOf(2, 7, 10)] }
}

function refundLine(order: PlacedOrder, choice: number): OrderCommand {
  const each = order.lines[choice % order.lines.length]!
  const cause = (['not_issuable', 'returned', 'raffle_cancelled', 'staff'] as const)[
    (choice >> 2) % 4
  ]!
  const refundId = `${cause}:${each.lineId}`
  const amountCents = lineTotalCents(each)
  return { type: 'OweRefund', refundId, lineId: each.lineId, attemptId: null, amountCents, cause }
}

/** Pays a duty that is open, or gives back a receipt that did not match. */
function payback(order: PlacedOrder, choice: number): OrderCommand {
  const wrong = order.attempts.find(({ state }) => state === 'mismatched')
  if (wrong !== undefined && choice % 2 === 0) {
    const refundId = `mismatch:${wrong.attemptId}`
    const amountCents = wrong.receivedCents ?? 0
    const rest = { lineId: null, attemptId: wrong.attemptId, cause: 'mismatch' as const }
    return { type: 'OweRefund', refundId, amountCents, ...rest }
  }
  const due = order.refunds[choice % Math.max(1, order.refunds.length)]
  if (due !== undefined && choice % 3 === 0) {
    const reason = order.status === 'cancelled' ? 'never_paid' : 'mistake'
    return { type: 'WithdrawRefund', refundId: due.refundId, reason, cancelledRaffles: [] }
  }
  if (due?.isPaid === true && choice % 5 === 0)
    return { type: 'WithdrawRefundPayment', refundId: due.refundId, method: 'cash' }
  return { type: 'PayRefund', refundId: due?.refundId ?? 'none', method: 'cash' }
}

/** A refusal is an answer; anything else that is thrown is a bug and fails the test. */
function attempt(model: Model, command: OrderCommand): void {
  try {
    for (const fact of orderDecider.decide(command, model.order)) record(model, fact)
  } catch (thrown) {
    if (!(thrown instanceof Rejection)) throw thrown
    reached.add(thrown.code)
  }
  expectTruths(model)
}

function record(model: Model, fact: OrderEvent): void {
  const after: Order = evolveOrder(model.order, fact)
  assert(after.status !== 'none', 'an order never vanishes')
  const edge = `${model.order.status}>${after.status}`
  assert(after.status === model.order.status || allowed.has(edge), `${edge} is not allowed`)
  if (edge === 'cancelled>paid') assert(model.order.cancelReason === 'expired', 'revived too much')
  reached.add(edge)
  reached.add(nameOf(fact))

  let sumCents = 0
  for (const { account, amountCents } of postingsOf(fact)) {
    sumCents += amountCents
    model.balances.set(account, (model.balances.get(account) ?? 0) + amountCents)
  }
  assert(sumCents === 0, 'postings that do not add up to zero')
  model.order = after
  model.facts.push(fact)
}

function nameOf({ type, data }: OrderEvent): string {
  if (type === 'RefundDue') return `${type} ${data.cause}`
  return type === 'RefundWithdrawn' ? `${type} ${data.reason}` : type
}

/** What must be true after every command. */
function expectTruths({ order, balances }: Model): void {
  const sales = order.payments.filter(({ isSale }) => isSale)
  const isPaid = order.status === 'paid' || order.status === 'completed'
  assert(sales.length <= 1, 'the order was sold twice')
  assert(!isPaid || sales.length === 1, 'paid without money')
  assert(order.status !== 'pending' || order.payments.length === 0, 'money on a pending order')
  const isUnpaid = order.status === 'cancelled' && order.withdrawnRefunds !== undefined
  assert(order.grants.length === 0 || sales.length === 1 || isUnpaid, 'tickets without money')
  assert(saleLeftCents(order) >= 0, 'more was given back than was paid')
  assert(
    isPaid || order.status === 'pending' || saleLeftCents(order) === 0,
    'a cancelled sale kept money',
  )

  for (const { lineId } of order.grants) {
    const isBoth = order.refunds.some(
      (due) => due.lineId === lineId && due.cause === 'not_issuable',
    )
    assert(!isBoth, 'a line has its tickets and is refunded for not having them')
  }
  const wrongCents = unreturnedMismatches(order)
  assert((balances.get('customer_receivable') ?? 0) === -wrongCents, 'a customer’s money is lost')
  const dueCents = order.refunds.reduce((sum, due) => sum + (due.isPaid ? 0 : due.amountCents), 0)
  assert((balances.get('refunds_due') ?? 0) + dueCents === 0, 'the refunds due do not agree')
  expectPublicTruths(order)
}

function unreturnedMismatches(order: PlacedOrder): number {
  let cents = 0
  for (const { state, attemptId: id, receivedCents } of order.attempts)
    if (state === 'mismatched' && !order.refunds.some((due) => due.attemptId === id))
      cents += receivedCents ?? 0
  return cents
}

function expectPublicTruths(order: PlacedOrder): void {
  const { status, whishPayStatus, montyPayStatus, refundStatus } = publicStatus(order)
  const isSuccess = montyPayStatus === 'settled' || montyPayStatus === 'success'
  assert(whishPayStatus === 'pending', 'a word from a provider that was never asked')
  assert(status !== 'paid' || linesToSettle(order).length === 0, 'paid before the tickets')
  assert(status !== 'cancelled' || !isSuccess, 'a cancelled order that reads as a success')
  const isOwed = order.refunds.some(({ amountCents }) => amountCents > 0)
  assert((refundStatus !== null) === isOwed, 'a refund nobody sees')
}

/** The reactor finishes what is left: tickets where they can be had, else the duty. */
function settle(model: Model): void {
  if (model.order.status !== 'paid') return
  for (const each of linesToSettle(model.order)) {
    const isFirst = each.lineId === start.data.lines[0]!.lineId
    if (isFirst) attempt(model, grantLine(0))
    else attempt(model, refundOf(each.lineId))
  }
}

function refundOf(lineId: PlacedOrder['lines'][number]['lineId']): OrderCommand {
  const duty = { refundId: `not_issuable:${lineId}`, lineId, attemptId: null, amountCents: 0 }
  return { type: 'OweRefund', ...duty, cause: 'not_issuable' }
}

/** In the end: nobody has paid without tickets or a refund duty, and a replay says the same. */
function expectPromisesKept({ order, facts }: Model): void {
  if (order.status === 'paid') assert(linesToSettle(order).length === 0, 'paid for nothing')
  for (const { isSale, attemptId: id } of order.payments) {
    const isOwed = order.refunds.some((due) => due.attemptId === id)
    assert(isSale || isOwed, 'money on top that nobody owes back')
  }
  let replayed: Order = initialOrder
  for (const fact of facts) replayed = evolveOrder(replayed, fact)
  assert(JSON.stringify(replayed) === JSON.stringify(order), 'a replay differs')
}
