// Duties to give money back, listed: those that are due, those that are paid, or both.
import * as z from 'zod/mini'

import { paymentMethods, refundCauses } from '#events/order/words.ts'

import type { RefundDuty } from '../contract/money-desk.ts'
import type { Queryable } from '../io/database.ts'
import { isOpenCredit } from './open-credits.ts'
import { moneyOf } from './price-purchase.ts'

/** As the list shows it; a file says more of each (`refund-export.ts`). */
export const dutyRow = z.object({
  order_id: z.string(),
  refund_id: z.string(),
  reference: z.nullable(z.string()),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  amount_cents: z.int(),
  cause: z.enum(refundCauses),
  due_at: z.date(),
  paid_at: z.nullable(z.date()),
  method: z.nullable(z.enum([...paymentMethods, 'credit'])),
  proof: z.nullable(z.string()),
  credit_until: z.nullable(z.string()),
})

const columns = `
  duty.order_id, duty.refund_id, orders.reference, contact.name, contact.phone,
  duty.amount_cents, duty.cause, duty.due_at, duty.paid_at, duty.method, proof.reference as proof,
  case when duty.method = 'credit' then proof.credit_until::text end as credit_until`
// A proof is written before its fact: beside a duty that is due it proves nothing yet.
const tables = `
  left join order_status as orders using (order_id)
  left join order_contacts as contact using (order_id)
  left join refund_payments as proof
    on proof.order_id = duty.order_id and proof.refund_id = duty.refund_id
   and duty.paid_at is not null`

/** `credit`: paid with store credit that still counts. */
type State = 'due' | 'paid' | 'credit' | undefined

const conditions: Record<NonNullable<State> | 'all', string> = {
  // A line that cost nothing, or of whose money nothing was left, is owed nothing.
  due: 'paid_at is null and due_at is not null and amount_cents > 0',
  paid: 'paid_at is not null and due_at is not null',
  credit: isOpenCredit,
  all: 'due_at is not null',
}

export async function listRefunds(
  database: Queryable,
  { state, limit, offset }: { state: State; limit: number; offset: number },
): Promise<{ data: RefundDuty[]; total: number }> {
  const name = state ?? 'all'
  const order = state === 'due' ? 'due_at, order_id, refund_id' : 'due_at desc, order_id, refund_id'
  const [page, counted] = await Promise.all([
    database.query({
      name: `refund duties ${name}`,
      text: `
        select ${columns}
          from (select * from refund_duties where ${conditions[name]}
                 order by ${order} limit $1 offset $2) as duty ${tables}
         order by ${order.replaceAll(/(\w+_at|\w+_id)/g, 'duty.$1')}`,
      values: [limit, offset],
    }),
    database.query<{ count: number }>({
      name: `refund duties count ${name}`,
      text: `select count(*) as count from refund_duties where ${conditions[name]}`,
    }),
  ])
  return {
    data: page.rows.map((row) => dutyOnWire(dutyRow.parse(row))),
    total: counted.rows[0]?.count ?? 0,
  }
}

/** Of Beirut, `yyyy-MM-dd`, both included; null: no bound. */
export type Days = { startDate: string | null; endDate: string | null }

function dutyOnWire(row: z.infer<typeof dutyRow>): RefundDuty {
  return {
    orderId: row.order_id,
    refundId: row.refund_id,
    reference: row.reference,
    customer: row.name,
    phone: row.phone,
    amount: moneyOf(row.amount_cents),
    cause: row.cause,
    dueAt: row.due_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    method: row.method,
    proof: row.proof,
    creditUntil: row.credit_until,
  }
}
