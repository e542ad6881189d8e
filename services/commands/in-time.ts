// Between two looks at PostgreSQL's clock (`clock.ts`) a process may be ahead of it, where that one
// was set back. Nobody is told that he is too late by the process's clock alone.
import { Rejection } from '#events/kernel/rejection.ts'

import type { OrderDesk } from './order-desk.ts'

const TOO_LATE = new Set(['raffle_ended', 'hold_expired'])

/** Refused as too late, it is decided once more, by PostgreSQL's clock as it is now. */
export async function inTime<Result>(
  { syncClock }: Pick<OrderDesk, 'syncClock'>,
  decide: () => Result,
): Promise<Result> {
  try {
    return decide()
  } catch (error) {
    if (!(error instanceof Rejection) || !TOO_LATE.has(error.code)) throw error
    // Where it cannot be asked, the refusal stands: it is told, and a later try is decided anew.
    await syncClock().catch(() => {})
    return decide()
  }
}
