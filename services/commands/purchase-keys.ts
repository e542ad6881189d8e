// The rarer questions to the memory of idempotency keys; the usual ones go in groups
// (`purchase-rows.ts`).
import { orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'

import type { Queryable } from '../io/database.ts'
import type { Opened } from './purchase-rows.ts'

/**
 * What an earlier purchase with the same key was answered, for a request that would be refused now.
 * Null: the key is new, or free again.
 */
export async function recallPurchase(
  database: Queryable,
  { buyer, key, requestHash }: { buyer: { sessionId: string }; key: string; requestHash: string },
): Promise<Opened | null> {
  const { rows } = await database.query<{
    request_hash: string
    order_id: string
    state: string
    answer: string | null
    is_over: boolean
  }>({
    name: 'recall_purchase',
    text: `
      select request_hash, order_id, state, answer,
             key like 'body:%'
             and (
               state = 'settled'
               or hold_until <= (select clock_now())
               or exists (
                 select
                   from payment_attempts as paid
                  where paid.order_id = purchases.order_id
                    and paid.state = 'settled'
               )
             ) as is_over
        from purchases
       where session_id = $1
         and key = $2`,
    values: [buyer.sessionId, key],
  })
  const [known] = rows
  if (known === undefined || known.is_over) return null
  if (known.request_hash !== requestHash)
    return { outcome: 'reused', orderId: null, ref: null, answer: null }
  if (known.state === 'running') return null
  const { answer } = known
  return { outcome: 'answered', orderId: orderIdSchema.parse(known.order_id), ref: null, answer }
}

/** Nobody works on it any more: the same key may take it up at once. */
export async function letGo(database: Queryable, orderId: OrderId): Promise<void> {
  await database.query({
    name: 'let_go_of_purchase',
    text: `
      update purchases
         set claimed_until = clock_now()
       where order_id = $1
         and state = 'running'`,
    values: [orderId],
  })
}

/** The order has come to its end: the same body without a key is a new order. */
export async function freeKey(database: Queryable, orderId: OrderId): Promise<void> {
  await database.query({
    name: 'free_purchase_key',
    text: `update purchases set state = 'settled' where order_id = $1 and state = 'answered'`,
    values: [orderId],
  })
}
