// The proof of money that went back, beside its fact and written before it. A reference belongs to
// one order: one transfer may settle several of its refunds, and none of another order's.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { Queryable } from '../io/database.ts'
import type { RefundMethod } from './complete-refund.ts'
import { atWork, isFree } from './hand-proofs.ts'
import type { Standing } from './hand-proofs.ts'
import type { OrderDesk } from './order-desk.ts'

export type RefundProof = {
  orderId: OrderId
  refundId: string
  method: RefundMethod
  reference: string | null
  /** Of cash alone; null: dollars. */
  currency: string | null
  rate: string | null
  paidBy: string
  /** Of credit. */
  until: string | null
}

const valuesOf = (proof: RefundProof) => {
  const { orderId, refundId, method, reference, currency, rate, paidBy, until } = proof
  return [orderId, refundId, method, reference, currency, rate, paidBy, until]
}

/** What is written down of this refund already; to be read before the order is. */
export async function standingProof(
  { database }: OrderDesk,
  proof: RefundProof,
): Promise<Standing | null> {
  const { rows } = await database.query<Standing>({
    name: 'standing_refund_payment',
    text: `
      select ${isFree(`
               (method, reference, currency, rate, paid_by, credit_until)
               is not distinct from ($3::text, $4::text, $5::text, $6::text, $7::uuid, $8::date)`)}
        from refund_payments
       where order_id = $1 and refund_id = $2`,
    values: valuesOf(proof),
  })
  return rows[0] ?? null
}

type Paid = {
  refund_id: string
  method: string
  reference: string | null
  paid_by: string
  name: string | null
}

/**
 * Of refunds that are paid, all of them: the same person says the same of one of them once more.
 * Throws `refund_paid` with who paid it and, as `fields`, how.
 */
export async function requireSame(
  database: Queryable,
  proofs: readonly RefundProof[],
): Promise<void> {
  const { rows } = await database.query<Paid>({
    name: 'paid_refunds',
    text: `select paid.refund_id, paid.method, paid.reference, paid.paid_by,
                  coalesce(person.full_name, person.email) as name
             from refund_payments as paid
             left join people as person on person.person_id = paid.paid_by
            where paid.order_id = $1 and paid.refund_id = any($2)`,
    values: [proofs[0]?.orderId, proofs.map(({ refundId }) => refundId)],
  })
  const isAsSaid = ({ refundId, method, reference, paidBy }: RefundProof) =>
    rows.some(
      (paid) =>
        paid.refund_id === refundId &&
        paid.method === method &&
        paid.reference === reference &&
        paid.paid_by === paidBy,
    )
  if (!proofs.some(isAsSaid)) throw paidAlready(rows[0])
}

function paidAlready(paid: Paid | undefined): Rejection {
  const sentence = 'This refund was paid back already.'
  if (paid === undefined) return new Rejection('refund_paid', sentence)
  const { method, reference, name } = paid
  const fields = [{ path: 'method', message: method }]
  if (reference !== null) fields.push({ path: 'reference', message: reference })
  const by = name === null ? {} : { changedBy: name }
  return new Rejection('refund_paid', sentence, { ...by, fields })
}

export type Unwritten = {
  proof: RefundProof
  /** As it was read before it was known that the refund is not paid yet. */
  standing: Standing | null
}

/** `writtenAt`: no other row of this refund was written then. */
export type Written = { refundId: string; writtenAt: string }

/** All of them or none. `hold`: what must be so as they are written, and stays so until then. */
export async function writeProofs(
  { database }: OrderDesk,
  unwritten: readonly Unwritten[],
  hold: (tx: Queryable) => Promise<void>,
): Promise<Written[]> {
  if (unwritten.some(({ standing }) => standing?.isFree === false)) throw atWork()
  return database.transaction(async (tx) => {
    await hold(tx)
    const written: Written[] = []
    for (const one of unwritten) written.push(await writeProof(tx, one))
    return written
  })
}

async function writeProof(tx: Queryable, { proof, standing }: Unwritten): Promise<Written> {
  await claimReference(tx, proof)
  const { rows } = await tx.query<{ written_at: string }>({
    name: 'write_refund_payment',
    text: `
      insert into refund_payments as known
             (order_id, refund_id, method, reference, currency, rate, paid_by, credit_until,
              created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, clock_now())
      on conflict (order_id, refund_id) do update
         set method = excluded.method, reference = excluded.reference,
             currency = excluded.currency, rate = excluded.rate, paid_by = excluded.paid_by,
             credit_until = excluded.credit_until, created_at = excluded.created_at
       where known.created_at = $9::timestamptz
      returning created_at::text as written_at`,
    values: [...valuesOf(proof), standing?.writtenAt ?? null],
  })
  const [row] = rows
  if (row === undefined) throw atWork()
  if (standing !== null) await forgetReferences(tx, proof.orderId)
  return { refundId: proof.refundId, writtenAt: row.written_at }
}

/** Whoever else claims it at this moment waits here until this one has it, or has not. */
async function claimReference(
  tx: Queryable,
  { method, reference, orderId }: RefundProof,
): Promise<void> {
  if (reference === null) return
  const { rowCount } = await tx.query({
    name: 'claim_refund_reference',
    text: `
      insert into refund_references as known (method, reference, order_id)
      select $1, $2, $3::uuid
       where not exists (
             select from refund_payments
              where method = $1 and reference = $2 and order_id <> $3::uuid)
      on conflict (method, reference) do update
         set order_id = excluded.order_id
       where known.order_id = excluded.order_id`,
    values: [method, reference, orderId],
  })
  if (rowCount === 0)
    throw new Rejection(
      'reference_used',
      'A refund of another order was already paid with this reference.',
    )
}

/** Rows that have come to no fact; what somebody has written over one of them since then stays. */
export async function forgetProofs(
  tx: Queryable,
  orderId: OrderId,
  written: readonly Written[],
): Promise<void> {
  await tx.query({
    name: 'forget_refused_refund_payments',
    text: `
      delete from refund_payments as known
       using unnest($2::text[], $3::timestamptz[]) as refused (refund_id, written_at)
       where known.order_id = $1 and known.refund_id = refused.refund_id
         and known.created_at = refused.written_at`,
    values: [
      orderId,
      written.map(({ refundId }) => refundId),
      written.map(({ writtenAt }) => writtenAt),
    ],
  })
  await forgetReferences(tx, orderId)
}

/** Those that no refund of the order names any more. */
export async function forgetReferences(tx: Queryable, orderId: OrderId): Promise<void> {
  await tx.query({
    name: 'forget_refund_references',
    text: `
      delete from refund_references as known
       where known.order_id = $1
         and not exists (
             select from refund_payments as paid
              where paid.order_id = known.order_id and paid.method = known.method
                and paid.reference = known.reference)`,
    values: [orderId],
  })
}
