// A VAT invoice on the wire: the order as it was sold, the tax its prices include, and what both
// are in pounds at the dated rate it was issued with.
import type { OrderId } from '#events/kernel/ids.ts'

import type { InvoiceRow, Issued } from '../commands/invoices.ts'
import { percentOf, poundsOf, vatIn } from '../commands/money-rates.ts'
import { moneyOf } from '../commands/price-purchase.ts'
import type { Invoice } from '../contract/money-desk.ts'
import { goodsOf, orderItem } from './order-view.ts'

export function invoiceOnWire(orderId: OrderId, issued: Issued): Invoice {
  const { order, sale, row, parties } = issued
  return {
    number: row.number,
    orderId,
    reference: order.reference,
    issuedAt: row.issued_at.toISOString(),
    paidAt: sale.paidAt,
    withdrawn: sale.withdrawnAt === null ? null : { at: sale.withdrawnAt, reason: 'never_paid' },
    refunded: refundedOnWire(issued),
    creditNotes: creditNotesOnWire(issued),
    seller: parties.seller,
    customer: parties.buyer_name,
    phone: parties.buyer_phone,
    address: parties.buyer_address,
    items: order.lines.map(orderItem),
    subtotal: moneyOf(order.subtotalCents),
    shipping: moneyOf(order.shippingCents),
    total: moneyOf(order.totalCents),
    vatPercent: percentOf(row.vat_basis_points),
    vatNumber: row.vat_number,
    ...taxOf(order.totalCents, row),
  }
}

/** The tax in an amount, and both in pounds, at the rates the invoice was issued with. */
function taxOf(cents: number, row: InvoiceRow): Pick<Invoice, 'vat' | 'net' | 'lbp'> {
  const vatCents = vatIn(cents, row.vat_basis_points)
  const { lbp_per_usd: rate, rate_day: day } = row
  const pounds = (of: number, perUsd: number) => String(poundsOf(of, perUsd))
  return {
    vat: moneyOf(vatCents),
    net: moneyOf(cents - vatCents),
    lbp:
      rate === null || day === null
        ? null
        : { rate: String(rate), day, total: pounds(cents, rate), vat: pounds(vatCents, rate) },
  }
}

function refundedOnWire({ order, row, back }: Issued): Invoice['refunded'] {
  if (back.beforeCents === 0) return null
  const leftCents = order.totalCents - back.beforeCents
  const { vat } = taxOf(back.beforeCents, row)
  const leftLbp = taxOf(leftCents, row).lbp?.total ?? null
  const withdrawn = back.beforeWithdrawn.map(({ withdrawnAt, amountCents }) => ({
    at: withdrawnAt,
    amount: moneyOf(amountCents),
  }))
  return { amount: moneyOf(back.beforeCents), vat, left: moneyOf(leftCents), leftLbp, withdrawn }
}

const creditNotesOnWire = ({ order, row, back }: Issued): Invoice['creditNotes'] =>
  back.creditNotes.map(({ suffix, paidAt, amountCents, lineId, withdrawnAt }) => ({
    number: `${row.number}-${suffix}`,
    paidAt,
    withdrawnAt,
    goods: goodsOf(order, lineId),
    amount: moneyOf(amountCents),
    ...taxOf(amountCents, row),
  }))
