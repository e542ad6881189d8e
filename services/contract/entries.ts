// A customer's entries: one per order line that has tickets in a raffle.
import * as z from 'zod/mini'

import { rafflePhases } from '#events/raffle/phase.ts'

import { raffleStatuses } from './raffles.ts'
import { count, id, image, instantOut, money, paged, ticketNumber } from './shared.ts'

export const raffleEntry = z.strictObject({
  id: id(),
  raffleId: id(),
  raffleName: z.string(),
  raffleImage: image(),
  raffleValue: money(),
  raffleStatus: z.enum(raffleStatuses),
  /** How many. */
  tickets: count(),
  ticketNumbers: z.array(ticketNumber()),
  createdAt: instantOut(),
  orderId: id(),
  raffleEndsAt: z.nullable(instantOut()),
  /** Where the raffle stands by the clock and its tickets. */
  rafflePhase: z.enum(rafflePhases),
  /** Of `ticketNumbers`, those that take no part in the draw any more. */
  voidNumbers: z.array(ticketNumber()),
})
export type RaffleEntry = z.infer<typeof raffleEntry>

export const raffleEntryPage = paged(raffleEntry)
