// What is written, read and forgotten (docs/security.md, K55, K59, K60, K64): files for
// spreadsheets, statements to the database, what the service may not change, what is left of an
// erased person.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { purchaseRequest } from '../../contract/purchases.ts'
import { hashTexts } from '../../ids.ts'
import { sqlState } from '../../io/database.ts'
import { verify } from '../../verify/run.ts'
import type { ApiClient } from '../api-client.ts'
import { buyer, freshPhone, openGuardedShop } from './guarded-shop.ts'
import type { Customer, GuardedShop } from './guarded-shop.ts'
import { tablesHolding } from './kept-rows.ts'

let shop: GuardedShop
let owner: ApiClient
let raffleId: string
let productId: string
beforeAll(async () => {
  shop = await openGuardedShop({ LIMITS: 'relaxed' }, { withMail: true })
  owner = await shop.owner()
  ;({ raffleId, productId } = await shop.sell({ name: 'Watch', totalTickets: 500 }))
}, 120_000)
afterAll(() => shop.stop())

async function paid(browser: ApiClient, change: object): Promise<string> {
  const { status, body } = await shop.buy(browser, productId, change)
  expect(status).toBe(201)
  await shop.pay(body.id, 'approve')
  await vi.waitFor(
    async () => expect((await browser.get(`/api/orders/${body.id}`)).body.status).toBe('paid'),
    { timeout: 15_000, interval: 50 },
  )
  await shop.service.workers.catchUp()
  return body.id
}

describe('K55 files', () => {
  const names = ['=cmd|calc', '+1+1', '-2+3', '@SUM(A1)', 'a,"b"']
  const files = () => [
    `/api/admin/raffles/${raffleId}/export`,
    `/api/admin/raffles/${raffleId}/register`,
    '/api/admin/orders/export',
    '/api/admin/customers/export',
    '/api/admin/money/sales/export',
    '/api/admin/audit/export',
  ]

  it('K55 no cell begins a formula; each file has a safe name and its own lines', async () => {
    for (const customerName of names)
      await paid(shop.browser(), { customerName, customerPhone: freshPhone() })
    // On the wire a tab is trimmed; rows of another time may hold one all the same.
    const tabbed = await paid(shop.browser(), { customerPhone: freshPhone() })
    const rename = `update order_contacts set name = E'\\t=1+1' where order_id = $1`
    await shop.test.owner.query(rename, [tabbed])
    for (const path of files()) {
      const { status, headers, bytes } = await owner.get(path)
      expect([path, status]).toEqual([path, 200])
      expect(headers.get('content-type')).toContain('text/csv')
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="[\w.-]+\.csv"; filename\*=UTF-8''[\w.%-]+\.csv$/,
      )
      const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
      expect(text.replaceAll(/"(?:[^"]|"")*"/g, '')).not.toMatch(/[^\r]\n|\r[^\n]/)
      const cells = text.split(/\r\n|,/).map((cell) => cell.replace(/^"/, ''))
      expect(cells.filter((cell) => /^[=+@\t\r\0]|^-\D/.test(cell))).toEqual([])
    }
    const { bytes } = await owner.get('/api/admin/orders/export')
    for (const name of ['=cmd|calc', '+1+1', '-2+3', '@SUM(A1)', '\t=1+1'])
      expect(bytes.toString('utf8')).toContain(`'${name}`)
    expect(bytes.toString('utf8')).toContain('"a,""b"""')
  })
})

const injections = [
  `' or '1'='1`,
  `'; drop table people; --`,
  `" or ""="`,
  `1); select pg_sleep(30); --`,
  `') union select password_hash from people --`,
  `%' or 1=1 or '%'='`,
  `\\'; select 1; --`,
  `$1`,
  `{{7*7}}`,
  `*`,
]

describe('K59 statements', () => {
  const reads = operations.filter(
    ({ method, who, path }) => method === 'get' && who !== 'provider' && path.startsWith('/api/'),
  )
  const nothing = '5f0c2a5e-8d4e-4a7e-9d3c-0a1b2c3d4e5f'
  const AT_ONCE = 6

  let customer: Customer
  /** Of things that exist, by the part of the path before them. */
  let ids: Record<string, string>
  beforeAll(async () => {
    customer = await shop.customer()
    const { id } = (await shop.buy(customer.browser, productId)).body
    const staff = (await owner.get('/api/auth/me')).body.user.id
    const own = { users: customer.id, customers: customer.id, orders: id, status: id }
    ids = { raffles: raffleId, draws: raffleId, products: productId, staff, ...own }
  })

  /** A call that lacks one of these is refused before it asks the database. */
  const required = (): Record<string, Record<string, string>> => ({
    walkTicket: { number: '1' },
    readAsOf: { subjectKind: 'raffle', subject: raffleId, at: new Date().toISOString() },
    adminReadStatement: { statement: nothing },
  })

  const parametersOf = ({ query }: Operation): string[] =>
    query !== undefined && 'shape' in query ? Object.keys(query.shape as object) : []

  function pathOf({ path }: Operation, typedAt?: number, typed = ''): string {
    const parts = path.split('/')
    const filled = parts.map((part, at) => {
      if (at === typedAt) return encodeURIComponent(typed)
      return part.startsWith('{') ? (ids[parts[at - 1] ?? ''] ?? nothing) : part
    })
    return filled.join('/')
  }

  type Asked = { browser: ApiClient; what: string; path: string }

  /** Typed in each part of the path and in each parameter; all others are as they should be. */
  function callsWith(operation: Operation, typed: string): Asked[] {
    const { name, who, path } = operation
    const browser = who === 'staff' ? owner : customer.browser
    const given = required()[name] ?? {}
    const asked = (what: string, at: string, query: Record<string, string>): Asked => {
      const text = new URLSearchParams(query).toString()
      return { browser, what: `${name} ${what}`, path: text === '' ? at : `${at}?${text}` }
    }
    const inPath = path
      .split('/')
      .flatMap((part, at) =>
        part.startsWith('{') ? [asked(part, pathOf(operation, at, typed), given)] : [],
      )
    const inQuery = parametersOf(operation).map((parameter) =>
      asked(parameter, pathOf(operation), { ...given, [parameter]: typed }),
    )
    return [...inPath, ...inQuery]
  }

  it('K59 nothing that is typed becomes a part of one, in a path or a parameter', async () => {
    const before = await shop.recorded()
    const logged = shop.logged().length
    const odd: string[] = []
    /** What was not refused for its shape alone. */
    const taken = new Set<string>()
    const calls = reads.flatMap((read) => injections.flatMap((typed) => callsWith(read, typed)))
    for (let first = 0; first < calls.length; first += AT_ONCE)
      await Promise.all(
        calls.slice(first, first + AT_ONCE).map(async ({ browser, what, path }) => {
          const { status } = await browser.get(path)
          if (status >= 500 || [401, 403, 429].includes(status))
            odd.push(`${what} ${path}: ${status}`)
          if (status !== 400) taken.add(what)
        }),
      )
    expect(odd).toEqual([])
    expect(await shop.recorded()).toEqual(before)
    expect(shop.logged().slice(logged)).not.toMatch(/sqlState|syntax error/)
    // Where any words may be typed, these came as far as the statement.
    const free = [
      'adminListOrders search',
      'adminListMessages search',
      'adminListCustomers search',
      'adminExportCustomers search',
      'listAuditTrail subject',
      'listAuditTrail actor',
      'exportAuditTrail subject',
      'exportAuditTrail actor',
      'readAsOf subject',
    ]
    expect(free.filter((what) => !taken.has(what))).toEqual([])
  }, 240_000)

  it('K59 knows the parameters of every read that has some, and gives what it must', () => {
    const unknown = reads.filter(
      (read) => read.query !== undefined && parametersOf(read).length === 0,
    )
    expect(unknown.map(({ name }) => name)).toEqual([])
    const refused = reads.filter(
      ({ name, query }) => query?.safeParse(required()[name] ?? {}).success === false,
    )
    expect(refused.map(({ name }) => name)).toEqual([])
  })

  it('K59 a search finds what was typed, not what it might mean', async () => {
    await paid(shop.browser(), { customerName: `O'Neill 100%`, customerPhone: freshPhone() })
    const found = async (search: string) =>
      (await owner.get(`/api/admin/orders?search=${encodeURIComponent(search)}`)).body.pagination
        .total as number
    expect(await found(`O'Neill 100%`)).toBe(1)
    for (const injection of [`' or '1'='1`, `%`, `_'Neill`, `O'Neill%100`])
      expect([injection, await found(injection)]).toEqual([injection, injection === '%' ? 1 : 0])
  })
})

describe('K60 the role of the service', () => {
  const refusal = (text: string) =>
    shop.test.database.query(text).then(
      () => 'done',
      (error: unknown) => sqlState(error),
    )

  it.each(['events', 'logs', 'streams', 'commands', 'issues', 'raffle_state', 'operator_seeds'])(
    'K60 may not change, delete or empty %s',
    async (table) => {
      const { rows } = await shop.test.owner.query<{ column_name: string }>(
        `select column_name from information_schema.columns where table_name = $1 limit 1`,
        [table],
      )
      const column = rows[0]?.column_name
      for (const text of [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table}`,
        `alter table ${table} disable row level security`,
        `drop table ${table}`,
      ])
        expect([text, await refusal(text)]).toEqual([text, '42501'])
    },
  )

  it('K60 is not the role that migrates, and cannot become it', async () => {
    const { rows } = await shop.test.database.query<{ is_super: boolean; owned: number }>(
      `select (select rolsuper or rolcreaterole or rolcreatedb
                 from pg_roles where rolname = current_user) as is_super,
              (select count(*) from pg_class where pg_get_userbyid(relowner) = current_user)
                as owned`,
    )
    expect(rows).toEqual([{ is_super: false, owned: 0 }])
  })
})

describe('K64 an erased person', () => {
  const person = {
    customerName: 'Zenobia Qahwaji',
    customerEmail: 'zenobia.q@private.example',
    customerPhone: '+96178431977',
    shippingMethod: 'delivery',
    deliveryAddress: 'Zenobia Qahwaji, 78431977, Rue Gouraud 4417, Achrafieh, 2071',
    addressParts: { street: 'Rue Gouraud 4417', city: 'Achrafieh', postalCode: '2071' },
  }
  /** Typed at the checkout: nobody's account has it. */
  const second = { phone: '+96178431988', email: 'qahwaji.at.work@other.example' }
  const atWork = { customerPhone: second.phone, customerEmail: second.email }
  const traces = [
    'zenobia',
    'qahwaji',
    'private.example',
    '78431977',
    'gouraud',
    'achrafieh',
    '78431988',
    'other.example',
  ]

  const leftIn = () => tablesHolding(shop.test.owner, [...traces, ...guessedBodies()])

  /** Whoever knows the shop can write down what a phone was used to buy, and hash it. */
  const guessedBodies = () =>
    [person, { ...person, ...atWork }].map((typed) => {
      const items = [{ productId, quantity: 1, variantId: null }]
      const body = purchaseRequest.parse({ ...buyer, items, ...typed })
      return hashTexts('purchase', JSON.stringify(body))
    })

  /** Everywhere staff write words of their own about who bought this. */
  async function writtenAbout(browser: ApiClient, orderId: string) {
    const note = `${person.customerName} called from ${second.phone}`
    const request = { kind: 'cancel', note }
    const asked = await browser.post(`/api/orders/${orderId}/requests`, request)
    expect(asked.status).toBe(201)
    const { body } = await owner.get(`/api/admin/orders/${orderId}`)
    const declined = await owner.post(`/api/admin/orders/${orderId}/answers`, {
      requestId: body.requests[0].id,
      answer: 'declined',
      words: note,
    })
    expect(declined.status).toBe(200)
    await shop.test.owner.query(
      `insert into draw_claims (draw_id, place, announced_at, announced_by, document_kind,
                                document_number, order_id)
       values ($1 || '/D1', 0, clock_now(), 'staff', 'passport', 'Qahwaji 1', $2)`,
      [raffleId, orderId],
    )
    await shop.test.owner.query(
      `insert into draw_contacts (contact_id, draw_id, place, channel, note, noted_by)
       values (gen_random_uuid(), $1 || '/D1', 0, 'phone', $2, gen_random_uuid())`,
      [raffleId, note],
    )
    const items = async () => {
      const { rows } = await shop.test.owner.query<{ kind: string; item: string }>(
        `select 'undecided' as kind, attempt_id::text as item from payment_attempts
          where order_id = $1::uuid
          union all
         select 'message_failed', ref from messages where ref like '%receipt:' || $1::text || '%'
          union all
         select 'staff_bought', $1::text`,
        [orderId],
      )
      return rows
    }
    // One attempt, the receipt as a text and as an e-mail, and the order.
    await vi.waitFor(async () => expect(await items()).toHaveLength(4), { timeout: 15_000 })
    for (const handled of await items()) {
      const { status } = await owner.post('/api/admin/attention/handled', { ...handled, note })
      expect(status).toBe(200)
    }
    for (const words of ['Qahwaji', '78431988'])
      for (const file of ['customers/export?search', 'audit/export?subjectKind=customer&subject'])
        expect((await owner.get(`/api/admin/${file}=${words}`)).status).toBe(200)
    const noted = `select from audit_details where act like '% exported' and details::text ~ $1`
    expect((await shop.test.owner.query(noted, ['Qahwaji|78431988'])).rowCount).toBe(0)
    // As exports were noted before.
    await shop.test.owner.query(
      `insert into audit_details (audit_id, subject, command_id, actor_id, act, details, created_at)
       select gen_random_uuid(), 'staff/1', gen_random_uuid(), gen_random_uuid(), act,
              jsonb_build_object(part, 'Qahwaji'), clock_now()
         from (values ('customers exported', 'search'), ('trail exported', 'subject'))
              as noted (act, part)`,
    )
  }

  it('K64 has a file of all that is kept about him, wherever it was sent', async () => {
    const { browser, phone } = await shop.customer()
    const other = freshPhone()
    const id = await paid(browser, { customerPhone: other, customerEmail: 'other@example.com' })
    expect(other).not.toBe(phone)
    const { body: sheet } = await owner.post(`/api/admin/orders/${id}/invoice`)
    const { orders } = (await browser.get('/api/account/data')).body
    const invoice = { number: sheet.number, name: sheet.customer, phone: other }
    expect(orders).toMatchObject([{ id, invoice }])
    const receipt = { purpose: 'receipt', email: 'other@example.com' }
    await vi.waitFor(
      async () => {
        const { messages } = (await browser.get('/api/account/data')).body
        expect(messages).toContainEqual(expect.objectContaining(receipt))
      },
      { timeout: 15_000, interval: 100 },
    )
  })

  it('K64 is nobody who has bought a moment ago, read by nobody yet', async () => {
    const { browser, phone } = await shop.customer()
    await shop.test.owner.query(
      `update sign_in_codes set created_at = created_at - interval '2 minutes'`,
    )
    await browser.post('/api/account/erasure-code')
    const erasure = { code: await shop.codeFor(phone), giveUpTickets: false }
    const { status, body } = await shop.buy(browser, productId, { customerPhone: phone })
    expect(status).toBe(201)
    const refused = await browser.post('/api/account/erasure', erasure)
    expect(refused).toMatchObject({ status: 409, body: { code: 'account_in_use' } })
    const order = await browser.get(`/api/orders/${body.id}`)
    expect([order.status, order.body.status]).toEqual([200, 'pending'])
  })

  it('K64 is in no table of the database, and every proof still stands', async () => {
    const phone = person.customerPhone
    const browser = shop.browser()
    const signIn = { phone, fullName: person.customerName }
    await browser.post('/api/auth/send-otp', { phone })
    await browser.post('/api/auth/verify-otp', { ...signIn, code: await shop.codeFor(phone) })
    const orderId = await paid(browser, person)
    await browser.put('/api/account/profile', {
      fullName: person.customerName,
      email: person.customerEmail,
    })
    await browser.post('/api/account/addresses', { label: 'Zenobia', ...person.addressParts })
    const otherOrderId = await paid(browser, { ...person, ...atWork })
    await writtenAbout(browser, otherOrderId)
    for (const id of [orderId, otherOrderId]) await owner.post(`/api/admin/orders/${id}/invoice`)
    await owner.patch(`/api/admin/orders/${otherOrderId}`, { status: 'completed' })
    await owner.patch(`/api/admin/orders/${orderId}`, { status: 'completed' })
    await shop.service.workers.catchUp()
    expect((await leftIn()).length).toBeGreaterThan(3)

    await shop.test.owner.query(
      `update sign_in_codes set created_at = created_at - interval '2 minutes'`,
    )
    await browser.post('/api/account/erasure-code')
    const erasure = { code: await shop.codeFor(phone), giveUpTickets: true }
    expect((await browser.post('/api/account/erasure', erasure)).body).toEqual({ erased: true })
    await vi.waitFor(async () => expect(await leftIn()).toEqual([]), {
      timeout: 20_000,
      interval: 200,
    })
    await shop.service.workers.catchUp()
    const { findings } = await verify(shop.test.owner)
    expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
  })
})
