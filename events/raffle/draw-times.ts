// The clock of a draw: what must be done by when. All are ISO instants, which compare as text.
import { beirutDayEnd, beirutDayOf } from '../kernel/beirut-day.ts'

import type { RaffleDraw } from './draw-state.ts'

/** The witnesses must have cosigned the seal so long before T, or the draw is put off. */
export const quorumLeadSeconds = 600
/** Seal, dice and seed must all be cosigned so long before the round, or the draw is put off. */
export const inputsLeadSeconds = 120
/** What the room proposes for T. */
export const proposedLeadSeconds = 900
/** Calendar days from publication in which the winner may claim. */
export const claimDays = 30
/** Attempts to reach the winner, and channels they went over, before an unclaimed prize is lost. */
export const contactsMin = 3
export const channelsMin = 2

export function plusSeconds(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString()
}

/** Null where no beacon sets a clock. */
export function quorumDeadline({ mode, drawAt }: Pick<RaffleDraw, 'mode' | 'drawAt'>) {
  return mode === 'beacon' ? plusSeconds(drawAt, -quorumLeadSeconds) : null
}

export function inputsDeadline({ mode, roundAt }: Pick<RaffleDraw, 'mode' | 'roundAt'>) {
  return mode === 'beacon' ? plusSeconds(roundAt, -inputsLeadSeconds) : null
}

/** The last instant of the thirtieth day after the day of publication, in Beirut. */
export function claimDeadline(publishedAt: string): string {
  const lastDay = new Date(Date.parse(`${beirutDayOf(publishedAt)}T00:00:00.000Z`))
  lastDay.setUTCDate(lastDay.getUTCDate() + claimDays)
  return beirutDayEnd(lastDay.toISOString().slice(0, 10))
}
