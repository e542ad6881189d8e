// Draws that were put off or annulled, and what came of it.
import { annulMessage, postponeMessage } from '../../../draw/representative.ts'
import { checkpointBody } from '../../../ledger/checkpoint.ts'
import type { Case } from '../cases.ts'
import { drawAgain } from '../frauds/order-and-seed.ts'
import {
  appendSteps,
  atOf,
  checkpointOf,
  delay,
  insertAfter,
  removeSteps,
  rewrite,
  stepOf,
} from '../frauds/fraud.ts'
import { log as logKey, origin, raffleId, representative, signedBy } from '../keys.ts'
import type { GrowingLog, Plan } from '../plan.ts'
import { checkpointAfter, sealBodyOf } from '../true-raffle.ts'

const drawId = `${raffleId}/D1`
export const late = { drawId, cause: 'other' }

type Postponing = { from: string; seconds: number; make: (log: GrowingLog) => object }

/** Without beacon and result; so many seconds after the step `from`; and drawn again. */
export function postpone(plan: Plan, { from, seconds, make }: Postponing): void {
  removeSteps(plan, 'beacon 1', 'result 1')
  const at = atOf(plan, 'seal 1', seconds)
  insertAfter(plan, from, { name: 'postponed', at, type: 'DrawPostponed', make })
  plan.checkpoints.push(checkpointAfter(plan.steps, 'postponed'))
  drawAgain(plan, 'postponed')
}

const bodyAfter = (log: GrowingLog, name: string): string => {
  const size = log.named(name).index + 1
  return checkpointBody({ origin, size, root: log.rootAt(size) })
}

/** Countersigned by the representative, naming the checkpoint after this step. */
const countersigned =
  (name: string, signer = representative) =>
  (log: GrowingLog) => {
    const lastCheckpoint = bodyAfter(log, name)
    const sealBody = sealBodyOf(log).body
    const message = postponeMessage({ ...late, sealBody, lastCheckpoint })
    return { ...late, lastCheckpoint, signature: signedBy(signer, message) }
  }

export function annul(
  plan: Plan,
  make: (log: GrowingLog) => object,
  { from = 'result 1' }: { from?: string } = {},
): void {
  insertAfter(plan, from, {
    name: 'annulled',
    at: atOf(plan, from, 60),
    type: 'DrawAnnulled',
    make,
  })
  drawAgain(plan, 'annulled')
}

const wrong = { drawId, cause: 'register_error' }
export const signedAnnulment = (log: GrowingLog) => {
  const message = annulMessage({ ...wrong, sealBody: sealBodyOf(log).body })
  return { ...wrong, signature: signedBy(representative, message) }
}

/** As soon as its register is found to be wrong: the steps behind this one never come. */
function annulEarly(plan: Plan, from: string, ...never: readonly string[]): void {
  removeSteps(plan, ...never)
  annul(plan, signedAnnulment, { from })
  plan.checkpoints.push(checkpointAfter(plan.steps, 'annulled'))
}

/** Dice and seed never came. */
function withoutInputs(plan: Plan): void {
  removeSteps(plan, 'dice 1', 'seed 1')
}

export const ends: Readonly<Record<string, Case>> = {
  'a draw that was put off in time and drawn again': {
    plan: (plan) => postpone(plan, { from: 'seed 1', seconds: 13 * 60, make: () => late }),
  },
  'a draw that was put off in time because witnesses saw its seal too late': {
    plan: (plan) => {
      withoutInputs(plan)
      delay(checkpointOf(plan, 'seal 1'), 6 * 60)
      postpone(plan, { from: 'seal 1', seconds: 13 * 60, make: () => late })
    },
  },
  'a draw that was put off late, countersigned, because dice and seed never came': {
    plan: (plan) => {
      withoutInputs(plan)
      postpone(plan, { from: 'seal 1', seconds: 1200, make: countersigned('seal 1') })
    },
  },
  'a draw that was put off late without a signature': {
    plan: (plan) => {
      withoutInputs(plan)
      const make = (log: GrowingLog) => ({ ...late, lastCheckpoint: bodyAfter(log, 'seal 1') })
      postpone(plan, { from: 'seal 1', seconds: 1200, make })
    },
  },
  'a draw that was put off late on paper': {
    plan: (plan) => {
      withoutInputs(plan)
      const make = (log: GrowingLog) => {
        const paperSha256 = 'ab'.repeat(32)
        return { ...late, lastCheckpoint: bodyAfter(log, 'seal 1'), paperSha256 }
      }
      postpone(plan, { from: 'seal 1', seconds: 1200, make })
    },
  },
  'a draw that was put off late by a signature of the log': {
    plan: (plan) => {
      withoutInputs(plan)
      postpone(plan, { from: 'seal 1', seconds: 1200, make: countersigned('seal 1', logKey) })
    },
  },
  'a draw that was put off late, naming a checkpoint that is not the last': {
    plan: (plan) => {
      withoutInputs(plan)
      postpone(plan, { from: 'seal 1', seconds: 1200, make: countersigned('closed') })
    },
  },
  'a draw that was put off late although dice and seed were in place': {
    plan: (plan) =>
      postpone(plan, { from: 'seed 1', seconds: 1200, make: countersigned('seed 1') }),
  },
  'a draw that was put off after its result': {
    plan: (plan) => {
      insertAfter(plan, 'result 1', {
        name: 'postponed',
        at: atOf(plan, 'result 1', 60),
        type: 'DrawPostponed',
        make: () => late,
      })
      drawAgain(plan, 'postponed')
    },
  },
  'a draw that was annulled by the representative and drawn again': {
    plan: (plan) => annul(plan, signedAnnulment),
  },
  'a draw that was annulled behind its seal and drawn again': {
    plan: (plan) => annulEarly(plan, 'seal 1', 'dice 1', 'seed 1', 'beacon 1', 'result 1'),
  },
  'a draw that was annulled behind its dice': {
    plan: (plan) => annulEarly(plan, 'dice 1', 'seed 1', 'beacon 1', 'result 1'),
  },
  'a draw that was annulled behind its seed': {
    plan: (plan) => annulEarly(plan, 'seed 1', 'beacon 1', 'result 1'),
  },
  'a draw that was annulled behind its beacon': {
    plan: (plan) => annulEarly(plan, 'beacon 1', 'result 1'),
  },
  'a draw that was annulled on paper': {
    plan: (plan) => annul(plan, () => ({ ...wrong, paperSha256: 'cd'.repeat(32) })),
  },
  'an annulment whose signer is not known here': {
    plan: (plan) => annul(plan, signedAnnulment),
    input: () => ({ trust: { keys: [logKey.verifierKey] } }),
  },
  'a draw that was annulled in the end': {
    plan: (plan) =>
      appendSteps(plan, {
        name: 'annulled',
        at: atOf(plan, 'delivered', 1),
        type: 'DrawAnnulled',
        make: signedAnnulment,
      }),
  },
  'a prize that was taken and never handed over': {
    plan: (plan) => {
      removeSteps(plan, 'delivered')
      plan.checkpoints.push(checkpointAfter(plan.steps, 'promoted'))
    },
  },
  'a prize that went beyond the reserves': {
    plan: (plan) => {
      rewrite(plan, 'promoted', () => ({ place: 4, number: 5 }))
      rewrite(plan, 'delivered', () => ({ place: 4, number: 5 }))
    },
  },
  'a prize that was handed over at once': {
    plan: (plan) => {
      removeSteps(plan, 'forfeited', 'promoted')
      rewrite(plan, 'delivered', (_data, log) => {
        const { numbers } = stepOf(plan, 'result 1').make(log) as { numbers: number[] }
        return { place: 0, number: numbers[0] }
      })
    },
  },
}
