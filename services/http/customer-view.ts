// A customer as staff see one.
import { beirutDayOf } from '#events/kernel/beirut-day.ts'
import { decimalOf } from '#events/kernel/money.ts'
import { paidBy } from '#events/order/evolve.ts'
import type { CustomerRow as CustomerFound } from '#projections/customers/queries.ts'
import type { OrderStatusRow } from '#projections/order-status/queries.ts'
import type { RaffleEntryRow } from '#projections/raffle-entries/queries.ts'

import type { Bars } from '../commands/account-limits.ts'
import type { OpenCredit } from '../commands/open-credits.ts'
import type { CustomerDetail, CustomerRow, Exclusion } from '../contract/admin-customers.ts'
import type { Row } from './csv.ts'

export const customerWire = (row: CustomerFound): CustomerRow => ({
  id: row.customerId,
  fullName: row.fullName,
  phone: row.phone,
  email: row.email,
  isPhoneVerified: row.verifiedAt !== null && row.erasedAt === null,
  joinedDate: row.registeredAt.toISOString(),
  totalOrders: row.totalOrders,
  totalSpent: decimalOf(row.totalSpentCents),
  lastOrderDate: row.lastOrderAt?.toISOString() ?? null,
})

/** Null: there is no number any more. */
export const exclusionWire = (bars: Bars | null): Exclusion =>
  bars && {
    byStaffSince: bars.excludedSince?.toISOString() ?? null,
    pausedUntil: bars.pausedUntil?.toISOString() ?? null,
  }

type Known = {
  version: number
  signedIn: number
  orders: readonly OrderStatusRow[]
  orderCount: number
  entries: readonly RaffleEntryRow[]
  entryCount: number
  credits: readonly OpenCredit[]
  /** Null: there is no number any more. */
  bars: Bars | null
}

export const customerDetailWire = (
  row: CustomerFound,
  { version, signedIn, orders, orderCount, entries, entryCount, credits, bars }: Known,
): CustomerDetail => ({
  ...customerWire(row),
  version,
  isAdmin: row.isAdmin ? 1 : 0,
  completedOrders: row.completedOrders,
  completedSpent: decimalOf(row.completedSpentCents),
  totalTickets: row.totalTickets,
  signedIn,
  exclusion: exclusionWire(bars),
  credits: credits.map((credit) => ({
    orderId: credit.order_id,
    reference: credit.reference,
    amount: decimalOf(credit.amount_cents),
    until: credit.credit_until,
  })),
  entryCount,
  orderCount,
  // The board may be a moment behind the grant: then the raffle's end is not known yet.
  raffleEntries: entries
    .filter(({ raffleClosesAt }) => raffleClosesAt !== '')
    .map((entry) => ({
      id: entry.lineId,
      raffleName: entry.raffleName,
      ticketCount: ticketsOf(entry),
      raffleEndDate: new Date(entry.raffleClosesAt).toISOString(),
      raffleStatus: entry.raffleStatus,
    })),
  orders: orders.map((order) => ({
    id: order.orderId,
    createdAt: order.placedAt,
    paymentMethod: paidBy(order),
    shippingMethod: order.shippingMethod,
    status: order.status,
    total: decimalOf(order.totalCents),
    items: order.items.map((item) => ({
      id: item.lineId,
      productName: item.productName,
      quantity: item.quantity,
      subtotal: decimalOf(item.subtotalCents),
    })),
  })),
})

/** Numbers, both ends included, less those that were voided. */
function ticketsOf({ first, last, voided }: RaffleEntryRow): number {
  let tickets = last - first + 1
  for (const [from, to] of voided) tickets -= to - from + 1
  return tickets
}

export const customerHeader = [
  'Name',
  'Phone',
  'Joined Date',
  'Total Orders',
  'Total Spent',
  'Last Order',
] as const

export const customerCells = (row: CustomerFound): Row => [
  row.fullName ?? '',
  row.phone ?? '',
  beirutDayOf(row.registeredAt.toISOString()),
  row.totalOrders,
  decimalOf(row.totalSpentCents),
  row.lastOrderAt === null ? 'Never' : beirutDayOf(row.lastOrderAt.toISOString()),
]
