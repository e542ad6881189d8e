// Housekeeping of reservations. Nothing here decides who gets a ticket: a reservation past its end
// counts as free for its raffle whether or not a sweep has come by. Each function does one page and
// says how much it found, so that whoever runs it knows whether to come again at once.
import * as z from 'zod/mini'

import { lineIdSchema, orderIdSchema, raffleIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { Queryable } from '../io/database.ts'
import { releaseGoods } from './hold-goods.ts'
import { inTurns } from './in-turns.ts'
import { releaseGoodsOf } from './drop-goods.ts'
import { forgetUnplaced } from './manual-payment.ts'
import type { OrderDesk } from './order-desk.ts'
import { isHalted } from './passing.ts'
import { freeKey, letGo } from './purchase-keys.ts'

const PAGE = 200

/** Unpaid past the reservation: cancelled as `expired`. The payment attempts stay watched. */
export async function expireOrders(desk: OrderDesk): Promise<number> {
  await settlePaid(desk)
  const { rows } = await desk.database.query<{ order_id: string }>({
    name: 'purchases_past_hold',
    text: `
      select order_id
        from purchases
       where state <> 'settled'
         and hold_until <= (select clock_now())
         and claimed_until <= (select clock_now())
       order by hold_until
       limit ${PAGE}`,
  })
  const orderIds = rows.map(({ order_id }) => orderIdSchema.parse(order_id))
  await inTurns(orderIds, (orderId) => expireOrder(desk, orderId))
  return orderIds.length
}

/** What was paid online while its reservation lived has nothing left to expire. */
export async function settlePaid({ database }: { database: Queryable }): Promise<void> {
  await database.query({
    name: 'settle_paid_purchases',
    // Those past their end first, then the attempts of each: else all that were ever paid are read.
    text: `
      with due as materialized (
        select order_id
          from purchases
         where state = 'answered'
           and hold_until <= (select clock_now())
         order by hold_until
         limit ${5 * PAGE}
      )
      update purchases
         set state = 'settled'
        from due
       cross join lateral (
               select
                 from payment_attempts as paid
                where paid.order_id = due.order_id
                  and paid.state = 'settled'
                limit 1
             ) as once
       where purchases.order_id = due.order_id
         and purchases.state = 'answered'`,
  })
}

/** Also of an order that is over already: then its key is, too. */
export async function expireOrder(desk: OrderDesk, orderId: OrderId): Promise<void> {
  try {
    const { order } = await desk.orders.change(orderId, {
      actor: 'system:expire-holds',
      commands: (known) =>
        known.status === 'none'
          ? []
          : [
              {
                type: 'CancelOrder',
                now: desk.now().toISOString(),
                reason: 'expired',
                refundId: null,
              },
            ],
    })
    if (order.status === 'none') return await forgetUnplaced(desk, orderId)
    await settleKey(desk, orderId)
    if (order.status === 'cancelled') await releaseGoods(desk.stock, order.lines, { isDue: true })
  } catch (error) {
    if (!(error instanceof Rejection) || error.code !== 'hold_alive') throw error
    await followHold(desk, orderId)
  }
}

/** Also of a purchase that was never answered: its order has come to its end. */
async function settleKey(desk: OrderDesk, orderId: OrderId): Promise<void> {
  await desk.database.query({
    name: 'settle_purchase_key',
    text: `update purchases set state = 'settled' where order_id = $1`,
    values: [orderId],
  })
}

/**
 * The order's reservation was extended and the row beside it was not: a process died in between.
 */
async function followHold(desk: OrderDesk, orderId: OrderId): Promise<void> {
  const { order } = await desk.orders.load(orderId, { fresh: true })
  if (order.status === 'none') return freeKey(desk.database, orderId)
  await desk.database.query({
    name: 'follow_hold',
    text: 'update purchases set hold_until = $2 where order_id = $1',
    values: [orderId, order.holdUntil],
  })
}

const holdRow = z.object({ log_id: z.string(), order_line_id: lineIdSchema })

/** Of a purchase: 60 s after its last claim whoever worked on it is dead. */
const ORPHANED = `state = 'running'
         and claimed_until <= (select clock_now()) - interval '60 seconds'`

/**
 * A purchase whose process died before `OrderPlaced`: its tickets go back and its rows go. Its key
 * may take it up until the sweep has claimed it; from then on it is in flight.
 */
export async function releaseOrphans(desk: OrderDesk): Promise<number> {
  const { rows } = await desk.database.query<{ order_id: string }>({
    name: 'purchases_orphaned',
    text: `
      select order_id
        from purchases
       where ${ORPHANED}
         and hold_until > (select clock_now())
       order by claimed_until
       limit ${PAGE}`,
  })
  let released = 0
  for (const { order_id } of rows) {
    const orderId = orderIdSchema.parse(order_id)
    const claim = await claimOrphan(desk, orderId)
    if (claim === null) continue
    const { order } = await desk.orders.load(orderId, { fresh: true })
    if (order.status !== 'none') {
      // Placed but never answered: it waits for its key, and ends with its reservation.
      await letGo(desk.database, orderId)
      continue
    }
    // Where this has taken so long that its key has taken it up, the rows are that request's.
    if (!(await isStillClaimed(desk, orderId, claim))) continue
    await releaseHoldsOf(desk, orderId)
    await releaseGoodsOf(desk, orderId)
    if (!(await isStillClaimed(desk, orderId, claim))) continue
    await forgetUnplaced(desk, orderId)
    released += 1
  }
  return released
}

/** For as long as the writers may take over all its lines. */
const CLEAN_UP_SECONDS = 60

/** When the claim ends; null: somebody has taken it up since it was read. */
async function claimOrphan({ database }: OrderDesk, orderId: OrderId): Promise<string | null> {
  const { rows } = await database.query<{ claimed_until: string }>({
    name: 'claim_orphaned_purchase',
    text: `
      update purchases
         set claimed_until = clock_now() + $2::interval
       where order_id = $1
         and ${ORPHANED}
   returning claimed_until::text`,
    values: [orderId, `${CLEAN_UP_SECONDS} seconds`],
  })
  return rows[0]?.claimed_until ?? null
}

async function isStillClaimed(
  { database }: OrderDesk,
  orderId: OrderId,
  claimedUntil: string,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'orphan_is_claimed',
    text: `
      select from purchases
       where order_id = $1 and claimed_until = $2::timestamptz and claimed_until > clock_now()`,
    values: [orderId, claimedUntil],
  })
  return rowCount === 1
}

/** In a halted raffle they end by themselves, once it sells again. */
async function releaseHoldsOf(desk: OrderDesk, orderId: OrderId): Promise<void> {
  const { rows } = await desk.database.query({
    name: 'holds_of_order',
    text: 'select log_id, order_line_id from holds where order_id = $1 order by log_id',
    values: [orderId],
  })
  for (const row of rows) await release(desk, holdRow.parse(row), 'release')
}

/**
 * `held` follows the reservations that are over, also in raffles where nobody is buying. Those of a
 * halted raffle stay until it sells again, and keep nobody else's back. Answers how many are gone.
 */
export async function dropExpiredHolds(desk: OrderDesk): Promise<number> {
  const { rows } = await desk.database.query({
    name: 'holds_expired',
    text: `
      select log_id, order_line_id
        from holds
       where expires_at <= (select clock_now())
         and not exists (select from raffle_halts as halt where halt.log_id = holds.log_id)
       order by expires_at
       limit ${PAGE}`,
  })
  const released = await Promise.all(
    rows.map((row) => release(desk, holdRow.parse(row), 'dropExpired')),
  )
  return released.filter((isReleased) => isReleased).length
}

/** False: its raffle is halted. */
async function release(
  desk: OrderDesk,
  hold: z.infer<typeof holdRow>,
  how: 'release' | 'dropExpired',
): Promise<boolean> {
  const raffleId = raffleIdSchema.parse(hold.log_id.slice('raffle/'.length))
  try {
    await desk.store.raffle(raffleId)[how](hold.order_line_id)
    return true
  } catch (error) {
    if (!isHalted(error)) throw error
    return false
  }
}
