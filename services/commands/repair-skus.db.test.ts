// SKUs that a dying process has left reserved are free again after a while, and no others.
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ProductId, VariantId } from '#events/kernel/ids.ts'
import type { ProductCommand } from '#events/product/decide.ts'

import { diskFiles } from '../providers/files/disk.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { terminal } from './audit.ts'
import { listProduct, record } from './product.ts'
import type { ProductNeeds } from './product.ts'
import { openSkuRepair } from './repair-skus.ts'
import { addVariant, changeVariant } from './variant.ts'

let rig: PurchaseRig
let needs: ProductNeeds
/** Its facts never come. */
let dying: ProductNeeds
let productId: ProductId
beforeAll(async () => {
  rig = await openPurchaseRig()
  // Without a picture none is written.
  const files = diskFiles(tmpdir())
  needs = { database: rig.test.database, store: rig.store, files, now: rig.desk.now }
  const append = () => Promise.reject(new Error('power cut'))
  dying = { ...needs, store: { ...rig.store, append } }
  productId = await list()
})
afterAll(() => rig.stop())

async function list(): Promise<ProductId> {
  const words = { name: 'Mug', description: 'Blue', price: '9.00', active: '1' } as const
  const form = { ...words, tickets: 0, totalTickets: 0, raffleId: '' }
  return (await listProduct(needs, { form, image: null, actor: terminal })).productId
}

const of = { actor: terminal, image: null, ifVersion: undefined }

async function add(sku: string, by = needs, to = productId): Promise<VariantId> {
  const form = { name: sku, sku }
  return (await addVariant(by, { ...of, productId: to, form })).variant.variantId
}

/** The fact alone: whoever recorded it dies behind it. */
const recordAlone = (subject: ProductId, command: ProductCommand) =>
  record(needs, {
    productId: subject,
    actor: terminal,
    act: 'delete variant',
    commands: () => [command],
  })

/** Two looks, an hour apart. */
async function anHourOfRepairs(): Promise<number> {
  const repair = openSkuRepair(needs)
  expect(await repair()).toBe(0)
  await rig.moveClock(3_600)
  return repair()
}

const isTaken = async (sku: string) => {
  const { rows } = await rig.test.owner.query('select from skus where sku = $1', [sku])
  return rows.length === 1
}

it('frees the SKU of a variant whose process died before its fact', async () => {
  await expect(add('MUG-1', dying)).rejects.toThrow('power cut')
  await expect(add('MUG-1')).rejects.toMatchObject({ code: 'sku_taken' })
  expect(await anHourOfRepairs()).toBe(1)
  await add('MUG-1')
  expect(await anHourOfRepairs()).toBe(0)
  expect(await isTaken('mug-1')).toBe(true)
})

it('spares one that was reserved a moment ago, however often it looks', async () => {
  const repair = openSkuRepair(needs)
  await expect(add('CUP-1', dying)).rejects.toThrow('power cut')
  expect(await repair()).toBe(0)
  await rig.moveClock(300)
  expect(await repair()).toBe(0)
  expect(await isTaken('cup-1')).toBe(true)
  await rig.moveClock(301)
  expect(await repair()).toBe(1)
})

it('frees what a variant and a product had that went without it', async () => {
  const variantId = await add('POT-1')
  const other = await list()
  await add('PAN-1', needs, other)
  await recordAlone(productId, { type: 'RemoveVariant', variantId, hasOrders: false })
  await recordAlone(other, { type: 'RemoveProduct', hasOrders: false })
  expect(await anHourOfRepairs()).toBe(2)
  expect([await isTaken('pot-1'), await isTaken('pan-1')]).toEqual([false, false])
})

it('keeps what a living variant has wished for', async () => {
  const variantId = await add('JAR-1')
  const form = { sku: 'JAR-2' }
  const cut = changeVariant(dying, { ...of, productId, variantId, form })
  await expect(cut).rejects.toThrow('power cut')
  expect(await anHourOfRepairs()).toBe(0)
  expect([await isTaken('jar-1'), await isTaken('jar-2')]).toEqual([true, true])
})
