// What was changed of a raffle since it was published. Apart from the raffle itself, which every
// first view reads.
import * as z from 'zod/mini'

import { raffleReasons } from '#events/raffle/reasons.ts'

import { instantOut } from './shared.ts'

export const raffleChangeFields = [
  'prize',
  'prizeValue',
  'totalTickets',
  'minTicketsRequired',
  'startsAt',
  'endsAt',
  'page',
] as const

export const raffleChange = z.strictObject({
  at: instantOut(),
  field: z.enum(raffleChangeFields),
  /** What it is now: an amount, a number, an instant or words. Null: the page, which is read. */
  value: z.nullable(z.string()),
  reason: z.nullable(z.enum(raffleReasons)),
  /** It is the published rule for too few tickets that moved the end. */
  isByRule: z.boolean(),
})
export type RaffleChange = z.infer<typeof raffleChange>
export const raffleChangeList = z.array(raffleChange)
