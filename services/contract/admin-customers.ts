// Customers as staff see them: how much they bought, and what they hold.
import * as z from 'zod/mini'

import { paymentMethods } from '#events/order/words.ts'

import { orderStatuses } from './orders.ts'
import { emailIn } from './purchases.ts'
import { count, flag, id, instantOut, money, pageQuery, paged, words } from './shared.ts'

/** Part of a name, phone or e-mail. */
const search = z.optional(words(100))

export const customersQuery = z.strictObject({ ...pageQuery, search })
export const customersExportQuery = z.strictObject({ search })

/** Null for who was erased. */
const name = () => z.nullable(z.string())

const totals = {
  /** Orders ever paid, and manual ones that wait for their money. */
  totalOrders: count(),
  /** Paid and completed. */
  totalSpent: money(),
  lastOrderDate: z.nullable(instantOut()),
}

export const customerRow = z.strictObject({
  id: id(),
  fullName: name(),
  phone: name(),
  email: name(),
  isPhoneVerified: z.boolean(),
  joinedDate: instantOut(),
  ...totals,
})
export type CustomerRow = z.infer<typeof customerRow>

export const customerPage = paged(customerRow)

const entry = z.strictObject({
  id: id(),
  raffleName: z.string(),
  /** Issued and not voided. */
  ticketCount: count(),
  raffleEndDate: instantOut(),
  raffleStatus: z.enum(['active', 'completed', 'cancelled']),
})

const bought = z.strictObject({
  id: id(),
  createdAt: instantOut(),
  paymentMethod: z.enum(paymentMethods),
  shippingMethod: z.enum(['pickup', 'delivery']),
  status: z.enum(orderStatuses),
  total: money(),
  items: z.array(
    z.strictObject({ id: id(), productName: z.string(), quantity: count(), subtotal: money() }),
  ),
})

/** What keeps a number from buying; null where there is none any more. */
export const exclusion = z.nullable(
  z.strictObject({
    /** On the exclude list of staff. */
    byStaffSince: z.nullable(instantOut()),
    /** Set by the customer; staff cannot lift it. */
    pausedUntil: z.nullable(instantOut()),
  }),
)
export type Exclusion = z.infer<typeof exclusion>

/** So many of one customer are told, the newest. */
export const CUSTOMER_ORDERS_MAX = 200
export const CUSTOMER_ENTRIES_MAX = 500

/** The newest orders and entries; the totals are of all. */
export const customerDetail = z.strictObject({
  ...customerRow.shape,
  /** Goes back in `If-Match` with a correction. */
  version: count(),
  isAdmin: flag(),
  completedOrders: count(),
  completedSpent: money(),
  totalTickets: count(),
  /** Browsers in which the customer is signed in. */
  signedIn: count(),
  raffleEntries: z.array(entry),
  /** Of entries and of orders, all there are. */
  entryCount: count(),
  orders: z.array(bought),
  orderCount: count(),
  /** Store credit of the orders with this number that still counts, what ends first before. */
  credits: z.array(
    z.strictObject({
      orderId: id(),
      reference: z.nullable(z.string()),
      amount: money(),
      /** The last day in Beirut on which it counts. */
      until: z.string(),
    }),
  ),
  exclusion,
})
export type CustomerDetail = z.infer<typeof customerDetail>

/** Why a number is put on the exclude list, and why it is taken off. */
export const exclusionReasons = [
  'asked',
  'relative',
  'minor',
  'abuse',
  'authority',
  'other',
] as const
export const readmissionReasons = ['asked', 'mistake', 'reviewed', 'authority', 'other'] as const

const note = z.optional(z.nullable(words(500)))

/** Of an exclusion in the list: it is over. */
export const liftExclusionRequest = z.strictObject({
  isExcluded: z.literal(false),
  reason: z.enum(readmissionReasons),
  note,
})
export type LiftExclusionRequest = z.infer<typeof liftExclusionRequest>

export const excludeCustomerRequest = z.union([
  z.strictObject({ isExcluded: z.literal(true), reason: z.enum(exclusionReasons), note }),
  liftExclusionRequest,
])
export type ExcludeCustomerRequest = z.infer<typeof excludeCustomerRequest>

/**
 * Whose the number is. `changed`: where it was excluded stands another one since; `erased`: nobody
 * can say any more; `unknown`: it was never written down. Only a known one has name and number.
 */
export const exclusionHolders = ['known', 'changed', 'erased', 'unknown'] as const

export const exclusionRow = z.strictObject({
  id: id(),
  holder: z.enum(exclusionHolders),
  fullName: name(),
  phone: name(),
  /** Where it was excluded: at one of the two, or neither is known. */
  customerId: z.nullable(id()),
  orderId: z.nullable(id()),
  /** Of the order. */
  reference: z.nullable(z.string()),
  since: instantOut(),
  /** Who of staff. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.enum(exclusionReasons)),
})
export type ExclusionRow = z.infer<typeof exclusionRow>

export const exclusionPage = paged(exclusionRow)

export const exclusionLifted = z.strictObject({ id: id(), isExcluded: z.literal(false) })

/** Name and e-mail as they are right; null: none is known. */
export const correctCustomerRequest = z.strictObject({
  fullName: words(200, 1),
  email: z.nullable(emailIn()),
  note,
})
