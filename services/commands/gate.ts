// How many may be inside at once; the others wait their turn. In a rush the wait is ours: a
// provider is asked only by as many as it can answer, and its time limit begins when it is asked.
import { Rejection } from '#events/kernel/rejection.ts'

import { createSlots } from '../io/slots.ts'

export type Gate = <Result>(act: () => Promise<Result>) => Promise<Result>

/** Who finds too many waiting is refused as `busy`, and so is who has waited `waitMsMax`. */
export function openGate({
  insideMax,
  waitingMax,
  waitMsMax,
}: {
  insideMax: number
  waitingMax: number
  waitMsMax?: number
}): Gate {
  const patience = waitMsMax === undefined ? undefined : { waitMsMax, refusal: busy }
  const slots = createSlots(insideMax, patience)
  return async (act) => {
    if (slots.isFull() && slots.waiting() >= waitingMax) throw busy()
    return slots.run(act)
  }
}

const busy = () =>
  new Rejection('busy', 'We are very busy. Please try again in a moment.', {
    retryAfterSeconds: 2,
  })
