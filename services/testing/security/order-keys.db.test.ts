// What opens an order is for its buyer alone. Staff of every role read what was sent to him, and
// none of them can act as he does: no answer of any call of staff holds a link that opens an order,
// a pickup code or a sign-in code.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'

import { noticeTo } from '../../commands/order-notices.ts'
import type { Notice } from '../../commands/order-notices.ts'
import { pickupCode } from '../../commands/pickup-code.ts'
import { operations } from '../../contract/operations.ts'
import { newId } from '../../ids.ts'
import type { ApiAnswer, ApiClient } from '../api-client.ts'
import { ownerEmail } from '../running-service.ts'
import { freshPhone, openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

type Inbox = { messages: { text: string }[] }
type Bought = { orderId: OrderId; reference: string; phone: string; language: string }

let shop: GuardedShop
let member: ApiClient
let raffleId: string
let productId: string
const bought: Bought[] = []

const notices: { [kind in Notice['kind']]: Notice } = {
  ready: { kind: 'ready' },
  sent_out: { kind: 'sent_out' },
  handed_over: { kind: 'handed_over' },
  cancelled: { kind: 'cancelled' },
  cancelled_paid: { kind: 'cancelled_paid' },
  request_accepted: { kind: 'request_accepted' },
  request_declined: { kind: 'request_declined' },
  credit_declined: { kind: 'credit_declined' },
  refund_due: { kind: 'refund_due', amount: '123456.00' },
  raffle_cancelled: { kind: 'raffle_cancelled', amount: '10.00' },
  refund_paid: { kind: 'refund_paid', amount: '10.00' },
  credit_given: { kind: 'credit_given', amount: '10.00' },
  refund_unpaid: { kind: 'refund_unpaid', amount: '10.00' },
  refund_withdrawn: { kind: 'refund_withdrawn', amount: '10.00' },
}

beforeAll(async () => {
  shop = await openGuardedShop({ LIMITS: 'relaxed' }, { withMail: true })
  member = await shop.owner()
  ;({ raffleId, productId } = await shop.sell({ name: 'Watch', totalTickets: 500 }))
  for (const language of ['en', 'ar', 'fr']) bought.push(await buy(language))
  const { desk } = shop.service.core
  for (const { orderId } of bought) {
    for (const [nth, notice] of Object.values(notices).entries())
      await noticeTo(desk, orderId, { ref: `notice:${orderId}:9${nth}`, notice })
    const notice = notices.request_accepted
    await noticeTo(desk, orderId, { ref: `request:${newId<string>()}`, notice })
    expect((await member.post(`/api/admin/orders/${orderId}/receipt`)).status).toBe(200)
  }
  await shop.service.workers.catchUp()
}, 180_000)
afterAll(() => shop.stop())

async function buy(language: string): Promise<Bought> {
  const browser = shop.browser()
  const phone = freshPhone()
  const change = { customerPhone: phone, customerEmail: `${language}@buyer.example`, language }
  const { body } = await shop.buy(browser, productId, change)
  await shop.pay(body.id, 'approve')
  await vi.waitFor(
    async () => expect((await browser.get(`/api/orders/${body.id}`)).body.status).toBe('paid'),
    { timeout: 20_000, interval: 100 },
  )
  const link = new URL(body.orderPageUrl).href
  const asked = { kind: 'cancel', note: `I am the one of ${link}` }
  expect((await browser.post(`/api/orders/${body.id}/requests`, asked)).status).toBe(201)
  const { reference } = (await member.get(`/api/admin/orders/${body.id}`)).body
  return { orderId: orderIdSchema.parse(body.id), reference, phone, language }
}

/** Everything that opens one of the orders, before and after its phone is corrected. */
function keys(): { links: string[]; codes: string[] } {
  const { links } = shop.service.core.desk
  const linked = bought.flatMap(({ orderId, reference }) =>
    [0, 1].map((generation) => ({ order: { orderId, generation }, reference })),
  )
  return {
    links: linked.flatMap(({ order, reference }) => [
      links.sign(order),
      links.shortUrl(order, reference).split('/o/')[1] ?? '',
    ]),
    codes: linked.map(({ order }) => pickupCode(links, order)),
  }
}

function keysIn(text: string): string[] {
  const { links, codes } = keys()
  const alone = (code: string) => new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(text)
  return [...links.filter((link) => text.includes(link)), ...codes.filter(alone)]
}

const questions: Record<string, () => string> = {
  walkTicket: () => '?number=1',
  readAsOf: () => `?subjectKind=order&subject=${bought[0]?.orderId}&at=${new Date().toISOString()}`,
  adminListMessages: () => '?limit=100',
  adminListAttention: () => '?limit=100',
  listAuditTrail: () => '?limit=100',
}

/** Every reading call of staff, of whatever its id names. */
function readable(): [name: string, path: string][] {
  const ids = [...bought.map(({ orderId }) => orderId), raffleId, productId]
  return operations
    .filter(({ who, method }) => method === 'get' && who === 'staff')
    .flatMap(({ name, path }) =>
      (path.includes('{') ? ids : ['']).map((id): [string, string] => [
        name,
        path.replace(/\{\w+\}/, id).replace(/\{\w+\}/, raffleId) + (questions[name]?.() ?? ''),
      ]),
    )
}

const setRole = (role: string) =>
  shop.test.owner.query('update people set role = $1 where email = $2', [role, ownerEmail])

async function as<Read>(role: string, read: () => Promise<Read>): Promise<Read> {
  await setRole(role)
  try {
    return await read()
  } finally {
    await setRole('owner')
  }
}

async function messages(): Promise<{ ref: string; channel: string; text: string }[]> {
  const { body } = await member.get('/api/admin/messages?limit=100')
  const second = await member.get('/api/admin/messages?limit=100&page=2')
  return [...body.data, ...second.body.data]
}

const stored = async (): Promise<{ ref: string; words: string }[]> => {
  const { rows } = await shop.test.owner.query<{ ref: string; words: string }>(
    `select ref, concat(body, letter) as words from messages left join emails using (ref)
      where purpose <> 'sign_in_code'`,
  )
  return rows
}

describe('what opens an order', () => {
  it('is in no answer of any reading call of staff', async () => {
    const found: unknown[] = []
    const answered = new Set<string>()
    for (const [name, path] of readable()) {
      const { bytes, status } = await member.get(path)
      if (status === 200) answered.add(name)
      const met = keysIn(bytes.toString())
      if (met.length > 0) found.push([name, met.length])
    }
    expect(found).toEqual([])
    // What must have been read for the test to say anything.
    for (const name of ['adminListMessages', 'adminReadOrder', 'adminListAttention', 'readAsOf'])
      expect([name, answered.has(name)]).toEqual([name, true])
    // The search itself finds: all of it is kept, to be sent again.
    expect(keysIn((await stored()).map(({ words }) => words).join('\n')).length).toBe(9)
  }, 120_000)

  it('is left out of each message, text and e-mail, which is told in full otherwise', async () => {
    const listed = await messages()
    const kept = await stored()
    expect(listed.length).toBe(kept.length)
    const texts = listed.filter(({ channel }) => channel === 'text')
    const letters = listed.filter(({ channel }) => channel === 'email')
    for (const { text } of texts) expect(text).toMatch(/\/o\/•••$|\?link=•••$/)
    for (const { text } of letters) expect(text).toMatch(/\?link=•••(\s|$)/)
    const ready = texts.filter(({ ref }) => ref.endsWith(':90')).map(({ text }) => text)
    expect(ready).toHaveLength(3)
    for (const text of ready) expect(text.split('\n')[0]).toMatch(/: ••••••$/)
    for (const { reference } of bought) {
      const own = listed.filter(({ text }) => text.includes(reference))
      // The amount and the numbers of the tickets have six digits, too.
      expect(own.filter(({ text }) => text.includes('123456.00')).length).toBe(2)
      const receipts = own.filter(({ ref }) => /receipt/.test(ref))
      expect(receipts.length).toBe(4)
      for (const { text } of receipts) expect(text).toMatch(/0000\d\d/)
    }
  })

  it('opens nothing for an auditor who follows what he reads', async () => {
    const texts = await as('auditor', messages)
    const paths = texts.flatMap(({ text }) => text.match(/https?:\S+/g) ?? [])
    const seen = new Set<number>()
    for (const path of new Set(paths)) seen.add((await fetch(path, { redirect: 'manual' })).status)
    expect([...seen]).toEqual([404])
    const browser = shop.browser()
    const ask = { kind: 'cancel' }
    expect((await browser.post(`/api/orders/${bought[0]?.orderId}/requests`, ask)).status).toBe(404)
  })

  it('is in no answer of what staff do to orders and messages, yet it is sent', async () => {
    const [first] = bought
    const ready = (await messages()).find(({ ref }) => ref === `notice:${first?.orderId}:90`)
    const answers: ApiAnswer[] = []
    answers.push(await member.post('/api/admin/messages/resend', { ref: ready?.ref }))
    const order = `/api/admin/orders/${first?.orderId}`
    answers.push(await member.post(`${order}/handover`, { step: 'ready' }))
    const right = { name: 'Maya Haddad', email: 'right@buyer.example' }
    answers.push(await member.post(`${order}/contact`, right))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.flatMap(({ bytes }) => keysIn(bytes.toString()))).toEqual([])
    const inbox = `${shop.sandboxUrl}/messages?to=${encodeURIComponent(first?.phone ?? '')}`
    const arrived = ((await (await fetch(inbox)).json()) as Inbox).messages
    const again = arrived.filter(({ text }) => /pickup code/.test(text))
    expect(again.length).toBeGreaterThan(1)
    for (const { text } of again) expect(keysIn(text)).toHaveLength(2)
  })

  it('is not given by an order that was taken at the counter', async () => {
    const { body } = await member.post('/api/admin/orders/manual', {
      customerPhone: freshPhone(),
      items: [{ productId, quantity: 1 }],
      shippingMethod: 'pickup',
      deliveryAddress: '',
      paymentMethod: 'cash',
      status: 'paid',
    })
    const path = `/api/orders/${body.order.id}`
    expect((await member.get(path)).status).toBe(404)
    expect((await member.post(`${path}/requests`, { kind: 'cancel' })).status).toBe(404)
    expect((await member.post(`${path}/receipt`)).status).toBe(404)
  })

  it('is no sign-in code either: those are not listed at all', async () => {
    const phone = freshPhone()
    await shop.browser().post('/api/auth/send-otp', { phone })
    const code = await shop.codeFor(phone)
    const refs = await as('auditor', messages)
    expect(refs.filter(({ text }) => text.includes(code))).toEqual([])
  })
})
