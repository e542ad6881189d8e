// When the representative must countersign a cancellation, and what the key then signs. Pure.
import { cancelMessage } from '#events/draw/representative.ts'
import { hexOf } from '#events/kernel/bytes.ts'
import { leavesRule } from '#events/raffle/under-sold.ts'
import type { AdminRaffle } from '#services/contract/admin-raffles.ts'

/** One of the two, or neither where none is needed. */
export type Countersigned = { signature?: string; paperSha256?: string }

export type CancelledRaffle = Pick<
  AdminRaffle,
  'id' | 'name' | 'ticketsSold' | 'minTicketsRequired' | 'underSold' | 'phase'
>

export const isCountersigned = (raffle: CancelledRaffle, reason: string): boolean =>
  leavesRule(
    {
      underSold: raffle.underSold,
      ticketsMin: raffle.minTicketsRequired,
      ticketsSold: raffle.ticketsSold,
      isOver: raffle.phase !== 'scheduled' && raffle.phase !== 'open',
    },
    reason,
  )

/** Hex. */
export const toSign = (raffleId: string, cause: string): string =>
  hexOf(cancelMessage({ raffleId, cause }))
