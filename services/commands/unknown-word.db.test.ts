// A provider says of an unpaid payment what stands in no table of its words (docs/providers.md).
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import type { PaymentStatus } from '../providers/payments/port.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { countAttention, listAttention } from './attention.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())
afterEach(() => vi.restoreAllMocks())

async function unpaid(): Promise<OrderId> {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const items = [{ productId: productIds[0]!, quantity: 2 }]
  return (await rig.buy({ items, paymentMethod: 'montypay' })).id as OrderId
}

const said = (state: PaymentStatus['state'], providerStatus: string): PaymentStatus => ({
  state,
  providerStatus,
  amountCents: null,
  currency: null,
  providerRef: null,
})

const says = (status: PaymentStatus) =>
  vi.spyOn(rig.desk.providers.montypay!, 'fetchStatus').mockResolvedValue(status)

async function listed() {
  const { database } = rig.test
  const needs = { database, halted: () => [], readModels: async () => [], now: rig.desk.now }
  const page = await listAttention(needs, { kind: 'undecided', limit: 100, offset: 0 })
  const { kinds } = await countAttention(needs)
  expect(kinds.find(({ kind }) => kind === 'undecided')?.count ?? 0).toBe(page.items.length)
  return page.items
}

async function attemptOf(orderId: OrderId) {
  const { rows } = await rig.test.owner.query<{ state: string; next_check_at: Date | null }>(
    'select state, next_check_at from payment_attempts where order_id = $1',
    [orderId],
  )
  return rows[0]!
}

async function checkAll(): Promise<void> {
  while ((await rig.watch.checkDue()) > 0);
}

const isWatched = expect.any(Date)

it('is told to staff at once, and asked about until there is a word we know', async () => {
  const orderId = await unpaid()
  says(said('unknown', 'on_hold'))
  await rig.watch.askNow(orderId)
  expect(await listed()).toMatchObject([{ orderId, code: 'on_hold', method: 'montypay' }])
  expect(await attemptOf(orderId)).toEqual({ state: 'attention', next_check_at: isWatched })
  expect(await rig.order(orderId)).toMatchObject({ status: 'pending', payments: [] })

  await rig.moveClock(16)
  await checkAll()
  expect(await listed()).toHaveLength(1)
  expect(await attemptOf(orderId)).toEqual({ state: 'attention', next_check_at: isWatched })

  says(said('pending', 'prepare'))
  await rig.moveClock(16)
  await checkAll()
  expect(await listed()).toEqual([])
  expect(await attemptOf(orderId)).toEqual({ state: 'started', next_check_at: isWatched })

  vi.restoreAllMocks()
  await rig.pay(orderId, 'approve')
  await rig.watch.stop()
  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [{ first: 1 }] })
  expect(await attemptOf(orderId)).toEqual({ state: 'settled', next_check_at: null })
})

it('is paid like any other when the money comes', async () => {
  const orderId = await unpaid()
  says(said('unknown', 'on_hold'))
  await rig.watch.askNow(orderId)
  expect(await listed()).toMatchObject([{ orderId }])

  vi.restoreAllMocks()
  await rig.pay(orderId, 'approve')
  await rig.watch.stop()
  expect(await rig.order(orderId)).toMatchObject({ status: 'paid' })
  expect(await listed()).toEqual([])
})

it('is none where the provider has never heard of the payment', async () => {
  const orderId = await unpaid()
  says(said('unknown', 'not_found'))
  await rig.watch.askNow(orderId)
  expect(await listed()).toEqual([])
  expect(await attemptOf(orderId)).toEqual({ state: 'opened', next_check_at: isWatched })
})
