import type { Response } from 'express'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { correctHolder } from '../commands/correct-holder.ts'
import { generationOf } from '../commands/link-generation.ts'
import { pickupCode } from '../commands/pickup-code.ts'
import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { openOrderAccess } from './order-access.ts'
import type { OrderAccess } from './order-access.ts'
import { followOrders } from './order-follower.ts'
import type { OrderFollower } from './order-follower.ts'

let rig: PurchaseRig
let follower: OrderFollower
beforeAll(async () => {
  rig = await openPurchaseRig()
  follower = await followOrders({
    database: rig.test.database,
    shopLogs: 1,
    failed: (error) => expect.unreachable(String(error)),
    everyMs: 5,
  })
})
afterAll(async () => {
  await follower.stop()
  await rig.stop()
})

/** `elsewhere`: as in a process that is told nothing by the one that corrects. */
function accessOf(where: 'here' | 'elsewhere', asked: { count: number } = { count: 0 }) {
  const { desk, store, test } = rig
  const orders = where === 'here' ? desk.orders : { onChange: () => () => {} }
  const database = {
    query: (...query: Parameters<typeof test.database.query>) => {
      asked.count += 1
      return test.database.query(...query)
    },
  } as typeof test.database
  return openOrderAccess({ database, store, orders, follower })
}

const browser = (sessionId: string) =>
  ({ locals: { viewer: { sessionId, kind: 'guest', person: null } } }) as unknown as Response

const answer = (access: OrderAccess, orderId: string, sessionId: string) =>
  access.require(orderId, browser(sessionId)).then(
    () => 'open',
    (error: { code: string }) => error.code,
  )

async function buy() {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const sessionId = newId<string>()
  const items = [{ productId: productIds[0]!, quantity: 1 }]
  const { id } = await rig.buy({ items }, { sessionId })
  return { orderId: id as OrderId, sessionId }
}

const correct = (orderId: OrderId, phone: string) =>
  correctHolder(rig.desk, { orderId, phone, cause: 'mistyped', staffId: newId(), guard: {} })

const linkNow = async (orderId: OrderId) => ({
  orderId,
  generation: await generationOf(rig.desk, orderId),
})

it('ends with the phone, in the process that corrects it and in every other', async () => {
  const { orderId, sessionId: buyer } = await buy()
  const [here, elsewhere] = [accessOf('here'), accessOf('elsewhere')]
  const stranger = newId<string>()
  const before = await linkNow(orderId)
  expect(await here.open({ ...before, sessionId: stranger })).toBe(true)
  for (const access of [here, elsewhere])
    for (const one of [stranger, buyer]) expect(await answer(access, orderId, one)).toBe('open')

  await correct(orderId, '+96170654399')

  expect(await answer(here, orderId, stranger)).toBe('not_found')
  await expect.poll(() => answer(elsewhere, orderId, stranger)).toBe('not_found')
  for (const access of [here, elsewhere]) {
    expect(await access.open({ ...before, sessionId: stranger })).toBe(false)
    expect(await answer(access, orderId, stranger)).toBe('not_found')
    expect(await answer(access, orderId, buyer), 'the browser it was placed in').toBe('open')
  }
  const holder = newId<string>()
  expect(await elsewhere.open({ ...(await linkNow(orderId)), sessionId: holder })).toBe(true)
  expect(await answer(here, orderId, holder)).toBe('open')
})

it('is of another generation each time, and so is the pickup code', async () => {
  const { orderId } = await buy()
  const { links } = rig.desk
  const seen = [await linkNow(orderId)]
  for (const phone of ['+96170654398', '+96170654397']) {
    await correct(orderId, phone)
    seen.push(await linkNow(orderId))
  }
  expect(seen.map(({ generation }) => generation)).toEqual([0, 1, 2])
  expect((await rig.desk.orders.load(orderId)).generation).toBe(2)
  expect((await rig.desk.orders.load(orderId, { fresh: true })).generation).toBe(2)
  expect(new Set(seen.map((order) => links.sign(order))).size).toBe(3)
  expect(new Set(seen.map((order) => pickupCode(links, order))).size).toBe(3)
  for (const [at, order] of seen.entries())
    for (const [other, { generation }] of seen.entries())
      expect(links.isSigned({ orderId, generation }, links.sign(order))).toBe(at === other)
})

it('asks the database once for what it remembers, each time after a correction', async () => {
  const { orderId, sessionId } = await buy()
  const asked = { count: 0 }
  const access = accessOf('here', asked)
  for (let times = 0; times < 3; times++) await answer(access, orderId, sessionId)
  expect(asked.count).toBe(1)

  await correct(orderId, '+96170654396')
  for (let times = 0; times < 3; times++) await answer(access, orderId, sessionId)
  expect(asked.count).toBe(4)
})
