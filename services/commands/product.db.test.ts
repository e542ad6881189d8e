// Products that are changed and deleted while they sell.
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { LineId, OrderId, ProductId, RaffleId } from '#events/kernel/ids.ts'
import { orderStatus } from '#projections/order-status/projection.ts'

import { newId } from '../ids.ts'
import { diskFiles } from '../providers/files/disk.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { openProjector } from '../workers/projector.ts'
import { terminal } from './audit.ts'
import { changeProduct, deleteProduct, listProduct } from './product.ts'
import type { ProductNeeds } from './product.ts'
import { hasOrders } from './product-use.ts'

let rig: PurchaseRig
let needs: ProductNeeds
beforeAll(async () => {
  rig = await openPurchaseRig()
  // Without a picture none is written.
  const files = diskFiles(tmpdir())
  needs = { database: rig.test.database, store: rig.store, files, now: rig.desk.now }
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

/** A buyer takes `n` tickets in `first` just before its place there is measured and closed. */
function buyingMeanwhile({ first, productId, n }: Buying): ProductNeeds {
  const raffle: ProductNeeds['store']['raffle'] = (raffleId) => {
    const writer = needs.store.raffle(raffleId)
    if (raffleId !== first) return writer
    return {
      ...writer,
      async state() {
        await hold(first, productId, n)
        return writer.state()
      },
    }
  }
  return { ...needs, store: { ...needs.store, raffle } }
}

it('counts what a product sold in the raffle it leaves until its place there closed', async () => {
  const [first, second] = [await openRaffle(), await openRaffle()]
  const productId = await list(first)
  await hold(first, productId, 10)
  const change = { productId, form: { raffleId: second }, image: null, actor: terminal } as const
  const meanwhile = buyingMeanwhile({ first, productId, n: 5 })
  await changeProduct(meanwhile, { ...change, ifVersion: undefined })
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
