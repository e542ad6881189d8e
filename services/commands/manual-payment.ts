// Money taken by staff: for an order that waits at the counter, or for one that was begun online.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { Order, OrderCommand, PlacedOrder } from '#events/order/decide.ts'
import { manualMethods } from '#events/order/words.ts'

import type { Queryable } from '../io/database.ts'
import { sqlState } from '../io/database.ts'
import { expectToFinish, finished } from './finish-orders.ts'
import { finishOrder } from './issue-tickets.ts'
import { isLate, reserveAgain } from './late-payment.ts'
import type { OrderDesk } from './order-desk.ts'
import type { Guard } from './orders.ts'
import { requirePlaced } from './orders.ts'
import { freeKey } from './purchase-keys.ts'

export type ManualMethod = (typeof manualMethods)[number]

export type Proof = {
  method: ManualMethod
  reference: string | null
  collector: string | null
  currency: string | null
  rate: string | null
}

/** Paying checks the room again where the reservation is over, and issues once (answers 95). */
export async function takeManualPayment(
  desk: OrderDesk,
  {
    orderId,
    staffId,
    proof,
    guard = {},
  }: { orderId: OrderId; staffId: string; proof: Partial<Proof>; guard?: Guard },
): Promise<PlacedOrder> {
  const { order } = await desk.orders.load(orderId, { fresh: true })
  const method = proof.method ?? manualMethodOf(requirePlaced(order))
  const { reference = null, collector = null, currency = null, rate = null } = proof
  if (order.status === 'paid' || order.status === 'completed')
    throw new Rejection('order_paid', 'This order is already paid')

  const payment = { orderId, takenBy: staffId, method, reference, collector, currency, rate }
  await writeManualPayment(desk, payment)
  await expectToFinish(desk, orderId)
  try {
    await desk.orders.change(orderId, {
      ...guard,
      actor: `staff:${staffId}`,
      commands: (known) => paying(desk, { orderId, order: known, method, reference }),
    })
  } catch (error) {
    if (error instanceof Rejection) await forgetUnlessTaken(desk, orderId)
    throw error
  }
  const paid = await finishOrder(desk, orderId)
  await finished(desk, orderId)
  await freeKey(desk.database, orderId)
  return paid ?? requirePlaced(order)
}

/** Two at the till at once: the one that was refused must not take away the other's proof. */
async function forgetUnlessTaken(desk: OrderDesk, orderId: OrderId): Promise<void> {
  const { order } = await desk.orders.load(orderId, { fresh: true })
  const isTaken =
    order.status !== 'none' && order.payments.some(({ attemptId }) => attemptId === null)
  if (!isTaken) await forgetManualPayment(desk.database, orderId)
}

async function paying(
  desk: OrderDesk,
  {
    orderId,
    order,
    method,
    reference,
  }: { orderId: OrderId; order: Order; method: ManualMethod; reference: string | null },
): Promise<OrderCommand[]> {
  const now = desk.now().toISOString()
  const placed = requirePlaced(order)
  const late = isLate(placed, now)
  const refusal = late ? await reserveAgain(desk, orderId, placed) : undefined
  // Nobody hands over money for tickets that are not there.
  if (refusal !== undefined) throw refusal
  return [{ type: 'TakeManualPayment', now, method, reference, room: late ? 'held' : 'none' }]
}

/** Money for an order that was begun online is cash unless staff say otherwise. */
function manualMethodOf({ paymentMethod }: PlacedOrder): ManualMethod {
  return manualMethods.find((method) => method === paymentMethod) ?? 'cash'
}

export async function writeManualPayment(
  desk: OrderDesk,
  payment: Proof & { orderId: OrderId; takenBy: string },
): Promise<void> {
  const { orderId, method, reference, collector, currency, rate, takenBy } = payment
  try {
    await desk.database.query({
      name: 'write_manual_payment',
      text: `
        insert into manual_payments
          (order_id, method, reference, collector, currency, rate, taken_by, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, clock_now())
        on conflict (order_id) do update
           set method = excluded.method, reference = excluded.reference,
               collector = excluded.collector, currency = excluded.currency,
               rate = excluded.rate, taken_by = excluded.taken_by`,
      values: [orderId, method, reference, collector, currency, rate, takenBy],
    })
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    throw new Rejection('reference_used', 'Another order was already paid with this reference.')
  }
}

type Parts = Omit<Proof, 'method'>

/** What is written down of how money was taken, in one shape, for the note beside the act. */
export const partsOf = ({
  reference = null,
  collector = null,
  currency = null,
  rate = null,
}: { [Part in keyof Parts]?: string | null | undefined }): Parts => ({
  reference,
  collector,
  currency,
  rate,
})

/** Written down later: what is left out stays as it was. Answers how it stood before and after. */
export async function provePayment(
  { database }: OrderDesk,
  orderId: OrderId,
  proof: Parameters<typeof partsOf>[0],
): Promise<{ before: Parts; after: Parts }> {
  const { reference, collector, currency, rate } = partsOf(proof)
  try {
    const { rows } = await database.query<{ before: Parts; after: Parts }>({
      name: 'prove_manual_payment',
      // Locked as it is read: of two at once the second sees what the first has written.
      text: `
        with known as (select * from manual_payments where order_id = $1 for update)
        update manual_payments as taken
           set reference = coalesce($2, known.reference),
               collector = coalesce($3, known.collector),
               currency = coalesce($4, known.currency), rate = coalesce($5, known.rate)
          from known
         where taken.order_id = known.order_id
        returning ${partsIn('known')} as before, ${partsIn('taken')} as after`,
      values: [orderId, reference, collector, currency, rate],
    })
    const [proven] = rows
    if (proven === undefined)
      throw new Rejection('order_not_paid', 'No payment of this order was taken by staff.')
    return { before: partsOf(proven.before), after: partsOf(proven.after) }
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    throw new Rejection('reference_used', 'Another order was already paid with this reference.')
  }
}

const partsIn = (row: string) => `json_build_object(
  'reference', ${row}.reference, 'collector', ${row}.collector,
  'currency', ${row}.currency, 'rate', ${row}.rate)`

const UNIQUE_VIOLATION = '23505'

export async function forgetManualPayment(database: Queryable, orderId: OrderId): Promise<void> {
  await database.query({
    name: 'forget_manual_payment',
    text: 'delete from manual_payments where order_id = $1',
    values: [orderId],
  })
}
