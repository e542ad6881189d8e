// Raffles that are not over yet, or are over without a draw.
import { hexOf, utf8 } from '../../../kernel/bytes.ts'
import { sha256 } from '../../../testing/hashes.ts'
import type { Case } from '../cases.ts'
import { amend, cancel } from '../frauds/cancellations.ts'
import { endWith, insertAfter, removeSteps, rewrite, stepOf } from '../frauds/fraud.ts'
import type { Plan } from '../plan.ts'
import { instant } from '../true-raffle.ts'

const endingWith = (name: string): Case => ({ plan: (plan) => endWith(plan, name) })

const amendCap = (plan: Plan, after: string, value: string): void =>
  amend(plan, { after, field: 'ticketsMax', value })

export const unfinished: Readonly<Record<string, Case>> = {
  'a raffle before its first ticket': endingWith('published'),
  'a raffle while it sells': endingWith('sale 70'),
  'a raffle that is closed': endingWith('closed'),
  'a draw after its seal': endingWith('seal 1'),
  'a draw after its dice': endingWith('dice 1'),
  'a draw after its seed': endingWith('seed 1'),
  'a draw after its beacon': endingWith('beacon 1'),
  'a draw after its result': endingWith('result 1'),
  'a raffle that was cancelled while it sold': {
    plan: (plan) => cancel(plan, { after: 'sale 70', data: { cause: 'licence' } }),
  },
  'a raffle that was cancelled after its close': {
    plan: (plan) => cancel(plan, { after: 'closed', data: { cause: 'licence' } }),
  },
  'a raffle whose cap was raised before the first ticket': {
    plan: (plan) => amendCap(plan, 'published', '1001'),
  },
  'a raffle whose cap was lowered to what was sold': {
    plan: (plan) => {
      amendCap(plan, 'sale 150', '300')
      rewrite(plan, 'closed', () => ({ cause: 'soldOut' }))
    },
  },
  'a raffle whose cap was lowered below what was sold': {
    plan: (plan) => amendCap(plan, 'sale 150', '299'),
  },
  'a raffle whose cap was made no number': { plan: (plan) => amendCap(plan, 'sale 150', 'many') },
  'a raffle that says it was sold out and was not': {
    plan: (plan) => rewrite(plan, 'closed', () => ({ cause: 'soldOut' })),
  },
  'an amendment with the hash of another value': {
    plan: (plan) => {
      amendCap(plan, 'sale 150', '500')
      const valueSha256 = hexOf(sha256(utf8('501')))
      rewrite(plan, 'amended', () => ({ valueSha256 }))
    },
  },
  'an amendment that keeps its value to itself': {
    plan: (plan) =>
      insertAfter(plan, 'closed', {
        name: 'page',
        at: stepOf(plan, 'closed').at,
        type: 'RaffleAmended',
        make: () => ({ field: 'page', valueSha256: 'ab'.repeat(32), cause: 'edited' }),
      }),
  },
  'an end that was moved': {
    plan: (plan) =>
      insertAfter(plan, 'sale 70', {
        name: 'extended',
        at: stepOf(plan, 'sale 70').at,
        type: 'RaffleExtended',
        make: () => ({ closesAt: instant(Date.parse(stepOf(plan, 'closed').at)), cause: 'staff' }),
      }),
  },
  'a ticket that was voided twice, beside one that was not': {
    plan: (plan) =>
      rewrite(plan, 'voided', () => ({
        ranges: [
          [5, 6],
          [6, 9],
          [10, 10],
        ],
      })),
  },
  'voids that touch': {
    plan: (plan) =>
      rewrite(plan, 'voided', () => ({
        ranges: [
          [12, 13],
          [5, 5],
          [6, 7],
        ],
      })),
  },
  'a draw without the terms it rests on': { plan: (plan) => removeSteps(plan, 'published') },
}
