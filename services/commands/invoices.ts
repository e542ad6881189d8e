// VAT invoices. Numbers run without holes in the order of issue: taken in the transaction that
// writes the invoice, under a lock of the table. The rates of the day of payment are kept with it.
import * as z from 'zod/mini'

import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { PlacedOrder } from '#events/order/decide.ts'

import type { Database, Queryable } from '../io/database.ts'
import { VAT_BASIS_POINTS_DEFAULT } from './money-rates.ts'
import type { OrderDesk } from './order-desk.ts'
import { requirePlaced } from './orders.ts'

const invoiceRow = z.object({
  number: z.int(),
  issued_at: z.date(),
  vat_basis_points: z.int(),
  vat_number: z.nullable(z.string()),
  lbp_per_usd: z.nullable(z.int()),
  rate_day: z.nullable(z.string()),
})
export type InvoiceRow = z.infer<typeof invoiceRow>

export type Issued = { order: PlacedOrder; paidAt: string; row: InvoiceRow; isNew: boolean }

export async function issueInvoice(
  desk: OrderDesk,
  { orderId, personId }: { orderId: OrderId; personId: string },
): Promise<Issued> {
  const order = requirePlaced((await desk.orders.load(orderId, { fresh: true })).order)
  const sale = order.payments.find(({ isSale }) => isSale)
  if (sale === undefined) throw new Rejection('order_not_paid', 'This order is not paid yet')
  const { paidAt } = sale
  const known = await knownInvoice(desk.database, orderId)
  const row = known ?? (await newInvoice(desk.database, { orderId, personId, paidAt }))
  return { order, paidAt, row, isNew: known === null }
}

async function knownInvoice(database: Queryable, orderId: OrderId): Promise<InvoiceRow | null> {
  const { rows } = await database.query({
    name: 'invoice_of_order',
    text: `select number, issued_at, vat_basis_points, vat_number, lbp_per_usd,
                  rate_day::text as rate_day
             from invoices where order_id = $1`,
    values: [orderId],
  })
  return rows[0] === undefined ? null : invoiceRow.parse(rows[0])
}

/** Any number that no other lock of this database has. */
const INVOICE_LOCK = 7_173_413

async function newInvoice(
  database: Database,
  { orderId, personId, paidAt }: { orderId: OrderId; personId: string; paidAt: string },
): Promise<InvoiceRow> {
  return database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [INVOICE_LOCK])
    const known = await knownInvoice(tx, orderId)
    if (known !== null) return known
    const { rows } = await tx.query({
      name: 'invoice_insert',
      text: `
        with paid as (select ($3::timestamptz at time zone 'Asia/Beirut')::date as day),
             tax as (select * from tax_rates, paid where from_day <= paid.day
                      order by from_day desc limit 1),
             rate as (select * from exchange_rates, paid where from_day <= paid.day
                       order by from_day desc limit 1)
        insert into invoices
          (number, order_id, issued_at, issued_by, vat_basis_points, vat_number, lbp_per_usd,
           rate_day)
        select coalesce((select max(number) from invoices), 0) + 1, $1, clock_now(), $2,
               coalesce((select vat_basis_points from tax), $4), (select vat_number from tax),
               (select lbp_per_usd from rate), (select from_day from rate)
        returning number, issued_at, vat_basis_points, vat_number, lbp_per_usd,
                  rate_day::text as rate_day`,
      values: [orderId, personId, paidAt, VAT_BASIS_POINTS_DEFAULT],
    })
    return invoiceRow.parse(rows[0])
  })
}
