// How the shop does, in a range of Beirut days. The first three parts are what the tab shows; the
// rest is for its charts.
import * as z from 'zod/mini'

import { paymentMethods } from '#events/order/words.ts'

import { count, id, instantOut, money } from './shared.ts'

const DAY = /^\d{4}-\d\d-\d\d$/
/* @__NO_SIDE_EFFECTS__ */
export const dayIn = () =>
  z.string().check(
    z.regex(DAY, 'must be a day like 2026-11-21'),
    z.refine((day) => {
      const midnight = new Date(`${day}T00:00:00.000Z`)
      return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
    }, 'is not a day of the calendar'),
  )
/* @__NO_SIDE_EFFECTS__ */
const day = () => z.string().check(z.regex(DAY))

export const timeRanges = ['today', '7days', '30days', 'all', 'custom'] as const
export type TimeRange = (typeof timeRanges)[number]

export const analyticsQuery = z.strictObject({
  timeRange: z._default(z.enum(timeRanges), '30days'),
  /** Both days are included; only with `custom`, and then both. */
  startDate: z.optional(dayIn()),
  endDate: z.optional(dayIn()),
})

/** Percent against the range of equal length before; null where there is nothing to compare. */
const change = () => z.nullable(z.number())

const method = () => z.nullable(z.enum(paymentMethods))

const overview = z.strictObject({
  totalRevenue: money(),
  revenueChange: change(),
  totalOrders: count(),
  ordersChange: change(),
  averageOrderValue: money(),
  aovChange: change(),
  totalCustomers: count(),
  newCustomers: count(),
  returningCustomers: count(),
})

export const moment = z.strictObject({
  /** A day, or the instant in which an hour begins. */
  start: z.union([day(), instantOut()]),
  orders: count(),
  revenue: money(),
  onlineRevenue: money(),
  offlineRevenue: money(),
})
export type Moment = z.infer<typeof moment>

export const analytics = z.strictObject({
  overview,
  topProducts: z
    .array(z.strictObject({ id: id(), name: z.string(), revenue: money(), quantity: count() }))
    .check(z.maxLength(3)),
  paymentMethods: z.array(z.strictObject({ method: method(), revenue: money(), orders: count() })),
  /** What the figures cover; a range without an end is shown from the first sale until today. */
  period: z.strictObject({
    startDate: day(),
    endDate: day(),
    unit: z.enum(['hour', 'day', 'week', 'month']),
  }),
  series: z.array(moment),
  raffles: z.array(z.strictObject({ id: id(), name: z.string(), tickets: z.int() })),
})
export type Analytics = z.infer<typeof analytics>
