// The stock of a variant as staff write it and as buyers see it, over HTTP.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ProductId, VariantId } from '#events/kernel/ids.ts'

import { repairStock } from '../../commands/repair-stock.ts'
import { changeStock } from '../../commands/stock-rows.ts'
import { openStreamReads } from '../../event-store/stream-reads.ts'
import { newId } from '../../ids.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { openRunningShop, ownerEmail } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'

let shop: RunningShop
let owner: ApiClient
let productId: ProductId
let path: string
beforeAll(async () => {
  shop = await openRunningShop()
  owner = await shop.owner()
  const image = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#0a6' } })
    .jpeg()
    .toBuffer()
  const fields = { name: 'Mug', description: 'Blue', price: '9', tickets: '0', totalTickets: '0' }
  const body = form({ ...fields, raffleId: '', active: '1' })
  body.set('image', new Blob([new Uint8Array(image)]), 'mug.jpg')
  const { body: product } = await owner.post('/api/admin/products', body)
  productId = product.id as ProductId
  path = `/api/admin/products/${productId}/variants`
}, 60_000)
afterAll(() => shop.stop())

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

const addVariant = (fields: Record<string, string>) =>
  owner.post(path, form({ name: 'Red', sku: newId<string>(), ...fields }))

const bought = (variantId: string, quantity = 1) =>
  shop.client().post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    deliveryAddress: '',
    customerName: 'Maya',
    customerEmail: 'maya@example.com',
    customerPhone: '+96170123456',
    items: [{ productId, quantity, variantId }],
  })

const shownTo = async (variantId: string) => {
  const { body } = await shop.client().get(`/api/products/${productId}/variants`)
  return body.variants.find(({ id }: { id: string }) => id === variantId)
}

it('is optional: without it a variant is sold as it always was', async () => {
  const { body: variant } = await addVariant({})
  expect(variant.stock).toBeNull()
  expect((await bought(variant.id, 3)).status).toBe(201)
  expect(await shownTo(variant.id)).not.toHaveProperty('left')
})

it('says how many are left when they are few, and refuses what is not there', async () => {
  const { body: variant } = await addVariant({ stock: '7', lowAt: '5' })
  expect(variant.stock).toEqual({ pieces: 7, left: 7, held: 0, taken: 0, lowAt: 5 })
  expect(await shownTo(variant.id)).not.toHaveProperty('left')

  expect((await bought(variant.id, 4)).status).toBe(201)
  await expect.poll(() => shownTo(variant.id)).toMatchObject({ left: 3 })
  const refused = await bought(variant.id, 4)
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'stock_left', available: 3, variantId: variant.id, productId },
  })
  expect(refused.body.error).toBe('Only 3 left of Mug (Red)')
  expect((await bought(variant.id, 3)).status).toBe(201)
  await expect.poll(() => shownTo(variant.id)).toMatchObject({ left: 0, isReserved: true })
})

it('changes by what came and what was lost, with the reason in the trail', async () => {
  const { body: variant } = await addVariant({ stock: '10' })
  const adjust = (body: object) => owner.post(`${path}/${variant.id}/stock`, body)
  await bought(variant.id, 2)
  const received = { change: 12, reason: 'received', note: 'Pallet 4' }
  expect((await adjust(received)).body.stock).toMatchObject({ pieces: 22, left: 20, held: 2 })
  expect((await adjust({ change: -20, reason: 'lost' })).body.stock).toMatchObject({ left: 0 })
  expect(await adjust({ change: -1, reason: 'lost' })).toMatchObject({
    status: 409,
    body: { code: 'stock_short', available: 0 },
  })

  const query = `subjectKind=product&subject=${productId}`
  await expect
    .poll(async () => (await owner.get(`/api/admin/audit?${query}&limit=3`)).body.data)
    .toMatchObject([
      { type: 'StockAdjusted', data: { change: -20, reason: 'lost', counted: 2 } },
      { type: 'StockAdjusted', data: { change: 12, reason: 'received' } },
      {},
    ])
})

it('moves the pieces once, however often the same change is sent', async () => {
  const { body: variant } = await addVariant({ stock: '10' })
  const send = (body: object, headers = {}) =>
    owner.post(`${path}/${variant.id}/stock`, body, { 'idempotency-key': 'delivery-1', ...headers })
  const came = { change: 5, reason: 'received', note: 'of the morning' }
  const answers = await Promise.all([send(came), send(came), send(came)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { body: now } = await send(came)
  expect(now.stock).toMatchObject({ pieces: 15 })
  const lost = { change: -3, reason: 'lost' }
  const { body: fewer } = await send(lost)
  expect(fewer.stock).toMatchObject({ pieces: 12 })
  expect((await send(lost)).body.stock).toMatchObject({ pieces: 12 })
  // Whoever did it had died before the note: the next try says it.
  const ofNote = `act = 'adjust pieces' and details ->> 'note' = $1`
  const notes = async (words: string) => (await shop.test.owner.query(words, [came.note])).rowCount
  expect(await notes(`delete from audit_details where ${ofNote}`)).toBe(1)
  await send(came)
  expect(await notes(`select from audit_details where ${ofNote}`)).toBe(1)
  const query = `subjectKind=product&subject=${productId}&limit=4`
  await expect
    .poll(async () => (await owner.get(`/api/admin/audit?${query}`)).body.data)
    .toMatchObject([
      { type: 'StockAdjusted', data: { change: -3 } },
      { type: 'StockAdjusted', data: { change: 5 } },
      { type: 'StockAdjusted', data: { change: 10 } },
      {},
    ])
})

it('changes no pieces of a product that somebody else has changed since it was read', async () => {
  const { body: variant, headers } = await addVariant({ stock: '10' })
  const send = (key: string) =>
    owner.post(
      `${path}/${variant.id}/stock`,
      { change: 5, reason: 'received' },
      { 'if-match': headers.get('etag') ?? '', 'idempotency-key': key },
    )
  const [first, again, other] = [await send('a'), await send('a'), await send('b')]
  expect([first.status, again.status, other.status]).toEqual([200, 200, 409])
  expect(other.body).toMatchObject({ code: 'edit_conflict', changedBy: ownerEmail })
  expect(again.body.stock).toMatchObject({ pieces: 15 })
})

it('counted anew takes the number as it was seen, or asks to look again', async () => {
  const { body: variant } = await addVariant({ stock: '10' })
  const put = (fields: Record<string, string>) =>
    owner.put(`${path}/${variant.id}`, form({ name: 'Red', ...fields }))
  await bought(variant.id, 2) // reserved: still in hand
  expect((await put({ stock: '9', stockSeen: '10' })).body.stock).toMatchObject({
    pieces: 9,
    left: 7,
  })
  expect(await put({ stock: '8', stockSeen: '10' })).toMatchObject({
    status: 409,
    body: { code: 'stock_changed', available: 9 },
  })
  expect((await put({ stock: '1', stockSeen: '9' })).body.code).toBe('stock_short')
  expect((await put({ lowAt: '2' })).body.stock).toMatchObject({ pieces: 9, lowAt: 2 })
  expect((await put({ stock: '' })).body.stock).toBeNull()
  expect(
    (await owner.post(`${path}/${variant.id}/stock`, { change: 1, reason: 'received' })).body,
  ).toMatchObject({ code: 'stock_not_tracked' })
})

it('that runs low waits in the list of what needs attention until more came', async () => {
  const { body: variant } = await addVariant({ name: 'Scarce', stock: '6', lowAt: '5' })
  const low = async () => {
    const { body } = await owner.get('/api/admin/attention?kind=stock_low&limit=100')
    return body.data.filter(({ item }: { item: string }) => item === variant.id)
  }
  expect(await low()).toEqual([])
  await bought(variant.id, 1)
  expect(await low()).toMatchObject([{ kind: 'stock_low', code: '5' }])
  await expect.poll(async () => (await low())[0]?.detail).toContain('Mug · Scarce (')
  await owner.post(`${path}/${variant.id}/stock`, { change: 50, reason: 'received' })
  expect(await low()).toEqual([])
})

it('goes back on the shelf with a cancelled or returned order, if staff say so', async () => {
  const { body: variant } = await addVariant({ stock: '9' })
  const left = async () =>
    (await owner.get(path)).body.variants.find(({ id }: { id: string }) => id === variant.id).stock
      .left
  const order = await sold(variant.id, 2)
  expect(order).toMatchObject({ restockable: [{ productName: 'Mug', quantity: 2 }] })
  expect(await left()).toBe(7)
  const cancel = { status: 'cancelled', reason: 'mistake', restock: true }
  await owner.patch(`/api/admin/orders/${order.id}`, cancel)
  expect(await left()).toBe(9)
  const { body: after } = await owner.get(`/api/admin/orders/${order.id}`)
  expect(after.restockable).toEqual([])
  expect(after.history.find(({ what }: Named) => what === 'OrderCancelled')).toMatchObject({
    isRestocked: true,
    who: { name: ownerEmail },
  })
  const query = `subjectKind=product&subject=${productId}&type=StockAdjusted&limit=1`
  await expect
    .poll(async () => (await owner.get(`/api/admin/audit?${query}`)).body.data[0])
    .toMatchObject({
      data: { change: 2, reason: 'returned', orderId: order.id },
      actor: { kind: 'staff', name: ownerEmail },
    })

  const returned = await sold(variant.id, 3)
  await owner.post(`/api/admin/orders/${returned.id}/handover`, { step: 'handed_over' })
  await shop.test.owner.query(
    `insert into order_requests (request_id, order_id, kind, note, state, created_at)
     values ($1, $2, 'return', 'too small', 'open', clock_now())`,
    [newId<string>(), returned.id],
  )
  const { body: asked } = await owner.get(`/api/admin/orders/${returned.id}`)
  expect(asked.restockable).toHaveLength(1)
  const [{ id: requestId }] = asked.requests
  const answer = { requestId, answer: 'accepted', restock: true }
  const { body } = await owner.post(`/api/admin/orders/${returned.id}/answers`, answer)
  expect(body).toMatchObject({ status: 'cancelled', cancelReason: 'returned' })
  expect(await left()).toBe(9)
})

type Named = { what: string }

/** Paid at the counter. */
async function sold(variantId: string, quantity: number) {
  const { body } = await owner.post('/api/admin/orders/manual', {
    customerPhone: '+96170123456',
    items: [{ productId, quantity, variantId }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
  })
  return (await owner.get(`/api/admin/orders/${body.order.id}`)).body
}

it('is put right at the start after a process died between row and fact', async () => {
  const { database } = shop.test
  const store = { readStream: openStreamReads(database, 'shop/0') } as Parameters<
    typeof repairStock
  >[0]['store']
  const { body: variant } = await addVariant({ stock: '10' })
  const variantId = variant.id as VariantId
  await owner.post(`${path}/${variantId}/stock`, { change: 5, reason: 'received' })
  const stockNow = async () =>
    (await owner.get(path)).body.variants.find(({ id }: { id: string }) => id === variantId).stock

  // Fewer: the row was lowered, the fact never came. More: the fact is there, the row is not.
  const lost = { act: 'count', variantId, changeId: newId<string>(), change: -4 } as const
  await changeStock(database, [lost])
  expect(await repairStock({ database, store })).toBe(0) // it may be on its way
  await database.query(`update stock_changes set told_at = told_at - interval '1 hour'`)
  await database.query('delete from stock_changes where variant_id = $1 and change = 5', [
    variantId,
  ])
  await database.query('update variant_stock set counted = 6 where variant_id = $1', [variantId])
  expect(await stockNow()).toMatchObject({ left: 6 })
  expect(await repairStock({ database, store })).toBe(1)
  expect(await stockNow()).toMatchObject({ left: 15 })
  expect(await repairStock({ database, store })).toBe(0)
})
