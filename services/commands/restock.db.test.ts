// Pieces that come back with a cancelled order: once, whoever says it how often, and none of what
// was never taken.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { CommandId, OrderId } from '#events/kernel/ids.ts'
import type { ProductEvent } from '#events/product/events.ts'

import { newId } from '../ids.ts'
import { sellCounted } from '../testing/counted-goods.ts'
import type { CountedGoods } from '../testing/counted-goods.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { terminal } from './audit.ts'
import { cancelOrder, giveBack } from './cancel-order.ts'
import type { Cancelling } from './cancel-order.ts'
import { record } from './product.ts'
import { repairStock } from './repair-stock.ts'
import { returnLine } from './return-line.ts'
import { takenLines } from './restock.ts'
import { changeStock } from './stock-rows.ts'
import { dropStock } from './stock-table.ts'

let rig: PurchaseRig
beforeAll(async () => {
  rig = await openPurchaseRig()
}, 60_000)
afterAll(() => rig.stop())

const clerk = 'staff:00000000-0000-4000-8000-00000000000a'

describe('the pieces of a cancelled order', () => {
  it('are for sale again when staff say so, and the product tells why', async () => {
    const goods = await sellCounted(rig, { pieces: 9 })
    const orderId = await buy(goods, 4)
    expect(await stockOf(goods)).toEqual({ counted: 9, held: 0, taken: 4 })
    const commandId = newId<CommandId>()
    const order = await cancel(orderId, { restock: true, guard: { commandId } })
    expect(order.restock).toBe(true)
    expect(await stockOf(goods)).toEqual({ counted: 13, held: 0, taken: 4 })

    const [fact] = (await returnsOf(goods)).map(({ event, meta }) => ({ ...event, meta }))
    expect(fact).toMatchObject({
      data: { change: 4, counted: 13, reason: 'returned', orderId },
      meta: { actor: clerk, correlationId: commandId },
    })
    await giveBack(rig.desk, orderId)
    await cancel(orderId, { restock: true })
    expect(await returnsOf(goods)).toHaveLength(1)
    expect(await stockOf(goods)).toEqual({ counted: 13, held: 0, taken: 4 })
  })

  it('stay taken when staff say nothing', async () => {
    const goods = await sellCounted(rig, { pieces: 9 })
    const orderId = await buy(goods, 4)
    const order = await cancel(orderId, { restock: false })
    expect(order).not.toHaveProperty('restock')
    expect(await stockOf(goods)).toEqual({ counted: 9, held: 0, taken: 4 })
  })

  it('of an unpaid one go back by themselves, with nothing to tell', async () => {
    const goods = await sellCounted(rig, { pieces: 9, priceCents: 500 })
    const orderId = await buy(goods, 4)
    expect(await stockOf(goods)).toEqual({ counted: 9, held: 4, taken: 0 })
    await cancel(orderId, { restock: true })
    expect(await stockOf(goods)).toEqual({ counted: 9, held: 0, taken: 0 })
    expect(await returnsOf(goods)).toEqual([])
  })

  it('come back although the process died behind either step, and only once', async () => {
    const goods = await sellCounted(rig, { pieces: 9 })
    const orderId = await buy(goods, 4)
    const commandId = newId<CommandId>()
    // The order is cancelled, and nothing else has happened yet.
    await rig.desk.orders.change(orderId, {
      commandId,
      actor: clerk,
      commands: () => [
        {
          type: 'CancelOrder',
          now: rig.desk.now().toISOString(),
          reason: 'staff',
          restock: true,
          refundId: `cancelled:${orderId}`,
        },
      ],
    })
    const everybody = Array.from({ length: 4 }, () => giveBack(rig.desk, orderId))
    await Promise.all(everybody)
    expect(await stockOf(goods)).toEqual({ counted: 13, held: 0, taken: 4 })

    // The fact is there, its row is not.
    const [fact] = await returnsOf(goods)
    const { changeId } = fact!.event.data
    expect(fact!.meta).toMatchObject({ actor: clerk, correlationId: commandId })
    await changeStock(rig.test.database, [{ act: 'uncount', variantId: goods.variantId, changeId }])
    expect(await stockOf(goods)).toMatchObject({ counted: 9 })
    await giveBack(rig.desk, orderId)
    expect(await stockOf(goods)).toMatchObject({ counted: 13 })
    expect(await repairStock({ database: rig.test.database, store: rig.store })).toBe(0)
  })

  it('of a line that came back by itself belong to that act, whatever ends the order', async () => {
    const goods = await sellCounted(rig, { pieces: 9 })
    const other = await sellCounted(rig, { pieces: 9 })
    const items = [goods, other].map((one) => ({ ...one, quantity: 1 }))
    const orderId = (await rig.buy({ items })).id as OrderId
    const { lines } = await rig.order(orderId)
    const { lineId } = lines.find(({ productId }) => productId === goods.productId)!
    const acts = [newId<CommandId>(), newId<CommandId>()] as const
    const [returning, cancelling] = acts.map((commandId) => ({ guard: { commandId } }))
    const back = { orderId, lineId, restock: true, actor: clerk }
    await returnLine(rig.desk, { ...back, ...returning })
    await cancel(orderId, { restock: true, ...cancelling })
    const told = [...(await returnsOf(goods)), ...(await returnsOf(other))]
    expect(told.map(({ meta }) => meta.correlationId)).toEqual(acts)
  })

  it('of many orders that are cancelled at once are all counted', async () => {
    const goods = await sellCounted(rig, { pieces: 9 })
    const orders = await Promise.all(Array.from({ length: 4 }, () => buy(goods, 2)))
    await Promise.all(orders.map((orderId) => cancel(orderId, { restock: true })))
    await Promise.all(orders.map((orderId) => giveBack(rig.desk, orderId)))
    expect(await stockOf(goods)).toEqual({ counted: 17, held: 0, taken: 8 })
    expect((await returnsOf(goods)).map(({ event }) => event.data.counted)).toEqual([
      11, 13, 15, 17,
    ])
  })

  it('of a variant that is not counted any more are nobody’s business', async () => {
    const goods = await sellCounted(rig, { pieces: 9 })
    const orderId = await buy(goods, 4)
    await record(rig.desk, {
      productId: goods.productId,
      actor: terminal,
      act: 'count no pieces',
      commands: () => [{ type: 'StopStock', variantId: goods.variantId }],
    })
    // Stopped, and the row still there: whoever cancels now is not held up by it.
    await cancel(orderId, { restock: true })
    await dropStock(rig.test.database, goods.variantId)
    const { lines } = await rig.order(orderId)
    expect(await takenLines(rig.test.database, orderId, lines)).toEqual([])
    expect(await returnsOf(goods)).toEqual([])
  })
})

/** Answers when its pieces are held, or taken where there is nothing to pay. */
async function buy(goods: CountedGoods, quantity: number): Promise<OrderId> {
  const { id } = await rig.buy({ items: [{ ...goods, quantity }] })
  return id as OrderId
}

const cancel = (orderId: OrderId, said: Pick<Cancelling, 'restock' | 'guard'>) =>
  cancelOrder(rig.desk, { orderId, reason: 'staff', actor: clerk, ...said })

type Return = Extract<ProductEvent, { type: 'StockAdjusted' }>

async function returnsOf({ productId }: CountedGoods) {
  const facts = await rig.store.readStream<ProductEvent>(`product/${productId}`)
  return facts.flatMap(({ event, meta }) =>
    event.type === 'StockAdjusted' && event.data.reason === 'returned'
      ? [{ event: event as Return, meta }]
      : [],
  )
}

async function stockOf({ variantId }: CountedGoods) {
  const { rows } = await rig.test.database.query(
    'select counted, held, taken from variant_stock where variant_id = $1',
    [variantId],
  )
  return rows[0]
}
