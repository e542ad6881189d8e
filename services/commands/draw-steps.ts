// Where a draw stands, step by step: derived from its facts and the clock, never stored.
import { isBinding } from '#events/raffle/draw-stop.ts'
import { inputsDeadline, quorumDeadline } from '#events/raffle/draw-times.ts'

import type { DrawStep, DrawStepName } from '../contract/draws.ts'
import type { DrawNeeds } from './draw-needs.ts'
import { settlesAt, type DrawNow } from './draw-facts.ts'
import type { Claim, DrawSession } from './draw-rows.ts'

export type StepFacts = {
  now: DrawNow
  at: string
  session: DrawSession | null
  sealCosignedAt: string | null
  inputsCosignedAt: string | null
  claims: readonly Claim[]
}

type Known = Pick<DrawStep, 'at' | 'notBefore' | 'deadline'> & { isSkipped?: boolean }

const open: Known = { at: null, notBefore: null, deadline: null }

/**
 * The first step that is neither done nor left out is `now`, or `waiting` for its time. Of a raffle
 * that was cancelled no step follows any more.
 */
export function stepsOf(facts: StepFacts, needs: Pick<DrawNeeds, 'settlementSeconds'>): DrawStep[] {
  const isOver = isCancelled(facts.now)
  let isNext = true
  return known(facts, needs).map(([name, { isSkipped, ...step }]) => {
    if (isSkipped === true) return { name, state: 'skipped', ...step }
    if (step.at !== null) return { name, state: 'done', ...step }
    if (isOver) return { name, state: 'skipped', ...step }
    const state = isNext ? stateOf(step, facts.at) : 'waiting'
    isNext = false
    return { name, state, ...step }
  })
}

const isCancelled = ({ raffle }: DrawNow): boolean => raffle.status === 'cancelled'

function stateOf({ notBefore, deadline }: Known, at: string): DrawStep['state'] {
  if (deadline !== null && at > deadline) return 'late'
  return notBefore !== null && at < notBefore ? 'waiting' : 'now'
}

type Steps = [DrawStepName, Known][]

function known(facts: StepFacts, needs: Pick<DrawNeeds, 'settlementSeconds'>): Steps {
  return [...beforeSeal(facts, needs), ...inputs(facts), ...outcome(facts)]
}

function beforeSeal(
  { now, session, at }: StepFacts,
  needs: Pick<DrawNeeds, 'settlementSeconds'>,
): Steps {
  const { raffle, current, held, closedAt } = now
  const until = raffle.closedCause === 'soldOut' ? closedAt : settlesAt(now, needs)
  const isSettled = closedAt !== null && held === 0 && until !== null && at >= until
  const settledAt = closedAt !== null && until !== null && closedAt > until ? closedAt : until
  return [
    ['close', { ...open, at: closedAt, notBefore: raffle.terms.closesAt }],
    ['settle', { ...open, at: current !== null || isSettled ? settledAt : null, notBefore: until }],
    ['session', { ...open, at: session?.recordedAt.toISOString() ?? null }],
    ['seal', { ...open, at: current?.seal.at ?? null }],
  ]
}

function inputs({ now, sealCosignedAt, inputsCosignedAt }: StepFacts): Steps {
  const { current, raffle } = now
  const seal = current?.seal ?? null
  const mode = seal?.mode ?? raffle.terms.mode
  const deadline = seal === null ? null : inputsDeadline(seal)
  const sealDeadline = seal === null ? null : quorumDeadline(seal)
  const isPhysical = mode === 'physical'
  return [
    ['seal_cosigned', { ...open, at: sealCosignedAt, deadline: sealDeadline }],
    ['entropy', { ...open, at: current?.entropy?.at ?? null, deadline }],
    ['reveal', { ...open, at: current?.seed?.at ?? null, deadline, isSkipped: isPhysical }],
    ['inputs_cosigned', { ...open, at: inputsCosignedAt, deadline, isSkipped: isPhysical }],
  ]
}

function outcome({ now, at, claims, inputsCosignedAt }: StepFacts): Steps {
  const { current, raffle } = now
  const seal = current?.seal ?? null
  const isBeacon = (seal?.mode ?? raffle.terms.mode) === 'beacon'
  const roundAt = isBeacon ? (seal?.roundAt ?? null) : null
  const isBound = raffle.draw !== null && isBinding(raffle.draw, inputsCosignedAt)
  const holder = current === null ? null : (raffle.draw?.holder ?? null)
  const claim = claims.find(({ place }) => place === (holder?.place ?? 0))
  const delivered = current?.journey.find(({ kind }) => kind === 'delivered')
  const isAwaited = isBound && !isCancelled(now)
  const passed = roundAt !== null && at >= roundAt && isAwaited ? roundAt : null
  const published = claims.find(({ place }) => place === 0)?.announcedAt
  return [
    ['round', { ...open, at: passed, notBefore: roundAt, isSkipped: !isBeacon }],
    ['beacon', { ...open, at: current?.beacon?.at ?? null, isSkipped: !isBeacon }],
    ['result', { ...open, at: current?.result?.at ?? null }],
    ['publish', { ...open, at: published?.toISOString() ?? null }],
    ['claim', { ...open, at: claim?.checkedAt?.toISOString() ?? null }],
    ['delivery', { ...open, at: delivered?.at ?? null }],
  ]
}
