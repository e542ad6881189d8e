// One line of several comes back (docs/decisions/0048): its money is owed, and its tickets become
// void unless its draw is over. The rest of the order stays as it is; what is left of nobody's is
// no return of a line but the end of the order.
import type { LineId } from '../kernel/ids.ts'
import { Rejection } from '../kernel/rejection.ts'

import { requireOutOfDraw, type DrawStanding } from './at-draw.ts'
import type { OrderEvent, OrderLine } from './events.ts'
import { lineTotalCents, saleLeftCents, type OrderRefund, type PlacedOrder } from './evolve.ts'
import { oweRefund } from './refund.ts'
import { requireSettled } from './settled.ts'

export type ReturnLine = {
  readonly type: 'ReturnLine'
  readonly lineId: LineId
  /** What it has taken of counted goods can be sold again. */
  readonly restock?: boolean
  /** Of this line's tickets; left out: its raffle is not sealed. */
  readonly drawStanding?: DrawStanding | null
}

/** The same line a second time makes no facts. */
export function returnLine(state: PlacedOrder, command: ReturnLine): OrderEvent[] {
  const { lineId, restock = false, drawStanding = null } = command
  const line = state.lines.find((candidate) => candidate.lineId === lineId)
  if (line === undefined) throw new Rejection('not_found', 'This order has no such line')
  if (returnOf(state, lineId) !== undefined) return []
  if (state.status === 'pending')
    throw new Rejection('order_not_paid', 'This order is not paid yet')
  if (state.status === 'cancelled')
    throw new Rejection('order_cancelled', 'This order is cancelled')
  requireSettled(state)
  if (state.refunds.some((refund) => refund.lineId === lineId))
    throw new Rejection('line_refunded', 'This line has its refund already')
  requireOutOfDraw(drawStanding)
  if (!isSomethingKept(state, line))
    throw new Rejection(
      'last_line',
      'Nothing of this order would be left with its buyer. Cancel the order instead.',
    )
  const [due] = oweRefund(state, {
    type: 'OweRefund',
    refundId: `returned:${lineId}`,
    lineId,
    attemptId: null,
    amountCents: lineTotalCents(line),
    cause: 'returned',
  })
  if (due?.type !== 'RefundDue') return []
  const isRestocked = restock && line.holdsStock === true
  return [{ ...due, data: { ...due.data, ...(isRestocked && { restock: true as const }) } }]
}

/** Lines that may come back while the order goes on, as far as its own facts say. */
export const returnableLines = (state: PlacedOrder): OrderLine[] =>
  state.status === 'paid' || state.status === 'completed'
    ? state.lines.filter((line) => !hasDuty(state, line.lineId) && isSomethingKept(state, line))
    : []

/** Lines that came back while the order went on. */
export const returnedLines = (state: PlacedOrder): OrderLine[] =>
  state.lines.filter(({ lineId }) => returnOf(state, lineId) !== undefined)

/** The counted pieces of these lines go back on the shelf: each as was said when it came back. */
export const linesToRestock = (state: PlacedOrder): OrderLine[] =>
  state.lines.filter(({ lineId }) => {
    const returned = returnOf(state, lineId)
    return returned === undefined ? state.restock === true : returned.restock === true
  })

const returnOf = ({ refunds }: PlacedOrder, lineId: LineId): OrderRefund | undefined =>
  refunds.find((refund) => refund.lineId === lineId && refund.cause === 'returned')

const hasDuty = ({ refunds }: PlacedOrder, lineId: LineId): boolean =>
  refunds.some((refund) => refund.lineId === lineId)

/** Of the goods, and of the money: an order without either reads as cancelled. */
function isSomethingKept(state: PlacedOrder, line: OrderLine): boolean {
  const others = state.lines.filter(({ lineId }) => lineId !== line.lineId)
  const isGoods = others.some(({ lineId }) => !hasDuty(state, lineId))
  const isMoney = state.totalCents === 0 || lineTotalCents(line) < saleLeftCents(state)
  return isGoods && isMoney
}
