// What a cancelled raffle means for its orders: an order that is not paid yet ends, a paid line has
// its money owed back and, where it has not left, its counted pieces on the shelf again. May be
// done again at any time: what is owed already is passed over.
import * as z from 'zod/mini'

import { lineIdSchema, orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderId, RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import { refundsOfRaffle } from '#events/order/refund.ts'

import { cancelOrder } from './cancel-order.ts'
import { inTurns } from './in-turns.ts'
import { finishOrder, linesOwed } from './issue-tickets.ts'
import type { OrderDesk } from './order-desk.ts'
import { requirePlaced } from './orders.ts'
import { restockLines } from './restock.ts'

const ACTOR = 'system:cancelled-raffles'

export type Settling = {
  /** Cut short between two pages; what was done stays done. */
  stopping: AbortSignal
  /** Lines. */
  pageSize?: number
}

/** An order that fails keeps no other one back; in the end it is told. */
export async function settleCancelledRaffle(
  desk: OrderDesk,
  raffleId: RaffleId,
  { stopping, pageSize = 200 }: Settling,
): Promise<void> {
  const failures: unknown[] = []
  for (const { lines, settle } of [
    { lines: heldLines, settle: endUnpaid },
    { lines: unpaidBackLines, settle: owePaid },
  ])
    for await (const orderIds of pagesOf(desk, { lines, raffleId, pageSize })) {
      stopping.throwIfAborted()
      const done = inTurns(orderIds, (orderId) => settle(desk, { orderId, raffleId }))
      await done.catch((error: unknown) => failures.push(error))
    }
  if (failures.length > 0)
    throw new AggregateError(failures, `orders of the cancelled raffle ${raffleId} are not settled`)
}

type Lines = { name: string; text: string }

const heldLines: Lines = {
  name: 'lines_held_in_raffle',
  text: `
    select order_id, order_line_id
      from holds
     where log_id = $1 and order_line_id > $2
     order by order_line_id
     limit $3`,
}

/** A duty that the read model does not show yet makes no second one. */
const unpaidBackLines: Lines = {
  name: 'lines_sold_in_raffle',
  text: `
    select issue.order_id, issue.order_line_id
      from issues as issue
     where issue.log_id = $1 and issue.order_line_id > $2
       and not exists (
             select
               from refund_duties as duty
              where duty.order_id = issue.order_id
                and duty.line_id = issue.order_line_id
           )
     order by issue.order_line_id
     limit $3`,
}

const lineRow = z.object({ order_id: orderIdSchema, order_line_id: lineIdSchema })
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

async function* pagesOf(
  { database }: OrderDesk,
  { lines, raffleId, pageSize }: { lines: Lines; raffleId: RaffleId; pageSize: number },
): AsyncGenerator<OrderId[]> {
  let after: string = BEFORE_ALL
  for (;;) {
    const values = [`raffle/${raffleId}`, after, pageSize]
    const { rows } = await database.query({ ...lines, values })
    const page = rows.map((row) => lineRow.parse(row))
    const last = page.at(-1)
    if (last === undefined) return
    yield [...new Set(page.map(({ order_id }) => order_id))]
    after = last.order_line_id
  }
}

type OrderOf = { orderId: OrderId; raffleId: RaffleId }

/** Paid at this moment: refused, and looked at again the next time. */
async function endUnpaid(desk: OrderDesk, { orderId }: OrderOf): Promise<void> {
  const { order, version } = await desk.orders.load(orderId, { fresh: true })
  if (order.status !== 'pending') return
  const guard = { ifVersion: version }
  await cancelOrder(desk, { orderId, reason: 'raffle_cancelled', actor: ACTOR, guard })
}

/**
 * Its numbers are granted first: whoever is issuing them would find the money owed already. A line
 * that waits for this raffle is come back to: what it was given is not known yet.
 */
async function owePaid(desk: OrderDesk, { orderId, raffleId }: OrderOf): Promise<void> {
  const { order } = await desk.orders.load(orderId, { fresh: true })
  const waiting = linesOwed(order).length > 0 ? await finishOrder(desk, orderId) : null
  if (waiting !== null && linesOwed(waiting).some((line) => line.raffleId === raffleId))
    throw new Rejection('raffle_halted', `Order ${orderId} waits for raffle ${raffleId}, halted.`)
  await putBack(desk, { orderId, raffleId })
  // A process that dies here comes back: only the duty ends the work on a line.
  await desk.orders.change(orderId, {
    actor: ACTOR,
    commands: (known) => refundsOfRaffle(known, { orderId, raffleId }),
  })
}

async function putBack(desk: OrderDesk, { orderId, raffleId }: OrderOf): Promise<void> {
  const { order } = await desk.orders.load(orderId)
  const owed = new Set(refundsOfRaffle(order, { orderId, raffleId }).map(({ lineId }) => lineId))
  const placed = requirePlaced(order)
  if (owed.size === 0 || isOut(placed)) return
  const lines = placed.lines.filter(({ lineId }) => owed.has(lineId))
  const by = { actor: ACTOR, correlationId: orderId }
  await restockLines(desk, { orderId, lines, byOf: () => by })
}

const isOut = ({ status, handover }: PlacedOrder) =>
  status === 'completed' || handover === 'sent_out'
