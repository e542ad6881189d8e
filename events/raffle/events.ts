// Facts of one raffle. Two streams: the public one, `raffle/<raffleId>`, is its own log and each
// fact a leaf of `raffle-draw/v1` (those of the draw stand in `draw-events.ts`); the page (words
// and picture, which may be corrected) is the stream `raffle-page/<raffleId>` of the shop log.
import * as z from 'zod/mini'

import { instant, count, hex, positive, text } from '../kernel/shapes.ts'
import { countersigned, drawEvents, entropyModes } from './draw-events.ts'
import { underSoldRules } from './under-sold.ts'

export const channels = ['online', 'manual'] as const
/** Decimal string of minor units, as money stands in a leaf. */
const minorUnits = () => z.string().check(z.regex(/^(0|[1-9]\d{0,12})$/))
const range = z.tuple([positive(), positive()])

export const policy = z.strictObject({
  /** Verifier keys, `name+keyId+base64`. */
  log: text(300),
  witnesses: z.array(text(300)),
  quorum: count(),
})

export const raffleEvents = {
  RafflePublished: z.strictObject({
    origin: text(300),
    environment: z.enum(['production', 'demo']),
    sealMarginSeconds: positive(),
    raffleNumber: text(40),
    licenceNumber: text(80),
    /** Who gave the licence, and on which day; left out where nobody has said. */
    licenceAuthority: z.optional(text(200)),
    licenceDate: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))),
    prize: text(200),
    prizeValue: minorUnits(),
    currency: z.literal('USD'),
    alternates: count(),
    rulesSha256: hex(32),
    ticketsMax: positive(),
    ticketsMin: count(),
    opensAt: instant(),
    closesAt: instant(),
    underSold: z.enum(underSoldRules),
    /** Tickets one phone may hold; 0 means no limit. */
    ticketsPerPersonMax: count(),
    /** Left out: the owner and staff of the draw are excluded (docs/raffle-rules.md, 2). */
    staffMayEnter: z.optional(z.literal(true)),
    mode: z.enum(entropyModes),
    drandChainHash: hex(32),
    drandPublicKey: hex(96),
    operatorCommit: hex(32),
    policy,
  }),
  /** `value` is the new value as canonical text; `valueSha256` its hash. */
  RaffleAmended: z.strictObject({
    field: z.enum([
      'prize',
      'prizeValue',
      'ticketsMax',
      'ticketsMin',
      'opensAt',
      'closesAt',
      'page',
    ]),
    value: text(400),
    valueSha256: hex(32),
    cause: text(40),
  }),
  TicketsIssued: z.strictObject({
    first: positive(),
    last: positive(),
    channel: z.enum(channels),
    ticketsPerUnit: positive(),
    orderCommit: hex(32),
    holderCommit: hex(32),
  }),
  TicketsVoided: z.strictObject({ ranges: z.array(range), reason: text(40) }),
  /** `underSold`: the published rule did it, at most twice; `staff`: a person did. */
  RaffleExtended: z.strictObject({ closesAt: instant(), cause: z.enum(['staff', 'underSold']) }),
  RaffleClosed: z.strictObject({ cause: z.enum(['ended', 'soldOut']), issuedCount: count() }),
  /** Countersigned where it leaves the rule that was published for too few tickets. */
  RaffleCancelled: z.strictObject({ cause: text(40), ...countersigned }),
  ...drawEvents,
}

export const rafflePageEvents = {
  RafflePageWritten: z.strictObject({
    name: text(200),
    description: text(10_000),
    prizeInfo: text(10_000),
    image: z.nullable(text(200)),
  }),
  /** Only of a raffle that never had a product, a hold or a ticket. */
  RafflePageRemoved: z.strictObject({}),
}

type Schemas = typeof raffleEvents
export type RaffleEvent = {
  [Type in keyof Schemas]: { type: Type; data: z.infer<Schemas[Type]> }
}[keyof Schemas]

type PageSchemas = typeof rafflePageEvents
export type RafflePageEvent = {
  [Type in keyof PageSchemas]: { type: Type; data: z.infer<PageSchemas[Type]> }
}[keyof PageSchemas]
