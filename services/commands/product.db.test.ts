// Products that are changed and deleted while they sell.
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { LineId, OrderId, ProductId, RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { orderStatus } from '#projections/order-status/projection.ts'
import { productShelf } from '#projections/product-shelf/projection.ts'

import type { ChangeProductForm } from '../contract/admin-products.ts'
import { liftHalt, markHalted } from '../event-store/raffle-halts.ts'
import { openEventStore } from '../event-store/store.ts'
import type { EventStore } from '../event-store/types.ts'
import { newId } from '../ids.ts'
import { diskFiles } from '../providers/files/disk.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { openProjector } from '../workers/projector.ts'
import { repairAllotments } from './allotments.ts'
import { terminal } from './audit.ts'
import { dropExpiredHolds } from './expire-holds.ts'
import { changeProduct, deleteProduct, listProduct, readProduct } from './product.ts'
import type { ProductNeeds } from './product.ts'
import { hasOrders } from './product-use.ts'

let rig: PurchaseRig
let needs: ProductNeeds
const stores: EventStore[] = []
beforeAll(async () => {
  rig = await openPurchaseRig()
  // Without a picture none is written.
  const files = diskFiles(tmpdir())
  needs = { database: rig.test.database, store: rig.store, files, now: rig.desk.now }
})
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
})
afterAll(() => rig.stop())

const openRaffle = async () => (await rig.sellRaffle({ ticketsMax: 500, products: [] })).raffleId

async function list(raffleId: RaffleId): Promise<ProductId> {
  const words = { name: 'Mug', description: 'Blue', price: '9.00', active: '1' } as const
  const form = { ...words, tickets: 1, totalTickets: 60, raffleId }
  return (await listProduct(needs, { form, image: null, actor: terminal })).productId
}

const hold = (raffleId: RaffleId, productId: ProductId, n: number) =>
  rig.store.raffle(raffleId).hold({
    orderLineId: newId<LineId>(),
    orderId: newId<OrderId>(),
    productId,
    n,
    expiresAt: new Date(rig.desk.now().getTime() + 60_000),
    personKey: '0'.repeat(64),
  })

const allotted = async (raffleId: RaffleId, productId: ProductId) =>
  (await rig.store.raffle(raffleId).state()).products.get(productId)?.ticketsMax

type Buying = { first: RaffleId; productId: ProductId; n: number }

/** A buyer takes `n` tickets in `first` just before its place there is closed. */
function buyingMeanwhile({ first, productId, n }: Buying): ProductNeeds {
  let isBought = false
  const raffle: ProductNeeds['store']['raffle'] = (raffleId) => {
    const writer = needs.store.raffle(raffleId)
    if (raffleId !== first) return writer
    return {
      ...writer,
      async allot(allotment) {
        if (!isBought) await hold(first, productId, n)
        isBought = true
        await writer.allot(allotment)
      },
    }
  }
  return { ...needs, store: { ...needs.store, raffle } }
}

const change = (productId: ProductId, form: ChangeProductForm) =>
  ({ productId, form, image: null, actor: terminal, ifVersion: undefined }) as const

it('counts what a product sold in the raffle it leaves until its place there closed', async () => {
  const [first, second] = [await openRaffle(), await openRaffle()]
  const productId = await list(first)
  await hold(first, productId, 10)
  const meanwhile = buyingMeanwhile({ first, productId, n: 5 })
  await changeProduct(meanwhile, change(productId, { raffleId: second }))
  expect(await allotted(first, productId)).toBe(15)
  expect(await allotted(second, productId)).toBe(45)
})

it('keeps a product whose tickets are held by an order that is being placed', async () => {
  const raffleId = await openRaffle()
  const productId = await list(raffleId)
  await hold(raffleId, productId, 1)
  const deleting = { productId, actor: terminal, ifVersion: undefined }
  await expect(deleteProduct(needs, deleting)).rejects.toMatchObject({
    code: 'cannot_delete_product',
  })
})

it('knows an order that the list of orders does not show yet', async () => {
  const productId = rig.sellGoods(900)
  await rig.buy({ items: [{ productId, quantity: 1 }] })
  const asked = hasOrders(rig.test.database, { productId })
  await openProjector({ database: rig.test.database, projections: [orderStatus] }).catchUp()
  expect(await asked).toBe(true)
})

it('a raffle that is busy keeps nobody’s allotment back, nor the answer to a change', async () => {
  const [first, second] = [await openRaffle(), await openRaffle()]
  const [ofBusy, other] = [await list(first), await list(second)]
  const busy: ProductNeeds = {
    ...needs,
    store: {
      ...needs.store,
      raffle(raffleId) {
        const writer = needs.store.raffle(raffleId)
        const allot = () => Promise.reject(new Rejection('busy', 'Please try again.'))
        return raffleId === first ? { ...writer, allot } : writer
      },
    },
  }
  // A growth is made behind the fact.
  await changeProduct(busy, change(ofBusy, { totalTickets: 80 }))
  await rig.store.raffle(second).allot({ productId: other, ticketsMax: 70 })
  expect(await allotted(first, ofBusy)).toBe(60)
  await openProjector({ database: rig.test.database, projections: [productShelf] }).catchUp()

  await repairAllotments(busy)
  expect(await allotted(second, other)).toBe(60)
  await repairAllotments(needs)
  expect(await allotted(first, ofBusy)).toBe(80)
})

describe('while the raffle of a product is halted', () => {
  const halt = (raffleId: RaffleId) =>
    markHalted(rig.test.database, { logId: `raffle/${raffleId}`, error: new Error('7 is not 8') })

  /** The mark goes, the service is started anew, and its sweep comes by. */
  async function resume(raffleId: RaffleId): Promise<void> {
    expect(await liftHalt(rig.test.owner, `raffle/${raffleId}`)).toBe(true)
    const clock = { now: rig.desk.now, sync: async () => {} }
    const store = openEventStore({ database: rig.test.database, clock })
    stores.push(store)
    await repairAllotments({ ...needs, store })
  }

  const shownOf = async (productId: ProductId) => (await readProduct(needs, productId)).product

  it('its words and its price change, its total only upwards', async () => {
    const raffleId = await openRaffle()
    const productId = await list(raffleId)
    await halt(raffleId)
    await changeProduct(needs, change(productId, { price: '7.00', active: '0' }))
    await changeProduct(needs, change(productId, { totalTickets: 80 }))
    const fewer = changeProduct(needs, change(productId, { totalTickets: 40, name: 'Cup' }))
    await expect(fewer).rejects.toMatchObject({ code: 'raffle_halted' })

    const fields = { name: 'Mug', priceCents: 700, isActive: false, ticketsMax: 80 }
    expect((await shownOf(productId)).fields).toMatchObject(fields)
    expect(await allotted(raffleId, productId)).toBe(60)
    await resume(raffleId)
    expect(await allotted(raffleId, productId)).toBe(80)
  })

  it('it moves to another one, and its old place closes later', async () => {
    const [first, second] = [await openRaffle(), await openRaffle()]
    const productId = await list(first)
    await hold(first, productId, 10)
    await halt(first)
    await changeProduct(needs, change(productId, { raffleId: second }))

    expect((await shownOf(productId)).raffleId).toBe(second)
    expect(await allotted(first, productId)).toBe(60)
    expect(await allotted(second, productId)).toBe(50)
    await resume(first)
    expect(await allotted(first, productId)).toBe(10)
    expect(await allotted(second, productId)).toBe(50)
  })

  it('it is linked to none, and it does not move there from another', async () => {
    const [first, second] = [await openRaffle(), await openRaffle()]
    const [leaving, coming] = [await list(first), await list(second)]
    await halt(first)
    await changeProduct(needs, change(leaving, { raffleId: '' }))
    const wanted = changeProduct(needs, change(coming, { raffleId: first }))
    await expect(wanted).rejects.toMatchObject({ code: 'raffle_halted' })

    expect((await shownOf(leaving)).raffleId).toBeNull()
    expect((await shownOf(coming)).raffleId).toBe(second)
    await resume(first)
    expect(await allotted(first, leaving)).toBe(0)
    expect(await allotted(second, coming)).toBe(60)
  })

  it('it is deleted', async () => {
    const raffleId = await openRaffle()
    const productId = await list(raffleId)
    await halt(raffleId)
    await openProjector({ database: rig.test.database, projections: [orderStatus] }).catchUp()
    await deleteProduct(needs, { productId, actor: terminal, ifVersion: undefined })

    await expect(readProduct(needs, productId)).rejects.toMatchObject({ code: 'not_found' })
    await resume(raffleId)
    expect(await allotted(raffleId, productId)).toBe(0)
  })
})

describe('the sweep of allotments', () => {
  it('gives a product what was held in the raffle it has left, as the holds end', async () => {
    const [first, second] = [await openRaffle(), await openRaffle()]
    const productId = await list(first)
    await hold(first, productId, 20)
    await changeProduct(needs, change(productId, { raffleId: second }))
    expect(await allotted(second, productId)).toBe(40)
    await repairAllotments(needs)
    expect(await allotted(second, productId)).toBe(40)

    await rig.moveClock(61)
    while ((await dropExpiredHolds(rig.desk)) > 0);
    await repairAllotments(needs)
    expect(await allotted(second, productId)).toBe(60)
    expect(await allotted(first, productId)).toBe(0)
  })

  it('leaves alone what is allotted to a product that is being listed', async () => {
    const raffleId = await openRaffle()
    const productId = newId<ProductId>()
    await rig.store.raffle(raffleId).allot({ productId, ticketsMax: 60 })
    await repairAllotments(needs)
    expect(await allotted(raffleId, productId)).toBe(60)
  })
})
