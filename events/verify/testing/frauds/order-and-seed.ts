// Frauds against the order of events and against the operator's seed.
import { annulMessage } from '../../../draw/representative.ts'
import { hexOf, utf8 } from '../../../kernel/bytes.ts'
import { operatorCommit } from '../../../ledger/commitments.ts'
import { sha256 } from '../../../testing/hashes.ts'
import { raffleId, representative, signedBy } from '../keys.ts'
import type { Plan } from '../plan.ts'
import {
  checkpointAfter,
  drawMarks,
  drawSteps,
  instant,
  otherSeed,
  prizeSteps,
  resultOf,
  sale,
  sealBodyOf,
} from '../true-raffle.ts'
import {
  atOf,
  checkpointOf,
  delay,
  insertAfter,
  removeSteps,
  rewrite,
  stepOf,
  type Fraud,
} from './fraud.ts'

const order = { family: 'order of events', isHidden: true } as const
const seeds = { family: 'seed', isHidden: true } as const

/** A second draw, complete and green, with the prizes of its own. */
export function drawAgain(plan: Plan, after: string): void {
  removeSteps(plan, 'forfeited', 'promoted', 'delivered')
  const sealAt = Date.parse(atOf(plan, after, 3600))
  const again = [...drawSteps({ ordinal: 2, sealAt }), ...prizeSteps(sealAt + 3_600_000, 2)]
  plan.steps.push(...again)
  for (const mark of [...drawMarks(2), 'delivered'])
    plan.checkpoints.push(checkpointAfter(plan.steps, mark))
}

const drawId = `${raffleId}/D1`

export const orderFrauds: readonly Fraud[] = [
  {
    ...order,
    name: 'a ticket is issued after the seal',
    check: 'e',
    plan: (plan) =>
      insertAfter(plan, 'seal 1', { ...sale(900), name: 'late', at: atOf(plan, 'seal 1', 40) }),
  },
  {
    ...order,
    name: 'a ticket that would have won is voided after the draw',
    check: 'e',
    plan: (plan) =>
      insertAfter(plan, 'result 1', {
        name: 'void late',
        at: atOf(plan, 'result 1', 5),
        type: 'TicketsVoided',
        make: () => ({ ranges: [[9, 9]], reason: 'returned' }),
      }),
  },
  {
    ...order,
    name: 'a sale is dated before the one that stands ahead of it',
    check: 'e',
    plan: (plan) => void (stepOf(plan, 'sale 100').at = atOf(plan, 'sale 99', -3600)),
  },
  {
    ...order,
    name: 'an entry claims another place in the log',
    check: 'e',
    plan: (plan) =>
      void (stepOf(plan, 'closed').bytes = (text) => text.replace(/"index":\d+/, '"index":9')),
  },
  {
    ...order,
    name: 'a second result is recorded for the same draw',
    check: 'o',
    plan: (plan) =>
      insertAfter(plan, 'result 1', {
        name: 'result again',
        at: atOf(plan, 'result 1', 60),
        type: 'DrawCompleted',
        make: (log) => {
          const { numbers, ...result } = resultOf(log)
          return { ...result, numbers: numbers.toReversed() }
        },
      }),
  },
  {
    ...order,
    name: 'the register is sealed and drawn again because the first winner did not please',
    check: 'o',
    plan: (plan) => drawAgain(plan, 'result 1'),
  },
  {
    ...order,
    name: 'a draw is postponed when its round is already known, and drawn again',
    check: 'o',
    plan: (plan) => {
      removeSteps(plan, 'result 1')
      plan.steps = plan.steps.filter(({ name }) => name !== 'beacon 1')
      plan.checkpoints = plan.checkpoints.filter(({ after }) => after !== 'beacon 1')
      const at = atOf(plan, 'seal 1', 20 * 60)
      insertAfter(plan, 'seed 1', {
        name: 'postponed',
        at,
        type: 'DrawPostponed',
        make: () => ({ drawId, cause: 'other' }),
      })
      plan.checkpoints.push(checkpointAfter(plan.steps, 'postponed'))
      drawAgain(plan, 'postponed')
    },
  },
  {
    ...order,
    name: 'a draw is annulled by the operator alone, and drawn again',
    check: 'o',
    plan: (plan) => {
      insertAfter(plan, 'result 1', {
        name: 'annulled',
        at: atOf(plan, 'result 1', 60),
        type: 'DrawAnnulled',
        make: () => ({ drawId, cause: 'register_error' }),
      })
      drawAgain(plan, 'annulled')
    },
  },
  {
    ...order,
    name: 'a draw is annulled by the operator alone before its result, and drawn again',
    check: 'o',
    plan: (plan) => {
      removeSteps(plan, 'beacon 1', 'result 1')
      insertAfter(plan, 'seed 1', {
        name: 'annulled',
        at: atOf(plan, 'seed 1', 60),
        type: 'DrawAnnulled',
        make: () => ({ drawId, cause: 'register_error' }),
      })
      drawAgain(plan, 'annulled')
    },
  },
  {
    ...order,
    name: 'a draw is annulled in good faith, and a ticket sold before it is drawn again',
    check: 'e',
    plan: (plan) => {
      const wrong = { drawId, cause: 'register_error' }
      insertAfter(plan, 'result 1', {
        name: 'annulled',
        at: atOf(plan, 'result 1', 60),
        type: 'DrawAnnulled',
        make: (log) => {
          const message = annulMessage({ ...wrong, sealBody: sealBodyOf(log).body })
          return { ...wrong, signature: signedBy(representative, message) }
        },
      })
      insertAfter(plan, 'annulled', { ...sale(900), name: 'late', at: atOf(plan, 'annulled', 9) })
      drawAgain(plan, 'late')
    },
  },
]

export const seedFrauds: readonly Fraud[] = [
  {
    ...seeds,
    name: 'another seed is revealed than was committed to',
    check: 'j',
    plan: (plan) => rewrite(plan, 'seed 1', () => ({ seed: hexOf(otherSeed) })),
  },
  {
    ...seeds,
    name: 'the commitment is replaced after the first sale, by publishing again',
    check: 'h',
    plan: (plan) => {
      const first = stepOf(plan, 'published')
      insertAfter(plan, 'sale 90', {
        ...first,
        name: 'published again',
        at: atOf(plan, 'sale 90', 1),
        make: (log) => ({ ...first.make(log), operatorCommit: operatorCommit(otherSeed, sha256) }),
      })
    },
  },
  {
    ...seeds,
    name: 'the commitment is amended after the first sale',
    check: 'h',
    plan: (plan) =>
      insertAfter(plan, 'sale 90', {
        name: 'amended',
        at: atOf(plan, 'sale 90', 1),
        type: 'RaffleAmended',
        make: () => {
          const value = operatorCommit(otherSeed, sha256)
          const valueSha256 = hexOf(sha256(utf8(value)))
          return { field: 'operatorCommit', value, valueSha256, cause: 'edited' }
        },
      }),
  },
  {
    ...seeds,
    name: 'the first ticket is sold before anything was committed to',
    check: 'h',
    plan: (plan) => {
      const [published, first] = plan.steps.splice(0, 2)
      const at = atOf(plan, 'sale 2', -30)
      plan.steps.unshift({ ...first!, at: instant(Date.parse(at) - 1000) }, { ...published!, at })
      plan.checkpoints = plan.checkpoints.filter(({ after }) => after !== 'published')
    },
  },
  {
    ...seeds,
    name: 'the seed is revealed when the beacon is as good as known',
    check: 'i',
    plan: (plan) => delay(checkpointOf(plan, 'seed 1'), 7 * 60),
  },
  {
    ...seeds,
    name: 'the result uses another seed than the one that was revealed',
    check: 'm',
    isHidden: false,
    plan: (plan) =>
      rewrite(plan, 'result 1', (_data, log) => resultOf(log, { operatorSeed: otherSeed })),
  },
  {
    ...seeds,
    name: 'a seed is kept for a draw that does not exist yet',
    check: 'e',
    plan: (plan) => rewrite(plan, 'seed 1', () => ({ drawId: `${raffleId}/D2` })),
  },
]
