// Crowds over HTTP on the whole shop in a process of its own: routes, sessions, limits as in
// production, workers, sweeps, the provider's sandbox and its callbacks. In the end the invariants
// are checked on what is left.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openHttpLoad } from '../bench/buyer.ts'
import { newCrowd, rush, wrongNumbers } from '../bench/crowd.ts'
import type { Crowd, CrowdNeeds } from '../bench/crowd.ts'
import type { RaffleOnSale } from '../bench/raffle-on-sale.ts'
import { startShop } from '../bench/running-shop.ts'
import type { RunningShop } from '../bench/running-shop.ts'
import { verify } from '../verify/run.ts'
import { projectionStatus } from '../workers/checkpoints.ts'
import { testDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { historyBroken, newHistory } from './history.ts'

const raffle = (name: string, ticketsMax: number) => ({
  name,
  ticketsMax,
  ticketsPerUnit: 1,
  priceUsd: '10.00',
})

let test: TestDatabase
let shop: RunningShop
const history = newHistory()
beforeAll(async () => {
  test = await testDatabase()
  shop = await startShop({
    databaseUrl: test.ownerUrl,
    raffles: [
      raffle('A car', 5_000),
      raffle('A watch', 50),
      raffle('Gold', 40),
      raffle('A trip', 60),
      raffle('A phone', 80),
    ],
  })
}, 180_000)
afterAll(async () => {
  await shop.stop()
  await test.drop()
})

function onSale(nth: number): RaffleOnSale {
  const sold = shop.onSale[nth]
  if (sold === undefined) throw new Error(`there is no raffle ${nth}`)
  return sold
}

async function letIn(needs: Pick<CrowdNeeds, 'buyers' | 'itemsOf' | 'isPayer'>): Promise<Crowd> {
  const crowd = newCrowd(history)
  const load = openHttpLoad(1_000)
  await rush({ ...shop, load, isPatient: true, ...needs }, crowd)
  load.close()
  expect(Object.fromEntries(crowd.unexpected)).toEqual({})
  return crowd
}

it('2,000 buyers at once on 5,000 tickets: never one too many, only yes or no', async () => {
  const { productId } = onSale(0)
  const crowd = await letIn({
    buyers: 2_000,
    itemsOf: () => [{ productId, quantity: 3 }],
    isPayer: (nth) => nth % 5 === 0,
  })
  expect([crowd.placed, crowd.refused]).toEqual([1_666, 334])
  expect(wrongNumbers(crowd, 5_000)).toEqual([])
}, 180_000)

it('1,000 buyers with 50 tickets left: 50 pay and hold 1 to 50, each once', async () => {
  const { raffleId, productId } = onSale(1)
  const crowd = await letIn({ buyers: 1_000, itemsOf: () => [{ productId, quantity: 1 }] })
  expect([crowd.placed, crowd.refused, crowd.paid]).toEqual([50, 950, 50])
  const numbers = crowd.numbers.get(raffleId)?.toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, place) => place + 1))
}, 180_000)

it('orders across three raffles hold tickets of all of them or of none', async () => {
  const raffles = [onSale(2), onSale(3), onSale(4)]
  const items = raffles.map(({ productId }) => ({ productId, quantity: 1 }))
  const crowd = await letIn({
    buyers: 300,
    itemsOf: (nth) => (nth % 2 === 0 ? items : items.toReversed()),
  })
  expect([crowd.placed, crowd.refused, crowd.paid]).toEqual([40, 260, 40])
  for (const { raffleId } of raffles) expect(crowd.numbers.get(raffleId)).toHaveLength(40)
  expect(wrongNumbers(crowd, 40)).toEqual([])
}, 180_000)

it('leaves a database on which no invariant is broken, and everybody in his turn', async () => {
  await expect
    .poll(async () => (await projectionStatus(test.owner)).every((one) => one.lagEvents === 0))
    .toBe(true)
  const { findings } = await verify(test.owner)
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
  expect(await historyBroken(test.owner, history)).toEqual([])
}, 180_000)
