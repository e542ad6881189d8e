// Whoever is erased while the shop goes on: what the read models have not read counts, and what is
// written behind the erasure is erased as well.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import type { OrderId, ProductId } from '#events/kernel/ids.ts'
import { allProjections } from '#projections/all.ts'
import { erasedList } from '../backup/erased-list.ts'
import { newId } from '../ids.ts'
import { sleep } from '../io/timers.ts'
import type { MessageGateway } from '../providers/messages/port.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { verify } from '../verify/run.ts'
import { openProjector } from '../workers/projector.ts'
import { erasures } from '../workers/reactors/erasures.ts'
import { eraseAccount } from './account-erasure.ts'
import { noteAct } from './audit.ts'
import { changeStream } from './change-stream.ts'
import { erasePerson } from './erase-person.ts'
import { eraseLeftovers } from './erased-leftovers.ts'
import { placeOrder } from './place-order.ts'
import { readModelsCaughtUp } from './read-models-caught-up.ts'
import { resendReceipt } from './resend-receipt.ts'
import { makeCode } from './sign-in-codes.ts'

let rig: PurchaseRig
let folder: string
let productId: ProductId
let personId: string
let phone: string
let phones = 0

beforeAll(async () => {
  rig = await openPurchaseRig()
  folder = await mkdtemp(join(tmpdir(), 'qura-erasure-'))
  const { productIds } = await rig.sellRaffle({ ticketsMax: 500, closesInSeconds: 90 * 86_400 })
  productId = productIds[0]!
}, 60_000)
beforeEach(async () => {
  ;[personId, phone] = [newId<string>(), `+9617055${String((phones += 1)).padStart(4, '0')}`]
  await rig.test.owner.query(
    `insert into people (person_id, full_name, email, phone, created_at)
     values ($1, 'Zeina Test', null, $2, clock_now())`,
    [personId, phone],
  )
  await personDoes({ type: 'RegisterCustomer', via: 'sign_up' })
  await project()
})
afterAll(async () => {
  await rig.stop()
  await rm(folder, { recursive: true, force: true })
})

const project = () =>
  openProjector({ database: rig.test.database, projections: allProjections }).catchUp()

const personDoes = (command: CustomerCommand) =>
  changeStream(rig.store, {
    streamId: `customer/${personId}`,
    decider: customerDecider,
    actor: `customer:${personId}`,
    commands: () => [command],
  })

async function order(): Promise<OrderId> {
  const { id } = await placeOrder(rig.desk, {
    buyer: { sessionId: newId<string>(), customerId: personId as never },
    purchase: {
      shippingMethod: 'pickup',
      paymentMethod: 'whishpay',
      customerName: 'Zeina Test',
      customerEmail: 'zeina@example.com',
      customerPhone: phone,
      items: [{ productId, quantity: 3 }],
    },
    idempotencyKey: null,
  })
  return id as OrderId
}

async function pay(orderId: OrderId): Promise<void> {
  await rig.pay(orderId, 'approve', 0)
  await rig.watch.askNow(orderId)
}

function erase(): Promise<string> {
  const needs = {
    database: rig.test.database,
    store: rig.store,
    now: rig.desk.now,
    remember: async () => {},
  }
  return erasePerson(needs, { personId, giveUpTickets: false }).then(
    () => 'erased',
    (error: { code: string }) => error.code,
  )
}

/** The reactor, at the fact of this person. */
async function react(stopping = new AbortController().signal): Promise<void> {
  const reactor = erasures(rig.test.database, erasedList(folder))
  if (reactor.isTransactional) throw new Error('it acts outside')
  const [fact] = (await rig.store.readStream(`customer/${personId}`)).slice(-1)
  await reactor.react(fact as never, stopping)
}

const openingsOf = async (orderId: OrderId) => {
  const { rows } = await rig.test.owner.query<{ name: string | null }>(
    `select holder_text::json ->> 'name' as name from issues where order_id = $1`,
    [orderId],
  )
  return rows.map(({ name }) => name)
}

const namedStill = async () => {
  const { findings } = await verify(rig.test.owner)
  return findings.find(({ id }) => id === 'I19')?.examples
}

it('an order that no read model has read yet is waited for, and keeps its buyer', async () => {
  await order()
  expect(await erase()).toBe('busy')
  const answer = erase()
  await project()
  expect(await answer).toBe('account_in_use')
  const { rows } = await rig.test.owner.query('select phone from people where person_id = $1', [
    personId,
  ])
  expect(rows).toEqual([{ phone }])
}, 20_000)

it('his number goes from the trail of another’s order, with what he is called there', async () => {
  const subject = `order/${newId<string>()}`
  await noteAct(rig.test.owner, {
    subject,
    commandId: newId(),
    actor: { personId: newId<string>(), role: 'cashier', address: '127.0.0.1' },
    act: 'correct_holder',
    details: {
      from: phone,
      to: '+96170560001',
      before: { name: 'Zeina Test' },
      after: { name: '' },
    },
  })
  expect(await erase()).toBe('erased')
  const { rows } = await rig.test.owner.query(
    'select details from audit_details where subject = $1',
    [subject],
  )
  expect(rows).toEqual([{ details: {} }])
})

it('the list outside the database knows before any read model does', async () => {
  await order()
  await personDoes({ type: 'ErasePerson' })
  const reacted = react()
  await vi.waitFor(async () => expect(await readdir(join(folder, 'erased'))).toContain(personId), {
    timeout: 1_000,
    interval: 20,
  })
  await project()
  await reacted
})

it('as it does when he erases himself: behind the fact, before anything goes', async () => {
  const { database, owner } = rig.test
  const codes = { database, codeKeys: [Buffer.alloc(32, 3)] as const }
  const asking = { phone, sessionId: newId<string>() }
  const { code } = await makeCode(codes, asking)
  const known: unknown[] = []
  const remember = async (erased: string) => {
    const { rows } = await owner.query('select phone from people where person_id = $1', [erased])
    const facts = await rig.store.readStream(`customer/${erased}`)
    known.push({ erased, rows, fact: facts.at(-1)?.event.type })
  }
  const sendMessage = async () => {}
  const needs = { ...codes, store: rig.store, now: rig.desk.now, sendMessage, remember }
  await eraseAccount(needs, { ...asking, personId, code, giveUpTickets: false })
  expect(known).toEqual([{ erased: personId, rows: [{ phone }], fact: 'PersonErased' }])
})

it('tickets that were issued before the second half lose their openings in it', async () => {
  const orderId = await order()
  await personDoes({ type: 'ErasePerson' })
  await project()
  await pay(orderId)
  expect(await openingsOf(orderId)).toEqual(['Zeina Test'])
  const reacted = react()
  await Promise.race([reacted, sleep(500)]) // time enough to do it too early
  await project()
  await reacted
  expect(await openingsOf(orderId)).toEqual([null])
  expect(await namedStill()).toEqual([])
})

it('tickets that are issued behind it, for whom a process still knew, lose them too', async () => {
  const orderId = await order()
  await personDoes({ type: 'ErasePerson' })
  await project()
  await react()
  await pay(orderId)
  expect(await openingsOf(orderId)).toEqual(['Zeina Test'])
  expect(await eraseLeftovers(rig.test.database, { of: 'last_day' })).toBe(1)
  expect(await openingsOf(orderId)).toEqual([null])
  expect(await eraseLeftovers(rig.test.database, { of: 'all' })).toBe(0)
})

it('an order whose contact was written behind it loses that', async () => {
  await personDoes({ type: 'ErasePerson' })
  await project()
  await react()
  const orderId = await order()
  await project()
  expect(await eraseLeftovers(rig.test.database, { of: 'last_day' })).toBe(1)
  const { rows } = await rig.test.owner.query('select from order_contacts where order_id = $1', [
    orderId,
  ])
  expect(rows).toEqual([])
})

it('an exclusion that is written behind it stays, and says no more whose it is', async () => {
  await personDoes({ type: 'ErasePerson' })
  await project()
  await react()
  const key = rig.desk.personKeyOf(phone)
  await rig.test.owner.query(
    `insert into buying_limits (person_key, excluded_by_staff_at, excluded_subject, changed_at)
     values ($1, clock_now(), 'customer/' || $2, clock_now())`,
    [key, personId],
  )
  expect(await eraseLeftovers(rig.test.database, { of: 'last_day' })).toBe(1)
  const { rows } = await rig.test.owner.query(
    `select excluded_subject, excluded_by_staff_at is not null as is_excluded
       from buying_limits where person_key = $1`,
    [key],
  )
  expect(rows).toEqual([{ excluded_subject: null, is_excluded: true }])
})

it('of a receipt that he asked for once more, neither text nor e-mail is left', async () => {
  const orderId = await order()
  await pay(orderId)
  await project()
  const refs: string[] = []
  const erasing: MessageGateway = {
    channel: 'sms',
    async send({ ref }) {
      refs.push(ref)
      await personDoes({ type: 'ErasePerson' })
      await project()
      await react()
      return { kind: 'queued', gatewayId: null }
    },
  }
  const mail: MessageGateway = {
    channel: 'email',
    send: () => Promise.reject(new Error('the sweep asks it, and there is none')),
  }
  await resendReceipt({ ...rig.desk, gateway: erasing, mail }, orderId)
  expect(refs).toEqual([expect.stringContaining('receipt-again')])
  for (const table of ['messages', 'emails']) {
    const { rows } = await rig.test.owner.query<{ ref: string }>(
      `select ref from ${table} where ref like '%' || $1 || '%'`,
      [orderId],
    )
    expect(rows, table).toEqual([])
  }
})

it('of what a process knew longer than an hour ago nothing is issued', async () => {
  const orderId = await order()
  await personDoes({ type: 'ErasePerson' })
  await project()
  await react()
  await rig.moveClock(1_000)
  expect(await rig.desk.contactOf(orderId)).toMatchObject({ phone })
  rig.desk.rememberContact({ ...contact(orderId) })
  await rig.moveClock(3_700)
  expect(await rig.desk.contactOf(orderId)).toBeNull()
})

const contact = (orderId: OrderId) => ({
  order_id: orderId,
  customer_id: personId as never,
  name: 'Zeina Test',
  email: null,
  phone,
  address: null,
  language: 'en' as const,
})

it('nothing is waited for once the service stops', async () => {
  await order()
  const startedMs = performance.now()
  await expect(react(AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping')
  expect(performance.now() - startedMs).toBeLessThan(10_000)
})

it('every shop log is waited for, not that of the person alone', async () => {
  await project()
  const wait = { projections: ['customer-orders'], timeoutMs: 100 }
  expect(await readModelsCaughtUp(rig.test.database, wait)).toBe(true)
  await rig.test.owner.query(`insert into logs (log_id, head) values ('shop/1', 1)`)
  expect(await readModelsCaughtUp(rig.test.database, wait)).toBe(false)
  await rig.test.owner.query(`delete from logs where log_id = 'shop/1'`)
})
