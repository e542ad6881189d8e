// What turns carts into paid orders, who comes back, and where each raffle is heading.
import * as z from 'zod/mini'

import { paymentMethods } from '#events/order/words.ts'

import { analyticsQuery, moment } from './admin-analytics.ts'
import { count, id, instantOut, money } from './shared.ts'

export const insightQuery = analyticsQuery
const day = () => z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
/** A part of one, 0.25 for a quarter; null where there is no whole. */
const share = () => z.nullable(z.number())

const spread = z.strictObject({ likely: count(), least: count(), most: count() })

const raffleForecast = z.strictObject({
  id: id(),
  name: z.string(),
  sold: count(),
  totalTickets: count(),
  endsAt: instantOut(),
  perDay: z.number(),
  /** Tickets given out by the end of sales; eighty of a hundred times within least and most. */
  byEnd: spread,
  /** The day of the last ticket; null: not before sales end. */
  soldOut: z.strictObject({
    likely: z.nullable(day()),
    soonest: z.nullable(day()),
    latest: z.nullable(day()),
  }),
})

const pastTest = z.strictObject({
  id: id(),
  name: z.string(),
  /** As it would have read half way through the raffle's days. */
  foretold: spread,
  actual: count(),
  error: share(),
  isInside: z.boolean(),
})

export const insight = z.strictObject({
  period: z.strictObject({ startDate: day(), endDate: day() }),
  kpis: z.strictObject({
    conversion: share(),
    repeatBuyers: share(),
    /** Paid back in these days, whenever it was bought, against what was taken in them. */
    refunded: share(),
    revenuePerBuyer: z.nullable(money()),
  }),
  funnel: z.array(
    z.strictObject({ step: z.enum(['cart', 'checkout', 'placed', 'paid']), count: count() }),
  ),
  methods: z.array(
    z.strictObject({
      method: z.enum(paymentMethods),
      placed: count(),
      paid: count(),
    }),
  ),
  /** The busiest day by its hours; null when nothing was paid. */
  rush: z.nullable(z.strictObject({ day: day(), hours: z.array(moment) })),
  months: z.array(z.strictObject({ month: day(), newBuyers: count(), returningBuyers: count() })),
  forecasts: z.array(raffleForecast),
  past: z.array(pastTest),
})
export type Insight = z.infer<typeof insight>
