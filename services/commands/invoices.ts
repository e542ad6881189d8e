// VAT invoices. Numbers run without holes in the order of issue: taken in the transaction that
// writes the invoice, under a lock of the table. The rates of the day of payment are kept with it,
// and who it names: opened again it is the same sheet, whatever has been corrected since (ADR 43).
import * as z from 'zod/mini'

import { fold } from '#events/kernel/decider.ts'
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { orderDecider } from '#events/order/decide.ts'
import type { OrderEvent } from '#events/order/events.ts'
import { saleLeftCents } from '#events/order/evolve.ts'
import type { PlacedOrder } from '#events/order/evolve.ts'
import { publicStatus } from '#events/order/public-status.ts'

import type { Queryable } from '../io/database.ts'
import { givenBackIn, saleIn } from './invoice-facts.ts'
import type { GivenBack, InvoicedSale } from './invoice-facts.ts'
import { keepParties, readParties } from './invoice-parties.ts'
import type { InvoiceParties, Seller } from './invoice-parties.ts'
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

export type Issued = {
  order: PlacedOrder
  sale: InvoicedSale
  back: GivenBack
  row: InvoiceRow
  parties: InvoiceParties
}

type Issuing = {
  orderId: OrderId
  personId: string
  seller: Seller
  /** Writes what stands in the trail of a new one with its row, or not at all. */
  noteIn?: (tx: Queryable, issued: Issued) => Promise<void>
}

export async function issueInvoice(
  desk: OrderDesk,
  { orderId, personId, seller, noteIn }: Issuing,
): Promise<Issued> {
  const { order, facts } = await factsOf(desk, orderId)
  const sale = saleIn(facts)
  if (sale === null) throw new Rejection('order_not_paid', 'This order is not paid yet')
  const known = await knownInvoice(desk.database, orderId)
  if (known === null && !isSomethingLeft(order))
    throw new Rejection('order_cancelled', 'This order is cancelled')
  const contact = await desk.rows.contact.add(orderId)
  const named = { orderId, contact, seller }
  if (known !== null) {
    const parties = await keepParties(desk.database, named) // those of before 0038 have none
    return { order, sale, back: givenBackIn(facts, known.issued_at), row: known, parties }
  }
  return desk.database.transaction(async (tx) => {
    const { row, isNew } = await newInvoice(tx, { orderId, personId, paidAt: sale.paidAt })
    const parties = await keepParties(tx, named)
    const issued = { order, sale, back: givenBackIn(facts, row.issued_at), row, parties }
    if (isNew) await noteIn?.(tx, issued)
    return issued
  })
}

/** Null: none was issued. Nothing is written, whoever looks. */
export async function readInvoice(
  desk: OrderDesk,
  { orderId, seller }: Pick<Issuing, 'orderId' | 'seller'>,
): Promise<Issued | null> {
  const row = await knownInvoice(desk.database, orderId)
  if (row === null) return null
  const { order, facts } = await factsOf(desk, orderId)
  const sale = saleIn(facts)
  if (sale === null) return null
  const contact = await desk.rows.contact.add(orderId)
  const parties = await readParties(desk.database, { orderId, contact, seller })
  return { order, sale, back: givenBackIn(facts, row.issued_at), row, parties }
}

async function factsOf(desk: OrderDesk, orderId: OrderId) {
  const facts = await desk.store.readStream<OrderEvent>(`order/${orderId}`)
  return {
    facts,
    order: requirePlaced(
      fold(
        orderDecider,
        facts.map(({ event }) => event),
      ),
    ),
  }
}

/** Of the sale: where all of it goes back there is nothing to tax. */
export function isSomethingLeft(order: PlacedOrder): boolean {
  if (publicStatus(order).status === 'cancelled') return false
  return order.totalCents === 0 || saleLeftCents(order) > 0
}

export const isInvoiced = async (database: Queryable, orderId: OrderId): Promise<boolean> =>
  (await knownInvoice(database, orderId)) !== null

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
  tx: Queryable,
  { orderId, personId, paidAt }: { orderId: OrderId; personId: string; paidAt: string },
): Promise<{ row: InvoiceRow; isNew: boolean }> {
  await tx.query('select pg_advisory_xact_lock($1)', [INVOICE_LOCK])
  const known = await knownInvoice(tx, orderId)
  if (known !== null) return { row: known, isNew: false }
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
  return { row: invoiceRow.parse(rows[0]), isNew: true }
}
