// Store credit that was given back instead of money and still counts: until its last day in Beirut,
// that day included. The shop keeps no wallet: nothing is paid with it here, so all of it is left.
import * as z from 'zod/mini'

import type { Queryable } from '../io/database.ts'

const creditRow = z.object({
  order_id: z.string(),
  refund_id: z.string(),
  reference: z.nullable(z.string()),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  amount_cents: z.int(),
  paid_at: z.date(),
  credit_until: z.string(),
})
export type OpenCredit = z.infer<typeof creditRow>

/** A condition, for a row of `refund_duties`: it was paid with credit, and that still counts. */
export const isOpenCredit = `
  method = 'credit' and paid_at is not null and (order_id, refund_id) in (
    select given.order_id, given.refund_id
      from refund_payments as given
     where given.method = 'credit'
       and given.credit_until >= ((select clock_now()) at time zone 'Asia/Beirut')::date)`

const credits = `
  select duty.order_id, duty.refund_id, orders.reference, contact.name, contact.phone,
         duty.amount_cents, duty.paid_at, proof.credit_until::text as credit_until
    from (select * from refund_duties where ${isOpenCredit}) as duty
    join refund_payments as proof using (order_id, refund_id)
    left join order_status as orders using (order_id)
    left join order_contacts as contact using (order_id)`

/** Of the orders that stand by this phone; what ends first stands first. */
export async function creditsOf(database: Queryable, phone: string): Promise<OpenCredit[]> {
  const { rows } = await database.query({
    name: 'open_credits_of_phone',
    text: `
      ${credits}
       where duty.order_id in (select order_id from order_contacts where phone = $1)
       order by proof.credit_until, duty.paid_at, duty.order_id, duty.refund_id`,
    values: [phone],
  })
  return rows.map((row) => creditRow.parse(row))
}

const CREDITS_PAGE = 1_000

/** The next page, what ends first stands first; null: from the beginning. */
export async function creditsAfter(
  database: Queryable,
  last: OpenCredit | null,
): Promise<OpenCredit[]> {
  const { rows } = await database.query({
    name: 'open_credits_after',
    text: `
      ${credits}
       where $1::date is null
          or (proof.credit_until, duty.order_id, duty.refund_id) > ($1, $2::uuid, $3::text)
       order by proof.credit_until, duty.order_id, duty.refund_id
       limit ${CREDITS_PAGE}`,
    values: [last?.credit_until ?? null, last?.order_id ?? null, last?.refund_id ?? null],
  })
  return rows.map((row) => creditRow.parse(row))
}
