// What to do when a statement fails. The server's own words decide: it undid everything and a new
// try may succeed, or nobody here knows what happened and the command is looked up by its key, or
// it is our mistake.
import { AssertionFailure } from '#events/kernel/assert.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { isPlanted } from '#events/kernel/planted.ts'

import { isOutcomeUnknown, sqlState } from '../io/database.ts'
import { isTakenBack, noteRetry, RETRIES_MAX } from '../io/retries.ts'
import { sleep } from '../io/timers.ts'

export const ATTEMPTS_MAX = 1 + RETRIES_MAX

/**
 * Worth the same statement again? Also after an unknown outcome: the append functions look their
 * commands up under the log's lock, behind whatever of the first try may still be committing, so
 * sending again *is* the look-up, and the only one that cannot come too early.
 */
export const isWorthRetrying = (error: unknown): boolean =>
  !isBug(error) && (isTakenBack(sqlState(error)) || isUnknown(error))

const isUnknown = (error: unknown): boolean =>
  isOutcomeUnknown(error) && !isPlanted('commit_error_is_failure')

const isBug = (error: unknown): boolean =>
  error instanceof AssertionFailure || error instanceof TypeError || error instanceof RangeError

/** Counts the retry that is about to come, by what PostgreSQL said. */
export const noteAttempt = (error: unknown): void =>
  noteRetry(isOutcomeUnknown(error) ? undefined : sqlState(error))

/**
 * Five pauses of at most 5, 20, 80, 320 and 1,280 ms: the first for an accident, the last for a
 * restart.
 */
export const pauseAfter = (attempt: number): Promise<void> =>
  sleep(Math.random() * 5 * 4 ** (attempt - 1))

/** The queue is full: nothing was taken, the caller may come again. */
export const busy = (): Rejection =>
  new Rejection('busy', 'Too many people at once. Please try again in a moment.', {
    retryAfterSeconds: 1,
  })

/** SQLSTATE EV422 of the append functions. */
export const reused = (): Rejection =>
  new Rejection(
    'idempotency_key_reused',
    'This request was sent before with different content. Start again.',
  )
