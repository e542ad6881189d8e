// A variant that is saved and refused, and saved again: nothing of the refused form stays behind.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ProductId, VariantId } from '#events/kernel/ids.ts'

import { terminal } from '../../commands/audit.ts'
import type { ProductNeeds } from '../../commands/product.ts'
import { newWish, settleSku } from '../../commands/skus.ts'
import { changeVariant } from '../../commands/variant.ts'
import type { ChangeVariantForm } from '../../contract/admin-products.ts'
import { openStreamReads } from '../../event-store/stream-reads.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'

let shop: RunningShop
let owner: ApiClient
let productId: ProductId
let path: string
beforeAll(async () => {
  shop = await openRunningShop()
  owner = await shop.owner()
  productId = await addProduct('Mug')
  path = `/api/admin/products/${productId}/variants`
}, 60_000)
afterAll(() => shop.stop())

async function addProduct(name: string): Promise<ProductId> {
  const image = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#0a6' } })
    .jpeg()
    .toBuffer()
  const fields = { name, description: 'Blue', price: '9', tickets: '0', totalTickets: '0' }
  const body = form({ ...fields, raffleId: '', active: '1' })
  body.set('image', new Blob([new Uint8Array(image)]), 'mug.jpg')
  const { body: product } = await owner.post('/api/admin/products', body)
  return product.id as ProductId
}

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

const add = (fields: Record<string, string>) => owner.post(path, form({ name: 'Red', ...fields }))
const save = (id: string, fields: Record<string, string>, etag?: string) =>
  owner.put(`${path}/${id}`, form(fields), etag === undefined ? {} : { 'If-Match': etag })
const codeOf = async (answer: ReturnType<typeof save>) => {
  const { status, body } = await answer
  return [status, body.code]
}
const shown = async (id: string) =>
  (await owner.get(path)).body.variants.find((variant: { id: string }) => variant.id === id)
const isFree = async (sku: string) => {
  const { status, body } = await add({ sku })
  if (status === 201) await owner.delete(`${path}/${body.id}`)
  return status === 201
}

it('keeps the SKU it had when a new one comes with a price that is refused', async () => {
  const { body: variant } = await add({ sku: 'MUG-1' })
  const wrong = save(variant.id, { sku: 'MUG-2', priceAdjustment: '-90' })
  expect(await codeOf(wrong)).toEqual([409, 'price_below_zero'])
  expect(await isFree('MUG-2')).toBe(true)
  expect(await isFree('mug-1')).toBe(false)

  const right = await save(variant.id, { sku: 'MUG-2', priceAdjustment: '-1' })
  expect(right).toMatchObject({ status: 200, body: { sku: 'MUG-2', priceAdjustment: '-1.00' } })
  expect(await isFree('MUG-1')).toBe(true)
  expect(await isFree('MUG-2')).toBe(false)
})

it('says nothing of what was written with a count that is refused', async () => {
  const { body: variant } = await add({ sku: 'CUP-1', stock: '5' })
  await owner.post(`${path}/${variant.id}/stock`, { change: 1, reason: 'received' })
  const changed = await save(variant.id, { lowAt: '2' })
  const etag = changed.headers.get('etag') ?? ''
  const form = { name: 'Ruby', sku: 'CUP-2', priceAdjustment: '1', lowAt: '3' }
  const seenLong = save(variant.id, { ...form, stock: '4', stockSeen: '5' }, etag)
  expect(await codeOf(seenLong)).toEqual([409, 'stock_changed'])
  expect(await codeOf(save(variant.id, { ...form, stock: '2000000' }, etag))).toEqual([
    400,
    'invalid_request',
  ])
  const reserve = 'update variant_stock set held = 5 where variant_id = $1'
  await shop.test.owner.query(reserve, [variant.id])
  const tooFew = save(variant.id, { ...form, stock: '4', stockSeen: '6' }, etag)
  expect(await codeOf(tooFew)).toEqual([409, 'stock_short'])
  expect(await shown(variant.id)).toMatchObject({
    name: 'Red',
    sku: 'CUP-1',
    priceAdjustment: '0.00',
    stock: { pieces: 6, held: 5, lowAt: 2 },
  })
  const { rows } = await shop.test.owner.query(`select from skus where sku = 'cup-2'`)
  expect(rows).toEqual([])

  // It is of the newest version still: no conflict with itself.
  const right = await save(variant.id, { ...form, stock: '5', stockSeen: '6' }, etag)
  expect(right).toMatchObject({
    status: 200,
    body: { name: 'Ruby', sku: 'CUP-2', stock: { pieces: 5, lowAt: 3 } },
  })
})

it('is not counted when the form that began to count it is refused', async () => {
  const { body: variant } = await add({ sku: 'JAR-1' })
  const wrong = save(variant.id, { stock: '3', priceAdjustment: '-90' })
  expect(await codeOf(wrong)).toEqual([409, 'price_below_zero'])
  expect((await shown(variant.id)).stock).toBeNull()
  const { body } = await save(variant.id, { stock: '3' })
  expect(body.stock).toMatchObject({ pieces: 3, left: 3 })
})

it('refuses the SKU of another variant, and gives back its own after it', async () => {
  const { body: one } = await add({ sku: 'POT-1' })
  await add({ sku: 'POT-2' })
  expect(await codeOf(save(one.id, { sku: ' pot-2' }))).toEqual([409, 'sku_taken'])
  expect((await save(one.id, { sku: 'POT-3' })).status).toBe(200)
  expect((await save(one.id, { sku: 'POT-1' })).body).toMatchObject({ sku: 'POT-1' })
  expect(await isFree('POT-3')).toBe(true)
})

/** What a change needs whose fact goes elsewhere. */
function needsWith(append: () => Promise<unknown>): ProductNeeds {
  const { database } = shop.test
  const store = { readStream: openStreamReads(database, 'shop/0'), append }
  return { database, store } as unknown as ProductNeeds
}

const change = (needs: ProductNeeds, variantId: VariantId, fields: ChangeVariantForm) => {
  const wanted = { productId, variantId, form: fields, image: null, actor: terminal }
  return changeVariant(needs, { ...wanted, ifVersion: undefined })
}

const powerCut = () => Promise.reject(new Error('power cut'))

it('keeps both SKUs reserved when the process dies between row and fact', async () => {
  const { body: variant } = await add({ sku: 'PAN-1' })
  const variantId = variant.id as VariantId
  const cut = change(needsWith(powerCut), variantId, { sku: 'PAN-2' })
  await expect(cut).rejects.toThrow('power cut')
  expect([await isFree('PAN-1'), await isFree('PAN-2')]).toEqual([false, false])

  expect((await save(variantId, { sku: 'PAN-2' })).body).toMatchObject({ sku: 'PAN-2' })
  expect([await isFree('PAN-1'), await isFree('PAN-2')]).toEqual([true, false])
})

it('keeps both SKUs when the process dies after the fact, until the next save', async () => {
  const { body: variant } = await add({ sku: 'LID-1' })
  await save(variant.id, { sku: 'LID-2' })
  // As the rows stood before they were settled.
  const { database } = shop.test
  await database.query(`update skus set sku = 'lid-1' where variant_id = $1`, [variant.id])
  await database.query(`insert into skus (sku, product_id, variant_id) values ('lid-2', $1, $2)`, [
    productId,
    newWish(variant.id),
  ])
  expect([await isFree('LID-1'), await isFree('LID-2')]).toEqual([false, false])
  expect((await save(variant.id, { sku: 'LID-3' })).status).toBe(200)
  const free = [await isFree('LID-1'), await isFree('LID-2'), await isFree('LID-3')]
  expect(free).toEqual([true, true, false])
})

it('lets go what a change that was cut short has wished for, with the next one', async () => {
  const { body: variant } = await add({ sku: 'BOX-1' })
  for (const sku of ['BOX-2', 'BOX-3'])
    await expect(change(needsWith(powerCut), variant.id, { sku })).rejects.toThrow('power cut')
  expect([await isFree('BOX-2'), await isFree('BOX-3')]).toEqual([false, false])
  expect((await save(variant.id, { sku: 'BOX-4' })).status).toBe(200)
  const free = [await isFree('BOX-1'), await isFree('BOX-2'), await isFree('BOX-3')]
  expect(free).toEqual([true, true, true])

  await expect(change(needsWith(powerCut), variant.id, { sku: 'BOX-5' })).rejects.toThrow()
  expect((await owner.delete(`${path}/${variant.id}`)).status).toBe(200)
  expect([await isFree('BOX-4'), await isFree('BOX-5')]).toEqual([true, true])
})

it('keeps the SKU that is wished for again while it is being let go', async () => {
  const { database } = shop.test
  const { body: variant } = await add({ sku: 'CAP-1' })
  const { body: now } = await save(variant.id, { sku: 'CAP-2' })
  // As the rows stood before they were settled.
  await database.query(`update skus set sku = 'cap-1' where variant_id = $1`, [variant.id])
  await database.query(`insert into skus (sku, product_id, variant_id) values ('cap-2', $1, $2)`, [
    productId,
    newWish(variant.id),
  ])
  const between: boolean[] = []
  const needs = needsWith(async () => {
    const named = { productId, variant: { ...now, variantId: variant.id } }
    await settleSku(needs, { ...named, wishes: [] })
    between.push(await isFree('CAP-1'), await isFree('CAP-2'))
    throw new Error('power cut')
  })
  await expect(change(needs, variant.id, { sku: 'CAP-1' })).rejects.toThrow('power cut')
  expect(between).toEqual([false, false])
})

it('leaves nothing behind when others were faster every time', async () => {
  const { body: variant } = await add({ sku: 'TIN-1', stock: '5' })
  const conflict = async () => ({ kind: 'conflict', actualVersion: 0 })
  const wanted = { sku: 'TIN-2', stock: 3 }
  await expect(change(needsWith(conflict), variant.id, wanted)).rejects.toMatchObject({
    code: 'busy',
  })
  expect(await isFree('TIN-2')).toBe(true)
  expect(await shown(variant.id)).toMatchObject({ sku: 'TIN-1', stock: { pieces: 5 } })
})

it('lets the SKUs of a product go with it', async () => {
  const other = await addProduct('Plate')
  const variants = `/api/admin/products/${other}/variants`
  expect((await owner.post(variants, form({ name: 'Flat', sku: 'PLATE-1' }))).status).toBe(201)
  expect(await isFree('PLATE-1')).toBe(false)
  expect((await owner.delete(`/api/admin/products/${other}`)).status).toBe(200)
  expect(await isFree('PLATE-1')).toBe(true)
})
