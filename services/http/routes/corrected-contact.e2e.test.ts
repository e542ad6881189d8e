// An order whose phone or e-mail was mistyped: what went to the stranger opens nothing any more,
// and the buyer gets what is his.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { newId } from '../../ids.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { openShopOnSale } from '../../testing/shop-on-sale.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }
const wrong = '+96170654321'
const right = '+96170654322'

let shop: RunningShop
let owner: ApiClient
let productId: string
beforeAll(async () => {
  ;({ shop, owner, productId } = await openShopOnSale({ withMail: true }))
}, 120_000)
afterAll(() => shop?.stop())

// oxlint-disable-next-line typescript/no-explicit-any -- held against the contract by the client
type Body = Record<string, any>

async function sellTo(customerPhone: string, customerEmail = ''): Promise<Body> {
  const order = {
    customerPhone,
    customerName: 'Maya Haddad',
    customerEmail,
    items: [{ productId, quantity: 1 }],
    shippingMethod: 'pickup',
    deliveryAddress: '',
    paymentMethod: 'cash',
    status: 'paid',
  }
  const key = { 'Idempotency-Key': newId<string>() }
  return (await owner.post('/api/admin/orders/manual', order, key)).body.order
}

const act = (id: string, what: string, body: object) =>
  owner.post(`/api/admin/orders/${id}/${what}`, body)

type Stored = { ref: string; to_phone: string; body: string; address: string | null }

const stored = async (id: string, like: string): Promise<Stored[]> => {
  const { rows } = await shop.test.owner.query<Stored>(
    `select ref, to_phone, body, address from messages left join emails using (ref)
      where ref like '%' || $1 || '%' and ref like $2 order by created_at`,
    [id, like],
  )
  return rows
}

async function theOne(id: string, like: string): Promise<Stored> {
  await expect.poll(() => stored(id, like), patient).toHaveLength(1)
  return (await stored(id, like))[0]!
}

const linkIn = ({ body }: Stored) => /https?:\S+\/o(?:rder)?\/\S+/.exec(body)?.[0] ?? ''

/** A browser that follows a link out of a text; its `client` is whoever it is from then on. */
async function follow(url: string) {
  const answer = await fetch(url, { redirect: 'manual' })
  const client = shop.client()
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    client.cookies.set(name, value)
  }
  const { error, code } = answer.status === 404 ? ((await answer.json()) as Body) : {}
  return { said: { status: answer.status, error, code, cookies: client.cookies.size }, client }
}

const refusalOf = ({ status, body }: { status: number; body: Body }) => [status, body.code]

it('leaves nothing to whoever got the link by mistake, and all of it to the buyer', async () => {
  const { id } = await sellTo(wrong)
  const receipt = await theOne(id, 'receipt:%')
  const oldLink = linkIn(receipt)
  const stranger = await follow(oldLink)
  expect(stranger.said.status).toBe(303)
  expect((await stranger.client.get(`/api/orders/${id}`)).status).toBe(200)

  expect((await act(id, 'holder', { phone: right, cause: 'mistyped' })).status).toBe(200)

  const wrongLink = `${oldLink.slice(0, -1)}${oldLink.endsWith('A') ? 'B' : 'A'}`
  const asWrong = (await follow(wrongLink)).said
  expect(asWrong).toMatchObject({ status: 404, code: 'not_found', cookies: 0 })
  expect((await follow(oldLink)).said).toEqual(asWrong)
  const nobodys = refusalOf(await shop.client().get(`/api/orders/${id}`))
  for (const path of [`/api/orders/${id}`, `/api/orders/${id}/receipts`])
    expect(refusalOf(await stranger.client.get(path))).toEqual(nobodys)
  const asked = await stranger.client.post(`/api/orders/${id}/requests`, { kind: 'cancel' })
  expect(refusalOf(asked)).toEqual(nobodys)

  const again = await owner.post('/api/admin/messages/resend', { ref: receipt.ref })
  expect(refusalOf(again)).toEqual([409, 'contact_corrected'])
  expect((await act(id, 'receipt', {})).status).toBe(200)
  const sent = await theOne(id, 'receipt-again:%')
  expect(sent.to_phone).toBe(right)
  const holder = await follow(linkIn(sent))
  expect(holder.said.status).toBe(303)

  await act(id, 'handover', { step: 'ready' })
  const told = await theOne(id, 'notice:%')
  const { body: page } = await holder.client.get(`/api/orders/${id}`)
  expect(page.pickupCode).toMatch(/^\d{6}$/)
  expect(told).toMatchObject({ to_phone: right, body: expect.stringContaining(page.pickupCode) })
  expect((await follow(linkIn(told))).said.status).toBe(303)
  const { body: done } = await act(id, 'handover', { step: 'handed_over', code: page.pickupCode })
  expect(done.status).toBe('completed')
})

it('has another pickup code than the one the stranger was told', async () => {
  const { id } = await sellTo('+96170654331')
  await act(id, 'handover', { step: 'ready' })
  const told = await theOne(id, 'notice:%')
  const old = /code: (\d{6})/.exec(told.body)?.[1]

  await act(id, 'holder', { phone: '+96170654332', cause: 'mistyped' })

  const { body } = await act(id, 'handover', { step: 'handed_over', code: old })
  expect(body.code).toBe('wrong_code')
  await act(id, 'receipt', {})
  const { client } = await follow(linkIn(await theOne(id, 'receipt-again:%')))
  const { pickupCode: code } = (await client.get(`/api/orders/${id}`)).body
  expect((await act(id, 'handover', { step: 'handed_over', code })).body.status).toBe('completed')
})

it('sends the receipt to the e-mail that was corrected, with no way into the order', async () => {
  const { id } = await sellTo('+96170654341', 'maya@exmaple.com')
  const first = await theOne(id, 'email-receipt:%')
  expect(first.address).toBe('maya@exmaple.com')
  const name = 'Maya Haddad'
  await act(id, 'contact', { name, email: 'maya@example.com' })

  const again = await owner.post('/api/admin/messages/resend', { ref: first.ref })
  expect(refusalOf(again)).toEqual([409, 'contact_corrected'])
  expect((await act(id, 'receipt', {})).status).toBe(200)

  const letter = await theOne(id, 'email-receipt-again:%')
  expect(letter).toMatchObject({ address: 'maya@example.com', to_phone: '+96170654341' })
  expect(letter.body).toContain('Your tickets')
  expect([first, letter].map(linkIn)).toEqual(['', ''])
  // Whoever has the phone of the order comes in.
  expect((await follow(linkIn(await theOne(id, 'receipt-again:%')))).said.status).toBe(303)
  const { body } = await owner.get('/api/admin/messages?search=70654341')
  const again2 = (body.data as Body[]).filter(({ ref }) => ref.includes('receipt-again:'))
  expect(again2.map(({ channel, orderId }) => [channel, orderId]).toSorted()).toEqual([
    ['email', id],
    ['text', id],
  ])
})
