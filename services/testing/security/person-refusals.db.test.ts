// What the checkout tells of a person to whoever types his number. The rules ask for it, so it is
// told late, without what is his alone, and only so often.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { ownerEmail } from '../running-service.ts'
import { freshAddress, freshPhone, openGuardedShop } from './guarded-shop.ts'
import type { Customer, GuardedShop } from './guarded-shop.ts'

const PER_BROWSER = 10
const PER_ADDRESS = 300

let shop: GuardedShop
let productId: string
let paused: Customer
beforeAll(async () => {
  shop = await openGuardedShop()
  ;({ productId } = await shop.sell({ name: 'Watch', totalTickets: 500 }))
  paused = await shop.customer()
  expect((await paused.browser.post('/api/account/pause', { days: 30 })).status).toBe(200)
  await shop.service.core.staffBuyers.refresh()
}, 120_000)
afterAll(() => shop.stop())

const repeated = (count: number, code: string) => Array.from({ length: count }, () => code)

it('is told ten times an hour to a browser, and as often as he asks to himself', async () => {
  const stranger = shop.browser()
  const codes = []
  for (let n = 0; n < PER_BROWSER + 2; n++)
    codes.push((await shop.buy(stranger, productId, { customerPhone: paused.phone })).body.code)
  expect(codes).toEqual([
    ...repeated(PER_BROWSER, 'buying_paused'),
    ...repeated(2, 'too_many_requests'),
  ])
  const bought = await shop.buy(stranger, productId, { customerPhone: freshPhone() })
  expect(bought.status).toBe(201)

  const own = []
  for (let n = 0; n < PER_BROWSER + 2; n++)
    own.push((await shop.buy(paused.browser, productId, { customerPhone: paused.phone })).body.code)
  expect(own).toEqual(repeated(PER_BROWSER + 2, 'buying_paused'))
})

it('is told 300 times an hour to an address, whoever drops his cookie', async () => {
  const address = freshAddress()
  const ask = async (from: string) => {
    const change = { customerPhone: paused.phone }
    return (await shop.buy(shop.browser(from), productId, change)).body.code as string
  }
  const codes = await Promise.all(Array.from({ length: PER_ADDRESS + 10 }, () => ask(address)))
  const told = codes.filter((code) => code === 'buying_paused')
  // A place comes free each minute.
  expect(told.length).toBeGreaterThanOrEqual(PER_ADDRESS)
  expect(told.length).toBeLessThan(PER_ADDRESS + 5)
  expect(new Set(codes)).toEqual(new Set(['buying_paused', 'too_many_requests']))
  expect(await ask(freshAddress())).toBe('buying_paused')
}, 60_000)

it('is counted of staff by their e-mail too, whoever is signed in', async () => {
  const { browser, phone } = await shop.customer()
  const change = { customerPhone: phone, customerEmail: ownerEmail }
  const codes = []
  for (let n = 0; n < PER_BROWSER + 1; n++)
    codes.push((await shop.buy(browser, productId, change)).body.code)
  expect(codes).toEqual([...repeated(PER_BROWSER, 'staff_excluded'), 'too_many_requests'])
})

it('is not told by a cart that is refused in any case', async () => {
  const named = [{ customerEmail: ownerEmail }, { customerPhone: paused.phone }]
  const wrong = [
    [{ expectedTotal: '0.01' }, 'price_changed'],
    [{ expectedTickets: 99 }, 'tickets_changed'],
  ] as const
  for (const person of named)
    for (const [expected, code] of wrong) {
      const { body } = await shop.buy(shop.browser(), productId, { ...person, ...expected })
      expect(body.code).toBe(code)
    }
})

it('holds how many tickets a number has for its holder alone', async () => {
  const limited = await shop.sell({ name: 'Car', totalTickets: 50, ticketsPerPersonMax: 3 })
  const { browser, phone } = await shop.customer()
  const buy = (by: typeof browser, customerName = 'Rana Haddad') =>
    shop.buy(by, limited.productId, { customerPhone: phone, customerName })
  expect((await buy(browser)).status).toBe(201)

  const told = await buy(shop.browser())
  expect([told.status, told.body]).toEqual([
    409,
    {
      error: 'One person may hold 3 tickets of this raffle.',
      code: 'person_limit',
      ticketsPerPersonMax: 3,
      raffleName: 'Car',
      ...limited,
    },
  ])
  const other = await shop.customer()
  expect((await buy(other.browser)).body).toEqual(told.body)
  // Another name: else it would be the purchase that he has made already.
  expect((await buy(browser, 'Rana')).body).toMatchObject({ code: 'person_limit', available: 1 })
})
