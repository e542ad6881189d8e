// Two persons (docs/security.md, K21) for money that goes back above the limit, for a duty to give
// it back that ends without any, and for a payment of it that was none; and what becomes of an
// approval where a process dies half-way through it.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { decideApproval, secondPerson } from '../../commands/approvals.ts'
import { watchIo } from '../../io/io.ts'
import { sell } from '../running-service.ts'
import { strictColleague, strictOwner } from '../strict-staff.ts'
import type { StrictMember } from '../strict-staff.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let owner: StrictMember
let manager: StrictMember
let productId: string

beforeAll(async () => {
  shop = await openGuardedShop({ ADMIN_SECURITY: 'strict', APPROVAL_ABOVE: '100' })
  owner = await strictOwner(shop)
  manager = await strictColleague(shop, owner, 'manager')
  const raffle = { name: 'Watch', totalTickets: 500, price: '60.00' }
  productId = (await sell(owner.browser, raffle)).productId
}, 120_000)
afterEach(() => watchIo(undefined))
afterAll(() => shop.stop())

const pathOf = (id: string) => `/api/admin/orders/${id}`
const withdraw = (id: string, refundId: string, reason: string) =>
  owner.browser.post(`${pathOf(id)}/refund-withdrawals`, { refundId, reason, note: 'A slip' })

async function decide(approvalId: string): Promise<Record<string, unknown>> {
  await manager.prove()
  const { data } = (await manager.browser.get('/api/admin/approvals?state=waiting')).body
  await manager.browser.post(`/api/admin/approvals/${approvalId}`, { isApproved: true, note: '' })
  return data.find(({ id }: { id: string }) => id === approvalId).details
}

async function paid(quantity: number, reference: string): Promise<string> {
  const sale = {
    customerPhone: '+96170123456',
    customerName: 'Maya Haddad',
    items: [{ productId, quantity, variantId: null }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
    reference,
  }
  const placed = await owner.browser.post('/api/admin/orders/manual', sale)
  if (placed.status === 200 || placed.status === 201) return placed.body.order.id
  await decide(placed.body.approvalId)
  return (await owner.browser.post('/api/admin/orders/manual', sale)).body.order.id
}

async function byTwo(id: string, refundId: string, reason: string) {
  const { body: asked } = await withdraw(id, refundId, reason)
  expect(asked.code).toBe('approval_required')
  const details = await decide(asked.approvalId)
  return { details, order: (await withdraw(id, refundId, reason)).body }
}

it('K21 above the limit a promise ends, and a payment that never came, by two', async () => {
  const id = await paid(2, 'W-1')
  const { body } = await owner.browser.post(`${pathOf(id)}/refund-duties`, { amount: '50.00' })
  const typed = await byTwo(id, body.refunds[0].id, 'mistake')
  expect(typed.details).toEqual({ withdrawn: '50.00', cause: 'mistake' })
  expect(typed.order).toMatchObject({ refunds: [], refundable: '120.00' })

  await owner.browser.patch(pathOf(id), { status: 'cancelled', reason: 'mistake' })
  const never = await byTwo(id, `cancelled:${id}`, 'never_paid')
  expect(never.details).toEqual({ withdrawn: '120.00', cause: 'never_paid' })
  expect(never.order).toMatchObject({ refunds: [], payments: [] })
})

it('K21 below the limit by one, unless the cash was in a till that has been counted', async () => {
  const [first, second] = [await paid(1, 'W-2'), await paid(1, 'W-3')]
  for (const id of [first, second])
    await owner.browser.patch(pathOf(id), { status: 'cancelled', reason: 'mistake' })
  expect((await withdraw(first, `cancelled:${first}`, 'never_paid')).status).toBe(200)

  const { day, tills } = (await owner.browser.get('/api/admin/money/till')).body
  const [{ cashierId, expected: counted }] = tills
  await owner.browser.post('/api/admin/money/cash-ups', { day, cashierId, counted })
  const { order } = await byTwo(second, `cancelled:${second}`, 'never_paid')
  expect(order).toMatchObject({ refunds: [], payments: [] })
})

const pay = (id: string, refundId: string, reference: string, method = 'cash') =>
  owner.browser.post(`${pathOf(id)}/refunds`, { refundId, method, reference })
const unpay = (id: string, refundId: string) =>
  owner.browser.post(`${pathOf(id)}/refund-payment-withdrawals`, { refundId, note: 'A slip' })

it('K21 above the limit a refund is paid by two, and is due again by two', async () => {
  const id = await paid(2, 'P-1')
  await owner.browser.patch(pathOf(id), { status: 'cancelled', reason: 'mistake' })
  const refundId = `cancelled:${id}`
  const { body: asked } = await pay(id, refundId, 'P-1-back')
  expect(asked.code).toBe('approval_required')
  const details = await decide(asked.approvalId)
  expect(details).toEqual({ repaid: '120.00', method: 'cash', reference: 'P-1-back' })
  // What was agreed to, and nothing else.
  expect((await pay(id, refundId, 'P-1-back', 'omt')).body.code).toBe('approval_required')
  expect((await pay(id, refundId, 'P-1-back')).body.refunds).toMatchObject([{ isPaid: true }])

  const { body: undo } = await unpay(id, refundId)
  expect(undo.code).toBe('approval_required')
  expect(await decide(undo.approvalId)).toEqual({ withdrawn: '120.00', cause: 'not_paid' })
  expect((await unpay(id, refundId)).body.refunds).toMatchObject([{ isPaid: false }])
})

const owe = async (id: string, amount: string): Promise<string> =>
  (await owner.browser.post(`${pathOf(id)}/refund-duties`, { amount })).body.refunds.at(-1).id

it('K21 many small refunds of one order are no way around the limit', async () => {
  const id = await paid(2, 'P-2')
  const [first, second] = [await owe(id, '90.00'), await owe(id, '20.00')]
  expect((await pay(id, first, 'P-2-a')).status).toBe(200)
  expect((await pay(id, second, 'P-2-b')).body.code).toBe('approval_required')
})

/** Whoever comes to this statement goes on when `count` of them have come. */
function gatherAt(statement: string, count: number): void {
  let come = 0
  let release = () => {}
  const complete = new Promise<void>((resolve) => (release = resolve))
  watchIo({
    before(name) {
      if (name !== `sql ${statement}`) return undefined
      come += 1
      if (come >= count) release()
      return complete
    },
    after: () => {},
  })
}

it('K21 nor are two of them at once', async () => {
  const id = await paid(3, 'P-4')
  const [first, second] = [await owe(id, '90.00'), await owe(id, '80.00')]
  // Both are judged by then, and neither is recorded.
  gatherAt('write_refund_payment', 2)
  const [one, other] = await Promise.all([pay(id, first, 'P-4-a'), pay(id, second, 'P-4-b')])
  watchIo(undefined)
  expect([one.status, other.status]).toContain(200)
  const refused = one.status === 200 ? other : one
  expect(refused.body.code).toBe('approval_required')

  await decide(refused.body.approvalId)
  const again = refused === one ? pay(id, first, 'P-4-a') : pay(id, second, 'P-4-b')
  expect((await again).body.refunds).toMatchObject([{ isPaid: true }, { isPaid: true }])
})

it('K21 cash of a counted till is due again by two, whatever its sum', async () => {
  const id = await paid(1, 'P-3')
  await owner.browser.patch(pathOf(id), { status: 'cancelled', reason: 'mistake' })
  const refundId = `cancelled:${id}`
  expect((await pay(id, refundId, 'P-3-a')).status).toBe(200)
  const { day, tills } = (await owner.browser.get('/api/admin/money/till')).body
  const [{ cashierId }] = tills
  await owner.browser.post('/api/admin/money/cash-ups', { day, cashierId, counted: '0.00' })
  const { body: undo } = await unpay(id, refundId)
  expect(undo.code).toBe('approval_required')
  await decide(undo.approvalId)
  expect((await unpay(id, refundId)).body.refunds).toMatchObject([{ isPaid: false }])
})

describe('K21 an approval', () => {
  const needsOf = ({ service: { core } }: GuardedShop) => ({
    database: core.database,
    store: core.store,
    now: core.clock.now,
    isAsked: true,
  })
  const actorOf = ({ id }: StrictMember, role: string) => ({
    personId: id,
    role,
    address: '10.0.0.1',
  })
  const agreementTo = (what: string) =>
    secondPerson(needsOf(shop)).require({
      kind: 'capacity_change',
      subject: '-',
      request: { what },
      details: { what },
      actor: actorOf(owner, 'owner'),
    })
  const ask = async (what: string): Promise<string> => {
    const refused: unknown = await agreementTo(what).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'approval_required' })
    return (refused as { details: { approvalId: string } }).details.approvalId
  }
  const give = (approvalId: string, isApproved = true) =>
    decideApproval(needsOf(shop), {
      approvalId,
      isApproved,
      note: 'Seen',
      actor: actorOf(manager, 'manager'),
    })
  const rowOf = async (approvalId: string) => {
    const { rows } = await shop.test.owner.query(
      `select state, decided_by, note,
              (select count(*)::int from audit_details as noted
                where noted.subject = 'approval/' || approval_id and noted.act = 'approve') as notes
         from approvals where approval_id = $1`,
      [approvalId],
    )
    return rows[0]
  }
  const dieBefore = async (statement: string, act: () => Promise<unknown>) => {
    watchIo({
      before(name) {
        if (name === `sql ${statement}`) throw new Error('killed')
      },
      after: () => {},
    })
    await expect(act()).rejects.toThrow('killed')
    watchIo(undefined)
  }

  it.each(['audit_insert', 'approvals_state'])(
    'K21 that was cut short before %s is given by saying it again',
    async (statement) => {
      const approvalId = await ask(`again ${statement}`)
      await dieBefore(statement, () => give(approvalId))
      await give(approvalId)
      const given = { state: 'approved', decided_by: manager.id, note: 'Seen', notes: 1 }
      expect(await rowOf(approvalId)).toEqual(given)
      await expect(give(approvalId, false)).rejects.toMatchObject({ code: 'already_decided' })
    },
  )

  it('K21 that was cut short lets through who has asked, and once', async () => {
    const approvalId = await ask('once')
    await dieBefore('approvals_state', () => give(approvalId))
    const agreed = await agreementTo('once')
    await agreed?.()
    expect(await rowOf(approvalId)).toMatchObject({ state: 'used', decided_by: manager.id })
    expect(await ask('once')).not.toBe(approvalId)
  })

  it('K21 that was cut short is no longer waiting for who would decide otherwise', async () => {
    const approvalId = await ask('otherwise')
    await dieBefore('approvals_state', () => give(approvalId))
    await expect(give(approvalId, false)).rejects.toMatchObject({ code: 'already_decided' })
    expect(await rowOf(approvalId)).toMatchObject({ state: 'approved' })
  })

  it('K21 whose use was cut short is asked for anew, and given', async () => {
    const approvalId = await ask('used')
    await give(approvalId)
    const agreed = await agreementTo('used')
    await dieBefore('approvals_state', async () => agreed?.())
    const next = await ask('used')
    expect(next).not.toBe(approvalId)
    await give(next)
    const anew = await agreementTo('used')
    await anew?.()
    expect(await rowOf(next)).toMatchObject({ state: 'used' })
  })
})
