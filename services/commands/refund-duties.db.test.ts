// What is owed is listed, and keeps an account from being erased. A line that was refused ends with
// a duty all the same, be it of nothing: that is owed to nobody.
import { afterEach, expect, it } from 'vitest'

import type { TestDatabase } from '../testing/database.ts'
import { customerIdOf, line, order, projected, rafflePublished } from '../testing/story.ts'
import { requireErasable } from './account-erasure.ts'
import { countsOf } from './attention.ts'
import { listRefunds } from './refund-duties.ts'

let db: TestDatabase
afterEach(() => db.drop())

async function owing(amountCents: number) {
  const one = line(1, { product: 1, raffle: 1 })
  const bought = order(1, { lines: [one], customerId: customerIdOf(1) })
  const refund = { refundId: 'not_issuable:1', lineId: one.lineId, attemptId: null } as const
  const money = { amountCents, currency: 'USD', cause: 'not_issuable' } as const
  const due = bought.tell({ type: 'RefundDue', data: { ...refund, ...money } })
  const paid = [bought.placed(), bought.attempted(), bought.paid()]
  db = await projected([...rafflePublished(1), ...paid, due])
}

async function askedOf(amountCents: number) {
  await owing(amountCents)
  const { database } = db
  const { total } = await listRefunds(database, { state: 'due', limit: 10, offset: 0 })
  const [attention] = await countsOf(database, ['refund_due'])
  const erased = requireErasable(
    // Nobody expects the goods any more.
    { database, now: () => new Date('2026-06-01T10:00:00.000Z') },
    { personId: customerIdOf(1), giveUpTickets: true },
  )
  const answer = await erased.then(
    () => 'erasable',
    (error: { code: string }) => error.code,
  )
  return { listed: total, attention: attention?.count, answer }
}

it('a duty of nothing is listed nowhere, and keeps no account', async () =>
  expect(await askedOf(0)).toEqual({ listed: 0, attention: 0, answer: 'erasable' }))

it('a duty of one cent is, and does', async () =>
  expect(await askedOf(1)).toEqual({ listed: 1, attention: 1, answer: 'account_in_use' }))
