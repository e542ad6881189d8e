// The audit trail: who did what, when, to what, and how it stood at a past moment; and the
// auditor's kit, which walks random tickets to their orders, payments and leaves.
import * as z from 'zod/mini'

import {
  count,
  dayOrInstantIn,
  id,
  instantOut,
  money,
  numberIn,
  pageQuery,
  pagination,
  ticketNumber,
  version,
  words,
} from './shared.ts'

export const subjectKinds = ['order', 'raffle', 'product', 'customer', 'staff'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** Of the trail, as far as pages go; beyond it the filter is narrowed or the export taken. */
export const TRAIL_LINES_MAX = 10_000

const filter = {
  subjectKind: z.optional(z.enum(subjectKinds)),
  /** An id, or how people call it: reference, short id, raffle number, name, phone, e-mail. */
  subject: z.optional(words(200)),
  /** An id, e-mail or name of staff. */
  actor: z.optional(words(200)),
  type: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,60}$/))),
  /** Days in Beirut, both included, or instants. */
  from: z.optional(dayOrInstantIn()),
  to: z.optional(dayOrInstantIn()),
}
export const auditExportQuery = z.strictObject(filter)
export type AuditFilter = z.infer<typeof auditExportQuery>
export const auditQuery = z.strictObject({ ...pageQuery, ...filter })

const named = { id: z.nullable(z.string()), name: z.nullable(z.string()) }

export const auditEntry = z.strictObject({
  /** The fact's place: log and position. */
  logId: z.string(),
  position: count(),
  at: instantOut(),
  type: z.string(),
  subject: z.strictObject({ kind: z.string(), ...named }),
  actor: z.strictObject({
    kind: z.enum(['staff', 'customer', 'guest', 'system']),
    ...named,
    role: z.nullable(z.string()),
  }),
  /** From where, and how it was before and after, where staff acted; null once erased. */
  address: z.nullable(z.string()),
  details: z.nullable(z.looseObject({})),
  /** What the fact says. */
  data: z.looseObject({}),
  /** Of a raffle's public log: hash of the leaf, hex. */
  leaf: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const foundSubject = z.strictObject({
  kind: z.enum(subjectKinds),
  id: id(),
  name: z.nullable(z.string()),
})
export type FoundSubject = z.infer<typeof foundSubject>

export const auditPage = z.strictObject({
  data: z.array(auditEntry),
  pagination,
  /** There are more lines than are counted. */
  isCapped: z.boolean(),
  /** Whom or what the filter has found; null when it names nobody we know. */
  subject: z.nullable(foundSubject),
  /** Somebody or something that was asked for is not known: nobody and nothing is called so. */
  isNobody: z.boolean(),
})
export type AuditPage = z.infer<typeof auditPage>

const party = z.strictObject({
  orderId: id(),
  reference: z.string(),
  orderType: z.enum(['online', 'offline']),
  status: z.string(),
  total: money(),
  placedAt: instantOut(),
  paidAt: z.nullable(instantOut()),
})

/** One ticket, walked to its order, the evidence of its payment and its leaf. */
export const ticketWalk = z.strictObject({
  raffleId: id(),
  raffleName: z.nullable(z.string()),
  number: ticketNumber(),
  isVoid: z.boolean(),
  issuedAt: instantOut(),
  channel: z.enum(['online', 'manual']),
  /** The range it was issued in. */
  first: ticketNumber(),
  last: ticketNumber(),
  order: z.nullable(party),
  payment: z.strictObject({
    /** What the order's own facts say was received. */
    payments: z.array(
      z.strictObject({
        method: z.string(),
        amount: money(),
        paidAt: instantOut(),
        isSale: z.boolean(),
      }),
    ),
    /** What the provider was asked, and its last word. */
    attempts: z.array(
      z.strictObject({
        ref: z.string(),
        method: z.string(),
        amount: money(),
        status: z.nullable(z.string()),
        callbacks: count(),
      }),
    ),
    /** What staff noted when they took the money. */
    manual: z.nullable(
      z.strictObject({
        method: z.string(),
        reference: z.nullable(z.string()),
        /** Null to a regulator. */
        collector: z.nullable(z.string()),
      }),
    ),
    /**
     * Its sale was paid for, and something shows it: a provider's word or, of money taken by hand,
     * the reference of its receipt, or who took it where it is cash.
     */
    isProven: z.boolean(),
  }),
  leaf: z.strictObject({
    position: count(),
    hash: z.string(),
    /** Recomputed from the leaf's own text. */
    isHashRight: z.boolean(),
    treeSize: count(),
    root: z.string(),
    /** Hashes beside the path, hex, from the leaf up. */
    proof: z.array(z.string()),
    isIncluded: z.boolean(),
    /** The number lies in the range that the leaf's text names. */
    isNumberInLeaf: z.boolean(),
  }),
})
export type TicketWalk = z.infer<typeof ticketWalk>

export const asOfQuery = z.strictObject({
  subjectKind: z.enum(['order', 'raffle']),
  subject: words(200, 1),
  at: dayOrInstantIn(),
})

/** How it stood: one value a line, in the words of the facts; a code names the line. */
export const asOf = z.strictObject({
  subject: foundSubject,
  at: instantOut(),
  /** Facts up to then; none: it did not exist yet. */
  facts: count(),
  lastFactAt: z.nullable(instantOut()),
  lines: z.array(z.strictObject({ name: z.string(), value: z.string() })),
})
export type AsOf = z.infer<typeof asOf>

export const PAPER_TICKETS_MAX = 100

export const newPaperRequest = z.strictObject({
  raffleId: id(),
  tickets: z.int().check(z.minimum(1), z.maximum(PAPER_TICKETS_MAX)),
  /** The same seed gives the same tickets of the same tree; made by us when left out. */
  seed: z.optional(words(100, 1)),
})
export type NewPaper = z.infer<typeof newPaperRequest>

const paperHead = {
  id: id(),
  raffleId: id(),
  raffleName: z.nullable(z.string()),
  seed: z.string(),
  treeSize: count(),
  ticketsIssued: count(),
  madeBy: z.nullable(z.string()),
  madeAt: instantOut(),
  tickets: count(),
}
export const paperSummary = z.strictObject(paperHead)
export const paperPage = z.strictObject({ data: z.array(paperSummary), pagination })

export const paper = z.strictObject({
  ...paperHead,
  walks: z.array(z.strictObject({ walk: ticketWalk, note: z.string() })),
  /** Drawn, because the raffle has issued them, and yet the register does not have them. */
  notInRegister: z.array(z.strictObject({ number: ticketNumber(), note: z.string() })),
  conclusion: z.string(),
  /** Goes back in `If-Match` with the next save. */
  version: version(),
})
export type Paper = z.infer<typeof paper>

export const notePaperRequest = z.strictObject({
  notes: z.record(ticketNumber(), words(1_000)),
  conclusion: words(4_000),
})
export type NotePaper = z.infer<typeof notePaperRequest>

export const ticketQuery = z.strictObject({ number: numberIn({ min: 1, max: 999_999_999 }) })
