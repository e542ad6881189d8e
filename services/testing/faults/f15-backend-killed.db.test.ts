// F15: PostgreSQL ends statements for lack of time; and one of its backends is killed, as by a
// machine that has run out of memory, so that it ends all the others too and recovers by itself. As
// after its own end (F2) the shop is back by itself, and no order that anybody was told of is lost.
// At full length: FAULT_ROUNDS=50, at most 8 minutes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { placeOrder } from '../../commands/place-order.ts'
import type { PlaceOrder } from '../../commands/place-order.ts'
import { isOutage, openDatabase } from '../../io/database.ts'
import { verify } from '../../verify/run.ts'
import { openPurchaseRig } from '../purchase-rig.ts'
import type { PurchaseRig } from '../purchase-rig.ts'
import { openRig } from '../storm/rig.ts'
import type { Rig } from '../storm/rig.ts'
import { LATER, openCrowd, SOLD } from './crowd.ts'
import {
  expectCaughtUp,
  expectServedAgain,
  inNoHurry,
  ordersFound,
  otherProcess,
  outagesAmong,
  wishFor,
} from './rig.ts'

/** The campaign asks for 50; the gate for a taste of it. */
const CYCLES = Number(process.env.FAULT_ROUNDS ?? 2)
const BUYERS = 16
const BACK_WITHIN_MS = 15_000
/** On a machine that runs all tests at once. */
const BACK_WITHIN_GATE_MS = 60_000

describe('F15 statements that are given no time', () => {
  let rig: PurchaseRig
  beforeAll(async () => void (rig = await openPurchaseRig()))
  afterAll(() => rig.stop())

  /** By a process whose every statement must end within so long. */
  async function ask(wishes: readonly PlaceOrder[], statementTimeoutMs: number) {
    const { url } = rig.test
    const database = openDatabase({ url, applicationName: 'hurried', statementTimeoutMs })
    const hurried = otherProcess(rig, database)
    const answers = await Promise.allSettled(wishes.map((wish) => placeOrder(hurried.desk, wish)))
    await hurried.stop()
    await database.end()
    return answers
  }

  it('are nobody’s order and nobody’s loss', async () => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 1_000 })
    const items = [{ productId: productIds[0]!, quantity: 1 }]
    const someWishes = () => Array.from({ length: 15 }, () => wishFor(items))

    const wishes = someWishes()
    await Promise.all(wishes.map((wish) => placeOrder(rig.desk, wish)))

    // Somebody holds the log of all orders: the tickets are reserved, the order gets no time.
    const late = someWishes()
    const held = await inNoHurry(rig.test.owner, async (tx) => {
      await tx.query(`select from logs where log_id = 'shop/0' for update`)
      return ask(late, 100)
    })
    expect(outagesAmong(held)).toEqual(late.map(() => true))
    wishes.push(...late)
    // Now any statement may be the one that gets none.
    for (const statementTimeoutMs of [1, 3, 9]) {
      const hurried = someWishes()
      expect(outagesAmong(await ask(hurried, statementTimeoutMs))).not.toContain(false)
      wishes.push(...hurried)
    }

    await expectServedAgain(rig, wishes)
  })
})

describe('F15 a backend that is killed', () => {
  let rig: Rig
  beforeAll(async () => void (rig = await openRig(1)), 180_000)
  afterAll(() => rig.stop())

  /** One that works for the shop. Ends when PostgreSQL has ended all the others, too. */
  async function killBackend(): Promise<void> {
    const other = rig.owner.withConnection(async (connection) => {
      const { rows } = await connection.query<{ pid: number }>(
        `select pid
           from pg_stat_activity
          where application_name like 'qura%' and backend_type = 'client backend'
          order by random()
          limit 1`,
      )
      process.kill(rows[0]!.pid, 'SIGKILL')
      for (;;) await connection.query('select')
    })
    expect(isOutage(await other.catch((error: unknown) => error))).toBe(true)
  }

  it(`${CYCLES} times under load: back by itself, and nothing lost`, async () => {
    const crowd = openCrowd(rig.shop, BUYERS)
    const sold = (orders: number) =>
      expect
        .poll(() => crowd.told.length, { timeout: 120_000, interval: 20 })
        .toBeGreaterThan(orders)
    const outages: number[] = []
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      await sold(crowd.told.length + BUYERS)
      const killedMs = performance.now()
      await killBackend()
      // As many as there are buyers may have been on their way.
      await sold(crowd.told.length + 2 * BUYERS)
      outages.push(performance.now() - killedMs)
    }
    await crowd.goHome()

    const longest = Math.max(...outages)
    const told = crowd.told.length
    process.stdout.write(`F15: ${told} orders told, longest outage ${longest.toFixed(0)} ms\n`)
    expect([SOLD, LATER]).toEqual(expect.arrayContaining([...crowd.said.keys()]))
    expect(longest).toBeLessThan(CYCLES > 10 ? BACK_WITHIN_MS : BACK_WITHIN_GATE_MS)
    expect(await ordersFound(rig.owner, crowd.told)).toBe(told)
    await expectCaughtUp(rig.owner)
    const { findings } = await verify(rig.owner)
    expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
  }, 3_600_000)
})
