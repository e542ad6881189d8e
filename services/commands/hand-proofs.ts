// Rows that staff's commands write before their facts: the proof of money taken or given back by
// hand. A row belongs to the command that wrote it while that is at work, and afterwards to its
// fact. What is left of a command that came to nothing may be written over by the next one.
import { Rejection } from '#events/kernel/rejection.ts'

/** No command is at work for longer: one that has made no fact by then is dead. */
const AT_WORK_SECONDS = 60

/** A row as it stood when it was read; what is written over it names `writtenAt`. */
export type Standing = { writtenAt: string; isFree: boolean }

/** Columns: may it be written over, as far as it can be told without the facts? */
export const isFree = (isSame: string) => `
  created_at::text as "writtenAt",
  (created_at < clock_now() - interval '${AT_WORK_SECONDS} seconds' or ${isSame}) as "isFree"`

export const atWork = () =>
  new Rejection(
    'edit_conflict',
    'Somebody else is at work on this order. Please look at it again in a moment.',
  )
