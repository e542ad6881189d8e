// F13: PostgreSQL takes back what it was asked to do, because two got in each other's way: a
// serialization failure (40001), a deadlock (40P01), a lock that did not come in time (55P03). It
// is asked again at most five times, after a pause of random length; then the caller is told to
// come later. Either way nothing is lost and nothing happens twice.
// At full length: FAULT_ROUNDS=12, at most 5 minutes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { purchaseCall } from '../../bench/buyer.ts'
import { placeOrder } from '../../commands/place-order.ts'
import { makeCode, tryCode } from '../../commands/sign-in-codes.ts'
import { checkRaffleLog } from '../../event-store/testing/check-log.ts'
import { issueOf, openRaffle, storeOn } from '../../event-store/testing/shop.ts'
import { openDatabase, withSetting } from '../../io/database.ts'
import type { Queryable } from '../../io/database.ts'
import { retriesSoFar } from '../../io/retries.ts'
import { verify } from '../../verify/run.ts'
import { testDatabase } from '../database.ts'
import { openRunningShop } from '../running-service.ts'
import type { RunningShop } from '../running-service.ts'
import { LATER, say, SOLD } from './crowd.ts'
import { inNoHurry, otherProcess, outagesAmong, wishFor } from './rig.ts'
import { takingBack } from './taken-back.ts'
import type { Conflict, Written } from './taken-back.ts'

/** After the first try: not more, and not less. */
const RETRIES = 5
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)
const rounds = Array.from({ length: ROUNDS }, (_, nth) => nth + 1)

let shop: RunningShop
const onSale: { raffleId: string; productId: string }[] = []
beforeAll(async () => {
  shop = await openRunningShop({ env: { TRUST_PROXY: '1' } })
  for (const name of ['Gold', 'Silver'])
    onSale.push(await shop.sell({ name, totalTickets: 1_000_000 }))
}, 180_000)
afterAll(() => shop.stop())

const itemsOf = (products: typeof onSale) =>
  products.map(({ productId }) => ({ productId, quantity: 1 }))

let people = 800_000
/** Of one buyer: sent again, it is the same purchase. */
const newCall = (items = itemsOf(onSale)) =>
  purchaseCall({ origin: shop.origin, items, nth: people++ })

const told = new Set<string>()
async function ask(call: ReturnType<typeof newCall>): Promise<string> {
  const { what, orderId } = await say(call)
  if (orderId !== null) told.add(orderId)
  return what
}

/** Longer than one request may work on a purchase before the same key is taken up again. */
async function passClaims(): Promise<void> {
  const { clock } = shop.service.core
  await shop.test.owner.query('select move_clock($1)', [new Date(clock.now().getTime() + 11_000)])
  await clock.sync()
}

const retried = (state: string) => retriesSoFar().get(state) ?? 0
const places: readonly Written[] = ['purchases', 'logs', 'events']

describe.each(['40001', '40P01', '55P03'])('F13 %s', (state) => {
  it(`${RETRIES} times wherever a purchase writes: it is sold all the same`, async () => {
    const before = retried(state)
    const conflict = { tables: places, state, times: RETRIES }
    await takingBack(shop.test.owner, conflict, async () => {
      expect(await ask(newCall(itemsOf([onSale[0]!])))).toBe(SOLD)
    })
    expect(retried(state) - before).toBe(places.length * RETRIES)
  })

  it.each(places)('for ever in %s: told to come later, and then it is sold', async (table) => {
    const call = newCall(itemsOf([onSale[0]!]))
    const conflict = { tables: [table], state, times: 1_000_000 }
    const attempts = await takingBack(shop.test.owner, conflict, async () => {
      expect(await ask(call)).toBe(LATER)
    })
    expect(attempts).toEqual([1 + RETRIES])

    await passClaims()
    expect(await ask(call)).toBe(SOLD)
  })
})

it(`F13 ${RETRIES} times where a code is written and where it is used: it signs in`, async () => {
  const { database, codeKeys } = shop.service.core
  const needs = { database, codeKeys }
  const asking = { phone: '+96171880000', sessionId: crypto.randomUUID() }
  const conflict: Conflict = { tables: ['sign_in_codes'], state: '40P01', times: RETRIES }
  let code = ''
  await takingBack(shop.test.owner, conflict, async () => {
    code = (await makeCode(needs, asking)).code
  })
  await takingBack(shop.test.owner, conflict, async () => {
    expect(await tryCode(needs, { ...asking, code }, async () => true)).toBe('right')
  })
})

describe.each(rounds)('F13 round %d', () => {
  it('a deadlock with somebody who locks the other way round is undone and done', async () => {
    const before = retried('40P01')
    const { raffleId, productId } = onSale[0]!
    const { answer } = await inNoHurry(shop.test.owner, async (tx) => {
      // Who has waited for `deadlock_timeout` looks for a circle, and gives way: never we.
      await tx.query(`set local deadlock_timeout = '1min'`)
      await tx.query('select from raffle_state where log_id = $1 for update', [
        `raffle/${raffleId}`,
      ])
      const asked = ask(newCall([{ productId, quantity: 1 }]))
      await untilWaiting(shop.test.owner, 1)
      await holdRaffle(tx, raffleId)
      return { answer: asked }
    })
    expect(await answer).toBe(SOLD)
    expect(retried('40P01')).toBeGreaterThan(before)
  })

  it('orders in opposite order of their raffles never meet in a circle', async () => {
    const before = retried('40P01')
    const other = otherProcess(shop.service.core)
    const there = itemsOf(onSale)
    const back = there.toReversed()
    const here = Array.from({ length: 20 }, (_, n) => ask(newCall(n % 2 === 0 ? there : back)))
    const elsewhere = Array.from({ length: 20 }, (_, n) =>
      placeOrder(other.desk, wishFor(n % 2 === 0 ? back : there)),
    )
    expect(new Set(await Promise.all(here))).toEqual(new Set([SOLD]))
    for (const { id } of await Promise.all(elsewhere)) told.add(id)
    expect(retried('40P01')).toBe(before)
    await other.stop()
  })

  it('a raffle that somebody holds for a while is waited for', async () => {
    const before = retried('55P03')
    const { answer } = await inNoHurry(shop.test.owner, async (tx) => {
      await holdRaffle(tx, onSale[0]!.raffleId)
      const asked = ask(newCall())
      await expect.poll(() => retried('55P03'), { timeout: 30_000 }).toBeGreaterThan(before)
      return { answer: asked }
    })
    expect(await answer).toBe(SOLD)
  })

  it('a raffle that somebody holds for long is given up, and taken up again', async () => {
    const wishes = Array.from({ length: 10 }, () => wishFor(itemsOf(onSale)))
    const { url, owner } = shop.test
    const database = openDatabase({ url, applicationName: 'hurried', lockTimeoutMs: 30 })
    const other = otherProcess(shop.service.core, database)
    const before = retried('55P03')
    const refused = await inNoHurry(owner, async (tx) => {
      await holdRaffle(tx, onSale[0]!.raffleId)
      return Promise.allSettled(wishes.map((wish) => placeOrder(other.desk, wish)))
    })
    expect(outagesAmong(refused)).toEqual(wishes.map(() => true))
    expect(retried('55P03') - before).toBeGreaterThanOrEqual(RETRIES)

    await passClaims()
    for (const { id } of await Promise.all(wishes.map((wish) => placeOrder(other.desk, wish))))
      told.add(id)
    await other.stop()
    await database.end()
  })

  it('two writers under SERIALIZABLE number every ticket once', async () => {
    const { url, owner, database: ordinary, drop } = await testDatabase()
    const plain = await storeOn(ordinary)
    const { raffleId, productId } = await openRaffle(plain)
    const issues = Array.from({ length: 40 }, () => issueOf(productId))
    const before = retried('40001')
    const strict = withSetting(url, 'default_transaction_isolation=serializable')
    const databases = [1, 2].map(() => openDatabase({ url: strict, applicationName: 'strict' }))
    const stores = await Promise.all(databases.map((database) => storeOn(database)))
    const { answers } = await inNoHurry(owner, async (tx) => {
      // Both look at the raffle as it is now; who comes second then finds it changed.
      await holdRaffle(tx, raffleId)
      const issued = issues.map((issue, n) => stores[n % 2]!.raffle(raffleId).issue(issue))
      await untilWaiting(owner, 2)
      return { answers: Promise.allSettled(issued) }
    })
    expect(outagesAmong(await answers)).not.toContain(false)
    expect(retried('40001')).toBeGreaterThan(before)

    await Promise.all(issues.map((issue) => plain.raffle(raffleId).issue(issue)))
    expect(await checkRaffleLog(owner, raffleId)).toBe(issues.length)
    await Promise.all([...stores, plain].map((store) => store.close()))
    await Promise.all(databases.map((database) => database.end()))
    await drop()
  })
})

it('F13 each purchase is one order, and everything holds', async () => {
  const { rows } = await shop.test.owner.query<{ orders: number }>(
    `select count(*)::int as orders from streams where stream_id like 'order/%'`,
  )
  process.stdout.write(`F13: ${told.size} orders, retries ${JSON.stringify([...retriesSoFar()])}\n`)
  expect(rows).toEqual([{ orders: told.size }])
  await shop.service.workers.catchUp()
  const { findings } = await verify(shop.test.owner)
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
})

const holdRaffle = (tx: Queryable, raffleId: string) =>
  tx.query('select from logs where log_id = $1 for update', [`raffle/${raffleId}`])

/** So many backends of this database stand in line for a lock. */
async function untilWaiting(owner: Queryable, backends: number): Promise<void> {
  const waiting = `select from pg_stat_activity
                    where datname = current_database() and wait_event_type = 'Lock'`
  await expect
    .poll(async () => (await owner.query(waiting)).rowCount, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(backends)
}
