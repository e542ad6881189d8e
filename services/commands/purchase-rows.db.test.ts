import { afterAll, beforeAll, expect, it } from 'vitest'

import type { AttemptId, OrderId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'

import { openPurchaseRows } from './purchase-rows.ts'
import type { Opening } from './purchase-rows.ts'

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
      ref: '123',
      method: 'whishpay',
      amountCents: 1_000,
      expiresAt: new Date(now + 1_800_000),
      nextCheckAt: new Date(now + 5_000),
    },
  }
}
