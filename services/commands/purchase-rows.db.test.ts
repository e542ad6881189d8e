import { afterAll, beforeAll, expect, it } from 'vitest'

import type { AttemptId, OrderId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'

import { settlePaid } from './expire-holds.ts'
import { openPurchaseRows } from './purchase-rows.ts'
import type { AttemptChecked, Opening } from './purchase-rows.ts'

let test: TestDatabase
beforeAll(async () => void (test = await testDatabase()))
afterAll(() => test.drop())

it('opens a purchase again under its own ref when the first answer was lost', async () => {
  const rows = openPurchaseRows(test.database)
  const opening = openingOf(newId<OrderId>())
  expect(await rows.open.add(opening)).toMatchObject({ outcome: 'opened', ref: '123' })
  expect(await rows.open.add(opening)).toMatchObject({
    outcome: 'opened',
    orderId: opening.orderId,
    ref: '123',
  })
  await rows.close()
})

it('walks no table, though its plans were made while the tables were empty', async () => {
  await test.owner.transaction(async (tx) => {
    const rows = openPurchaseRows(tx)
    const purchases = async (count: number) => {
      const openings = Array.from({ length: count }, () => openingOf(newId<OrderId>()))
      await Promise.all(openings.map((opening) => rows.open.add(opening)))
      const answers = openings.map(({ orderId }) => ({ orderId, answer: '{}', isSettled: false }))
      await Promise.all(answers.map((answer) => rows.answer.add(answer)))
      const checks = openings.map(({ attempt }) => ({ ...checked, ...attempt! }))
      await Promise.all(checks.map((check) => rows.checked.add(check)))
      await Promise.all(checks.map(({ ref }) => rows.attemptOfRef.add(ref)))
      const recalled = await Promise.all(openings.map((opening) => rows.ofKey.add(opening)))
      expect(recalled.map((one) => one?.orderId)).toEqual(openings.map(({ orderId }) => orderId))
    }
    // A plan is kept after the sixth time.
    for (let nth = 0; nth < 8; nth++) await purchases(1)
    await purchases(2_000)

    const before = await walks(tx)
    await purchases(100)
    expect(await walks(tx)).toEqual(before)
    expect(before.map(({ table }) => table)).toEqual(['payment_attempts', 'purchases'])
    await rows.close()
  })
})

it('looks for what is over among what may be over, not among all that was ever paid', async () => {
  await test.owner.transaction(async (tx) => {
    const rows = openPurchaseRows(tx)
    const openings = Array.from({ length: 2_000 }, () => openingOf(newId<OrderId>()))
    await Promise.all(openings.map((opening) => rows.open.add(opening)))
    const answers = openings.map(({ orderId }) => ({ orderId, answer: '{}', isSettled: false }))
    await Promise.all(answers.map((answer) => rows.answer.add(answer)))
    const paid = openings.map(({ attempt }) => ({ ...checked, ...attempt!, state: 'settled' }))
    await Promise.all(paid.map((check) => rows.checked.add(check as AttemptChecked)))
    const over = openings.slice(0, 3).map(({ orderId }) => orderId)
    await tx.query(`update purchases set hold_until = clock_now() where order_id = any($1)`, [over])
    await tx.query('analyze purchases, payment_attempts')

    const [attempts] = await walks(tx)
    await settlePaid({ database: tx })
    expect((await walks(tx))[0]).toEqual(attempts)
    const { rows: settled } = await tx.query<{ order_id: OrderId }>(
      `select order_id from purchases where state = 'settled' and order_id = any($1)`,
      [openings.map(({ orderId }) => orderId)],
    )
    expect(settled.map(({ order_id }) => order_id).toSorted()).toEqual(over.toSorted())
    await rows.close()
  })
})

/** What this transaction has read from one end to the other so far. */
async function walks(tx: Queryable): Promise<{ table: string; times: number }[]> {
  const { rows } = await tx.query<{ table: string; times: number }>(
    `select relname as table, seq_scan::int as times from pg_stat_xact_user_tables
      where relname in ('purchases', 'payment_attempts') order by relname`,
  )
  return rows
}

const checked = {
  state: 'started',
  providerStatus: 'pending',
  providerRef: null,
  checkedAt: new Date(),
} as const

let refs = 123

function openingOf(orderId: OrderId): Opening {
  const now = Date.now()
  return {
    sessionId: newId<string>(),
    key: 'key:one',
    requestHash: 'a hash',
    orderId,
    holdUntil: new Date(now + 1_800_000),
    contact: {
      customerId: null,
      sessionId: null,
      name: 'Maya Haddad',
      email: null,
      phone: '+96170123456',
      address: null,
      language: 'en',
    },
    attempt: {
      attemptId: newId<AttemptId>(),
      ref: String(refs++),
      method: 'whishpay',
      amountCents: 1_000,
      expiresAt: new Date(now + 1_800_000),
      nextCheckAt: new Date(now + 5_000),
    },
  }
}
