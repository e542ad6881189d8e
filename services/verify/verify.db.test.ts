// The checker is checked: a sound database passes, and for each invariant one row is spoiled by a
// superuser, in a transaction that is rolled back; exactly that line must fail.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import type { CommandId, CustomerId, OrderId, ProductId } from '#events/kernel/ids.ts'
import { allProjections } from '#projections/all.ts'
import type { Projection } from '#projections/projection.ts'

import { finishErasure } from '../commands/account-erasure.ts'
import { settleCancelledRaffle } from '../commands/cancelled-raffle.ts'
import { changeStream } from '../commands/change-stream.ts'
import { placeOrder } from '../commands/place-order.ts'
import { newId } from '../ids.ts'
import { openDatabase } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import { sellCounted } from '../testing/counted-goods.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { rolledBack } from '../testing/rolled-back.ts'
import { openBoss } from '../workers/boss.ts'
import { openProjector } from '../workers/projector.ts'
import { invariants, newAudit, newFindings } from './audit.ts'
import type { InvariantId } from './audit.ts'
import { checkReadModels } from './replay.ts'
import { examine, verify, verifyAt } from './run.ts'

let rig: PurchaseRig
const erasedId = newId<CustomerId>()
beforeAll(async () => {
  rig = await openPurchaseRig()
  await liveALittle(rig)
}, 60_000)
afterAll(() => rig.stop())

/** Sales in two raffles, one order never paid, one still waiting with its tickets on hold. */
async function liveALittle({ sellRaffle, sellGoods, buy, pay, watch, test }: PurchaseRig) {
  const watchRaffle = await sellRaffle({ name: 'A watch', ticketsMax: 50 })
  const tripRaffle = await sellRaffle({ name: 'A trip', ticketsMax: 500 })
  const [cap] = watchRaffle.productIds
  const [mug] = tripRaffle.productIds
  const goods = sellGoods(300)
  const shirt = await sellCounted(rig, { pieces: 9, priceCents: 900 })
  for (let n = 0; n < 6; n++) {
    const { id } = await buy({
      items: [
        { productId: cap as string, quantity: 1 + (n % 3) },
        { productId: mug as string, quantity: 2 },
        { productId: goods, quantity: 1 },
        { ...shirt, quantity: 1 },
      ],
      paymentMethod: n % 2 === 0 ? 'whishpay' : 'montypay',
    })
    await pay(id, n === 5 ? 'decline' : 'approve', 0)
    await watch.askNow(id as Parameters<typeof watch.askNow>[0])
  }
  await buy({ items: [{ productId: cap as string, quantity: 3 }] })
  await cancelOneRaffle(goods)
  await eraseOne(cap as ProductId)
  await runOneJob(test.url)
  await openProjector({ database: test.database, projections: allProjections }).catchUp()
  // Everything was recorded within the last minute: as if it had been an hour ago.
  await rig.moveClock(3_600)
}

async function cancelOneRaffle(goods: ProductId) {
  const { raffleId, productIds } = await rig.sellRaffle({ name: 'A boat', ticketsMax: 20 })
  const entered = { productId: productIds[0]!, quantity: 2 }
  const { id } = await rig.buy({ items: [entered, { productId: goods, quantity: 1 }] })
  await rig.pay(id, 'approve', 0)
  await rig.watch.askNow(id as OrderId)
  await rig.store
    .raffle(raffleId)
    .command(
      { type: 'CancelRaffle', now: rig.desk.now().toISOString(), reason: 'prize_unavailable' },
      { commandId: newId<CommandId>(), correlationId: raffleId, actor: 'system:test' },
    )
  const stopping = new AbortController().signal
  await settleCancelledRaffle(rig.desk, raffleId, { stopping })
}

/** A customer who bought, and was erased. */
async function eraseOne(productId: ProductId) {
  const { test, watch, desk } = rig
  await test.owner.query(
    `insert into people (person_id, full_name, phone, created_at)
     values ($1, 'Rima', '+96170123499', clock_now())`,
    [erasedId],
  )
  const person = (command: CustomerCommand) =>
    changeStream(rig.store, {
      streamId: `customer/${erasedId}`,
      decider: customerDecider,
      actor: 'system:test',
      commands: () => [command],
    })
  await person({ type: 'RegisterCustomer', via: 'sign_up' })
  const { id } = await placeOrder(desk, {
    buyer: { sessionId: newId<string>(), customerId: erasedId },
    purchase: {
      shippingMethod: 'pickup',
      paymentMethod: 'whishpay',
      customerName: 'Rima',
      customerEmail: 'rima@example.com',
      customerPhone: '+96170123499',
      items: [{ productId, quantity: 1 }],
    },
    idempotencyKey: null,
  })
  await rig.pay(id, 'approve', 0)
  await watch.askNow(id as OrderId)
  await person({ type: 'ErasePerson' })
  await openProjector({ database: test.database, projections: allProjections }).catchUp()
  await finishErasure(test.database, erasedId)
}

async function runOneJob(url: string) {
  const boss = await openBoss({ url, failed: () => {} })
  let runs = 0
  const bell = await boss.hang({ name: 'project', act: async () => void runs++ })
  bell.ring()
  await vi.waitFor(() => expect(runs).toBeGreaterThan(0), { timeout: 10_000 })
  await boss.stop()
}

const spoiled = <Result>(act: (tx: Queryable) => Promise<Result>) => rolledBack(rig.test.owner, act)

it('passes a sound database, with something to look at for every invariant', async () => {
  const { findings, isSound } = await verify(rig.test.owner)
  expect(findings.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
  expect(findings.map(({ id }) => id)).toEqual(Object.keys(invariants))
  expect(isSound).toBe(true)
})

it('reads only', async () => {
  const heads = () => rig.test.owner.query('select log_id, head, revision from logs order by 1')
  const before = await heads()
  await verify(rig.test.owner)
  expect(await heads()).toEqual(before)
})

it('goes on when it has long been busy with what it read', async () => {
  const url = rig.test.ownerUrl
  const hurried = { applicationName: 'qura test', poolMax: 1, idleInTransactionTimeoutMs: 100 }
  const database = openDatabase({ url, ...hurried })
  let isSlow = true
  const progress = (stage: string) => {
    if (!isSlow || stage !== 'read models') return
    isSlow = false
    standStill(300)
  }
  const { isSound } = await verify(database, { progress }).finally(() => database.end())
  expect(isSound).toBe(true)
})

/** As a digest of a large read model does: this process asks nothing and hears nothing. */
const standStill = (forMs: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs)

it('waits for a statement that takes longer than any of a request may', async () => {
  const { owner, ownerUrl } = rig.test
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await owner.query(statement)
  }
  await run([
    'alter table purchases rename to purchases_kept',
    `create view purchases as
       with slow as materialized (select pg_sleep(7.2))
       select kept.* from purchases_kept as kept, slow`,
  ])
  const { isSound } = await verifyAt(ownerUrl).finally(() =>
    run(['drop view purchases', 'alter table purchases_kept rename to purchases']),
  )
  expect(isSound).toBe(true)
}, 30_000)

it('calls a database without a past unsound: nothing was examined', async () => {
  const { findings, isSound } = await spoiled(async (tx) => {
    await tx.query(
      `truncate events, logs, issues, raffle_state, raffle_products, raffle_halts, holds,
                projections`,
    )
    return examine(tx)
  })
  expect(isSound).toBe(false)
  expect(findings.find(({ id }) => id === 'I6')?.reason).toContain('nothing')
})

it('calls a shop unsound whose counters are gone, though it has orders', async () => {
  const { findings, isSound } = await spoiled(async (tx) => {
    await tx.query('delete from raffle_state')
    return examine(tx)
  })
  expect(isSound).toBe(false)
  expect(findings.find(({ id }) => id === 'I5')?.violations).toBeGreaterThan(0)
  expect(findings.find(({ id }) => id === 'I17')?.verdict).toBe('fail')
})

it('passes what nothing is left of, and says so, while there are orders', async () => {
  const { findings, isSound } = await spoiled(async (tx) => {
    await tx.query('delete from purchases') // as retention does, of a shop without a checkout
    return examine(tx)
  })
  expect(isSound).toBe(true)
  expect(findings.filter(({ examined }) => examined === 0)).toMatchObject([
    { id: 'I9', verdict: 'pass', reason: 'nothing was there to examine' },
  ])
})

const first = (table: string, where = 'true', order = '1') =>
  `ctid = (select ctid from ${table} where ${where} order by ${order} limit 1)`

const sale = `type = 'PaymentConfirmed'`
const oneTicketEach = `type = 'OrderPlaced' and payload like '%"ticketsPerUnit":1%'`
const granted = `type = 'TicketsGranted'`
const issuedLeaf = `type = 'TicketsIssued'`
/** The raffle in which more than one line has its tickets, whatever the ids are. */
const ofTheTrip = `log_id = (select log_id from raffle_state where cap = 500)`
const unsealed = `alter table events drop constraint if exists events_check`

const spoils: Record<Exclude<InvariantId, 'I12'>, readonly string[]> = {
  I1: [
    `update issues set first = first - 1
      where (log_id, first) = 
            (select log_id, max(first) from issues join raffle_state using (log_id)
              where cap = 500 group by log_id)`,
  ],
  I2: [
    `update issues set last = 100000
      where (log_id, first) in (select log_id, max(first) from issues group by log_id limit 1)`,
  ],
  I3: [
    `update issues set first = first + 1, last = last + 1
      where (log_id, first) in (select log_id, max(first) from issues group by log_id limit 1)`,
  ],
  I4: [
    `update events set payload = regexp_replace(payload, '"ticketsPerUnit":1', '"ticketsPerUnit":2')
      where ${first('events', oneTicketEach, 'position')}`,
  ],
  I5: [`update raffle_state set issued = issued + 1 where ${first('raffle_state', 'issued > 0')}`],
  I6: [
    unsealed,
    `update events set payload = replace(payload, '"channel":"online"', '"channel":"manual"')
      where ${first('events', `type = 'TicketsIssued'`, 'position')}`,
  ],
  I7: [
    `update events set payload = regexp_replace(payload, '"amountCents":(\\d+)', '"amountCents":1')
      where ${first('events', sale, 'position')}`,
  ],
  I8: [
    `alter table raffle_products drop constraint raffle_products_check`,
    `update raffle_products set tickets_max = issued - 1
      where ${first('raffle_products', 'issued > 0')}`,
  ],
  I9: [
    `update purchases set order_id = gen_random_uuid()
      where ${first('purchases', `state = 'answered'`)}`,
  ],
  I10: [
    `update events set recorded_at = recorded_at + interval '2 hours'
      where ${first('events', `log_id like 'shop/%'`, 'position')}`,
  ],
  I11: [
    `update order_status_v1_1 set total_cents = total_cents + 1
      where ${first('order_status_v1_1')}`,
  ],
  I13: [
    `update projections set position = position + 1000
      where ${first('projections', `name = 'sales'`)}`,
  ],
  I14: [`update pgboss.job set state = 'created' where completed_on is not null`],
  I15: [
    `update payment_attempts set state = 'started'
      where ${first('payment_attempts', `state = 'settled'`)}`,
  ],
  I16: [
    `update events set type = 'HoldExtended'
      where ${first('events', granted, 'position')}`,
  ],
  I17: [`update raffle_state set held = held + 1 where ${first('raffle_state', 'held > 0')}`],
  I18: [`delete from ticket_register_v1_1 where ${first('ticket_register_v1_1')}`],
  I19: [
    `update events set meta = replace(meta, '"correlationId":"', '"correlationId":"+96170123456 ')
      where ${first('events', `type = 'OrderPlaced'`, 'position')}`,
  ],
  I20: [
    `update events set type = 'RegisterSealed'
      where ${first('events', `${issuedLeaf} and ${ofTheTrip}`, 'position')}`,
  ],
  I21: [
    `update issues set order_text = replace(order_text, '"currency":"USD"', '"currency":"LBP"')
      where ${first('issues', 'order_text is not null')}`,
  ],
  I22: [`update variant_stock set taken = taken - 1 where taken > 0`],
}

const hisOrder = `(select order_id from customer_orders where placed_by = '${erasedId}')`
const hisIssue = `update issues set %s where order_id = ${hisOrder}`
const contactAt = (when: string) => `
  insert into order_contacts (order_id, name, phone, language, created_at)
  values (${hisOrder}, 'Rima', '+96170123499', 'en', ${when})`

const leftBehind: readonly (readonly [what: string, place: string, statement: string])[] = [
  ['a name', 'people', `update people set full_name = 'Rima' where person_id = '${erasedId}'`],
  ['an e-mail address', 'people', `update people set email = 'r' where person_id = '${erasedId}'`],
  [
    'an address',
    'saved_addresses',
    `insert into saved_addresses
     values (gen_random_uuid(), '${erasedId}', 'home', 'Gouraud', 'Beirut', '', clock_now())`,
  ],
  [
    'whose exclusion it is',
    'buying_limits',
    `insert into buying_limits (person_key, excluded_by_staff_at, excluded_subject, changed_at)
     values ('key', clock_now() - interval '2 hours', 'customer/${erasedId}', clock_now())`,
  ],
  [
    'whose exclusion it is, by an order',
    'buying_limits',
    `insert into buying_limits (person_key, excluded_by_staff_at, excluded_subject, changed_at)
     select 'key', clock_now() - interval '2 hours', 'order/' || order_id, clock_now()
       from customer_orders where placed_by = '${erasedId}'`,
  ],
  ['a cart', 'carts', `insert into carts values ('${erasedId}', '[]', 1, clock_now())`],
  ['a contact', 'order_contacts', contactAt(`clock_now() - interval '2 hours'`)],
  [
    'the buyer of an invoice',
    'invoice_parties',
    `insert into invoice_parties (order_id, seller, buyer_name) values (${hisOrder}, '{}', 'Rima')`,
  ],
  ['a holder', 'issues', hisIssue.replace('%s', `holder_text = '{"name":"Rima","phone":""}'`)],
  ['a salt', 'issues', hisIssue.replace('%s', `holder_salt = sha256('salt')`)],
  ['a person to count by', 'issues', hisIssue.replace('%s', `person_key = 'key'`)],
]

describe('one spoiled row fails exactly its own line', () => {
  it.each(Object.entries(spoils))('%s', async (id, statements) => {
    const { findings } = await spoiled(async (tx) => {
      for (const statement of statements) await tx.query(statement)
      return examine(tx)
    })
    const failed = findings.filter(({ verdict }) => verdict === 'fail')
    expect(failed.map((finding) => finding.id)).toEqual([id])
  })

  it('I4, when nobody owes back what a line of a cancelled raffle cost', async () => {
    const { findings } = await spoiled(async (tx) => {
      await tx.query(
        `update events set payload = regexp_replace(payload, '"lineId":"[^"]+"', '"lineId":null')
          where type = 'RefundDue' and payload like '%"raffle_cancelled"%'`,
      )
      return examine(tx)
    })
    const failed = findings.filter(({ verdict }) => verdict === 'fail')
    expect(failed.map((finding) => finding.id)).toEqual(['I4'])
    expect(failed[0]?.examples).toEqual([expect.stringContaining('nobody owes its money back')])
  })

  it('I12, when one replay leaves out what the next one has', async () => {
    const sales = allProjections.find(({ name }) => name === 'sales')!
    let pagesRead = 0
    const fold: Projection['fold'] = (page, previous) =>
      pagesRead++ === 0 ? [] : sales.fold(page, previous)
    const findings = newFindings()
    await rig.test.owner.transaction((tx) =>
      checkReadModels(newAudit({ tx, now: new Date(), findings, progress: () => {} }), [
        { ...sales, fold },
      ]),
    )
    const differ = expect.stringContaining('two replays of the same log differ')
    expect(findings.get('I12')?.examples).toContainEqual(differ)
  })

  it.each(leftBehind)('I19, when an erasure leaves %s', async (_what, place, statement) => {
    const { findings } = await spoiled(async (tx) => {
      const { rowCount } = await tx.query(statement)
      expect(rowCount).toBe(1)
      return examine(tx)
    })
    const failed = findings.filter(({ verdict }) => verdict === 'fail')
    expect(failed.map((finding) => finding.id)).toEqual(['I19'])
    expect(failed[0]?.examples).toEqual([
      `customer/${erasedId} was erased and still has rows in ${place}`,
    ])
  })

  it('I19, not for what was written behind an erasure some moments ago', async () => {
    const { isSound } = await spoiled(async (tx) => {
      await tx.query(contactAt('clock_now()'))
      return examine(tx)
    })
    expect(isSound).toBe(true)
  })
})
