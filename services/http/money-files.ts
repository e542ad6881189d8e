// The files of the money desk: orders, duties to give money back, and sales ready for the VAT
// return. Days and times are Beirut's; dollars have two decimals and their sign, pounds none.
import { percentOf, poundsOf, vatIn } from '../commands/money-rates.ts'
import { ordersAfter, salesAfter } from '../commands/order-exports.ts'
import type { ExportedOrder, ExportedSale } from '../commands/order-exports.ts'
import { moneyOf } from '../commands/price-purchase.ts'
import type { Days } from '../commands/refund-duties.ts'
import { refundsAfter } from '../commands/refund-export.ts'
import type { ExportedDuty } from '../commands/refund-export.ts'
import type { Queryable } from '../io/database.ts'
import { csvFileName, pagesOf } from './csv.ts'
import type { CsvFile, Row } from './csv.ts'

type Asked = { database: Queryable; days: Days; at: Date }

export const ordersFile = ({ database, days, at }: Asked): CsvFile => ({
  fileName: csvFileName(['orders'], at),
  header: [
    'Order ID',
    'Reference',
    'Status',
    'Type',
    'Placed',
    'Paid',
    'Customer',
    'Phone',
    'Payment',
    'Shipping',
    'Items',
    'Subtotal USD',
    'Shipping USD',
    'Total USD',
    'Refund due USD',
    'Refunded USD',
  ],
  pages: rowsOf(
    pagesOf<ExportedOrder>((last) => ordersAfter(database, days, last)),
    (order) => [
      order.order_id,
      order.reference,
      order.status,
      order.order_type,
      beirutTime(order.placed_at),
      order.paid_at === null ? null : beirutTime(order.paid_at),
      order.name,
      order.phone,
      order.method,
      order.shipping_method,
      order.items,
      moneyOf(order.subtotal),
      moneyOf(order.shipping),
      moneyOf(order.total),
      moneyOf(order.refund_due),
      moneyOf(order.refund_paid),
    ],
  ),
})

export const refundsFile = ({ database, days, at }: Asked): CsvFile => ({
  fileName: csvFileName(['refund_duties'], at),
  header: [
    'Order ID',
    'Reference',
    'Customer',
    'Phone',
    'Amount USD',
    'Cause',
    'Due since',
    'Paid',
    'Method',
    'Proof',
    'Credit until',
    'State',
    'Withdrawn',
    'Withdrawal reason',
    'Currency',
    'Amount in currency',
    'LBP per USD',
  ],
  pages: rowsOf(
    pagesOf<ExportedDuty>((last) => refundsAfter(database, days, last)),
    (duty) => [
      duty.order_id,
      duty.reference,
      duty.name,
      duty.phone,
      moneyOf(duty.amount_cents),
      duty.cause,
      beirutTime(duty.due_at),
      duty.paid_at === null ? null : beirutTime(duty.paid_at),
      duty.method,
      duty.proof,
      duty.credit_until,
      stateOf(duty),
      duty.withdrawn_at === null ? null : beirutTime(duty.withdrawn_at),
      duty.reason,
      duty.currency,
      duty.currency === 'USD' ? moneyOf(duty.amount_cents) : duty.lbp,
      duty.rate,
    ],
  ),
})

function stateOf({ paid_at, withdrawn_at }: ExportedDuty): 'due' | 'paid' | 'withdrawn' {
  if (withdrawn_at !== null) return 'withdrawn'
  return paid_at === null ? 'due' : 'paid'
}

export const salesFile = ({ database, days, at }: Asked): CsvFile => ({
  fileName: csvFileName(['vat_sales'], at),
  header: [
    'Date',
    'Kind',
    'Invoice',
    'Credit note',
    'Reference',
    'Payment',
    'Gross USD',
    'of which shipping USD',
    'VAT %',
    'VAT USD',
    'Net USD',
    'LBP per USD',
    'Gross LBP',
    'VAT LBP',
  ],
  pages: rowsOf(
    pagesOf<ExportedSale>((last) => salesAfter(database, days, last)),
    (sale) => {
      const vat = Math.sign(sale.gross) * vatIn(Math.abs(sale.gross), sale.basis_points)
      return [
        beirutTime(sale.at).slice(0, 10),
        sale.kind,
        sale.invoice,
        sale.note, // alone: `12-1` would be taken for a day in January
        sale.reference,
        sale.method,
        { cents: sale.gross },
        { cents: sale.shipping },
        percentOf(sale.basis_points),
        { cents: vat },
        { cents: sale.gross - vat },
        sale.rate,
        pounds(sale.gross, sale.rate),
        pounds(vat, sale.rate),
      ]
    },
  ),
})

/** Whole, rounded as on the invoice: half away from zero, so that what goes back is the same. */
const pounds = (cents: number, rate: number | null): number | null =>
  rate === null ? null : Math.sign(cents) * poundsOf(Math.abs(cents), rate)

const beirut = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Beirut',
  dateStyle: 'short',
  timeStyle: 'short',
})
const beirutTime = (at: Date): string => beirut.format(at)

async function* rowsOf<Found>(
  pages: AsyncIterable<readonly Found[]>,
  cells: (found: Found) => Row,
): AsyncGenerator<readonly Row[]> {
  for await (const page of pages) yield page.map(cells)
}
