import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'
import { publicStatus } from '#events/order/public-status.ts'
import { orderWork } from '#projections/order-work/projection.ts'

import { cancelOrder } from '../../commands/cancel-order.ts'
import { settleCancelledRaffle } from '../../commands/cancelled-raffle.ts'
import { closeDueRaffles } from '../../commands/close-raffles.ts'
import { handOn } from '../../commands/complete-order.ts'
import { finishOrder } from '../../commands/issue-tickets.ts'
import { sellCounted } from '../../testing/counted-goods.ts'
import type { RaffleOnSale } from '../../testing/purchase-rig.ts'
import { openReactorRig, strictRunner } from '../../testing/reactor-rig.ts'
import type { Bought, ReactorRig } from '../../testing/reactor-rig.ts'
import { openProjector } from '../projector.ts'
import { cancelledRaffles } from './cancelled-raffles.ts'

let rig: ReactorRig
beforeAll(async () => void (rig = await openReactorRig(cancelledRaffles)))
afterAll(() => rig.stop())

async function sell(raffle: Partial<RaffleOnSale> = {}) {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 50, ...raffle })
  return { raffleId, productId: productIds[0]!, productIds }
}

const buyPaid = (items: Bought['items'], delivery: Partial<Bought> = {}) =>
  rig.buyPaid({ items, ...delivery })

const dutiesOf = async (orderId: OrderId) =>
  (await rig.order(orderId)).refunds.map(({ cause, amountCents }) => [cause, amountCents])

describe('a raffle that staff cancel', () => {
  it('owes each buyer the money of its lines once, and of no others', async () => {
    const [doomed, other] = [await sell({ products: [{}, {}] }), await sell()]
    const goods = rig.sellGoods(300)
    const alone = await buyPaid([{ productId: doomed.productId, quantity: 3 }])
    const mixed = await buyPaid([
      { productId: doomed.productIds[0]!, quantity: 2 },
      { productId: doomed.productIds[1]!, quantity: 1 },
      { productId: other.productId, quantity: 4 },
      { productId: goods, quantity: 1 },
    ])
    const elsewhere = await buyPaid([{ productId: other.productId, quantity: 1 }])

    await rig.cancelRaffle(doomed.raffleId)
    await rig.react()
    await rig.react()

    expect(await dutiesOf(alone)).toEqual([['raffle_cancelled', 3_000]])
    expect(publicStatus(await rig.order(alone))).toMatchObject({
      status: 'cancelled',
      refundStatus: 'due',
    })
    expect(await dutiesOf(mixed)).toEqual([
      ['raffle_cancelled', 2_000],
      ['raffle_cancelled', 1_000],
    ])
    expect(publicStatus(await rig.order(mixed))).toMatchObject({ status: 'paid' })
    expect(await dutiesOf(elsewhere)).toEqual([])
  })

  it('ends what nobody has paid yet, and lets its tickets go', async () => {
    const { raffleId, productId } = await sell()
    const id = await rig.buyUnpaid({ items: [{ productId, quantity: 2 }] })

    await rig.cancelRaffle(raffleId)
    await rig.react()

    expect(await rig.order(id)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'raffle_cancelled',
      refunds: [],
    })
    expect((await rig.store.raffle(raffleId).state()).held).toBe(0)
    await rig.payNow(id)
    expect(await dutiesOf(id)).toEqual([['paid_late', 2_000]])
  })

  it('grants numbers first that were issued when a process died', async () => {
    const { raffleId, productId } = await sell()
    const orderId = await rig.buyUnpaid({ items: [{ productId, quantity: 1 }] })
    const now = rig.desk.now().toISOString()
    const paid = { method: 'cash', reference: null, room: 'held' } as const
    const commands = () => [{ type: 'TakeManualPayment', now, ...paid } as const]
    await rig.desk.orders.change(orderId, { actor: 'staff:test', commands })
    const change = () => Promise.reject(new Error('died after the issue'))
    const dying = { ...rig.desk, orders: { ...rig.desk.orders, change } }
    await expect(finishOrder(dying, orderId)).rejects.toThrow('died after the issue')

    await rig.cancelRaffle(raffleId)
    await rig.react()

    expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 1 }] })
    expect(await dutiesOf(orderId)).toEqual([['raffle_cancelled', 1_000]])
  })

  it('leaves an order that was cancelled before as it is', async () => {
    const { raffleId, productId } = await sell()
    const orderId = await buyPaid([{ productId, quantity: 1 }])
    await cancelOrder(rig.desk, { orderId, reason: 'staff', actor: 'staff:test' })

    await rig.cancelRaffle(raffleId)
    await rig.react()

    expect(await dutiesOf(orderId)).toEqual([['cancelled', 1_000]])
  })

  it('puts pieces on the shelf again that have not left it', async () => {
    const [doomed, other] = [await sell(), await sell()]
    const counted = await sellCounted(rig, { pieces: 9, product: doomed.productId })
    const items = [{ ...counted, quantity: 2 }]
    const rest = { productId: other.productId, quantity: 1 }
    await buyPaid([...items, rest])
    const ready = await buyPaid([...items, rest])
    await handOn(rig.desk, { orderId: ready, step: 'ready', actor: 'staff:test' })
    const home = { shippingMethod: 'delivery', deliveryAddress: 'Rue Gouraud 40, Beirut' } as const
    const away = await buyPaid(items, home)
    await handOn(rig.desk, { orderId: away, step: 'sent_out', actor: 'staff:test' })

    await rig.cancelRaffle(doomed.raffleId)
    await rig.react()
    await rig.react()

    const { rows } = await rig.test.owner.query(
      'select counted, taken from variant_stock where variant_id = $1',
      [counted.variantId],
    )
    expect(rows).toEqual([{ counted: 13, taken: 6 }])
    // It is on its way: only the goods are paid back, delivering them was done.
    expect(await dutiesOf(away)).toEqual([['raffle_cancelled', 2_000]])
  })
})

describe('a raffle that ends by its own rule', () => {
  it('below its minimum owes everything back as staff would', async () => {
    const terms = { ticketsMin: 5, underSold: 'refund' } as const
    const { raffleId, productId } = await sell({ closesInSeconds: 600, terms })
    const orderId = await buyPaid([{ productId, quantity: 2 }])
    await rig.moveClock(601)

    await closeDueRaffles(rig.desk)
    await rig.react()

    expect((await rig.store.raffle(raffleId).state()).raffle.status).toBe('cancelled')
    expect(await dutiesOf(orderId)).toEqual([['raffle_cancelled', 2_000]])
  })
})

describe('work that was cut short', () => {
  async function fourOrders() {
    const { raffleId, productId } = await sell()
    const orderIds: OrderId[] = []
    for (let n = 0; n < 4; n++) orderIds.push(await buyPaid([{ productId, quantity: 1 }]))
    await rig.cancelRaffle(raffleId)
    return { raffleId, orderIds }
  }
  const owed = async (orderIds: readonly OrderId[]) =>
    (await Promise.all(orderIds.map(dutiesOf))).map((duties) => duties.length)

  it('goes on where it ended', async () => {
    const { raffleId, orderIds } = await fourOrders()
    const end = new AbortController()
    const forget = rig.desk.orders.onChange(() => end.abort())
    const cut = settleCancelledRaffle(rig.desk, raffleId, { stopping: end.signal, pageSize: 1 })
    await expect(cut).rejects.toThrow(/abort/)
    forget()
    expect((await owed(orderIds)).toSorted()).toEqual([0, 0, 0, 1])

    const stopping = new AbortController().signal
    await settleCancelledRaffle(rig.desk, raffleId, { stopping, pageSize: 3 })
    expect(await owed(orderIds)).toEqual([1, 1, 1, 1])
  })

  it('asks no order again whose duty is listed', async () => {
    const { raffleId, orderIds } = await fourOrders()
    const stopping = new AbortController().signal
    await settleCancelledRaffle(rig.desk, raffleId, { stopping })
    await openProjector({ database: rig.test.database, projections: [orderWork] }).catchUp()

    const asked: string[] = []
    const load: typeof rig.desk.orders.load = (orderId, how) => {
      asked.push(orderId)
      return rig.desk.orders.load(orderId, how)
    }
    const listening = { ...rig.desk, orders: { ...rig.desk.orders, load } }
    await settleCancelledRaffle(listening, raffleId, { stopping })
    expect(asked).toEqual([])
    expect(await owed(orderIds)).toEqual([1, 1, 1, 1])
  })
})

it('of a raffle that was cancelled before the reactor came owes its money as well', async () => {
  const { raffleId, productId } = await sell()
  const orderId = await buyPaid([{ productId, quantity: 1 }])
  await rig.cancelRaffle(raffleId)
  await rig.test.owner.query(`delete from reactors where name = 'cancelled-raffles'`)

  const late = await strictRunner(rig, cancelledRaffles(rig.desk))
  await late.run()
  await late.stop()

  expect(await dutiesOf(orderId)).toEqual([['raffle_cancelled', 1_000]])
})
