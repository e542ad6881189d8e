// Counted goods: many buyers and a few pieces, and what becomes of the pieces of an order that is
// paid, left alone, cancelled, or paid too late.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { OrderId, ProductId, VariantId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { cancelOrder } from './cancel-order.ts'
import { dropDueGoods } from './drop-goods.ts'
import { expireOrders } from './expire-holds.ts'
import { finishOrder } from './issue-tickets.ts'
import { changeStock } from './stock-rows.ts'
import { dropStock, openStock } from './stock-table.ts'

const BUYERS = 500
const PIECES = 40

let rig: PurchaseRig
beforeEach(async () => {
  rig = await openPurchaseRig({
    timeouts: { connectMs: 60_000, totalMs: 90_000 },
    startTimeoutMs: 60_000,
  })
})
afterEach(() => rig.stop())

type Goods = { productId: ProductId; variantId: VariantId }

describe('counted goods', () => {
  it(`of ${BUYERS} buyers at once as many get one as there are pieces`, async () => {
    const goods = await sellPieces(PIECES, rig.sellGoods(0))
    const answers = await Promise.allSettled(Array.from({ length: BUYERS }, () => buy(goods)))

    const sold = answers.filter(({ status }) => status === 'fulfilled').length
    const reasons = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(sold).toBe(PIECES)
    expect(new Set(reasons.map(({ code }: Rejection) => code))).toEqual(new Set(['stock_left']))
    expect(reasons[0].message).toBe('Only 0 left of Cap (Red)')
    expect(await stockOf(goods)).toEqual({ counted: PIECES, held: 0, taken: PIECES })
  }, 120_000)

  it('an order for more than there is takes nothing, neither goods nor tickets', async () => {
    const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10, products: [{}] })
    const few = await sellPieces(2, productIds[0]!)
    const many = await sellPieces(9, rig.sellGoods(500))
    const items = [
      { productId: many.productId, variantId: many.variantId, quantity: 3 },
      { productId: few.productId, variantId: few.variantId, quantity: 3 },
    ]
    await expect(rig.buy({ items })).rejects.toMatchObject({
      code: 'stock_left',
      details: { available: 2, variantId: few.variantId, goods: 'Cap (Red)' },
    })
    expect(await stockOf(few)).toEqual({ counted: 2, held: 0, taken: 0 })
    expect(await stockOf(many)).toEqual({ counted: 9, held: 0, taken: 0 })
    expect((await rig.store.raffle(raffleId).state()).held).toBe(0)
  })

  it('a raffle without room gives the pieces back', async () => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 2, products: [{}] })
    const goods = await sellPieces(9, productIds[0]!)
    await expect(buy(goods, 3)).rejects.toMatchObject({ code: 'tickets_left' })
    expect(await stockOf(goods)).toEqual({ counted: 9, held: 0, taken: 0 })
  })

  it('are held until the order is paid, then taken once', async () => {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 10, products: [{}] })
    const goods = await sellPieces(3, productIds[0]!)
    const { id } = await buy(goods, 2)
    expect(await stockOf(goods)).toEqual({ counted: 3, held: 2, taken: 0 })
    await rig.pay(id, 'approve', 3)
    await expect.poll(async () => (await rig.order(id)).grants.length, slow).toBe(1)
    expect(await stockOf(goods)).toEqual({ counted: 3, held: 0, taken: 2 })
  })

  it('come back when the buyer cancels and when nobody pays', async () => {
    const goods = await sellPieces(3, rig.sellGoods(500))
    const first = await buy(goods)
    const second = await buy(goods)
    expect(await stockOf(goods)).toMatchObject({ held: 2 })
    const actor = 'system:test'
    await cancelOrder(rig.desk, { orderId: first.id as OrderId, reason: 'customer', actor })
    expect(await stockOf(goods)).toMatchObject({ held: 1 })

    await rig.moveClock(1_801)
    await expireOrders(rig.desk)
    expect((await rig.order(second.id)).status).toBe('cancelled')
    expect(await stockOf(goods)).toEqual({ counted: 3, held: 0, taken: 0 })
  })

  it('of an order paid too late are sold again only if there still are any', async () => {
    const goods = await sellPieces(1, rig.sellGoods(500))
    const late = await buy(goods)
    await rig.moveClock(1_801)
    await expireOrders(rig.desk)
    const next = await buy(goods)
    await rig.pay(late.id, 'approve')
    await expect.poll(async () => (await rig.order(late.id)).refunds.length, slow).toBe(1)
    expect((await rig.order(late.id)).status).toBe('cancelled')
    await rig.pay(next.id, 'approve')
    await expect.poll(async () => (await rig.order(next.id)).status, slow).toBe('paid')
    await expect.poll(() => stockOf(goods), slow).toEqual({ counted: 1, held: 0, taken: 1 })
  })

  it('a payment in the last second keeps its piece, whatever the sweeps find', async () => {
    const goods = await sellPieces(1, rig.sellGoods(500))
    const { id } = await buy(goods)
    await rig.moveClock(1_801)
    expect(await dropDueGoods(rig.desk)).toBe(0)
    await rig.pay(id, 'approve')
    await expect.poll(async () => (await rig.order(id)).status, slow).toBe('paid')
    await expireOrders(rig.desk)
    await dropDueGoods(rig.desk)
    expect((await rig.order(id)).status).toBe('paid')
    await expect.poll(() => stockOf(goods), slow).toEqual({ counted: 1, held: 0, taken: 1 })
  })

  it('of an order from before they were counted anew are not taken a second time', async () => {
    const goods = await sellPieces(1, rig.sellGoods(500))
    const { id } = await buy(goods)
    await rig.pay(id, 'approve')
    await expect.poll(() => stockOf(goods), slow).toEqual({ counted: 1, held: 0, taken: 1 })
    await dropStock(rig.test.database, goods.variantId)
    await rig.moveClock(60)
    for (const pieces of [0, 3]) {
      await count(goods, pieces)
      await finishOrder(rig.desk, id as OrderId)
      expect((await rig.order(id)).refunds).toEqual([])
      expect(await stockOf(goods)).toEqual({ counted: pieces, held: 0, taken: 0 })
    }
  })

  it('that nobody counts ask nothing of the rows', async () => {
    let asked = 0
    const { add } = rig.desk.stock
    rig.desk.stock.add = (change) => {
      asked += 1
      return add(change)
    }
    const { id } = await rig.buy({ items: [{ productId: rig.sellGoods(0), quantity: 2 }] })
    expect((await rig.order(id)).status).toBe('paid')
    expect(asked).toBe(0)
  })
})

const slow = { timeout: 20_000 }

const buy = ({ productId, variantId }: Goods, quantity = 1) =>
  rig.buy({ items: [{ productId, variantId, quantity }] })

async function sellPieces(pieces: number, productId: ProductId): Promise<Goods> {
  const variantId = newId<VariantId>()
  const stock = { left: pieces, held: 0, taken: 0, lowAt: 5 }
  const names = { name: 'Red', sku: newId<string>(), image: null }
  rig.desk.catalogue
    .product(productId)!
    .variants.push({ variantId, priceAdjustmentCents: 0, ...names, stock })
  await count({ productId, variantId }, pieces)
  return { productId, variantId }
}

async function count({ productId, variantId }: Goods, pieces: number): Promise<void> {
  await openStock(rig.test.database, { productId, variantId, lowAt: 5 })
  if (pieces === 0) return
  await changeStock(rig.test.database, [
    { act: 'count', variantId, changeId: newId<string>(), change: pieces },
  ])
}

async function stockOf({ variantId }: Goods) {
  const { rows } = await rig.test.database.query(
    'select counted, held, taken from variant_stock where variant_id = $1',
    [variantId],
  )
  return rows[0]
}
