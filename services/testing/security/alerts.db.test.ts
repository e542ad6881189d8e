// Texts about raffles, asked for by who pumps texts with numbers that are not his
// (docs/security.md, K9).
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ApiClient } from '../api-client.ts'
import { freshAddress, freshPhone, openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
/** Can be entered now; the other two open in some days. */
let open: string
let first: string
let second: string
beforeAll(async () => {
  shop = await openGuardedShop()
  const startsAt = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  open = (await shop.sell({ name: 'Watch', totalTickets: 50 })).raffleId
  first = (await shop.sell({ name: 'Gold Lira', totalTickets: 50, startsAt })).raffleId
  second = (await shop.sell({ name: 'Silver Lira', totalTickets: 50, startsAt })).raffleId
}, 120_000)
afterAll(() => shop.stop())

const ask = (raffleId: string, phone: string, browser: ApiClient = shop.browser()) =>
  browser.post(`/api/raffles/${raffleId}/alerts`, { phone, consent: true })
const statusOf = async (raffleId: string, phone: string) => (await ask(raffleId, phone)).status

const askedWith = async (phone: string) =>
  (await shop.test.owner.query('select from raffle_alerts where phone = $1', [phone])).rows.length
const forgetAsked = () => shop.test.owner.query('delete from raffle_alerts')
/** Texts that went to others of this range, of 1,000 to 10,000 numbers, so long ago. */
const sentBefore = (range: string, { count = 1, ago = '1 minute' }) =>
  shop.test.owner.query(
    `insert into raffle_alerts (alert_id, raffle_id, phone, language, created_at, sent_at)
     select gen_random_uuid(), gen_random_uuid(), $1 || lpad(n::text, 4, '0'), 'en',
            clock_now() - $2::interval, clock_now()
       from generate_series(1, $3::int) as n`,
    [range, ago, count],
  )
const counted = () => shop.metric(/^alerts_asked_total\{prefix="\+96176"\} /)

it('K9 a number that is only typed gets no text of a raffle that is open now', async () => {
  const phone = freshPhone()
  const before = await counted()
  expect((await ask(open, phone)).body.code).toBe('raffle_open')
  expect(await askedWith(phone)).toBe(0)
  expect(await counted()).toBe(before)

  const { browser, phone: own } = await shop.customer()
  const asked = await browser.post(`/api/raffles/${open}/alerts`, { consent: true })
  expect([asked.status, await askedWith(own)]).toEqual([201, 1])
  expect(await counted()).toBe(before + 1)
})

it('K9 one text about raffles a day for a number that is only typed, by whomever', async () => {
  const phone = freshPhone()
  const atOnce = await Promise.all([first, second].map((raffleId) => statusOf(raffleId, phone)))
  expect(atOnce.toSorted()).toEqual([201, 429])
  expect(await askedWith(phone)).toBe(1)
  // What is on its way already is promised again.
  const again = await Promise.all([first, second].map((raffleId) => statusOf(raffleId, phone)))
  expect(again).toEqual(atOnce)
  expect(await askedWith(phone)).toBe(1)

  await shop.test.owner.query(
    `update raffle_alerts set created_at = created_at - interval '1 day' where phone = $1`,
    [phone],
  )
  expect([await statusOf(first, phone), await statusOf(second, phone)]).toEqual([201, 201])
})

it('K9 60 texts about raffles an hour for a range, 200 a day; who is signed in asks', async () => {
  for (const [count, ago] of [
    [59, '1 minute'],
    [199, '5 hours'],
  ] as const) {
    await forgetAsked()
    await sentBefore('+9617812', { count, ago })
    expect(await statusOf(first, '+96178129001')).toBe(201)
    const refused = await ask(first, '+96178129002')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(await statusOf(first, '+96178993458')).toBe(201)
  }
  const { browser } = await shop.customer('+96178129003')
  const asked = await browser.post(`/api/raffles/${first}/alerts`, { consent: true })
  expect(asked.status).toBe(201)
})

it('K9 1,500 texts about raffles an hour for everybody, 5,000 a day', async () => {
  for (const [count, ago] of [
    [1_499, '1 minute'],
    [4_999, '5 hours'],
  ] as const) {
    await forgetAsked()
    await sentBefore('+9618100', { count, ago })
    expect(await statusOf(first, freshPhone())).toBe(201)
    const refused = await ask(first, freshPhone())
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  }
  await forgetAsked()
})

it('K9 300 askings an hour for an address; who is refused gets no session', async () => {
  const address = freshAddress()
  const askFrom = () => ask(open, freshPhone(), shop.browser(address))
  let asked = 0
  for (let round = 0; round < 31; round++) {
    const tenAtOnce = await Promise.all(Array.from({ length: 10 }, askFrom))
    asked += tenAtOnce.filter(({ status }) => status !== 429).length
  }
  // A place comes free every twelve seconds.
  expect(asked).toBeGreaterThanOrEqual(300)
  expect(asked).toBeLessThan(310)
  const sessions = async () =>
    (await shop.test.owner.query('select count(*) as n from sessions')).rows
  let before = await sessions()
  let refused = await askFrom()
  while (refused.status !== 429) {
    before = await sessions()
    refused = await askFrom()
  }
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(await sessions()).toEqual(before)
}, 180_000)
