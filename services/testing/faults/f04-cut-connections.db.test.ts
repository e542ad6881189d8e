// F4: the connection dies beneath a statement, whichever it is. A purchase, its settlement and the
// projection of both are cut at their first request to PostgreSQL, at the second, and so on to the
// last, each time with a reset of the line while the server is at work. Whoever asks again has one
// order, one payment and one range of tickets; and the pool has healed by the next question.
// At full length: FAULT_CUTS=2000, at most 20 minutes.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { Rejection } from '#events/kernel/rejection.ts'
import type { OrderId } from '#events/kernel/ids.ts'
import { allProjections } from '#projections/all.ts'

import { settleOpen } from '../../commands/payment-watch.ts'
import { placeOrder } from '../../commands/place-order.ts'
import { openDatabase } from '../../io/database.ts'
import type { Database } from '../../io/database.ts'
import { openProjector } from '../../workers/projector.ts'
import type { Projector } from '../../workers/projector.ts'
import { testDatabase } from '../database.ts'
import { openPurchaseRig } from '../purchase-rig.ts'
import type { PurchaseRig } from '../purchase-rig.ts'
import { openTcpProxy } from '../tcp-proxy.ts'
import type { TcpProxy } from '../tcp-proxy.ts'
import { CLAIM_SECONDS, expectReadModels, expectSoldOnce, expectSound, wishFor } from './rig.ts'

/** The campaign asks for 2,000; the gate for each statement of a purchase about once. */
const CUTS = Number(process.env.FAULT_CUTS ?? 24)
const POOL = 4
const HEALS_WITHIN_MS = 1_000
/** Whoever is told to come later comes so often. */
const TRIES_MAX = 20

let rig: PurchaseRig
let line: TcpProxy
let database: Database
let projector: Projector
beforeAll(async () => {
  const test = await testDatabase()
  const { hostname, port } = new URL(test.url)
  line = await openTcpProxy({ host: hostname, port: Number(port) })
  const url = line.urlOf(test.url)
  database = openDatabase({ url, applicationName: 'qura test', poolMax: POOL })
  const drop = async () => {
    await database.end()
    await line.close()
    await test.drop()
  }
  rig = await openPurchaseRig({ test: { ...test, database, drop } })
  projector = openProjector({ database, projections: allProjections })
})
afterAll(async () => {
  line.plan(null)
  await projector.stop()
  await rig.stop()
})

let slowestMs = 0

/** Cuts one request of each act that it is given: the first, then the second, … and anew. */
function cutter() {
  let passing = 0
  return async <Result>(act: () => Promise<Result>): Promise<Result> => {
    const hitsBefore = line.hits()
    line.plan({ when: /[^]/, after: passing, fault: { kind: 'reset' } })
    const first = await act().then(
      (result) => ({ result }),
      () => null,
    )
    line.plan(null)
    if (line.hits() > hitsBefore) await expectHealed()
    passing = line.hits() > hitsBefore ? passing + 1 : 0
    return first === null ? untilAnswered(act) : first.result
  }
}

/** Each connection of the pool answers: the dead one is no longer among them. */
async function expectHealed(): Promise<void> {
  const startedAt = performance.now()
  const asked = Array.from({ length: POOL }, () => database.query('select 1 as one'))
  for (const { rows } of await Promise.all(asked)) expect(rows).toEqual([{ one: 1 }])
  slowestMs = Math.max(slowestMs, performance.now() - startedAt)
}

/** As a browser does: the same call with the same key. */
async function untilAnswered<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await act()
    } catch (error) {
      if (tries === TRIES_MAX) throw error
      // A try that died half-way is taken up again when its claim is old.
      if (error instanceof Rejection && error.code === 'request_in_flight')
        await rig.moveClock(CLAIM_SECONDS)
    }
  }
}

it(`F4 ${CUTS} connections die, in any statement`, { timeout: 1_200_000 }, async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: CUTS * 2 })
  const items = [{ productId: productIds[0]!, quantity: 2 }]
  const [buying, settling, projecting] = [cutter(), cutter(), cutter()]
  const orders: OrderId[] = []
  const before = line.hits()
  while (line.hits() - before < CUTS) {
    const wish = wishFor(items)
    const { id } = await buying(() => placeOrder(rig.desk, wish))
    await rig.pay(id, 'approve', 0)
    await settling(() => settleOpen(rig.desk, id as OrderId))
    await projecting(() => projector.catchUp())
    orders.push(id as OrderId)
  }
  const cuts = line.hits() - before
  process.stdout.write(
    `F4: ${cuts} cuts, ${orders.length} orders, healed within ${slowestMs.toFixed(0)} ms\n`,
  )

  for (const id of orders) await expectSoldOnce(rig, id)
  await projector.catchUp()
  await expectSound(rig)
  await expectReadModels(rig)
  expect(rig.store.halted()).toEqual([])
  if (CUTS >= 1_000) expect(slowestMs).toBeLessThanOrEqual(HEALS_WITHIN_MS)
})
