// Who may do what: every operation by every kind of caller (docs/security.md, K34-K36).
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { staffRoles } from '#events/staff/roles.ts'

import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import type { ApiAnswer, ApiClient } from '../api-client.ts'
import { sampleBodies } from '../sample-bodies.ts'
import { ownerEmail } from '../running-service.ts'
import { softwarePasskey } from '../software-passkey.ts'
import { allRows } from './all-rows.ts'
import type { Unstable } from './all-rows.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { Customer, GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let a: Customer
let b: Customer
let owner: ApiClient
/** Of a guest, of customer A. */
let guest: { browser: ApiClient; orderId: string }
let orderId: string
/** Of customer B: paid, with its tickets and its invoice. */
let paidOrderId: string
let statementId: string
let ids: Record<string, string>
let bodies: Record<string, object>

beforeAll(async () => {
  shop = await openGuardedShop()
  const { raffleId, productId } = await shop.sell({ name: 'Watch', totalTickets: 500 })
  ;[a, b, owner] = [await shop.customer(), await shop.customer(), await shop.owner()]
  const browser = shop.browser()
  guest = { browser, orderId: (await shop.buy(browser, productId)).body.id }
  orderId = (await shop.buy(a.browser, productId)).body.id
  paidOrderId = await paidWithInvoice(productId)
  statementId = await importedStatement()
  const { image } = (await owner.get(`/api/raffles/${raffleId}`)).body
  const variant = new FormData()
  variant.set('name', 'Red')
  variant.set('sku', 'RED-1')
  const added = await owner.post(`/api/admin/products/${productId}/variants`, variant)
  ids = {
    raffles: raffleId,
    draws: raffleId,
    products: productId,
    customers: a.id,
    staff: (await owner.get('/api/auth/me')).body.user.id,
    papers: await emptyPaper(raffleId),
    ledger: raffleId,
    file: image.replace('/images/', ''),
  }
  ids.variants = added.body.id
  bodies = sampleBodies({ productId, orderId })
  const saved = await a.browser.post('/api/account/addresses', bodies.saveAddress)
  ids.addresses = saved.body.addresses.at(-1).id
  // Of a raffle that can be entered the text would be on its way within ten seconds, and gone here.
  const startsAt = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const coming = await shop.sell({ name: 'Ring', totalTickets: 10, startsAt })
  await a.browser.post(`/api/raffles/${coming.raffleId}/alerts`, { consent: true })
  ids.alerts = (await a.browser.get('/api/account/alerts')).body.alerts[0].id
  ids.passkeys = await keptPasskey(a.browser)
  ids.sessions = await otherSession(a.id)
  ids.receipts = (await a.browser.get(`/api/orders/${orderId}`)).body.items[0].id
  await shop.service.workers.sweeps.now('checkpoints')
}, 120_000)
afterAll(() => shop.stop())

async function paidWithInvoice(productId: string): Promise<string> {
  const { id } = (await shop.buy(b.browser, productId)).body
  await shop.pay(id, 'approve')
  await vi.waitFor(
    async () => expect((await b.browser.get(`/api/orders/${id}`)).body.status).toBe('paid'),
    { timeout: 20_000, interval: 100 },
  )
  await shop.service.workers.catchUp()
  expect((await owner.post(`/api/admin/orders/${id}/invoice`)).status).toBe(200)
  return id
}

async function importedStatement(): Promise<string> {
  const csv = [
    'externalId,transactionId,amount,fee,currency,date',
    `999999,T-1,15.00,0.15,USD,${new Date().toISOString()}`,
  ].join('\n')
  const path = '/api/admin/money/statements?provider=whishpay&fileName=one.csv'
  const { status, body } = await owner.post(path, csv, { 'Content-Type': 'text/csv' })
  expect(status).toBe(201)
  return body.statement.id
}

async function keptPasskey(browser: ApiClient): Promise<string> {
  const { body } = await browser.post('/api/account/security/passkey-question')
  const { challenge, rpId } = body
  const origin = shop.config.http.publicOrigin
  const made = softwarePasskey().register({ challenge, rpId, origin })
  const kept = await browser.post('/api/account/security/passkeys', { name: 'Key', ...made })
  return kept.body.passkeys[0].id
}

async function otherSession(personId: string): Promise<string> {
  const { rows } = await shop.test.owner.query<{ session_id: string }>(
    `insert into sessions (session_id, kind, person_id, created_at, last_seen_at, expires_at)
     select gen_random_uuid(), 'customer', $1, now, now, now + interval '1 day'
       from clock_now() as now
     returning session_id`,
    [personId],
  )
  return rows[0]?.session_id ?? ''
}

async function emptyPaper(raffleId: string): Promise<string> {
  const { rows } = await shop.test.owner.query<{ paper_id: string }>(
    `insert into audit_papers (paper_id, raffle_id, seed, tree_size, tickets_issued, numbers, notes,
                               conclusion, made_by, made_at, changed_at)
     values (gen_random_uuid(), $1, 'seed', 1, 1, '{}', '{}', '', gen_random_uuid(), now(), now())
     returning paper_id`,
    [raffleId],
  )
  return rows[0]?.paper_id ?? ''
}

/** The path with ids of things that exist; what belongs to somebody belongs to customer A. */
function realPath({ path }: Operation): string {
  const inLog = path.replace('{level}/{tile}', '0/000.p/1').replace('{bundle}', '000.p/1')
  return inLog.replace(/(\w+)\/\{(\w+)\}/g, (_all, parent: string, name: string) => {
    if (name === 'file') return `${parent}/${ids.file}`
    if (parent === 'users') return `users/${a.id}`
    return `${parent}/${ids[parent] ?? orderId}`
  })
}

/** Staff’s access is decided before a body is read, so theirs are empty and change nothing. */
function call(browser: ApiClient, operation: Operation): Promise<ApiAnswer> {
  const { method, body, who, name } = operation
  const sample = who === 'staff' ? {} : bodies[name]
  const sent = { multipart: new FormData(), raw: '', json: sample }[body?.kind ?? 'json']
  return browser.call({ method, path: realPath(operation), ...(body && { body: sent }) })
}

/** Whether a machine under load is ready says nothing of who may ask. */
const mayFail = new Set(['readiness'])

/** Who met a failure or a limit was shown neither in nor out. */
function outcome({ name }: Operation, { status }: ApiAnswer): unknown {
  if ([401, 403, 404].includes(status)) return status
  const tellsNothing = status === 429 || (status >= 500 && !mayFail.has(name))
  return tellsNothing ? `answered ${status}` : 'in'
}

/** All ask for codes to the same phones, and between two of them lies a minute. */
async function met(browser: ApiClient, operation: Operation): Promise<unknown> {
  await shop.test.owner.query('delete from sign_in_codes')
  return outcome(operation, await call(browser, operation))
}

/** What each caller meets: anonymous, guest, A, B, owner, owner without a role. */
const expected: Record<Operation['who'], unknown[]> = {
  anyone: ['in', 'in', 'in', 'in', 'in', 'in'],
  provider: ['in', 'in', 'in', 'in', 'in', 'in'],
  'order holder': [404, 404, 'in', 404, 404, 404],
  // A read may believe for five seconds what it knew: then she is a stranger, not yet nobody.
  customer: [401, 401, 'in', 404, 404, expect.toBeOneOf([401, 404])],
  staff: [401, 401, 403, 403, 'in', 401],
}

/** Gateways that this shop does not use: nobody calls back for them. */
const unset = new Set([
  'twilioCallback',
  'infobipCallback',
  'whatsappCallback',
  'whatsappHandshake',
])

/** What has no id in its path is each customer's own: B meets hers, where A meets his. */
function expectedOf({ name, who, path }: Operation): unknown[] {
  if (unset.has(name)) return Array.from({ length: 6 }, () => 404)
  const isOwnOfEach = who === 'customer' && !path.includes('{')
  return isOwnOfEach ? expected.customer.with(3, 'in') : expected[who]
}

/** These may change who the browser is: below, each caller in a browser of his own. */
const own = new Set(['logout', 'adminLogin', 'verifyOtp', 'adminPassword'])

const setRole = (role: string | null) =>
  shop.test.owner.query(`update people set role = $1 where email = $2`, [role, ownerEmail])

/** Who has looked around, and is nobody yet. */
async function strangerKnown(): Promise<ApiClient> {
  const stranger = shop.browser()
  await stranger.post('/api/auth/check-phone', { phone: '+96170123456' })
  return stranger
}

describe('K35 every operation by every caller', () => {
  /**
   * Deletions of staff would take away what later rows ask for: below, of what is not there;
   * `roles.db.test.ts` has every role of staff.
   */
  const isDeletion = ({ who, method }: Operation) => who === 'staff' && method === 'delete'
  const rows = operations.filter((known) => !own.has(known.name) && !isDeletion(known))

  it.each(rows.map((operation) => [operation.name, operation] as const))(
    'K35 %s',
    async (_name, operation) => {
      const stranger = await strangerKnown()
      const callers = [shop.browser(), stranger, a.browser, b.browser, owner]
      const answers = []
      for (const browser of callers) answers.push(await met(browser, operation))
      await setRole(null)
      answers.push(await met(owner, operation))
      await setRole('owner')
      expect(answers).toEqual(expectedOf(operation))
    },
  )

  const deletions = operations.filter(isDeletion)
  it('K35 there are deletions of staff', () => expect(deletions.length).toBeGreaterThan(5))

  it.each(deletions.map((operation) => [operation.name, operation] as const))(
    'K35 %s, for who is not of the staff',
    async (_name, operation) => {
      const stranger = await strangerKnown()
      const path = operation.path.replace(/\{\w+\}/g, () => randomUUID())
      const answers = []
      for (const browser of [shop.browser(), stranger, a.browser, b.browser])
        answers.push(outcome(operation, await browser.call({ method: 'delete', path })))
      expect(answers).toEqual(expected.staff.slice(0, 4))
    },
  )

  it('K35 another’s id does not exist, and the log knows who asked', async () => {
    const path = `/api/users/${a.id}/purchases`
    const before = shop.logged().length
    expect((await b.browser.get(path)).body).toEqual({ error: 'Not found', code: 'not_found' })
    expect((await b.browser.get(`/api/orders/${orderId}`)).status).toBe(404)
    const lines = shop.logged().slice(before).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ message: 'refused', operation: 'listPurchases', personId: b.id }),
      expect.objectContaining({ message: 'refused', operation: 'readOrder', personId: b.id }),
    ])
  })
})

describe('K35 what may change who the browser is', () => {
  const newCustomer = async () => (await shop.customer()).browser
  const newOwner = () => shop.owner()
  type Caller = { who: string; enter: () => Promise<ApiClient>; role?: string | null }
  const callers: Caller[] = [
    { who: 'nobody', enter: async () => shop.browser() },
    { who: 'guest', enter: strangerKnown },
    { who: 'A', enter: newCustomer },
    { who: 'B', enter: newCustomer },
    ...staffRoles.map((role) => ({ who: role, enter: newOwner, role })),
    { who: 'no role any more', enter: newOwner, role: null },
  ]
  const same = (answer: string) => callers.map(() => answer)
  const ofStaff = staffRoles.map(() => '401 wrong_password')
  const strangers = ['401 not_signed_in', '401 not_signed_in', '403 not_admin', '403 not_admin']
  const rows: Record<string, string[]> = {
    logout: same('200'),
    adminLogin: same('401 wrong_password'),
    verifyOtp: same('400 wrong_code'),
    adminPassword: [...strangers, ...ofStaff, '401 not_signed_in'],
  }
  const meIn = async (browser: ApiClient) => (await browser.get('/api/auth/me')).body.user

  it.each(Object.entries(rows))('K35 %s, each in a browser of his own', async (name, told) => {
    const operation = operations.find((known) => known.name === name)!
    const answers: string[] = []
    for (const { who, enter, role = 'owner' } of callers) {
      const browser = await enter()
      await setRole(role)
      const before = await meIn(browser)
      const body = bodies[name]
      const answer = await browser.call({ method: operation.method, path: operation.path, body })
      answers.push([answer.status, answer.body?.code].join(' ').trim())
      expect([who, await meIn(browser)]).toEqual([who, name === 'logout' ? null : before])
      await setRole('owner')
      await shop.test.owner.query('delete from failure_counters')
    }
    expect(answers).toEqual(told)
    expect([(await meIn(a.browser)).id, (await meIn(owner)).id]).toEqual([a.id, ids.staff])
  })

  it('K35 none of them is left out', () => {
    expect(Object.keys(rows).toSorted()).toEqual([...own].toSorted())
  })
})

describe('K36 how an order stands', () => {
  it('K36 is told to its own browser, by no name, phone, e-mail or address', async () => {
    for (const path of [`/api/whishpay/status/${guest.orderId}`, `/api/orders/${guest.orderId}`]) {
      const { status, bytes } = await guest.browser.get(path)
      expect(status).toBe(200)
      expect(bytes.toString()).not.toMatch(/maya|haddad|70123456|example\.com|street/i)
      for (const stranger of [shop.browser(), a.browser, owner])
        expect((await stranger.get(path)).status).toBe(404)
    }
    const reconcile = `/api/montypay/reconcile/${guest.orderId}`
    expect((await shop.browser().post(reconcile)).status).toBe(404)
    expect((await guest.browser.post(reconcile)).body).toEqual({
      reconciled: false,
      alreadyProcessed: false,
    })
  })
})

const exported = `type = 'StaffActed' and payload like '%\\_exported"%'`
const taken = 'that somebody took a file of personal data is noted'
const changesWhileRead: Record<string, Unstable> = {
  events: { why: taken, where: `not (${exported})` },
  commands: {
    why: taken,
    where: `(log_id, position) not in (select log_id, position from events where ${exported})`,
  },
  streams: { why: `${taken}: the facts themselves are compared`, columns: ['version'] },
  logs: { why: `${taken}: the facts themselves are compared`, columns: ['head'] },
  audit_details: { why: taken, where: `act not like '% exported'` },
  sessions: { why: 'a session ends that nobody uses', columns: ['last_seen_at'] },
  payment_attempts: {
    why: 'who asks how his payment stands has its provider asked',
    columns: ['state', 'provider_status', 'checked_at', 'checks', 'next_check_at'],
  },
  provider_callbacks: { why: 'Whish calls back with a GET; strangers too', where: 'is_authentic' },
}

/** Without its question a call is refused before it reads anything. */
const questions = (): Record<string, string> => ({
  walkTicket: '?number=1',
  readAsOf: `?subjectKind=raffle&subject=${ids.raffles}&at=${new Date().toISOString()}`,
  adminReadStatement: `?statement=${statementId}`,
})

function readPath(operation: Operation): string {
  const file = { adminReadInvoice: 'invoice', adminExportInvoice: 'invoice.pdf' }[operation.name]
  if (file !== undefined) return `/api/admin/orders/${paidOrderId}/${file}`
  return realPath(operation) + (questions()[operation.name] ?? '')
}

describe('K34 reading', () => {
  it('K34 changes nothing: every GET of the document, by everybody', async () => {
    // What was asked for before is done in its own time, and not while this looks.
    await shop.service.workers.stop()
    const before = await allRows(shop.test.owner, changesWhileRead)
    expect(Object.keys(before).length).toBeGreaterThan(80)
    const unread: string[] = []
    for (const operation of operations.filter(({ method }) => method === 'get'))
      for (const browser of [shop.browser(), guest.browser, a.browser, owner]) {
        const path = readPath(operation)
        const { status } = await browser.call({ method: 'GET', path })
        if (browser === owner && operation.who === 'staff' && status >= 400)
          unread.push(`${operation.name}: ${status}`)
        await browser.call({ method: 'HEAD', path })
      }
    expect(await allRows(shop.test.owner, changesWhileRead)).toEqual(before)
    // What the owner was refused has read nothing, so it has not been shown to change nothing.
    expect(unread).toEqual([])
  }, 60_000)
})
