// The count of a till, over the wire: nobody mends his own difference alone, nothing that was
// counted is lost, and who counts has seen what stood there.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { wallClockOf } from '#events/kernel/beirut-clock.ts'

import { takeOrder } from '../../testing/admin-furnishing.ts'
import type { ApiAnswer, ApiClient } from '../../testing/api-client.ts'
import { ownerEmail } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { openShopOnSale } from '../../testing/shop-on-sale.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }
const password = 'seven lanterns by the old stairs'

let shop: RunningShop
let owner: ApiClient
let manager: ApiClient
let productId: string
beforeAll(async () => {
  ;({ shop, owner, productId } = await openShopOnSale())
  manager = (await colleague('Mona Saad', 'manager')).browser
}, 120_000)
afterAll(() => shop?.stop())

// oxlint-disable-next-line typescript/no-explicit-any -- held against the contract by the client
type Body = Record<string, any>

async function colleague(fullName: string, role: string) {
  const email = `${fullName.replace(' ', '.').toLowerCase()}@shop.example`
  const wanted = { email, fullName, role, entry: 'link' }
  const { body } = await owner.post('/api/admin/staff', wanted)
  const browser = shop.client()
  const token = new URL(body.entry.link).hash.slice(1)
  await browser.post('/api/auth/invitation', { token, newPassword: password })
  const signedIn = await browser.post('/api/auth/admin-login', { email, password })
  return { browser, id: signedIn.body.user.id as string }
}

/** Five orders of ten dollars are in the till. */
async function cashierWith50(fullName: string) {
  const cashier = await colleague(fullName, 'cashier')
  for (let nth = 0; nth < 5; nth += 1)
    await takeOrder(cashier.browser, {
      customerName: `Buyer ${nth}`,
      productId,
      reference: `${fullName} ${nth}`,
    })
  const expected = async () => (await tillOf(cashier.id))?.expected
  await expect.poll(expected, patient).toBe('50.00')
  return cashier
}

const tillOf = async (cashierId: string): Promise<Body | undefined> => {
  const { body } = await owner.get('/api/admin/money/till')
  return body.tills.find((till: Body) => till.cashierId === cashierId)
}

const today = () => wallClockOf(shop.service.core.clock.now()).slice(0, 10)

const count = (by: ApiClient, cashierId: string, counted: string, more: object = {}) =>
  by.post('/api/admin/money/cash-ups', { day: today(), cashierId, counted, ...more })

const refusalOf = ({ status, body }: ApiAnswer) => [status, body.code]

it('is not replaced by the cashier whose difference it shows', async () => {
  const { browser, id } = await cashierWith50('Rami Aoun')
  const note = 'Thirty are missing.'
  expect((await count(owner, id, '20.00', { note })).status).toBe(200)
  const before = await tillOf(id)
  expect(before?.cashUp).toMatchObject({ difference: '-30.00', note, version: 1 })

  const blind = await count(browser, id, '50.00')
  expect(refusalOf(blind)).toEqual([409, 'edit_conflict'])
  expect(blind.body.changedBy).toBe(ownerEmail)
  const knowing = await count(browser, id, '50.00', { version: 1 })
  expect(refusalOf(knowing)).toEqual([403, 'not_allowed'])
  expect(await tillOf(id)).toEqual(before)
})

it('is counted by its cashier once, and again by a manager or the owner alone', async () => {
  const { browser, id } = await cashierWith50('Rana Haddad')
  const other = await colleague('Karim Fares', 'cashier')
  expect((await count(browser, id, '45.00', { note: 'Five are missing.' })).status).toBe(200)
  for (const by of [browser, other.browser])
    expect(refusalOf(await count(by, id, '50.00', { version: 1 }))).toEqual([403, 'not_allowed'])

  const again = await count(manager, id, '48.00', { version: 1, note: 'Two are missing.' })
  expect(again.status).toBe(200)
  expect((await count(owner, id, '50.00', { version: 2 })).status).toBe(200)
  const till = await tillOf(id)
  expect(till?.cashUp).toMatchObject({ counted: '50.00', difference: '0.00', note: null })
  // Each that was replaced: who, what, when and the note.
  expect(till?.earlier).toMatchObject([
    { version: 2, counted: '48.00', difference: '-2.00', closedBy: 'Mona Saad' },
    { version: 1, counted: '45.00', difference: '-5.00', closedBy: 'Rana Haddad' },
  ])
  expect(till?.earlier.map(({ note }: Body) => note)).toEqual([
    'Two are missing.',
    'Five are missing.',
  ])
  for (const { closedAt } of till?.earlier ?? []) expect(Date.parse(closedAt)).not.toBeNaN()
  const trail = async () =>
    (await owner.get('/api/admin/audit?type=StaffActed&limit=1')).body.data[0]?.details
  await expect.poll(trail, patient).toMatchObject({
    before: { counted: '48.00', note: 'Two are missing.', closedBy: 'Mona Saad' },
    after: { counted: '50.00' },
  })
})

it('is for nobody alone in a till of his own, whatever his role', async () => {
  await takeOrder(owner, { customerName: 'Maya Haddad', productId, reference: 'own' })
  const { body } = await owner.get('/api/auth/me')
  const ownerId = body.user.id
  await expect.poll(async () => (await tillOf(ownerId))?.expected, patient).toBe('10.00')
  expect((await count(owner, ownerId, '9.00')).status).toBe(200)
  const mended = await count(owner, ownerId, '10.00', { version: 1 })
  expect(refusalOf(mended)).toEqual([403, 'not_allowed'])
  expect((await count(manager, ownerId, '10.00', { version: 1 })).status).toBe(200)
})

it('is kept whole when two count at once: the second is told who was faster', async () => {
  const { id } = await cashierWith50('Sami Nader')
  for (const version of [0, 1]) {
    const answers = await Promise.all(
      [manager, owner, manager, owner].map((by, nth) =>
        count(by, id, `4${nth}.00`, { version, note: `${version} ${nth}` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    for (const { status, body } of answers)
      if (status === 409) expect(['Mona Saad', ownerEmail]).toContain(body.changedBy)
  }
  const till = await tillOf(id)
  expect([till?.cashUp.version, till?.earlier.length]).toEqual([2, 1])
  expect(till?.earlier[0].note).toMatch(/^0 /)
})

it('is below zero where more went out than came in, in dollars and in pounds', async () => {
  const { browser, id } = await colleague('Hadi Nasr', 'cashier')
  const sold = { customerName: 'Maya Saab', productId, reference: 'S-1' }
  const path = `/api/admin/orders/${await takeOrder(manager, sold)}`
  const { body } = await manager.post(`${path}/refund-duties`, { amount: '9.50' })
  const paid = { refundId: body.refunds[0].id, method: 'cash', reference: 'S-2' }
  expect((await browser.post(`${path}/refunds`, paid)).status).toBe(200)
  await expect.poll(async () => (await tillOf(id))?.expected, patient).toBe('-9.50')

  // Half a dollar too many is there, and change of it was given in pounds.
  expect((await count(browser, id, '-9', { countedLbp: '-44750' })).status).toBe(200)
  const first = { counted: '-9.00', difference: '0.50', countedLbp: '-44750' }
  const short = { expectedLbp: '0', differenceLbp: '-44750' }
  expect((await tillOf(id))?.cashUp).toMatchObject({ expected: '-9.50', ...first, ...short })
  expect((await count(owner, id, '-0.50', { version: 1, countedLbp: '0' })).status).toBe(200)
  const till = await tillOf(id)
  const second = { counted: '-0.50', difference: '9.00', countedLbp: '0' }
  expect(till).toMatchObject({ cashUp: second, earlier: [first] })
  const trail = async () =>
    (await owner.get('/api/admin/audit?type=StaffActed&limit=1')).body.data[0]?.details
  await expect.poll(trail, patient).toMatchObject({ before: first, after: second })

  for (const wrong of [{ counted: '-' }, { counted: '--9' }, { countedLbp: '-0' }]) {
    const refused = await count(owner, id, '0.00', { version: 2, ...wrong })
    const [field] = Object.keys(wrong)
    expect([refused.status, refused.body.fields]).toMatchObject([400, [{ path: field }]])
  }
})

it('is of a day that has come, in Beirut', async () => {
  const { id } = await colleague('Nour Hajj', 'cashier')
  const later = new Date(shop.service.core.clock.now().getTime() + 36 * 3_600_000)
  const day = wallClockOf(later).slice(0, 10)
  const refused = await count(owner, id, '1.00', { day })
  expect([refused.status, refused.body.fields]).toMatchObject([400, [{ path: 'day' }]])
  const { body } = await owner.get(`/api/admin/money/till?day=${day}`)
  expect(body.tills).toEqual([])
})
