// Whose address counts when a call says where it comes from: a header is believed only from as many
// proxies as TRUST_PROXY says, and of a longer list only what those proxies have written themselves
// (ASVS 4.1.3, 15.3.4).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ApiClient } from '../api-client.ts'
import { ownerEmail, ownerPassword } from '../running-service.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

const PER_ADDRESS_MAX = 60

/** In each of the headers a proxy might use. */
const saying = (shop: GuardedShop, address: string) =>
  shop.client({
    headers: {
      'X-Forwarded-For': address,
      'X-Real-IP': address,
      Forwarded: `for=${address}`,
      'CF-Connecting-IP': address,
    },
  })

const login = (browser: ApiClient, email = ownerEmail, password = ownerPassword) =>
  browser.post('/api/auth/admin-login', { email, password })

/** The newest sign-in of the owner, as it is kept. */
async function signedInFrom(shop: GuardedShop): Promise<string | undefined> {
  const { rows } = await shop.test.owner.query<{ address: string }>(
    `select address from staff_sign_ins where outcome = 'signed_in' order by at desc limit 1`,
  )
  return rows[0]?.address
}

/** What callbacks of nothing meet, one after the other, each from the address it says. */
async function callbacksFrom(shop: GuardedShop, addressOf: (n: number) => string) {
  const statuses = []
  for (let n = 0; n < PER_ADDRESS_MAX + 10; n++) {
    const path = `/api/whishpay/callback?eid=${910_000 + n}&r=ok`
    statuses.push((await saying(shop, addressOf(n)).get(path)).status)
  }
  return statuses
}

/** Wrong passwords of as many accounts, then the owner's right one. */
async function afterTenFailures(shop: GuardedShop, addressOf: (n: number) => string) {
  for (let n = 0; n < 10; n++)
    await login(saying(shop, addressOf(n)), `nobody-${n}@shop.example`, 'wrong')
  const { status } = await login(saying(shop, addressOf(10)))
  await shop.test.owner.query('delete from failure_counters')
  return status
}

describe('without a proxy', () => {
  let shop: GuardedShop
  beforeAll(async () => {
    shop = await openGuardedShop({ TRUST_PROXY: '0' })
  }, 120_000)
  afterAll(() => shop.stop())

  it('what a call says of its address is not what is kept', async () => {
    expect((await login(saying(shop, '203.0.113.9'))).status).toBe(200)
    expect(await signedInFrom(shop)).toBe('127.0.0.1')
  })

  it('another address in each call begins no limit anew', async () => {
    const statuses = await callbacksFrom(shop, (n) => `203.0.113.${n}`)
    expect(statuses.slice(0, PER_ADDRESS_MAX)).toEqual(Array(PER_ADDRESS_MAX).fill(200))
    expect(statuses.at(-1)).toBe(429)
    expect(await afterTenFailures(shop, (n) => `203.0.113.${n}`)).toBe(429)
  })
})

describe('behind one proxy', () => {
  let shop: GuardedShop
  beforeAll(async () => {
    shop = await openGuardedShop({ ADMIN_ADDRESSES: '198.51.100.0/24' })
  }, 120_000)
  afterAll(() => shop.stop())

  it('the last of several addresses is the caller’s', async () => {
    expect((await login(saying(shop, '203.0.113.9, 198.51.100.7'))).status).toBe(200)
    expect(await signedInFrom(shop)).toBe('198.51.100.7')
    const forged = await login(saying(shop, '198.51.100.7, 203.0.113.9'))
    expect(forged.body.code).toBe('address_refused')
  })

  it('what stands before it begins no limit anew', async () => {
    const spread = await callbacksFrom(shop, (n) => `203.0.113.${n}`)
    expect(new Set(spread)).toEqual(new Set([200]))
    const statuses = await callbacksFrom(shop, (n) => `203.0.113.${n}, 198.51.100.8`)
    expect(statuses.at(-1)).toBe(429)
    expect(await afterTenFailures(shop, (n) => `198.51.100.${n}, 198.51.100.20`)).toBe(429)
  })
})
