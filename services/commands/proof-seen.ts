// The proof of a payment by hand is a row beside the facts: it changes and the order's version does
// not. So whoever corrects it names the proof that he read as well, by its tag: `3-<tag>`.
import { createHash } from 'node:crypto'

import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { Queryable } from '../io/database.ts'
import type { Proof } from './manual-payment.ts'
import { namesOf } from './order-acts.ts'

const TAG_HEX = 16

/** Of what is written down: the same for the same values, whenever they were written. */
export function proofTag({ method, reference, collector, currency, rate }: Proof): string {
  const values = JSON.stringify([method, reference, collector, currency, rate])
  return createHash('sha256').update(values).digest('hex').slice(0, TAG_HEX)
}

/**
 * `seen`: the tag that the caller read; null: a version without one, which says nothing of the
 * proof; undefined: the caller does not mind. Throws `edit_conflict` when another one stands there.
 * What stands already may be said again: the answer to it may have been lost.
 */
export async function requireProofSeen(
  database: Queryable,
  { orderId, seen, before, after }: Read,
): Promise<void> {
  if (seen === undefined || seen === proofTag(before)) return
  if (proofTag(before) === proofTag(after)) return
  const changedBy = (await lastProver(database, orderId)) ?? 'the shop'
  throw new Rejection(
    'edit_conflict',
    `This was changed by ${changedBy} meanwhile. Please look at it again.`,
    { changedBy },
  )
}

type Read = { orderId: OrderId; seen: string | null | undefined; before: Proof; after: Proof }

async function lastProver(database: Queryable, orderId: OrderId): Promise<string | undefined> {
  const { rows } = await database.query<{ actor: string }>({
    name: 'last_prover',
    text: `select 'staff:' || actor_id as actor
             from audit_details
            where subject = $1 and act in ('prove_payment', 'correct_method')
            order by created_at desc limit 1`,
    values: [`order/${orderId}`],
  })
  const actor = rows[0]?.actor
  return actor && (await namesOf(database, [actor])).get(actor)
}
