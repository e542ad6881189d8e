// A customer is erased from the terminal: refused while something is owed or can be won, and then
// gone, with a log and books that still hold.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import type { ProductId } from '#events/kernel/ids.ts'
import { allProjections } from '#projections/all.ts'

import { erasedList } from '../backup/erased-list.ts'
import type { ManualOrderRequest } from '../contract/admin-orders.ts'
import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { verify } from '../verify/run.ts'
import { openProjector } from '../workers/projector.ts'
import { decideApproval, secondPerson } from './approvals.ts'
import { changeStream } from './change-stream.ts'
import { delicateActs } from './delicate-acts.ts'
import { placeOrder } from './place-order.ts'

const personId = newId<string>()
const phone = '+96170555001'
const words = ['Nadine Aoun', 'nadine@example.com', phone]
/** As staff type it at the counter. */
const typed = '70 555 001'

let rig: PurchaseRig
let folder: string
let productId: ProductId
beforeAll(async () => {
  rig = await openPurchaseRig()
  folder = await mkdtemp(join(tmpdir(), 'qura-erase-'))
  await rig.test.owner.query(
    `insert into people (person_id, full_name, email, phone, created_at)
     values ($1, $2, $3, $4, clock_now())`,
    [personId, ...words],
  )
  await changeStream(rig.store, {
    streamId: `customer/${personId}`,
    decider: customerDecider,
    actor: `customer:${personId}`,
    commands: (): CustomerCommand[] => [{ type: 'RegisterCustomer', via: 'sign_up' }],
  })
  const { productIds } = await rig.sellRaffle({ ticketsMax: 50, closesInSeconds: 3_600 })
  productId = productIds[0]!
  const { id } = await placeOrder(rig.desk, {
    buyer: { sessionId: newId<string>(), customerId: personId as never },
    purchase: {
      shippingMethod: 'pickup',
      paymentMethod: 'whishpay',
      customerName: 'Nadine Aoun',
      customerEmail: 'nadine@example.com',
      customerPhone: phone,
      items: [{ productId, quantity: 3 }],
    },
    idempotencyKey: null,
  })
  await rig.pay(id, 'approve', 0)
  await rig.watch.askNow(id as never)
  await writeAbout(`order/${id}`, { from: phone, to: '+96170555002', note: 'Nadine Aoun called' })
  await writeAbout(`customer/${personId}`, { reason: 'relative', note: 'Nadine Aoun called' })
  await writeAbout(`order/${newId<string>()}`, { from: phone, to: '+96170555003' })
  for (const quantity of [1, 2]) await askAtCounter(quantity)
  await project()
})
afterAll(async () => {
  await rig.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What staff wrote beside an act, and showed to a second person. */
async function writeAbout(subject: string, details: object): Promise<void> {
  await rig.test.owner.query(
    `insert into audit_details
            (audit_id, subject, command_id, actor_id, act, address, details, created_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), 'act', '::1', $2,
             clock_now())`,
    [subject, details],
  )
  await rig.test.owner.query(
    `insert into approvals (approval_id, kind, subject, request_sha256, details, state,
                            requested_by, requested_at, expires_at)
     values (gen_random_uuid(), 'holder_correction', $1, repeat('a', 64), $2, 'used',
             gen_random_uuid(), clock_now(), clock_now())`,
    [subject, subject.startsWith('order/') ? { from: phone, to: '+96170555002' } : {}],
  )
}

/** A second person is asked, and answers; the order is never placed. */
async function askAtCounter(quantity: number): Promise<void> {
  const { database } = rig.test
  const needs = { database, store: rig.store, now: rig.desk.now, isAsked: true }
  const by = () => ({ personId: newId<string>(), role: 'owner', address: '::1' })
  const request: ManualOrderRequest = {
    customerPhone: typed,
    customerName: 'Nadine Aoun',
    items: [{ productId, quantity }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
  }
  const { manualOrder } = delicateActs({ secondPerson: secondPerson(needs), aboveCents: 0 })
  const asked = { request, key: null, sessionId: newId<string>(), actor: by() }
  const refused = await manualOrder(rig.desk, asked).catch((error: unknown) => error)
  const { approvalId } = (refused as { details: { approvalId: string } }).details
  const note = 'Nadine Aoun paid me'
  await decideApproval(needs, { approvalId, isApproved: quantity > 1, note, actor: by() })
}

const project = () =>
  openProjector({ database: rig.test.database, projections: allProjections }).catchUp()

type Said = { isErased: boolean; refusal: string | null; orders: number; tickets: number }

function command(...given: string[]): Promise<{ code: number; said: Said }> {
  const program = join(import.meta.dirname, '../cli/erase.ts')
  const env = {
    ...process.env,
    DATABASE_URL: rig.test.ownerUrl,
    DATA_DIR: folder,
    SIGNER_DIR: join(folder, 'signer'),
  }
  return new Promise((resolve) =>
    execFile(process.execPath, [program, ...given, '--json'], { env }, (error, stdout) =>
      resolve({ code: error === null ? 0 : 1, said: JSON.parse(stdout) as Said }),
    ),
  )
}

/** Wherever one of these words stands, in any column of any table that is no read model's. */
async function tablesThatName(): Promise<string[]> {
  const { rows: tables } = await rig.test.owner.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  const naming: string[] = []
  for (const { name } of tables) {
    const { rows } = await rig.test.owner.query<{ found: number }>(
      `select count(*)::int as found from ${name} as row
        where exists (select from unnest($1::text[]) as word
                       where position(lower(word) in lower(row::text)) > 0)`,
      [[...words, typed]],
    )
    if ((rows[0]?.found ?? 0) > 0) naming.push(name)
  }
  return naming
}

it('is refused while an order is open, and while a raffle is not drawn', async () => {
  const fresh = await command(phone, '--apply')
  expect(fresh).toMatchObject({ code: 1, said: { isErased: false, orders: 1, tickets: 3 } })
  expect(fresh.said.refusal).toContain('still open')

  await rig.moveClock(31 * 86_400)
  const live = await command(phone, '--apply')
  expect(live.said.refusal).toContain('not drawn yet')
  const naming = await tablesThatName()
  expect(naming).toEqual(expect.arrayContaining(['approvals', 'audit_details', 'people']))
})

it('shows what would go, and changes nothing', async () => {
  const shown = await command(phone, '--give-up-tickets')
  expect(shown).toMatchObject({ code: 0, said: { isErased: false, refusal: null, tickets: 3 } })
  expect(await tablesThatName()).toContain('people')
})

it('erases: no table names the person, the log stands, a restore will erase again', async () => {
  const erased = await command(phone, '--give-up-tickets', '--apply')
  expect(erased).toMatchObject({ code: 0, said: { isErased: true } })
  await project()

  expect(await tablesThatName()).toEqual([])
  expect(await erasedList(join(folder, 'signer')).all()).toEqual([personId])
  const { rows } = await rig.test.owner.query(
    `select act, address from audit_details where subject = $1 and act <> 'act'`,
    [`customer/${personId}`],
  )
  expect(rows).toEqual([{ act: 'erase person', address: 'terminal' }])
  const { findings } = await verify(rig.test.owner)
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
})

it('done again, by the id that stands in the log, changes nothing more', async () => {
  const before = await rig.test.owner.query('select count(*) from events')
  const again = await command(personId, '--apply')
  expect(again).toMatchObject({ code: 0, said: { isErased: true } })
  const after = await rig.test.owner.query('select count(*) from events')
  expect(after.rows).toEqual(before.rows)
})
