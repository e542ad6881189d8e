// Frauds against the permutation and the promotions that follow it.
import { hexOf, utf8 } from '../../../kernel/bytes.ts'
import { sha256 } from '../../../testing/hashes.ts'
import type { GrowingLog } from '../plan.ts'
import { sealedRows } from '../true-raffle.ts'
import { edit, insertAfter, removeSteps, rewrite, stepOf, type Fraud } from './fraud.ts'

const permutation = { family: 'permutation', isHidden: true } as const
const promotions = { family: 'promotions', isHidden: true, check: 'n' } as const

const listOf = (numbers: unknown) => numbers as number[] // as the true result makes them

export const permutationFrauds: readonly Fraud[] = [
  {
    ...permutation,
    name: 'the key of the permutation is not the one the inputs give',
    check: 'm',
    plan: (plan) => rewrite(plan, 'result 1', () => ({ prk: hexOf(sha256(utf8('chosen'))) })),
  },
  {
    ...permutation,
    name: 'winner and first reserve are exchanged',
    check: 'n',
    plan: (plan) =>
      rewrite(plan, 'result 1', ({ numbers }) => {
        const [first, second, ...rest] = listOf(numbers)
        return { numbers: [second, first, ...rest] }
      }),
  },
  {
    ...permutation,
    name: 'a friend’s ticket is announced as the winner',
    check: 'n',
    plan: (plan) =>
      rewrite(plan, 'result 1', ({ numbers }) => ({ numbers: [42, ...listOf(numbers).slice(1)] })),
  },
  {
    ...permutation,
    name: 'fewer reserves are announced than were published',
    check: 'n',
    plan: (plan) =>
      rewrite(plan, 'result 1', ({ numbers }) => ({ numbers: listOf(numbers).slice(0, 2) })),
  },
  {
    ...permutation,
    name: 'the register is counted from its end',
    check: 'n',
    plan: (plan) =>
      rewrite(plan, 'result 1', ({ numbers }, log) => {
        const valid = sealedRows(log).map(({ number }) => number)
        const mirrored = valid.toReversed()
        return { numbers: listOf(numbers).map((number) => mirrored[valid.indexOf(number)]) }
      }),
  },
  {
    ...permutation,
    name: 'the file of the result names another winner than the log',
    check: 'n',
    files: (bundle) =>
      edit(bundle, 'result.json', (text) => text.replace(/"numbers":\[\d+/, '"numbers":[42')),
  },
]

function secondReserve(_data: unknown, log: GrowingLog) {
  const numbers = listOf(log.named('DrawCompleted').data.numbers)
  return { number: numbers[2], place: 2 }
}

export const promotionFrauds: readonly Fraud[] = [
  {
    ...promotions,
    name: 'the first reserve is passed over',
    plan: (plan) => {
      rewrite(plan, 'promoted', secondReserve)
      rewrite(plan, 'delivered', secondReserve)
    },
  },
  {
    ...promotions,
    name: 'a reserve is promoted although nobody has lost the prize',
    plan: (plan) => removeSteps(plan, 'forfeited'),
  },
  {
    ...promotions,
    name: 'the prize is handed to a ticket that does not hold it',
    plan: (plan) => rewrite(plan, 'delivered', () => ({ number: 42 })),
  },
  {
    ...promotions,
    name: 'a ticket that was never drawn is promoted',
    plan: (plan) => {
      rewrite(plan, 'promoted', () => ({ number: 42 }))
      rewrite(plan, 'delivered', () => ({ number: 42 }))
    },
  },
  {
    ...promotions,
    name: 'the prize is taken back after it was delivered, and promoted again',
    plan: (plan) => {
      const forfeited = stepOf(plan, 'forfeited')
      insertAfter(plan, 'delivered', {
        ...forfeited,
        name: 'taken back',
        at: stepOf(plan, 'delivered').at,
        make: (log) => {
          const { drawId, number, place } = log.named('delivered').data
          return { drawId, number, place, reason: 'declined' }
        },
      })
      for (const checkpoint of plan.checkpoints)
        if (checkpoint.after === 'delivered') checkpoint.after = 'taken back'
    },
  },
]
