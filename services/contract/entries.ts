// A customer's entries: one per order line that has tickets in a raffle.
import * as z from 'zod/mini'

import { rafflePhases } from '#events/raffle/phase.ts'

import { raffleStatuses } from './raffles.ts'
import { count, id, image, instantOut, money, paged, ticketNumber } from './shared.ts'

/** The ticket that holds the prize of a drawn raffle; one that has lost it again does not. */
export const wonTicket = z.strictObject({
  number: ticketNumber(),
  /** Handed over; until then it is to be claimed. */
  isDelivered: z.boolean(),
  /** The last instant of claiming; null until the result is announced. */
  claimUntil: z.nullable(instantOut()),
})
export type WonTicket = z.infer<typeof wonTicket>

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
  /** The one of `ticketNumbers` that has won, if it is among them. */
  won: z.nullable(wonTicket),
})
export type RaffleEntry = z.infer<typeof raffleEntry>

export const raffleEntryPage = paged(raffleEntry)
