import { expect, it } from 'vitest'

import type { DrawNow } from './draw-facts.ts'
import { stepsOf } from './draw-steps.ts'

const closesAt = '2026-11-10T20:00:00.000Z'
const settledAt = '2026-11-10T20:30:00.000Z'
const dayAfter = '2026-11-11T20:00:00.000Z'

/** Of a raffle with a beacon, before its seal; only what is asked for here. */
function statesOf(status: 'open' | 'closed' | 'cancelled', closedAt: string | null, at = dayAfter) {
  const terms = { closesAt, mode: 'beacon' }
  const closedCause = closedAt === null ? null : 'ended'
  const raffle = { status, terms, closedCause, draw: null }
  const now = { raffle, held: 0, closedAt, current: null } as unknown as DrawNow
  const facts = { now, at, session: null, sealCosignedAt: null, inputsCosignedAt: null, claims: [] }
  return stepsOf(facts, { settlementSeconds: 1_800 }).map(({ name, state }) => `${name} ${state}`)
}

it('waits for the end of the sale, and all else for that', () => {
  const states = statesOf('open', null, '2026-11-01T20:00:00.000Z')
  expect(states[0]).toBe('close waiting')
  expect(states.every((state) => state.endsWith(' waiting'))).toBe(true)
})

it('asks for the session once late payments are settled', () => {
  expect(statesOf('closed', closesAt, closesAt).slice(0, 3)).toEqual([
    'close done',
    'settle waiting',
    'session waiting',
  ])
  expect(statesOf('closed', closesAt, settledAt).slice(0, 4)).toEqual([
    'close done',
    'settle done',
    'session now',
    'seal waiting',
  ])
})

it('leaves out every step of a raffle that was cancelled on sale, after its time too', () => {
  const states = statesOf('cancelled', null)
  expect(states).toHaveLength(14)
  expect(states.filter((state) => !state.endsWith(' skipped'))).toEqual([])
})

it('keeps of a raffle that was cancelled what was done before, and leaves out the rest', () => {
  const [close, settle, ...later] = statesOf('cancelled', closesAt)
  expect([close, settle]).toEqual(['close done', 'settle done'])
  expect(later.filter((state) => !state.endsWith(' skipped'))).toEqual([])
})

it('takes no round for passed that a cancelled raffle did not wait for', () => {
  const seal = { mode: 'beacon', drawAt: dayAfter, roundAt: dayAfter, at: settledAt }
  const current = { seal, entropy: null, seed: null, beacon: null, result: null, journey: [] }
  const draw = { ...seal, stage: 'revealed', holder: null }
  const raffle = { status: 'cancelled', terms: { closesAt, mode: 'beacon' }, draw }
  const now = { raffle, held: 0, closedAt: closesAt, current } as unknown as DrawNow
  const signed = { sealCosignedAt: settledAt, inputsCosignedAt: settledAt }
  const facts = { now, at: '2026-11-12T20:00:00.000Z', session: null, claims: [], ...signed }
  const steps = stepsOf(facts, { settlementSeconds: 1_800 })
  expect(steps.find(({ name }) => name === 'round')).toMatchObject({ state: 'skipped', at: null })
})
