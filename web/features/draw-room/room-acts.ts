// Which acts belong under which step, which stand apart for when something goes wrong, and why a
// prize may be forfeited. Pure.
import { forfeitReasons, type ForfeitReason } from '#events/raffle/reasons.ts'
import type { DrawAct, DrawRoom, RoomAct } from '#services/contract/admin-draws.ts'
import type { DrawStepName } from '#services/contract/draws.ts'

const actsOfStep: Partial<Record<DrawStepName, readonly DrawAct[]>> = {
  close: ['close'],
  session: ['session'],
  seal: ['sign_off_seal', 'seal'],
  entropy: ['entropy_first', 'entropy_second'],
  reveal: ['reveal'],
  beacon: ['beacon'],
  result: ['complete'],
  publish: ['publish'],
  claim: ['contact', 'check_identity', 'forfeit', 'promote'],
  delivery: ['deliver'],
}

export const troubleActs: readonly DrawAct[] = ['postpone', 'annul']

/** Those the room lists for a step, in order. */
export function actsUnder(room: DrawRoom, step: DrawStepName): RoomAct[] {
  const names = actsOfStep[step] ?? []
  return names.flatMap((name) => room.acts.filter(({ act }) => act === name))
}

/** A refused act is worth a line only where somebody would otherwise wonder. */
export function isShown(room: DrawRoom, step: DrawStepName, act: RoomAct): boolean {
  const state = room.steps.find(({ name }) => name === step)?.state
  return act.isAllowed || ((state === 'now' || state === 'late') && act.reason !== null)
}

const [, ...reasonsOfWhoCame] = forfeitReasons // all but `unclaimed`

/** A prize whose winner has come is not unclaimed any more. */
export const forfeitReasonsFor = ({
  holder,
}: Pick<DrawRoom, 'holder'>): readonly [ForfeitReason, ...ForfeitReason[]] =>
  holder?.isIdentityChecked === true ? reasonsOfWhoCame : forfeitReasons
