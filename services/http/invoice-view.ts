// A VAT invoice on the wire: the order as it was sold, the tax its prices include, and what both
// are in pounds at the dated rate it was issued with.
import type { OrderId } from '#events/kernel/ids.ts'

import type { Issued } from '../commands/invoices.ts'
import { percentOf, vatIn } from '../commands/money-rates.ts'
import { moneyOf } from '../commands/price-purchase.ts'
import type { Invoice } from '../contract/money-desk.ts'
import { orderItem } from './order-view.ts'

export function invoiceOnWire(orderId: OrderId, { order, paidAt, row, parties }: Issued): Invoice {
  const vatCents = vatIn(order.totalCents, row.vat_basis_points)
  const pounds = (cents: number, rate: number) => String(Math.round((cents * rate) / 100))
  return {
    number: row.number,
    orderId,
    reference: order.reference,
    issuedAt: row.issued_at.toISOString(),
    paidAt,
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
    vat: moneyOf(vatCents),
    net: moneyOf(order.totalCents - vatCents),
    lbp:
      row.lbp_per_usd === null || row.rate_day === null
        ? null
        : {
            rate: String(row.lbp_per_usd),
            day: row.rate_day,
            total: pounds(order.totalCents, row.lbp_per_usd),
            vat: pounds(vatCents, row.lbp_per_usd),
          },
  }
}
