// The audit trail and the auditor's kit over HTTP, with orders that were really bought and paid.
import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { sampleNumbers } from '../../commands/audit-papers.ts'
import type { AuditEntry } from '../../contract/admin-audit.ts'
import type { ApiClient } from '../api-client.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let owner: ApiClient
let ownerId: string
let raffleId: string
let productId: string
const orderIds: string[] = []
let beforePaying: string

beforeAll(async () => {
  shop = await openGuardedShop()
  owner = await shop.owner()
  ownerId = (await owner.get('/api/auth/me')).body.user.id
  ;({ raffleId, productId } = await shop.sell({ name: 'Watch', totalTickets: 500 }))
  for (let n = 0; n < 3; n++) {
    const browser = shop.browser()
    const { body } = await shop.buy(browser, productId)
    orderIds.push(body.id)
    beforePaying = new Date().toISOString()
    await shop.pay(body.id, 'approve')
    await until(async () => (await browser.get(`/api/orders/${body.id}`)).body.status === 'paid')
  }
  await shop.service.workers.catchUp()
}, 120_000)
afterAll(() => shop.stop())

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come')
}

const trail = async (query: string) => (await owner.get(`/api/admin/audit?${query}`)).body
const typesIn = ({ data }: { data: { type: string }[] }) => data.map(({ type }) => type)

describe('the trail', () => {
  it('takes neither of two that are called alike, and a phone as people write it', async () => {
    const twin = { name: 'Twin', totalTickets: 50 }
    const names = [await shop.sell(twin), await shop.sell(twin)]
    const refused = await owner.get('/api/admin/audit?subjectKind=raffle&subject=twin')
    expect(refused).toMatchObject({ status: 409, body: { code: 'several_found' } })
    for (const { raffleId: id } of names) {
      const { subject } = await trail(`subjectKind=raffle&subject=${id}`)
      const [number] = subject.name.split(' · ')
      expect(refused.body.error).toContain(number)
      expect((await trail(`subjectKind=raffle&subject=${number}`)).subject.id).toBe(id)
    }
    const { rows } = await shop.test.owner.query<{ person_id: string }>(
      `insert into people (person_id, phone, full_name, created_at)
       values (gen_random_uuid(), '+96170998877', 'Rima', now()) returning person_id`,
    )
    for (const phone of ['70 998 877', '+961 70 998877', '070/998877']) {
      const { subject } = await trail(`subjectKind=customer&subject=${encodeURIComponent(phone)}`)
      expect(subject?.id).toBe(rows[0]?.person_id)
    }
  })

  it('K22 tells of an order who did what, newest first', async () => {
    const page = await trail(`subjectKind=order&subject=${orderIds[0]}`)
    expect(page).toMatchObject({ subject: { kind: 'order', id: orderIds[0] }, isNobody: false })
    expect(typesIn(page)).toEqual([
      'TicketsGranted',
      'PaymentConfirmed',
      'PaymentAttempted',
      'OrderPlaced',
    ])
    const times = page.data.map(({ at }: { at: string }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(page.data.at(-1).actor.kind).toBe('guest')
    const same = await trail(`subjectKind=order&subject=${page.subject.name}`)
    expect(typesIn(same)).toEqual(typesIn(page))
  })

  it('K22 tells of staff from where they acted, before and after', async () => {
    const { body: raffle } = await owner.get(`/api/raffles/${raffleId}`)
    const change = new FormData()
    change.set('description', 'Other words')
    const put = await owner.put(`/api/admin/raffles/${raffleId}`, change)
    expect(put.status).toBe(200)
    await shop.service.workers.catchUp()
    const page = await trail(`subjectKind=raffle&subject=${encodeURIComponent(raffle.name)}`)
    // The two newest, in either order: two logs have no common order within one millisecond.
    const newest = (wanted: string) =>
      page.data.slice(0, 2).find(({ type }: { type: string }) => type === wanted)
    const [before, after] = [{ description: 'Win: Watch' }, { description: 'Other words' }]
    const line = {
      subject: { kind: 'raffle', id: raffleId, name: 'Watch' },
      actor: { kind: 'staff', id: ownerId, role: 'owner' },
      address: '127.0.0.1',
      details: { act: 'change raffle', before, after },
    }
    const amended = newest('RaffleAmended')
    expect([newest('RafflePageWritten'), amended]).toMatchObject([line, line])
    expect(amended.leaf).toMatch(/^[0-9a-f]{64}$/)
  })

  it('K22 tells what left the house, and what was set, with what held before', async () => {
    await owner.get(`/api/admin/raffles/${raffleId}/export`)
    for (const name of ['customers', 'orders', 'money/refunds', 'money/sales'])
      expect((await owner.get(`/api/admin/${name}/export`)).status).toBe(200)
    for (const lbpPerUsd of ['89500', '90000'])
      await owner.post('/api/admin/money/rates', { day: '2026-01-01', lbpPerUsd })
    const till = { day: '2026-01-01', cashierId: '5f0c2a5e-8d4e-4a7e-9d3c-0a1b2c3d4e5f' }
    for (const [version, counted] of ['5.00', '7.00'].entries())
      await owner.post('/api/admin/money/cash-ups', { ...till, version, counted })
    await owner.post(`/api/admin/orders/${orderIds[0]}/receipt`, {})
    await shop.service.workers.catchUp()
    const { data } = await trail('type=StaffActed')
    const told = data.map(({ data: fact, subject, address }: AuditEntry) => {
      expect(address).toBe('127.0.0.1')
      return [fact.kind, subject.kind]
    })
    expect(told).toEqual([
      ['receipt_resent', 'order'],
      ['till_counted', 'staff'],
      ['till_counted', 'staff'],
      ['rate_set', 'staff'],
      ['rate_set', 'staff'],
      ['sales_exported', 'staff'],
      ['refunds_exported', 'staff'],
      ['orders_exported', 'staff'],
      ['customers_exported', 'staff'],
      ['entries_exported', 'raffle'],
    ])
    expect(data[1].details).toMatchObject({
      before: { counted: '5.00' },
      after: { counted: '7.00' },
    })
    expect(data[3].details.before).toEqual({ day: '2026-01-01', lbpPerUsd: '89500' })
    const ofOrder = await trail(`subjectKind=order&subject=${orderIds[0]}&type=StaffActed`)
    expect(ofOrder.data).toEqual([data[0]])
  })

  it('is filtered by actor, type and days, and pages', async () => {
    const byOwner = await trail('actor=owner@shop.example&limit=1000')
    expect(new Set(byOwner.data.map((entry: { actor: { id: string } }) => entry.actor.id))).toEqual(
      new Set([ownerId]),
    )
    const paid = await trail('type=PaymentConfirmed')
    expect(paid.pagination).toEqual({ hasMore: false, total: 3 })
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Beirut' }).format(new Date())
    expect((await trail(`type=PaymentConfirmed&from=${today}&to=${today}`)).data).toHaveLength(3)
    expect((await trail('type=PaymentConfirmed&to=2020-01-01')).data).toEqual([])
    expect(await trail('subject=QR-NOBODY')).toMatchObject({ subject: null, isNobody: true })

    const whole = await trail('limit=1000')
    const pages = [await trail('limit=5'), await trail('limit=5&page=2')]
    expect(pages.flatMap(({ data }) => data)).toEqual(whole.data.slice(0, 10))
    expect(whole.pagination.total).toBe(whole.data.length)
  })

  it('goes out as a file of every line, and tells of nobody to who may not ask', async () => {
    const whole = await trail('limit=1000')
    const { bytes, headers } = await owner.get('/api/admin/audit/export')
    const lines = bytes.toString('utf8').trim().split('\r\n')
    expect(headers.get('content-disposition')).toMatch(/audit_trail_/)
    // Its own line may be in it already.
    expect(lines.length).toBeOneOf([whole.data.length + 1, whole.data.length + 2])
    const customer = await shop.customer()
    expect((await customer.browser.get('/api/admin/audit')).status).toBe(403)
    expect((await shop.browser().get('/api/admin/audit/export')).status).toBe(401)
  })
})

describe('a ticket', () => {
  it('leads to its order, its payment and its leaf', async () => {
    const { body } = await owner.get(`/api/admin/audit/raffles/${raffleId}/ticket?number=3`)
    expect(body).toMatchObject({
      number: '000003',
      first: '000003',
      last: '000004',
      channel: 'online',
      isVoid: false,
      order: { orderId: orderIds[1], status: 'paid', total: '10.00' },
      payment: {
        payments: [{ method: 'whishpay', amount: '10.00', isSale: true }],
        attempts: [{ method: 'whishpay', amount: '10.00', status: 'success' }],
        manual: null,
      },
      leaf: { isHashRight: true, isIncluded: true, isNumberInLeaf: true },
    })
    expect(folded(body.leaf)).toBe(body.leaf.root)
    const none = await owner.get(`/api/admin/audit/raffles/${raffleId}/ticket?number=7`)
    expect(none.status).toBe(404)
  })

  it('that somebody has changed in the database is told from one that nobody has', async () => {
    const path = `/api/admin/audit/raffles/${raffleId}/ticket?number=1`
    const { position } = (await owner.get(path)).body.leaf
    const change = (from: string, to: string) =>
      shop.test.owner.query(
        `update events set payload = replace(payload, $3, $4)
          where log_id = $1 and position = $2`,
        [`raffle/${raffleId}`, position, from, to],
      )
    await change('"first":1,', '"first":9,')
    expect((await owner.get(path)).body.leaf).toMatchObject({
      isHashRight: false,
      isIncluded: false,
      isNumberInLeaf: false,
    })
    await change('"first":9,', '"first":1,')
    expect((await owner.get(path)).body.leaf).toMatchObject({ isIncluded: true })
  })
})

/** The proof, put together here by RFC 9162 with nothing of ours. */
type Told = { hash: string; proof: string[]; position: number; treeSize: number }

function folded({ hash, proof, position, treeSize }: Told): string {
  const h = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  let node = position - 1
  let last = treeSize - 1
  let value: Buffer = Buffer.from(hash, 'hex')
  for (const beside of proof) {
    const other = Buffer.from(beside, 'hex')
    if (node % 2 === 1 || node === last) {
      value = h(Buffer.from([1]), other, value)
      while (node % 2 === 0 && node !== 0) {
        node >>= 1
        last >>= 1
      }
    } else value = h(Buffer.from([1]), value, other)
    node >>= 1
    last >>= 1
  }
  return value.toString('hex')
}

describe('time travel', () => {
  const asOf = async (query: string) => (await owner.get(`/api/admin/audit/as-of?${query}`)).body
  const lineOf = (body: { lines: { name: string; value: string }[] }, name: string) =>
    body.lines.find((one) => one.name === name)?.value

  it('shows an order as it stood before it was paid, and before it was', async () => {
    const order = `subjectKind=order&subject=${orderIds[2]}`
    const then = await asOf(`${order}&at=${beforePaying}`)
    expect(lineOf(then, 'status')).toBe('pending')
    expect(lineOf(then, 'payment')).toBeUndefined()
    const now = await asOf(`${order}&at=${new Date().toISOString()}`)
    expect(lineOf(now, 'status')).toBe('paid')
    expect(lineOf(now, 'tickets')).toBe('000005–000006')
    expect(lineOf(now, 'handover')).toBeUndefined()
    await owner.post(`/api/admin/orders/${orderIds[2]}/handover`, { step: 'ready' })
    const packed = await asOf(`${order}&at=${new Date().toISOString()}`)
    expect(lineOf(packed, 'handover')).toBe('ready')
    const never = await asOf(`${order}&at=2020-01-01`)
    expect(never).toMatchObject({ facts: 0, lastFactAt: null, lines: [] })
  })

  it('shows a raffle with the tickets it had issued then', async () => {
    const raffle = `subjectKind=raffle&subject=${raffleId}`
    const then = await asOf(`${raffle}&at=${beforePaying}`)
    expect(lineOf(then, 'issued')).toBe('4')
    const now = await asOf(`${raffle}&at=${new Date().toISOString()}`)
    expect(lineOf(now, 'issued')).toBe('6')
    expect(lineOf(now, 'ticketsMax')).toBe('500')
  })

  it('shows licence and limit, and the words of its page as they were', async () => {
    const { body: raffle } = await owner.get(`/api/admin/raffles/${raffleId}`)
    const before = new Date().toISOString()
    const change = new FormData()
    change.set('description', 'Words of today')
    expect((await owner.put(`/api/admin/raffles/${raffleId}`, change)).status).toBe(200)
    await shop.service.workers.catchUp()
    const at = (moment: string) => asOf(`subjectKind=raffle&subject=${raffleId}&at=${moment}`)
    const then = await at(before)
    expect(lineOf(then, 'description')).toBe(raffle.description)
    expect(lineOf(then, 'prizeInfo')).toBe(raffle.prizeInfo)
    expect(lineOf(then, 'licenceNumber')).toBe(raffle.licenceNumber)
    expect(lineOf(then, 'ticketsPerPersonMax')).toBe('unlimited')
    expect(lineOf(then, 'draw')).toBeUndefined()

    const now = await at(new Date().toISOString())
    expect(lineOf(now, 'description')).toBe('Words of today')
    const amended = await trail(`subjectKind=raffle&subject=${raffleId}&type=RaffleAmended`)
    expect(lineOf(now, 'page')).toBe(amended.data[0].data.value)
    expect(lineOf(then, 'page')).not.toBe(lineOf(now, 'page'))
  })
})

describe('the auditor’s paper', () => {
  it('is the same sample for the same seed, walked ticket by ticket, with notes', async () => {
    const wanted = { raffleId, tickets: 4, seed: 'a coin thrown in public' }
    const made = await owner.post('/api/admin/audit/papers', wanted)
    expect(made.status).toBe(201)
    expect(made.body.walks).toHaveLength(4)
    const again = await owner.post('/api/admin/audit/papers', wanted)
    const numbers = (body: { walks: { walk: { number: string } }[] }) =>
      body.walks.map(({ walk }) => walk.number)
    expect(numbers(again.body)).toEqual(numbers(made.body))
    for (const { walk } of made.body.walks) expect(walk.leaf.isIncluded).toBe(true)

    const [first] = numbers(made.body)
    const noted = { notes: { [first ?? '']: 'Seen the receipt' }, conclusion: 'No exception.' }
    const path = `/api/admin/audit/papers/${made.body.id}`
    expect((await owner.put(path, noted)).body).toMatchObject({ conclusion: 'No exception.' })
    const read = (await owner.get(path)).body
    expect(read.walks[0]).toMatchObject({ note: 'Seen the receipt' })
    expect((await owner.get('/api/admin/audit/papers')).body.pagination.total).toBe(2)
  })

  it('is never written over unseen: who saved before is named, and both are kept', async () => {
    const wanted = { raffleId, tickets: 2, seed: 'two auditors' }
    const { body: made, headers } = await owner.post('/api/admin/audit/papers', wanted)
    const path = `/api/admin/audit/papers/${made.id}`
    const read = { 'If-Match': headers.get('etag') ?? '' }
    expect(read['If-Match']).toBe(`"${made.version}"`)
    const { number } = made.walks[0].walk
    const note = (said: string, from = {}) =>
      owner.put(path, { notes: { [number]: said }, conclusion: '' }, from)

    const [one, two] = await Promise.all([note('First', read), note('Second', read)])
    expect([one.status, two.status].toSorted()).toEqual([200, 409])
    const [saved, refused] = one.status === 200 ? [one, two] : [two, one]
    expect(refused.body).toMatchObject({ code: 'edit_conflict', changedBy: 'owner@shop.example' })
    const first = saved.body.walks[0].note
    expect((await owner.get(path)).body.walks[0].note).toBe(first)
    const next = { 'If-Match': saved.headers.get('etag') ?? '' }
    expect((await note('Third', next)).status).toBe(200)
    // The same again is no act.
    expect((await note('Third')).status).toBe(200)

    await shop.service.workers.catchUp()
    const { data } = await trail(`subjectKind=raffle&subject=${raffleId}&type=StaffActed`)
    const told = data.filter(({ details }: AuditEntry) => details?.paperId === made.id)
    expect(told.map(({ data: fact }: AuditEntry) => fact.kind)).toEqual([
      'paper_noted',
      'paper_noted',
      'sample_drawn',
    ])
    expect(told[0]).toMatchObject({
      actor: { id: ownerId },
      details: { before: { [number]: first }, after: { [number]: 'Third' } },
    })
  })

  it('takes every number as likely as any other, and each once', () => {
    const counts = new Map<number, number>()
    for (let n = 0; n < 4_000; n++) {
      const sample = { seed: `seed ${n}`, raffleId, treeSize: 9, issued: 10, tickets: 3 }
      const numbers = sampleNumbers(sample)
      expect(new Set(numbers).size).toBe(3)
      for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    // 1,200 expected, deviation 29: five of them.
    for (const count of counts.values()) expect(Math.abs(count - 1_200)).toBeLessThan(145)
    expect(sampleNumbers({ seed: 's', raffleId, treeSize: 9, issued: 2, tickets: 50 })).toEqual([
      1, 2,
    ])
  })
})

describe('the register as a file', () => {
  it('has every number, what became of it and the leaves that say so, no names', async () => {
    const why = { status: 'cancelled', reason: 'mistake' }
    await owner.patch(`/api/admin/orders/${orderIds[0]}`, why)
    await shop.service.workers.catchUp()
    const { bytes, headers } = await owner.get(`/api/admin/raffles/${raffleId}/register`)
    expect(headers.get('content-disposition')).toMatch(/filename="ticket_register_Watch_/)
    const text = bytes.toString('utf8')
    expect(text.charCodeAt(0)).toBe(0xfeff)
    const [header, ...lines] = text.slice(1).trimEnd().split('\r\n')
    expect(header?.split(',').slice(0, 3)).toEqual(['Ticket number', 'Status', 'Order reference'])
    const { body } = await owner.get(`/api/admin/audit/raffles/${raffleId}/ticket?number=3`)
    const leafOf = (line: string) => Number(line.split(',')[5])
    expect(lines.map((line) => line.split(',').slice(0, 2).join(' '))).toEqual([
      '000001 void',
      '000002 void',
      ...['000003', '000004', '000005', '000006'].map((number) => `${number} valid`),
    ])
    expect(lines[2]).toContain(`,${body.order.reference},online,`)
    expect(leafOf(lines[2] ?? '')).toBe(body.leaf.position - 1)
    const [, , , , , issued, voidedAt, reason, voided] = lines[0]?.split(',') ?? []
    expect(voidedAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(reason).toBe('order_cancelled')
    expect(Number(voided)).toBeGreaterThan(Number(issued))
    const { body: order } = await owner.get(`/api/admin/orders/${orderIds[0]}`)
    for (const personal of [order.customerName, order.customerPhone, order.customerEmail])
      expect(text).not.toContain(personal)

    await shop.service.workers.catchUp()
    const { data } = await trail('type=StaffActed&limit=1')
    expect(data).toMatchObject([{ data: { kind: 'register_exported' }, subject: { id: raffleId } }])
  })
})
