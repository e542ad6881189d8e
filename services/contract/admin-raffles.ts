// Raffles as staff write them. Forms travel as multipart, so every field is text.
import * as z from 'zod/mini'

import type { EntropyMode } from '#events/raffle/draw-events.ts'
import { underSoldRules } from '#events/raffle/under-sold.ts'

import { hexIn } from './admin-draws.ts'
import { raffleFields, raffleStatuses } from './raffles.ts'
import { dayIn, dayOrInstantIn, moneyIn, numberIn, paged, version, words } from './shared.ts'

const TICKETS_MAX = 10_000_000
export const ALTERNATES_MAX = 3
export const drawModes = ['beacon', 'local', 'physical'] as const satisfies readonly EntropyMode[]

const raffleForm = {
  name: words(200, 1),
  description: words(10_000, 1),
  prizeInfo: words(10_000, 1),
  value: moneyIn(),
  startsAt: dayOrInstantIn(),
  endsAt: dayOrInstantIn(),
  totalTickets: numberIn({ min: 1, max: TICKETS_MAX }),
  minTicketsRequired: numberIn({ min: 0, max: TICKETS_MAX }),
  status: z.enum(raffleStatuses),
}

/** Why, by code or in words, where a change needs it: cancelling; of a prize, `typo` alone. */
const reason = z.optional(words(400))

/**
 * Not in the sketch of the form; all may be left out. Published with the first leaf, and fixed from
 * then on: a change that names one of them is refused, for it would be ignored.
 */
const published = {
  underSold: z.optional(z.enum(underSoldRules)),
  ticketsPerPersonMax: z.optional(numberIn({ min: 0, max: TICKETS_MAX })),
  licenceNumber: z.optional(words(80)),
  licenceAuthority: z.optional(words(200)),
  licenceDate: z.optional(dayIn()),
  /** Reserve tickets, drawn in order after the winner. */
  alternates: z.optional(numberIn({ min: 0, max: ALTERNATES_MAX })),
  /** Where the chance of the draw comes from. */
  mode: z.optional(z.enum(drawModes)),
  /** Yes: the owner and staff with a part in the draw may enter it too. */
  staffMayEnter: z.optional(z.enum(['yes', 'no'])),
}

export const createRaffleForm = z.strictObject({ ...raffleForm, ...published, reason })
export type CreateRaffleForm = z.infer<typeof createRaffleForm>

/** What is left out stays as it is. */
export const changeRaffleForm = z.strictObject({
  name: z.optional(raffleForm.name),
  description: z.optional(raffleForm.description),
  prizeInfo: z.optional(raffleForm.prizeInfo),
  value: z.optional(raffleForm.value),
  startsAt: z.optional(raffleForm.startsAt),
  endsAt: z.optional(raffleForm.endsAt),
  totalTickets: z.optional(raffleForm.totalTickets),
  minTicketsRequired: z.optional(raffleForm.minTicketsRequired),
  status: z.optional(raffleForm.status),
  reason,
  /** The representative's, to cancel an under-sold raffle against its published rule. */
  signature: z.optional(hexIn(64)),
  paperSha256: z.optional(hexIn(32)),
})
export type ChangeRaffleForm = z.infer<typeof changeRaffleForm>

export const adminRaffle = z.strictObject({ ...raffleFields, version: version() })
export type AdminRaffle = z.infer<typeof adminRaffle>

export const adminRafflePage = paged(adminRaffle)

/** Days of Beirut on which the tickets were issued, both included; without them: of all time. */
export const entriesExportQuery = z
  .strictObject({ startDate: z.optional(dayIn()), endDate: z.optional(dayIn()) })
  .check(
    z.refine(
      ({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate,
      'The first day must not be after the last.',
    ),
  )
