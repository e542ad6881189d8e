// Frauds against the register and its numbers.
import { hexOf } from '../../../kernel/bytes.ts'
import { orderCommit } from '../../../ledger/commitments.ts'
import { bytesOfHex, utf8 } from '../../../kernel/bytes.ts'
import { sha256 } from '../../../testing/hashes.ts'
import { openingOf, rootOfRows } from '../true-raffle.ts'
import { edit, insertAfter, rewrite, stepOf, type Fraud } from './fraud.ts'

const register = { family: 'register' } as const
const numbers = { family: 'numbers', isHidden: true } as const

export const registerFrauds: readonly Fraud[] = [
  {
    ...register,
    name: 'the sealed root is of a register in which a friend’s ticket stands for another',
    check: 'g',
    isHidden: true,
    plan: (plan) =>
      rewrite(plan, 'seal 1', (_data, log) => {
        const valid = log.register().filter(({ isVoid }) => !isVoid)
        const rows = valid.map((row) => (row.number === 40 ? { ...row, index: 3 } : row))
        return { registerRoot: hexOf(rootOfRows(rows)) }
      }),
  },
  {
    ...register,
    name: 'the seal counts one ticket fewer than were issued',
    check: 'g',
    isHidden: true,
    plan: (plan) =>
      rewrite(plan, 'seal 1', ({ issuedCount }) => ({ issuedCount: Number(issuedCount) - 1 })),
  },
  {
    ...register,
    name: 'the seal forgets a void ticket',
    check: 'g',
    isHidden: true,
    plan: (plan) => rewrite(plan, 'seal 1', () => ({ voids: [[77, 79]] })),
  },
  {
    ...register,
    name: 'the seal voids a ticket that nobody voided',
    check: 'g',
    isHidden: true,
    plan: (plan) =>
      rewrite(plan, 'seal 1', () => ({
        voids: [
          [5, 6],
          [77, 79],
        ],
      })),
  },
  {
    ...register,
    name: 'the seal says that more tickets are valid than are',
    check: 'g',
    isHidden: true,
    plan: (plan) =>
      rewrite(plan, 'seal 1', ({ validCount }) => ({ validCount: Number(validCount) + 1 })),
  },
  {
    ...register,
    name: 'the printed register leaves out a ticket',
    check: 'g',
    isHidden: true,
    files: (bundle) => edit(bundle, 'register.csv', (text) => text.replace(/\n40,\d+,valid/, '')),
  },
  {
    ...register,
    name: 'a free ticket for a friend: the order entitles to fewer than were issued',
    check: 'p',
    isHidden: true,
    plan: (plan) =>
      rewrite(plan, 'sale 7', ({ first, ticketsPerUnit }) => ({
        last: Number(first) + 10 * Number(ticketsPerUnit) - 1,
      })),
    input: () => ({ openings: [{ index: 7, ...openingOf(7) }] }),
  },
]

export const numberFrauds: readonly Fraud[] = [
  {
    ...numbers,
    name: 'a number is sold twice',
    check: 'f',
    isHidden: false,
    plan: (plan) => rewrite(plan, 'sale 60', ({ first }) => ({ first: Number(first) - 1 })),
  },
  {
    ...numbers,
    name: 'numbers are left out, to be filled in later',
    check: 'f',
    plan: (plan) =>
      rewrite(plan, 'sale 60', ({ first, last }) => ({
        first: Number(first) + 4,
        last: Number(last) + 4,
      })),
  },
  {
    ...numbers,
    name: 'more tickets are sold than the raffle has',
    check: 'f',
    plan: (plan) => rewrite(plan, 'published', () => ({ ticketsMax: 200 })),
  },
  {
    ...numbers,
    name: 'the number of tickets is no multiple of those per unit',
    check: 'f',
    plan: (plan) => rewrite(plan, 'sale 9', ({ last }) => ({ last: Number(last) + 1 })),
  },
  {
    ...numbers,
    name: 'one paid order is cited for two sales',
    check: 'f',
    plan: (plan) =>
      rewrite(plan, 'sale 12', () => {
        const { orderSalt, orderText } = openingOf(11)
        return { orderCommit: orderCommit(bytesOfHex(orderSalt!), orderText!, sha256) }
      }),
  },
  {
    ...numbers,
    name: 'the cap is raised after the first ticket',
    check: 'f',
    plan: (plan) =>
      insertAfter(plan, 'sale 30', {
        ...stepOf(plan, 'sale 30'),
        name: 'cap',
        type: 'RaffleAmended',
        make: () => ({
          field: 'ticketsMax',
          value: '5000',
          valueSha256: hexOf(sha256(utf8('5000'))),
          cause: 'edited',
        }),
      }),
  },
  {
    ...numbers,
    name: 'a number is voided that was never issued',
    check: 'f',
    isHidden: false,
    plan: (plan) =>
      rewrite(plan, 'voided', () => ({
        ranges: [
          [5, 5],
          [900, 900],
        ],
      })),
  },
  {
    ...numbers,
    name: 'the close counts other tickets than the sales',
    check: 'f',
    plan: (plan) =>
      rewrite(plan, 'closed', ({ issuedCount }) => ({ issuedCount: Number(issuedCount) + 5 })),
  },
  {
    ...numbers,
    name: 'a sale is written in a form of its own, to hide a second value of a field',
    check: 'e',
    isHidden: false,
    plan: (plan) => {
      const step = stepOf(plan, 'sale 40')
      step.bytes = (text) => text.replace('"first":', '"first":1,"first":')
    },
  },
]
