import { createHash } from 'node:crypto'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { LineId, OrderId, ProductId, RaffleId } from '#events/kernel/ids.ts'

import { newId } from '../../ids.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { openTestShop, ownerEmail } from '../../testing/shop-rig.ts'
import type { TestShop } from '../../testing/shop-rig.ts'

let shop: TestShop
let owner: ApiClient
let picture: Buffer
beforeAll(async () => {
  shop = await openTestShop()
  owner = await shop.ownerBrowser()
  picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#0a6' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Secret Artist' } })
    .toBuffer()
})
afterAll(() => shop.close())

const raffleFields = {
  name: 'Apple Watch',
  description: 'A watch',
  prizeInfo: 'Series 11',
  value: '449',
  startsAt: '2026-01-01',
  endsAt: '2099-12-31',
  totalTickets: '100',
  minTicketsRequired: '50',
  status: 'active',
}
const productFields = {
  name: 'Notebook',
  description: 'Lined',
  price: '10.5',
  tickets: '2',
  totalTickets: '60',
  raffleId: '',
  active: '1',
}

function form(fields: Record<string, string>, image?: Buffer, filename = 'photo.jpg'): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  if (image !== undefined) data.set('image', new Blob([new Uint8Array(image)]), filename)
  return data
}

const createRaffle = (fields: Record<string, string> = {}) =>
  owner.post('/api/admin/raffles', form({ ...raffleFields, ...fields }, picture))
const createProduct = (fields: Partial<typeof productFields> = {}) =>
  owner.post('/api/admin/products', form({ ...productFields, ...fields }, picture))

/** Sells tickets as the purchase path would, without its money. */
async function sell(raffleId: RaffleId, productId: ProductId, quantity: number): Promise<void> {
  const ids = { orderLineId: newId<LineId>(), orderId: newId<OrderId>(), productId }
  const personKey = '0'.repeat(64)
  const writer = shop.store.raffle(raffleId)
  const expiresAt = new Date(shop.clock.now().getTime() + 60_000)
  await writer.hold({ ...ids, n: quantity, expiresAt, personKey })
  const meta = { commandId: newId<never>(), correlationId: 'test', actor: 'system:test' }
  await writer.issue({
    ...ids,
    quantity,
    ticketsPerUnit: 1,
    channel: 'online',
    personKey,
    orderText: '{}',
    holderText: '{}',
    meta: { ...meta, orderId: ids.orderId },
    capacity: 'held',
  })
  await shop.catchUp()
}

it('publishes a raffle with a complete first leaf and shows it at once', async () => {
  const { status, body } = await createRaffle()
  expect(status).toBe(201)
  expect(body).toMatchObject({
    name: 'Apple Watch',
    value: '449.00',
    startsAt: '2025-12-31T22:00:00.000Z',
    endsAt: '2099-12-31T21:59:59.999Z',
    totalTickets: 100,
    ticketsSold: 0,
    phase: 'open',
    status: 'active',
  })
  expect(body.raffleNumber).toMatch(/^R-2026-\d{3}$/)
  const [leaf] = await shop.store.readLog(`raffle/${body.id}`, 0, 10)
  expect(leaf?.event).toMatchObject({
    type: 'RafflePublished',
    data: {
      origin: `shop.example/ledger/${body.id}`,
      prizeValue: '44900',
      sealMarginSeconds: 600,
      mode: 'beacon',
      policy: { log: expect.stringContaining(`shop.example/ledger/${body.id}+`) },
    },
  })
  expect((await shop.browser().get(`/api/raffles/${body.id}`)).body.name).toBe('Apple Watch')
  const list = await shop.browser().get('/api/raffles')
  expect(list.body.map(({ id }: { id: string }) => id)).toContain(body.id)
})

it('publishes whose the licence is and who may enter, where that was said', async () => {
  const leafOf = async (id: string) => {
    const [leaf] = await shop.store.readLog(`raffle/${id}`, 0, 1)
    return leaf?.event.data
  }
  const said = { licenceNumber: '17/2026', licenceAuthority: 'Finance', licenceDate: '2026-01-31' }
  const { body } = await createRaffle({ ...said, staffMayEnter: 'yes' })
  expect(body).toMatchObject({ ...said, staffMayEnter: true })
  expect(await leafOf(body.id)).toMatchObject({ ...said, staffMayEnter: true })
  const { body: plain } = await createRaffle()
  const silent = { licenceAuthority: null, licenceDate: null, staffMayEnter: false }
  expect(plain).toMatchObject(silent)
  for (const field of Object.keys(silent)) expect(await leafOf(plain.id)).not.toHaveProperty(field)
})

it('lists what can be bought first, then what will be, then what is sold out', async () => {
  const titles = ['Sold out', 'Coming soon', 'Open']
  // The later in the list, the sooner it ends: the day alone would turn them round.
  const [soldOut, coming, open] = await Promise.all(
    titles.map((name, n) => createRaffle({ name, endsAt: `209${n}-12-31`, totalTickets: '50' })),
  )
  const raffleIds = [soldOut, open].map((raffle) => raffle!.body.id)
  const [first] = await Promise.all(
    raffleIds.map((raffleId) => createProduct({ raffleId, totalTickets: '50' })),
  )
  await sell(raffleIds[0], first!.body.id, 50)
  const { body } = await shop.browser().get('/api/raffles')
  const names = body.map(({ name }: { name: string }) => name)
  expect(names.filter((name: string) => titles.includes(name))).toEqual(titles.toReversed())
  expect(coming!.status).toBe(201)
})

it('sells a product without entry when its raffle is over, and says so to everybody', async () => {
  const { body: raffle } = await createRaffle({ name: 'Over' })
  const { body: product } = await createProduct({ raffleId: raffle.id })
  await owner.put(`/api/admin/raffles/${raffle.id}`, form({ status: 'completed' }))
  const path = `/api/admin/products/${product.id}`
  const { body: changed } = await owner.put(path, form({ withoutEntry: '1' }))
  expect(changed).toMatchObject({ withoutEntry: true, raffleId: raffle.id, tickets: 2 })

  const shown = { id: product.id, withoutEntry: true, tickets: 0, raffleId: null, raffleName: null }
  const browser = shop.browser()
  expect((await browser.get(`/api/raffles/${raffle.id}`)).body.product).toMatchObject(shown)
  expect((await browser.get(`/api/raffles/${raffle.id}/products`)).body).toMatchObject([shown])
  const { body: again } = await owner.put(path, form({ withoutEntry: '0' }))
  expect(again.withoutEntry).toBeUndefined()
})

it('answers 304 to who has the list already', async () => {
  const client = shop.browser()
  const { headers } = await client.get('/api/raffles')
  const again = await client.get('/api/raffles', { 'If-None-Match': headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

it('refuses raffles that contradict themselves, naming the field', async () => {
  const refused = async (fields: Partial<typeof raffleFields>, path: string) => {
    const { status, body } = await createRaffle(fields)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.fields[0].path).toBe(path)
  }
  await refused({ startsAt: '2099-12-31', endsAt: '2099-01-01' }, 'endsAt')
  await refused({ endsAt: '2026-02-01' }, 'endsAt')
  await refused({ minTicketsRequired: '101' }, 'minTicketsRequired')
  await refused({ value: '-1' }, 'value')
  await refused({ totalTickets: '0' }, 'totalTickets')
  await refused({ endsAt: '2099-02-30' }, 'endsAt')
})

it('saves a raffle that is not changed without a new leaf', async () => {
  const { body: raffle } = await createRaffle()
  const head = await shop.store.head(`raffle/${raffle.id}`)
  const { body } = await owner.put(`/api/admin/raffles/${raffle.id}`, form(raffleFields))
  expect(body).toEqual(raffle)
  expect(await shop.store.head(`raffle/${raffle.id}`)).toBe(head)
})

it('keeps the odds and the end of a raffle that has sold tickets', async () => {
  const { body: raffle } = await createRaffle()
  const { body: product } = await createProduct({ raffleId: raffle.id })
  await sell(raffle.id, product.id, 5)
  const put = async (fields: Record<string, string>) =>
    (await owner.put(`/api/admin/raffles/${raffle.id}`, form(fields))).body
  expect((await put({ totalTickets: '101' })).code).toBe('odds_would_change')
  expect((await put({ underSold: 'draw' })).code).toBe('invalid_request')
  const few = { totalTickets: '4', minTicketsRequired: '0' }
  expect((await put(few)).code).toBe('below_sold_and_held')
  expect((await put({ endsAt: '2098-12-31' })).code).toBe('shortening_refused')
  expect((await put({ value: '1.00' })).code).toBe('needs_reason')
  expect((await put({ prizeInfo: 'Series 12' })).code).toBe('needs_reason')
  expect((await put({ value: '1.00', reason: 'other' })).code).toBe('terms_are_published')
  expect((await put({ status: 'completed' })).code).toBe('not_drawn')
  expect((await put({ status: 'cancelled' })).code).toBe('needs_reason')
  expect(await put({ value: '450.00', reason: 'typo' })).toMatchObject({ value: '450.00' })
  expect(await put({ status: 'cancelled', reason: 'prize_unavailable' })).toMatchObject({
    status: 'cancelled',
    phase: 'cancelled',
  })
})

it('completes a raffle without tickets, hashing in the leaf what the leaf says', async () => {
  const { body: raffle } = await createRaffle()
  const done = await owner.put(`/api/admin/raffles/${raffle.id}`, form({ status: 'completed' }))
  expect(done.body).toMatchObject({ status: 'completed', phase: 'drawn' })
  const leaves = await shop.store.readLog(`raffle/${raffle.id}`, 1, 10)
  const [amended] = leaves.map(({ event }) => event as { data: Record<string, string> })
  const hash = createHash('sha256')
    .update(amended?.data.value ?? '')
    .digest('hex')
  expect(amended?.data.valueSha256).toBe(hash)
})

it('leaves nothing changed when one of several changes is refused', async () => {
  const { body: raffle } = await createRaffle()
  const { body: product } = await createProduct({ raffleId: raffle.id })
  await sell(raffle.id, product.id, 1)
  const head = await shop.store.head(`raffle/${raffle.id}`)
  const both = form({ description: 'New words', totalTickets: '500' })
  expect((await owner.put(`/api/admin/raffles/${raffle.id}`, both)).status).toBe(409)
  expect(await shop.store.head(`raffle/${raffle.id}`)).toBe(head)
  const { body } = await owner.get(`/api/admin/raffles/${raffle.id}`)
  expect(body.description).toBe('A watch')
})

it('tells who has changed a raffle meanwhile', async () => {
  const created = await createRaffle()
  const path = `/api/admin/raffles/${created.body.id}`
  const etag = created.headers.get('etag') ?? ''
  const first = await owner.put(path, form({ description: 'One' }), { 'If-Match': etag })
  expect(first.status).toBe(200)
  const second = await owner.put(path, form({ description: 'Two' }), { 'If-Match': etag })
  expect(second.body).toMatchObject({ code: 'edit_conflict', changedBy: ownerEmail })
})

it('deletes a raffle only while nothing ever entered it', async () => {
  const { body: unused } = await createRaffle()
  expect((await owner.delete(`/api/admin/raffles/${unused.id}`)).body).toEqual({ deleted: true })
  expect((await shop.browser().get(`/api/raffles/${unused.id}`)).status).toBe(404)
  const { body: used } = await createRaffle()
  await createProduct({ raffleId: used.id })
  const refused = await owner.delete(`/api/admin/raffles/${used.id}`)
  expect(refused.body).toMatchObject({
    code: 'cannot_delete_raffle',
    error: 'Cannot delete raffle',
  })
})

it('gives a linked product an allotment, and moves it with the link', async () => {
  const { body: first } = await createRaffle()
  const { body: second } = await createRaffle()
  const { body: product } = await createProduct({ raffleId: first.id })
  expect(product).toMatchObject({ raffleId: first.id, raffleName: 'Apple Watch', price: '10.50' })
  const allotted = async (raffleId: RaffleId) =>
    (await shop.store.raffle(raffleId).state()).products.get(product.id)?.ticketsMax
  expect(await allotted(first.id)).toBe(60)
  await sell(first.id, product.id, 10)
  const moved = await owner.put(
    `/api/admin/products/${product.id}`,
    form({ raffleId: second.id, totalTickets: '80' }),
  )
  expect(moved.body).toMatchObject({ raffleId: second.id, totalTickets: 80 })
  expect(await allotted(first.id)).toBe(10)
  expect(await allotted(second.id)).toBe(70)
  const below = await owner.put(`/api/admin/products/${product.id}`, form({ totalTickets: '9' }))
  expect(below.body.code).toBe('below_sold_and_held')
})

it('hides an inactive product from the shop and keeps it for staff', async () => {
  const { body: product } = await createProduct()
  const ids = async () =>
    (await shop.browser().get('/api/products')).body.map(({ id }: { id: string }) => id)
  expect(await ids()).toContain(product.id)
  await owner.put(`/api/admin/products/${product.id}`, form({ active: '0' }))
  expect(await ids()).not.toContain(product.id)
  expect((await owner.get(`/api/admin/products/${product.id}`)).body.active).toBe(0)
})

it('keeps the old picture when a change brings none', async () => {
  const { body: product } = await createProduct()
  const { body } = await owner.put(`/api/admin/products/${product.id}`, form({ name: 'Other' }))
  expect(body).toMatchObject({ name: 'Other', image: product.image })
})

it('refuses a change made on an older version of a product', async () => {
  const created = await createProduct()
  const path = `/api/admin/products/${created.body.id}`
  const etag = created.headers.get('etag') ?? ''
  await owner.put(path, form({ name: 'One' }), { 'If-Match': etag })
  const second = await owner.put(path, form({ name: 'Two' }), { 'If-Match': etag })
  expect([second.status, second.body.code]).toEqual([409, 'edit_conflict'])
})

it('adds, changes and deletes variants; a SKU is unique in the shop', async () => {
  const { body: product } = await createProduct()
  const { body: other } = await createProduct()
  const path = `/api/admin/products/${product.id}/variants`
  const green = await owner.post(
    path,
    form({ name: 'Green', sku: 'NB-1', priceAdjustment: '-2.5' }),
  )
  expect(green.body).toMatchObject({ name: 'Green', sku: 'NB-1', priceAdjustment: '-2.50' })
  const taken = form({ name: 'Red', sku: 'nb-1' })
  const refused = await owner.post(`/api/admin/products/${other.id}/variants`, taken)
  expect(refused.body.code).toBe('sku_taken')
  const tooCheap = form({ name: 'Free', sku: 'NB-2', priceAdjustment: '-10.51' })
  const named = { code: 'price_below_zero', fields: [{ path: 'priceAdjustment' }] }
  expect((await owner.post(path, tooCheap)).body).toMatchObject(named)
  const renamed = await owner.put(`${path}/${green.body.id}`, form({ sku: 'NB-3' }), {})
  expect(renamed.body).toMatchObject({ name: 'Green', sku: 'NB-3' })
  expect((await owner.post(`/api/admin/products/${other.id}/variants`, taken)).status).toBe(201)
  const { body: list } = await shop.browser().get(`/api/products/${product.id}/variants`)
  expect(list.variants).toHaveLength(1)
  expect((await owner.delete(`${path}/${green.body.id}`)).body).toEqual({ deleted: true })
  expect((await owner.get(path)).body.variants).toEqual([])
})

it('deletes a product without orders', async () => {
  const { body: product } = await createProduct()
  expect((await owner.delete(`/api/admin/products/${product.id}`)).status).toBe(200)
  expect((await owner.get(`/api/admin/products/${product.id}`)).status).toBe(404)
})

it('pages through lists', async () => {
  const { body } = await owner.get('/api/admin/products?page=1&limit=2')
  expect(body.data).toHaveLength(2)
  expect(body.pagination).toMatchObject({ hasMore: true })
  const far = await owner.get('/api/admin/products?page=9999&limit=1000')
  expect(far.body).toMatchObject({ data: [], pagination: { hasMore: false } })
  for (const query of ['page=0', 'limit=1001', 'page=x', 'page=1&page=2', 'sort=name'])
    expect((await owner.get(`/api/admin/products?${query}`)).status).toBe(400)
})

it('serves pictures re-encoded, for ever, without what was hidden in them', async () => {
  const { body } = await createProduct()
  const answer = await shop.browser().get(body.image)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  const small = await shop.browser().get(body.image.replace('-1280', '-320'))
  expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 320, format: 'webp' })
  expect((await sharp(answer.bytes).metadata()).exif).toBeUndefined()
  expect(answer.bytes.includes('Secret Artist')).toBe(false)
})

it('refuses what is no still picture of ours', async () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
  const torn = picture.subarray(0, picture.length >> 1)
  const wide = await sharp({
    create: { width: 6000, height: 6000, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer()
  const moving = await sharp(Buffer.concat([Buffer.alloc(30_000, 1), Buffer.alloc(30_000, 200)]), {
    raw: { width: 100, height: 200, channels: 3, pageHeight: 100 },
  })
    .webp({ loop: 0 })
    .toBuffer()
  const refusals: [Buffer, string][] = [
    [gif, 'a.gif'],
    [svg, 'a.svg'],
    [svg, 'a.png'],
    [torn, 'a.jpg'],
    [wide, 'a.png'],
    [moving, 'a.webp'],
    [picture, 'a.png'],
    [Buffer.from('<html>'), 'a.jpg'],
  ]
  for (const [bytes, name] of refusals) {
    const { body } = await owner.post('/api/admin/products', form(productFields, bytes, name))
    expect([name, body.code]).toEqual([name, 'unsupported_image'])
  }
})

it('refuses forms beyond their limits', async () => {
  const large = Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024)])
  const tooLarge = await owner.post('/api/admin/products', form(productFields, large))
  expect(tooLarge.status).toBe(413)
  const none = await owner.post('/api/admin/products', form(productFields))
  expect(none.body.fields[0].path).toBe('image')
  const many = form(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, 'x'])))
  expect((await owner.post('/api/admin/products', many)).status).toBe(413)
  const twice = form(productFields, picture)
  twice.append('name', 'again')
  expect((await owner.post('/api/admin/products', twice)).status).toBe(400)
  const wrongField = form(productFields)
  wrongField.set('photo', new Blob(['x']), 'x.jpg')
  expect((await owner.post('/api/admin/products', wrongField)).status).toBe(400)
})
