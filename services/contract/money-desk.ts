// The money desk: what providers say they paid us, the till, refunds, rates and VAT invoices.
import * as z from 'zod/mini'

import { manualMethods, onlineMethods, paymentMethods, refundCauses } from '#events/order/words.ts'

import { lineGoods } from './orders.ts'
import { orderItem } from './orders.ts'
import { count, id, instantOut, language, money } from './shared.ts'
import { pageQuery, paged, signedMoneyIn, words } from './shared.ts'

/* @__NO_SIDE_EFFECTS__ */
export const day = () =>
  z.string().check(
    z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a day like 2026-11-21'),
    z.refine((text) => {
      const midnight = new Date(`${text}T00:00:00.000Z`)
      return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
    }, 'is not a day of the calendar'),
  )

// ── statements ─────────────────────────────────────────────────────────────────────────────────
export const STATEMENT_BYTES_MAX = 4 * 1024 * 1024

export const statementQuery = z.strictObject({
  provider: z.enum(onlineMethods),
  fileName: words(200, 1),
})

export const WITHDRAWAL_REASON_MAX = 500

export const withdrawStatementRequest = z.strictObject({
  reason: words(WITHDRAWAL_REASON_MAX, 1),
})

/** Pages of `DIFFERENCES_MAX`. */
export const differencesQuery = z.strictObject({ statement: id(), page: pageQuery.page })
export const statementsQuery = z.strictObject(pageQuery)

/** What the provider took in for us, and what it keeps of it. */
const statementSums = { sales: money(), refunds: money(), fees: money(), net: money() }

export const statement = z.strictObject({
  id: id(),
  provider: z.enum(onlineMethods),
  fileName: z.string(),
  lines: count(),
  /** Lines of it that stand in an earlier statement of the provider: the sums leave them out. */
  repeated: count(),
  firstDay: z.string(),
  lastDay: z.string(),
  /** Of its lines in dollars. */
  ...statementSums,
  /** Of its lines in each other currency, if it has any. */
  others: z.optional(z.array(z.strictObject({ currency: z.string(), ...statementSums }))),
  importedBy: z.nullable(z.string()),
  importedAt: instantOut(),
})
export type Statement = z.infer<typeof statement>
export const statementPage = paged(statement)

export const differenceKinds = [
  /** In the statement, and no attempt of ours has that number. */
  'unknown',
  /** In the statement with another amount or currency. */
  'amount',
  /** In the statement, and not paid with us. */
  'not_paid',
  /** Paid out twice: twice in one statement, or in two of one provider as two payments to us. */
  'twice',
  /** Paid with us on one of its days, and not in any statement. */
  'missing',
  /** Given back by the provider, and no paid duty of ours has that amount: a chargeback perhaps. */
  'refund_unknown',
] as const

export const statementDifference = z.strictObject({
  kind: z.enum(differenceKinds),
  attemptRef: z.nullable(z.string()),
  providerRef: z.nullable(z.string()),
  orderId: z.nullable(id()),
  reference: z.nullable(z.string()),
  /** By the statement; null where it says nothing. */
  stated: z.nullable(money()),
  /** What it counts in, where that is not dollars. */
  currency: z.optional(z.string()),
  /** By our books. */
  ours: z.nullable(money()),
  at: instantOut(),
})
export type StatementDifference = z.infer<typeof statementDifference>

export const statementDetail = z.strictObject({
  statement,
  matched: count(),
  /** Of one page; `differenceCount` says how many there are. */
  differences: z.array(statementDifference),
  differenceCount: count(),
})
export type StatementDetail = z.infer<typeof statementDetail>
export const DIFFERENCES_MAX = 500

// ── the till ───────────────────────────────────────────────────────────────────────────────────
export const tillQuery = z.strictObject({ day: z.optional(day()) })

/** Whole Lebanese pounds. */
/* @__NO_SIDE_EFFECTS__ */
const pounds = () => z.string().check(z.regex(/^-?(0|[1-9]\d{0,15})$/))

/** Of one till on one day. */
const tillCount = z.strictObject({
  /** Which of its counts it is: 1 is the first. */
  version: count(),
  /** As it stood when it was counted: what is written down since changes `expected` of the till. */
  expected: money(),
  expectedLbp: z.nullable(pounds()),
  /** Without what the day began with: below zero where more went out than came in. */
  counted: money(),
  difference: money(),
  /** Null: pounds were neither expected nor counted. */
  countedLbp: z.nullable(pounds()),
  differenceLbp: z.nullable(pounds()),
  note: z.nullable(z.string()),
  closedBy: z.nullable(z.string()),
  closedAt: instantOut(),
})

export const till = z.strictObject({
  cashierId: id(),
  cashier: z.nullable(z.string()),
  methods: z.array(
    z.strictObject({
      method: z.enum(manualMethods),
      payments: count(),
      /** What was bought for it. */
      amount: money(),
      /** Taken in pounds, at the rate of the payment, else of the day; null: in dollars. */
      lbp: z.nullable(pounds()),
    }),
  ),
  cashRefunds: money(),
  /** Given back in pounds, at the rate of the refund, else of the day; null: none were. */
  cashRefundsLbp: z.nullable(pounds()),
  /** Cash taken in dollars less dollars given back. */
  expected: money(),
  /** Cash taken in pounds less pounds given back; null: there were none. */
  expectedLbp: z.nullable(pounds()),
  /** The count that stands. */
  cashUp: z.nullable(tillCount),
  /** Counts that another one took the place of, newest first. */
  earlier: z.array(tillCount),
})
export type Till = z.infer<typeof till>
export const tillDay = z.strictObject({ day: z.string(), tills: z.array(till) })
export type TillDay = z.infer<typeof tillDay>

export const cashUpRequest = z.strictObject({
  /** Of Beirut; today at the latest. */
  day: day(),
  cashierId: id(),
  /** Of the count that it takes the place of; left out: there was none. */
  version: z.optional(count()),
  /** Without what the day began with: below zero where more went out than came in. */
  counted: signedMoneyIn(),
  /** Counted in the same way; left out: there were none. */
  countedLbp: z.optional(
    z.string().check(z.regex(/^(0|-?[1-9]\d{0,11})$/, 'must be whole pounds like -44750')),
  ),
  note: z.optional(z.nullable(words(500))),
})

// ── refunds ────────────────────────────────────────────────────────────────────────────────────
export const refundsQuery = z.strictObject({
  ...pageQuery,
  /** `credit`: paid with store credit that still counts. */
  state: z.optional(z.enum(['due', 'paid', 'credit'])),
})

export const refundDuty = z.strictObject({
  orderId: id(),
  refundId: z.string(),
  reference: z.nullable(z.string()),
  customer: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  amount: money(),
  cause: z.enum(refundCauses),
  dueAt: instantOut(),
  paidAt: z.nullable(instantOut()),
  method: z.nullable(z.enum([...paymentMethods, 'credit'])),
  proof: z.nullable(z.string()),
  /** Of credit: the last day in Beirut on which it counts. */
  creditUntil: z.nullable(z.string()),
})
export type RefundDuty = z.infer<typeof refundDuty>
export const refundDutyPage = paged(refundDuty)

/** Days of Beirut, both included. */
export const exportQuery = z.strictObject({
  startDate: z.optional(day()),
  endDate: z.optional(day()),
})

/** `credit`: only store credit that still counts, whatever the days. */
export const refundsExportQuery = z.strictObject({
  ...exportQuery.shape,
  state: z.optional(z.enum(['credit'])),
})

// ── rates and invoices ─────────────────────────────────────────────────────────────────────────
/** Pages of `RATES_PER_PAGE` of the rates of the pound. */
export const moneySettingsQuery = z.strictObject({ page: pageQuery.page })
export const RATES_PER_PAGE = 60

/** Pounds for a dollar from a day on. */
const datedRate = z.strictObject({ day: z.string(), lbpPerUsd: z.string() })
export type DatedRate = z.infer<typeof datedRate>

/** The VAT that prices include from a day on. */
const datedTax = z.strictObject({
  day: z.string(),
  vatPercent: z.string(),
  vatNumber: z.nullable(z.string()),
})
export type DatedTax = z.infer<typeof datedTax>

export const moneySettings = z.strictObject({
  /** Of one page, newest first. */
  rates: z.array(datedRate),
  rateCount: count(),
  /** All there are, newest first. */
  taxes: z.array(datedTax),
})
export type MoneySettings = z.infer<typeof moneySettings>

const rateFields = {
  day: day(),
  lbpPerUsd: z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be a whole number like 89500')),
}
const taxFields = {
  day: day(),
  vatPercent: z.string().check(z.regex(/^([0-4]?\d(\.\d{1,2})?|50)$/, 'must be like 11 or 11.5')),
  vatNumber: z.nullable(words(60)),
}

export const rateRequest = z.strictObject({
  ...rateFields,
  /**
   * What was read as holding on that day, whichever day it began; null: nothing did. Where another
   * holds by now, it is refused as `edit_conflict`. Left out: whatever holds gives way.
   */
  seen: z.optional(z.nullable(z.strictObject(rateFields))),
})
export const taxRequest = z.strictObject({
  ...taxFields,
  vatNumber: z.optional(taxFields.vatNumber),
  /** As in the request of a rate. */
  seen: z.optional(z.nullable(z.strictObject(taxFields))),
})

/** In whole pounds at a dated rate; null where no rate was set. */
const lbp = () =>
  z.nullable(
    z.strictObject({ rate: z.string(), day: z.string(), total: z.string(), vat: z.string() }),
  )

/** For a payment back of what was invoiced, with the rates and the parties of the invoice. */
const creditNote = z.strictObject({
  /** The number of the invoice and how many notes it has had: `12-1`. */
  number: z.string(),
  paidAt: instantOut(),
  /** Staff took back that it was paid: the number stays taken. */
  withdrawnAt: z.nullable(instantOut()),
  /** The line of the invoice that it is for; null: of all of it. */
  goods: z.nullable(lineGoods),
  amount: money(),
  /** Of the amount, which includes it. */
  vat: money(),
  net: money(),
  lbp: lbp(),
})
export type CreditNote = z.infer<typeof creditNote>

export const invoice = z.strictObject({
  number: count(),
  orderId: id(),
  reference: z.string(),
  issuedAt: instantOut(),
  paidAt: instantOut(),
  /** Its payment was written down by mistake and never made; null where it was. */
  withdrawn: z.nullable(z.strictObject({ at: instantOut(), reason: z.enum(['never_paid']) })),
  /** Of the sale, what had gone back before it was issued; null where nothing had. */
  refunded: z.nullable(
    z.strictObject({
      amount: money(),
      /** Of the amount, which includes it. */
      vat: money(),
      /** Of the total; in whole pounds where a rate was set. */
      left: money(),
      leftLbp: z.nullable(z.string()),
      /** Of the amount, oldest first: taken back after the issue, so that nothing above has it. */
      withdrawn: z.array(z.strictObject({ at: instantOut(), amount: money() })),
    }),
  ),
  /** What went back after it was issued, oldest first. */
  creditNotes: z.array(creditNote),
  /** As it was issued; the address in each language the shop speaks. */
  seller: z.strictObject({
    name: z.string(),
    phone: z.string(),
    address: z.strictObject({ en: z.string(), ar: z.string(), fr: z.string() }),
  }),
  /** As it was issued; null where nobody was named, or he has been erased since. */
  customer: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  items: z.array(orderItem),
  subtotal: money(),
  shipping: money(),
  total: money(),
  vatPercent: z.string(),
  vatNumber: z.nullable(z.string()),
  /** Of the total, which includes it. */
  vat: money(),
  net: money(),
  lbp: lbp(),
})
export type Invoice = z.infer<typeof invoice>

/** `note`: the number of a credit note; left out: the invoice itself. */
export const invoiceFileQuery = z.strictObject({
  language: z._default(language(), 'en'),
  note: z.optional(z.string().check(z.regex(/^\d{1,9}-\d{1,9}$/, 'must be like 12-1'))),
})
