// Money taken by staff: for an order that waits at the counter, or for one that was begun online.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { isByHand } from '#events/order/correct-method.ts'
import type { Order, OrderCommand, PlacedOrder } from '#events/order/decide.ts'
import { manualMethods } from '#events/order/words.ts'

import type { Queryable } from '../io/database.ts'
import { sqlState } from '../io/database.ts'
import { expectToFinish, finished } from './finish-due.ts'
import { atWork, isFree, requireHandInTime } from './hand-proofs.ts'
import type { Standing } from './hand-proofs.ts'
import { extendHolds } from './hold-tickets.ts'
import { finishOrder, isFinished } from './issue-tickets.ts'
import { isLate, reserveAgain, ROOM_TO_ISSUE_MS } from './late-payment.ts'
import { requireMayPay } from './may-pay.ts'
import type { OrderDesk } from './order-desk.ts'
import type { Guard } from './orders.ts'
import { requirePlaced } from './orders.ts'
import { isHalted } from './passing.ts'
import { requireProofSeen } from './proof-seen.ts'
import { freeKey } from './purchase-keys.ts'
import { reopenHandSales } from './statement-hands.ts'
import { isTillCounted } from './till.ts'

export type ManualMethod = (typeof manualMethods)[number]

export type Proof = {
  method: ManualMethod
  reference: string | null
  collector: string | null
  currency: string | null
  rate: string | null
}

/** Paying checks the room again where the reservation is over, and issues once. */
export async function takeManualPayment(
  desk: OrderDesk,
  {
    orderId,
    staffId,
    proof,
    guard = {},
  }: { orderId: OrderId; staffId: string; proof: Partial<Proof>; guard?: Guard },
): Promise<PlacedOrder> {
  const { reference = null, collector = null, currency = null, rate = null } = proof
  const method = proof.method ?? manualMethodOf(await placed(desk, orderId))
  const payment = { orderId, takenBy: staffId, method, reference, collector, currency, rate }
  const standing = await standingPayment(desk, payment)
  const unpaid = await placed(desk, orderId)
  requireUnpaid(unpaid)
  await requireMayPay(desk, { orderId, actor: `staff:${staffId}` }, unpaid)

  const startedAt = desk.now()
  const writtenAt = await writeManualPayment(desk, payment, standing)
  const mark = await expectToFinish(desk, orderId)
  try {
    await desk.orders.change(orderId, {
      ...guard,
      actor: `staff:${staffId}`,
      commands: (known) => paying(desk, { orderId, order: known, method, reference, startedAt }),
    })
  } catch (error) {
    if (error instanceof Rejection) await forgetUnlessTaken(desk, { orderId, writtenAt })
    throw error
  }
  await keepProof(desk, payment, writtenAt)
  const paid = await finishOrder(desk, orderId)
  if (mark !== null && (paid === null || isFinished(paid))) await finished(desk, mark)
  await freeKey(desk.database, orderId)
  return paid ?? (await placed(desk, orderId))
}

const placed = async ({ orders }: OrderDesk, orderId: OrderId): Promise<PlacedOrder> =>
  requirePlaced((await orders.load(orderId, { fresh: true })).order)

/** As the decider has it: asked here as well, so that no proof of its payment is written over. */
function requireUnpaid({ status, cancelReason }: PlacedOrder): void {
  if (status === 'paid' || status === 'completed')
    throw new Rejection('order_paid', 'This order is already paid')
  if (status === 'cancelled' && cancelReason !== 'expired')
    throw new Rejection('order_cancelled', 'This order is cancelled. Please make a new one.')
}

type Written = { orderId: OrderId; writtenAt: string }

/** What was refused leaves no proof; one that stands beside a fact stays, whoever wrote it. */
async function forgetUnlessTaken(desk: OrderDesk, { orderId, writtenAt }: Written): Promise<void> {
  if (isPaidByHand(await placed(desk, orderId))) return
  await desk.database.query({
    name: 'forget_refused_payment',
    text: `delete from manual_payments where order_id = $1 and created_at = $2::timestamptz`,
    values: [orderId, writtenAt],
  })
}

export const isPaidByHand = ({ payments }: Pick<PlacedOrder, 'payments'>): boolean =>
  payments.some(isByHand)

type Paying = Pick<HandPayment, 'orderId' | 'method' | 'reference'> & {
  order: Order
  /** Before the row was written. */
  startedAt: Date
}

async function paying(
  desk: OrderDesk,
  { orderId, order, method, reference, startedAt }: Paying,
): Promise<OrderCommand[]> {
  const now = desk.now().toISOString()
  const known = requirePlaced(order)
  const late = isLate(known, now)
  const refusal = late ? await reserveAgain(desk, orderId, known) : undefined
  // Nobody hands over money for tickets that are not there, or cannot be any more.
  if (refusal !== undefined) throw refusal
  if (!late && known.status === 'pending') await requireHeld(desk, known)
  // Somebody else may write over the row soon, and no sweep waits for its fact any more.
  requireHandInTime(desk, startedAt)
  return [{ type: 'TakeManualPayment', now, method, reference, room: late ? 'held' : 'none' }]
}

/** As its raffles say it. In a halted one the tickets wait with the reservation. */
async function requireHeld({ store, now }: OrderDesk, { lines }: PlacedOrder): Promise<void> {
  const until = new Date(now().getTime() + ROOM_TO_ISSUE_MS)
  // Each by itself: a halted raffle says nothing of the others.
  for (const line of lines)
    try {
      await extendHolds(store, [line], until)
    } catch (error) {
      if (error instanceof Rejection && error.code === 'hold_gone')
        throw new Rejection('hold_expired', 'The reservation of this order has ended.')
      if (!isHalted(error)) throw error
    }
}

/** Money for an order that was begun online is cash unless staff say otherwise. */
function manualMethodOf({ paymentMethod }: PlacedOrder): ManualMethod {
  return manualMethods.find((method) => method === paymentMethod) ?? 'cash'
}

export type HandPayment = Proof & { orderId: OrderId; takenBy: string }

const valuesOf = (payment: HandPayment) => {
  const { orderId, method, reference, collector, currency, rate, takenBy } = payment
  return [orderId, method, reference, collector, currency, rate, takenBy]
}

/** What is written down of a payment of this order already; to be read before the order is. */
async function standingPayment(
  { database }: OrderDesk,
  payment: HandPayment,
): Promise<Standing | null> {
  const { rows } = await database.query<Standing>({
    name: 'standing_manual_payment',
    text: `
      select ${isFree(`
               (method, reference, collector, currency, rate, taken_by)
               is not distinct from ($2::text, $3::text, $4::text, $5::text, $6::text, $7::uuid)`)}
        from manual_payments
       where order_id = $1`,
    values: valuesOf(payment),
  })
  return rows[0] ?? null
}

/**
 * Before the fact: an outage between the two leaves the proof. `standing`: as it was read before it
 * was known that the order is not paid yet. Answers when it was written, which no other row was.
 */
async function writeManualPayment(
  { database }: OrderDesk,
  payment: HandPayment,
  standing: Standing | null,
): Promise<string> {
  if (standing?.isFree === false) throw atWork()
  const writtenAt = await upsert(database, {
    name: 'write_manual_payment',
    where: 'known.created_at = $8::timestamptz',
    values: [...valuesOf(payment), standing?.writtenAt ?? null],
  })
  if (writtenAt === null) throw atWork()
  return writtenAt
}

/** Of an order that is placed and paid in one: it has no other hand, only a second try. */
export async function writeFirstPayment(
  { database }: OrderDesk,
  payment: HandPayment,
): Promise<void> {
  const values = valuesOf(payment)
  await upsert(database, { name: 'write_first_payment', where: 'true', values })
}

/** Whoever was at work for too long finds another's row here: his fact has his own proof. */
async function keepProof(
  { database }: OrderDesk,
  payment: HandPayment,
  writtenAt: string,
): Promise<void> {
  await upsert(database, {
    name: 'keep_manual_payment',
    where: 'known.created_at <> $8::timestamptz',
    values: [...valuesOf(payment), writtenAt],
  })
}

type Upsert = { name: string; where: string; values: readonly unknown[] }

/** Null: another row stands there and stays. */
async function upsert(
  database: Queryable,
  { name, where, values }: Upsert,
): Promise<string | null> {
  try {
    const { rows } = await database.query<{ written_at: string }>({
      name,
      text: `
        with reopened as (${reopenHandSales})
        insert into manual_payments as known
          (order_id, method, reference, collector, currency, rate, taken_by, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, clock_now())
        on conflict (order_id) do update
           set method = excluded.method, reference = excluded.reference,
               collector = excluded.collector, currency = excluded.currency,
               rate = excluded.rate, taken_by = excluded.taken_by,
               created_at = excluded.created_at
         where ${where}
        returning created_at::text as written_at`,
      values,
    })
    return rows[0]?.written_at ?? null
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    throw new Rejection('reference_used', 'Another order was already paid with this reference.')
  }
}

type Parts = Omit<Proof, 'method'>
type SomeParts = { [Part in keyof Parts]?: string | null | undefined }

/** What is written down of how money was taken, in one shape, for the note beside the act. */
export const partsOf = ({
  reference = null,
  collector = null,
  currency = null,
  rate = null,
}: SomeParts): Parts => ({
  reference,
  collector,
  currency,
  rate,
})

/** As it is written down; its method only where that changes. */
type PartsThen = Parts & { method?: ManualMethod }

/** How a payment is written down, before and after. */
export type Proven = { before: PartsThen; after: PartsThen }

type Proving = {
  orderId: OrderId
  proof: SomeParts
  /** How the money came after all; left out, it stays as it was. */
  method?: ManualMethod | null
  /** The tag of the proof that was read (`proof-seen.ts`). */
  seen?: string | null | undefined
  /**
   * Refuses what needs a second person; nothing is written then. `isCounted`: cash comes to a till,
   * or leaves it, that was counted already.
   */
  agree?: (proven: Proven, at: { isCounted: boolean }) => Promise<void>
  guard?: Guard & { actor: string }
  /** Writes what stands in the trail of it with the row, or not at all. */
  noteIn?: (tx: Queryable, proven: Proven) => Promise<void>
}

/**
 * Written down later: what is left out stays as it was, and null is nothing. Another method is a
 * fact as well, which is durable before the row: who dies in between says it again, and the row
 * follows.
 */
export async function provePayment(
  desk: OrderDesk,
  { orderId, proof, method = null, seen, agree, guard, noteIn }: Proving,
): Promise<Proven> {
  if (!isPaidByHand(await placed(desk, orderId))) throw notByHand()
  // Once: what was agreed to is used up in it.
  const once = { retries: 0 }
  return desk.database.transaction(async (tx) => {
    const { isCounted, ...proven } = await writeParts(tx, { orderId, proof, method, seen })
    await agree?.(proven, { isCounted })
    if (method !== null && guard !== undefined)
      await desk.orders.change(orderId, {
        ...guard,
        commands: () => [{ type: 'CorrectMethod', to: method }],
      })
    await noteIn?.(tx, proven)
    return proven
  }, once)
}

/** Staff took its money by another one; a proof says nothing new of the method otherwise. */
export async function isOtherMethod(
  desk: OrderDesk,
  orderId: OrderId,
  method: ManualMethod | null,
): Promise<boolean> {
  const { payments } = await placed(desk, orderId)
  const payment = payments.find(isByHand)
  return method !== null && payment !== undefined && payment.method !== method
}

const notByHand = () =>
  new Rejection('order_not_paid', 'No payment of this order was taken by staff.')

type Correction = Pick<Proving, 'orderId' | 'proof' | 'seen'> & { method: ManualMethod | null }

async function writeParts(
  tx: Queryable,
  { orderId, proof, method, seen }: Correction,
): Promise<Proven & { isCounted: boolean }> {
  try {
    await tx.query({ name: 'hand_sales_reopen', text: reopenHandSales, values: [orderId] })
    const { rows } = await tx.query<{ before: Proof; after: Proof; isCounted: boolean }>({
      name: 'prove_manual_payment',
      // Locked as it is read: of two at once the second sees what the first has written.
      text: `
        with known as (select * from manual_payments where order_id = $1 for update)
        update manual_payments as taken
           set reference = ${said('reference')}, collector = ${said('collector')},
               currency = ${said('currency')}, rate = ${said('rate')},
               method = coalesce($3, known.method)
          from known
         where taken.order_id = known.order_id
        returning ${partsIn('known')} as before, ${partsIn('taken')} as after,
                  known.method <> taken.method and 'cash' in (known.method, taken.method)
                  and ${wasCounted} as "isCounted"`,
      values: [orderId, JSON.stringify(proof), method],
    })
    const [proven] = rows
    if (proven === undefined) throw notByHand()
    const { before, after, isCounted } = proven
    await requireProofSeen(tx, { orderId, seen, before, after })
    const isMoved = before.method !== after.method
    const then = (row: Proof) => ({ ...partsOf(row), ...(isMoved && { method: row.method }) })
    return { before: then(before), after: then(after), isCounted }
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    throw new Rejection('reference_used', 'Another order was already paid with this reference.')
  }
}

const wasCounted = isTillCounted({ cashier: 'known.taken_by', moment: 'known.created_at' })

/** Of the parts that were sent, or as it stands. */
const said = (part: keyof Parts) =>
  `case when $2::jsonb ? '${part}' then $2::jsonb ->> '${part}' else known.${part} end`

const partsIn = (row: string) => `json_build_object(
  'method', ${row}.method, 'reference', ${row}.reference, 'collector', ${row}.collector,
  'currency', ${row}.currency, 'rate', ${row}.rate)`

const UNIQUE_VIOLATION = '23505'

export async function forgetManualPayment(database: Queryable, orderId: OrderId): Promise<void> {
  await database.query({
    name: 'forget_manual_payment',
    text: `with reopened as (${reopenHandSales}) delete from manual_payments where order_id = $1`,
    values: [orderId],
  })
}

/**
 * Of an order that never came to be: what was written down of its money, whose reference is free
 * then, and last the rows by which it is found.
 */
export async function forgetUnplaced(
  { database, rows }: Pick<OrderDesk, 'database' | 'rows'>,
  orderId: OrderId,
): Promise<void> {
  await forgetManualPayment(database, orderId)
  await rows.forget.add(orderId)
}
