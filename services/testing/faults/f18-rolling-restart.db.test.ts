// F18: processes are asked to end one after the other while people buy, and come back. Nobody's
// purchase fails, and nobody has to ask twice: the buyers of this test never repeat a call.
// At full length: FAULT_ROUNDS=20 FAULT_RATE=200, at most 10 minutes.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openHttpLoad, purchaseCall } from '../../bench/buyer.ts'
import { openLoop } from '../../bench/open-loop.ts'
import { startShop } from '../../bench/running-shop.ts'
import type { RunningShop } from '../../bench/running-shop.ts'
import { testDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'

/** The campaign asks for 20 at 200 purchases a second; the gate for a taste of it. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)
const PER_SECOND = Number(process.env.FAULT_RATE ?? 40)

let test: TestDatabase
let shop: RunningShop
beforeAll(async () => {
  test = await testDatabase()
  shop = await startShop({ databaseUrl: test.ownerUrl, processes: ROUNDS > 1 ? 3 : 2 })
}, 180_000)
afterAll(async () => {
  await shop.stop()
  await test.drop()
})

it(`F18 ${ROUNDS} rolling restarts under ${PER_SECOND} purchases a second`, async () => {
  const load = openHttpLoad(64)
  const items = [{ productId: shop.productId, quantity: 1 }]
  let isOver = false
  let nth = 0
  const buying = (async () => {
    const tally = new Map<string, number>()
    while (!isOver) {
      const { tally: told } = await openLoop({
        perSecond: PER_SECOND,
        seconds: 1,
        async act() {
          const { status } = await load.call(purchaseCall({ ...shop, items, nth: nth++ }))
          return String(status)
        },
      })
      for (const [said, count] of Object.entries(told)) {
        tally.set(said, (tally.get(said) ?? 0) + count)
      }
    }
    return tally
  })()

  for (let round = 0; round < ROUNDS; round++) await shop.restart()
  isOver = true
  const tally = await buying
  load.close()

  expect(Object.fromEntries(tally)).toEqual({ 201: nth })
  expect(nth).toBeGreaterThan(PER_SECOND)
}, 3_600_000)
