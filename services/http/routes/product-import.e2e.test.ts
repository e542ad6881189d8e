// Products from a file, over HTTP: the look, the act, the same file again, and files that are none.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ApiClient } from '../../testing/api-client.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { buyer } from '../../testing/security/guarded-shop.ts'

let shop: RunningShop
let owner: ApiClient
let cookie: string
beforeAll(async () => {
  shop = await openRunningShop()
  owner = await shop.owner()
  await shop.sell({ name: 'Apple Watch', totalTickets: 500, productName: 'Cedar Notebook' })
  const answer = await fetch(`${shop.origin}/api/auth/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@shop.example', password: 'five cedars over the harbour' }),
  })
  cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ')
}, 60_000)
afterAll(() => shop.stop())

async function send(
  file: string | Uint8Array<ArrayBuffer>,
  apply?: string,
  more: Record<string, string> = {},
) {
  const query = new URLSearchParams({ ...(apply !== undefined && { apply }), ...more })
  const response = await fetch(`${shop.origin}/api/admin/products/import?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', cookie },
    body: file,
  })
  return { status: response.status, body: await response.json() }
}

const productsNamed = async (name: string) => {
  const { body } = await owner.get('/api/admin/products?limit=100')
  return body.data.filter((product: { name: string }) => product.name === name)
}

const file = [
  '\uFEFFproduct;description;price;tickets;totalTickets;raffle;active;variant;sku;priceAdjustment;stock;lowAt',
  'Mug;Holds "three"'.replaceAll('"', "'") + ';12.50;2;200;Apple Watch;1;Red;MUG-1;0;40;5',
  'Mug;;;;;;;Gold rim;MUG-2;2.50;3;5',
  'Cedar Notebook;;11.00;;;;;;;;;',
].join('\r\n')

it('shows first what it would do, and does nothing', async () => {
  const { status, body } = await send(file)
  expect(status).toBe(200)
  expect(body).toMatchObject({ lines: 3, errors: [], unchanged: 0, isApplied: false })
  expect(
    body.changes.map(({ line, kind }: { line: number; kind: string }) => [line, kind]),
  ).toEqual([
    [2, 'add_product'],
    [2, 'add_variant'],
    [3, 'add_variant'],
    [4, 'change_product'],
  ])
  expect(body.changes[3].fields).toEqual([{ column: 'price', before: '10.00', after: '11.00' }])
  expect(await productsNamed('Mug')).toEqual([])
})

it('does exactly that under one correlation id, and nothing when it is sent again', async () => {
  const { body: look } = await send(file)
  const { status, body } = await send(file, look.digest)
  expect(status).toBe(200)
  expect(body).toMatchObject({ isApplied: true, errors: [], correlationId: expect.any(String) })
  const [mug] = await productsNamed('Mug')
  expect(mug).toMatchObject({ price: '12.50', tickets: 2, raffleName: 'Apple Watch', image: null })
  expect(
    mug.variants.map(({ sku, stock }: { sku: string; stock: object }) => [sku, stock]),
  ).toMatchObject([
    ['MUG-1', { left: 40, lowAt: 5 }],
    ['MUG-2', { left: 3, lowAt: 5 }],
  ])
  expect((await productsNamed('Cedar Notebook'))[0].price).toBe('11.00')
  const { rows } = await shop.test.owner.query(
    `select type from events where meta like $1 order by position`,
    [`%"correlationId":"${body.correlationId}"%`],
  )
  expect(rows.map(({ type }) => type)).toEqual([
    'ProductListed',
    'ProductLinked',
    'VariantAdded',
    'StockTracked',
    'StockAdjusted',
    'VariantAdded',
    'StockTracked',
    'StockAdjusted',
    'ProductRevised',
  ])

  const again = (await send(file)).body
  expect(again).toMatchObject({ changes: [], errors: [], unchanged: 4 })
  const applied = await send(file, again.digest)
  expect(applied.body).toMatchObject({ isApplied: true, correlationId: null, changes: [] })
  expect(await productsNamed('Mug')).toHaveLength(1)
})

it('does not count again what was sold since', async () => {
  const [mug] = await productsNamed('Mug')
  const bought = await shop.client().post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    deliveryAddress: '',
    customerName: 'Maya',
    customerEmail: 'maya@example.com',
    customerPhone: '+96170123456',
    items: [{ productId: mug.id, quantity: 2, variantId: mug.variants[0].id }],
  })
  expect(bought.status).toBe(201)
  await shop.pay(bought.body.id, 'approve')
  await expect
    .poll(async () => (await productsNamed('Mug'))[0].variants[0].stock, { timeout: 20_000 })
    .toMatchObject({ taken: 2, left: 38 })
  expect((await send(file)).body).toMatchObject({ changes: [], unchanged: 4 })
  const other = file.replace(';40;5', ';50;5')
  expect((await send(other)).body.changes).toMatchObject([
    { kind: 'change_variant', sku: 'MUG-1', fields: [{ before: '38', after: '50' }] },
  ])
})

it('finds every error before anything is done, each with its line and column', async () => {
  const wrong = [
    'product,price,raffle,variant,sku,priceAdjustment,totalTickets',
    'Mug,cheap,,,,,', // no price, and other lines of its own
    'Mug two,1,Nothing,,,,',
    'Mug two,,,Red,MUG-1,-5,',
    'Cedar Notebook,,,Red,CN-1,-99,',
  ].join('\n')
  const { body } = await send(wrong)
  expect(
    body.errors.map(({ line, column, code }: Record<string, unknown>) => [line, column, code]),
  ).toEqual([
    [2, 'price', 'bad_money'],
    [3, 'raffle', 'unknown_raffle'],
    [3, 'description', 'required'],
    [4, 'sku', 'sku_taken'],
    [5, 'priceAdjustment', 'below_zero'],
  ])
  expect((await send(wrong, body.digest)).body.code).toBe('import_has_errors')
  expect(await productsNamed('Mug two')).toEqual([])
})

it('is refused when the shop has changed since the look', async () => {
  const line = 'product,price\nCedar Notebook,15'
  const { body } = await send(line)
  const [notebook] = await productsNamed('Cedar Notebook')
  const form = new FormData()
  form.set('price', '14')
  await owner.put(`/api/admin/products/${notebook.id}`, form)
  expect(await send(line, body.digest)).toMatchObject({
    status: 409,
    body: { code: 'import_changed' },
  })
})

it('answers 4xx to a file that is none', async () => {
  const latin = new Uint8Array([0x70, 0xe9, 0x0a])
  expect(await send(latin)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(await send('product\n"Mug')).toMatchObject({
    status: 400,
    body: {
      code: 'unreadable_file',
      error: 'Line 2: a quote is opened and never closed.',
      fields: [{ path: 'file' }],
    },
  })
  expect(await send('')).toMatchObject({ status: 400 })
  expect(await send('x'.repeat(1_100_000))).toMatchObject({ status: 413 })
  expect(await send('PK\u0003\u0004')).toMatchObject({ status: 400 })
})

it('gives a template that it would take itself', async () => {
  const answer = await fetch(`${shop.origin}/api/admin/products/import/template`, {
    headers: { cookie },
  })
  expect(answer.headers.get('content-disposition')).toContain('products.csv')
  const { body } = await send(await answer.text())
  expect(body).toMatchObject({ lines: 3, errors: [] })
  expect(body.changes).toHaveLength(4)
})

it('says what it has counted before and is different now, and counts again on demand', async () => {
  const lamps = [file.split('\r\n')[0], 'Lamp;Of brass;30;1;100;none;1;Tall;LAMP-1;0;40;5'].join(
    '\r\n',
  )
  const applied = await send(lamps, (await send(lamps)).body.digest)
  expect(applied.body).toMatchObject({ isApplied: true, errors: [], countedBefore: [] })
  const lamp = async () => (await productsNamed('Lamp'))[0]
  const lose = async (change: number) => {
    const { id, variants } = await lamp()
    const path = `/api/admin/products/${id}/variants/${variants[0].id}/stock`
    expect((await owner.post(path, { change, reason: 'lost' })).status).toBe(200)
  }
  const recount = { recount: '1' }
  for (const now of [25, 38]) {
    await lose(now - 40)
    const counted = [{ line: 2, name: 'Lamp', sku: 'LAMP-1', counted: 40, now }]
    const { body: plain } = await send(lamps)
    expect(plain).toMatchObject({ changes: [], unchanged: 2, countedBefore: counted })
    expect((await send(lamps, plain.digest)).body.countedBefore).toEqual(counted)
    expect((await lamp()).variants[0].stock.left).toBe(now)

    const { body: look } = await send(lamps, undefined, recount)
    const fields = [{ column: 'stock', before: String(now), after: '40' }]
    expect(look).toMatchObject({ changes: [{ fields }], countedBefore: counted })
    // Looked at for one thing, done for another: neither.
    expect((await send(lamps, look.digest)).body.code).toBe('import_changed')
    expect((await send(lamps, look.digest, recount)).body).toMatchObject({ isApplied: true })
    expect((await lamp()).variants[0].stock.left).toBe(40)
    expect((await send(lamps)).body.countedBefore).toEqual([])
  }
  expect((await send(lamps, undefined, { recount: 'yes' })).status).toBe(400)
})

it('has counted what was right already, and takes back nothing that was sold since', async () => {
  const header = 'product,description,price,raffle,variant,sku,stock'
  await applied(`${header}\nJug,Of glass,30,none,Tall,JUG-1,40`)
  const dearer = 'product,price,sku,stock\nJug,31,JUG-1,40'
  expect(await applied(dearer)).toMatchObject({ isApplied: true, countedBefore: [] })
  const [{ id, variants }] = await productsNamed('Jug')
  const path = `/api/admin/products/${id}/variants/${variants[0].id}/stock`
  expect((await owner.post(path, { change: -3, reason: 'lost' })).status).toBe(200)

  const countedBefore = [{ line: 2, name: 'Jug', sku: 'JUG-1', counted: 40, now: 37 }]
  expect((await send(dearer)).body).toMatchObject({ changes: [], countedBefore })
  // It has no fact, and is no leftover of a process that died.
  await shop.test.database.query(`update stock_changes set told_at = told_at - interval '1 hour'`)
  await shop.service.workers.sweeps.now('stock')
  expect((await send(dearer)).body).toMatchObject({ changes: [], countedBefore })
  const { body } = await send(dearer, undefined, { recount: '1' })
  expect(body.changes).toMatchObject([{ fields: [{ before: '37', after: '40' }] }])
})

const priced = (name: string, price: string, variants: [sku: string, adjustment: string][]) =>
  ['product,description,price,raffle,variant,sku,priceAdjustment']
    .concat(variants.map(([sku, by]) => `${name},Of clay,${price},none,${sku},${sku},${by}`))
    .join('\n')

async function applied(text: string) {
  const look = await send(text)
  expect(look.body.errors).toEqual([])
  return (await send(text, look.body.digest)).body
}

/** What a buyer pays for each variant, by its SKU. */
async function pricesOf(name: string) {
  const [product] = await productsNamed(name)
  return product.variants.map(
    ({ sku, priceAdjustment }: { sku: string; priceAdjustment: string }) => [
      sku,
      Number(product.price) + Number(priceAdjustment),
    ],
  )
}

it('changes a price and the adjustments to it in one breath, whichever way they go', async () => {
  await applied(
    priced('Vase', '10.00', [
      ['V-LOW', '-8.00'],
      ['V-HIGH', '4.00'],
    ]),
  )
  // 5.00 less 8.00 would be no price, and neither would 10.00 less 12.00 on the way back up.
  const down = await applied(
    priced('Vase', '5.00', [
      ['V-LOW', '-2.00'],
      ['V-HIGH', '-1.00'],
      ['V-NEW', '-5.00'],
    ]),
  )
  expect(down).toMatchObject({ isApplied: true, errors: [] })
  expect(await pricesOf('Vase')).toEqual([
    ['V-LOW', 3],
    ['V-HIGH', 4],
    ['V-NEW', 0],
  ])
  const { rows } = await shop.test.owner.query<{ type: string }>(
    `select type from events where meta like $1 order by position`,
    [`%"correlationId":"${down.correlationId}"%`],
  )
  expect(rows.map(({ type }) => type)).toEqual([
    'VariantRevised',
    'ProductRevised',
    'VariantRevised',
    'VariantAdded',
  ])

  const up = await applied(
    priced('Vase', '20.00', [
      ['V-LOW', '-12.00'],
      ['V-HIGH', '1.00'],
      ['V-NEW', '-20.00'],
    ]),
  )
  expect(up).toMatchObject({ isApplied: true, errors: [] })
  expect(await pricesOf('Vase')).toEqual([
    ['V-LOW', 8],
    ['V-HIGH', 21],
    ['V-NEW', 0],
  ])
  // Close to the highest price it is the adjustment that has to fall first.
  await applied(priced('Vase', '90000.00', [['V-LOW', '9000.00']]))
  const top = await applied(priced('Vase', '99000.00', [['V-LOW', '0.00']]))
  expect(top).toMatchObject({ isApplied: true, errors: [] })
  expect((await pricesOf('Vase'))[0]).toEqual(['V-LOW', 99_000])
})

it('leaves adjustments alone, and adds no variant, where the price is refused', async () => {
  await applied(priced('Bowl', '90000.00', [['B-1', '-5.00']]))
  // Too high with its adjustment, which the rules find out alone.
  const file = priced('Bowl', '99000.00', [
    ['B-1', '2000.00'],
    ['B-2', '1.00'],
  ])
  const { errors } = await applied(file)
  expect(errors).toMatchObject([
    { line: 2, code: 'refused', refusal: { code: 'invalid_request' } },
    { line: 3, code: 'refused', value: 'Its product was refused.' },
  ])
  const [price, variant] = errors
  expect(price.refusal.error).toBe(price.value)
  expect(variant.refusal).toEqual({ code: 'product_refused', error: variant.value })
  expect(await pricesOf('Bowl')).toEqual([['B-1', 89_995]])
})

it('lowers no total below what is sold and reserved, each product by its own count', async () => {
  const [notebook] = await productsNamed('Cedar Notebook')
  const bought = await shop.client().post('/api/purchases', {
    ...buyer,
    items: [{ productId: notebook.id, quantity: 2 }],
  })
  expect(bought.status).toBe(201)
  const used = 2 * notebook.tickets
  const lowered = (total: number) =>
    send(`product,totalTickets\nCedar Notebook,${total}\nMug,150\nVase,1`)
  expect((await lowered(used - 1)).body.errors).toMatchObject([
    { line: 2, column: 'totalTickets', code: 'below_used', value: String(used - 1) },
  ])
  const { body } = await lowered(used)
  expect(body.errors).toEqual([])
  expect(body.changes).toHaveLength(3)
})
