// A customer's second factor beside the code by SMS (docs/security.md, K14).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { moveClock } from '../../clock.ts'
import type { ApiClient } from '../api-client.ts'
import { codeOfApp, fromBase32 } from '../code-app.ts'
import { softwarePasskey } from '../software-passkey.ts'
import { freshPhone, openGuardedShop } from './guarded-shop.ts'
import type { Customer, GuardedShop } from './guarded-shop.ts'

const security = '/api/account/security'
let shop: GuardedShop
beforeAll(async () => {
  shop = await openGuardedShop()
}, 120_000)
afterAll(() => shop.stop())
beforeEach(() => shop.test.owner.query('delete from failure_counters'))

const now = async () => {
  const { rows } = await shop.test.owner.query<{ now: Date }>('select clock_now() as now')
  return rows[0]?.now ?? new Date()
}
const ahead = async (seconds: number) => {
  await moveClock(shop.test.owner, new Date((await now()).getTime() + seconds * 1_000))
  await shop.service.core.clock.sync()
}
/** Codes are used up: the clock goes on to the next one. */
const nextCode = async (secret: Buffer) => {
  await ahead(31)
  return codeOfApp(secret, await now())
}

/** With a code app and its recovery codes. */
async function withApp(): Promise<Customer & { secret: Buffer; recoveryCodes: string[] }> {
  const customer = await shop.customer()
  const begun = await customer.browser.post(`${security}/totp`)
  const secret = fromBase32(begun.body.secret)
  const code = codeOfApp(secret, await now())
  const { status, body } = await customer.browser.post(`${security}/totp/confirm`, { code })
  expect(status).toBe(200)
  return { ...customer, secret, recoveryCodes: body.recoveryCodes }
}

/** The code by SMS is right; what follows is the caller's. */
async function afterSms(phone: string) {
  await ahead(61)
  const browser = shop.browser()
  await browser.post('/api/auth/send-otp', { phone })
  const code = await shop.codeFor(phone)
  return { browser, answer: await browser.post('/api/auth/verify-otp', { phone, code }) }
}

/** Who has no second factor gives a code by SMS once more. */
async function proveBySms({ browser, phone }: Pick<Customer, 'browser' | 'phone'>): Promise<void> {
  await browser.post(`${security}/code`, { language: 'en' })
  const code = await shop.codeFor(phone)
  const proven = await browser.post(`${security}/proof`, { code })
  expect(proven.body).toMatchObject({ hasTotp: false, isFresh: true })
}

const who = async (browser: ApiClient) => (await browser.get('/api/auth/me')).body.user?.id ?? null

describe('K14 a code app', () => {
  it('K14 is asked for after the code by SMS, and until then nobody is signed in', async () => {
    const { id, phone, secret } = await withApp()
    const { browser, answer } = await afterSms(phone)
    expect([answer.status, answer.body.code]).toEqual([403, 'second_factor_required'])
    expect(await who(browser)).toBeNull()
    expect((await browser.get('/api/account')).status).toBe(401)

    const wrong = await browser.post('/api/auth/second-factor', { code: '000000' })
    expect(wrong.body.code).toBe('wrong_code')
    expect(await who(browser)).toBeNull()
    const code = await nextCode(secret)
    expect((await browser.post('/api/auth/second-factor', { code })).status).toBe(200)
    expect(await who(browser)).toBe(id)
    const again = await browser.post('/api/auth/second-factor', { code: await nextCode(secret) })
    expect(again.body.code).toBe('code_expired')
    const own = shop
      .logged()
      .split('\n')
      .filter((line) => line.includes(id) && line.includes('sign-in'))
    expect(own.map((line) => JSON.parse(line)).slice(-2)).toEqual([
      expect.objectContaining({ level: 'warn', factor: 'second factor', outcome: 'wrong_code' }),
      expect.objectContaining({ level: 'info', factor: 'second factor', outcome: 'right' }),
    ])
  })

  it('K14 counts with its first code, and signs other browsers out', async () => {
    const phone = freshPhone()
    const { browser } = await shop.customer(phone)
    const { browser: other } = await afterSms(phone)
    await browser.post(`${security}/totp`)
    expect((await browser.get(security)).body).toMatchObject({ hasTotp: false, isFresh: true })
    expect((await afterSms(phone)).answer.status).toBe(200)

    const begun = await browser.post(`${security}/totp`)
    const code = codeOfApp(fromBase32(begun.body.secret), await now())
    const confirmed = await browser.post(`${security}/totp/confirm`, { code })
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    expect(await who(other)).toBeNull()
    expect((await browser.post(`${security}/totp`)).body.code).toBe('factor_exists')
    expect((await shop.browser().get(security)).status).toBe(401)
  })

  it('K14 is set up by who has just signed in, or has given a code by SMS once more', async () => {
    const customer = await shop.customer()
    const { browser, id, phone } = customer
    const { browser: other } = await afterSms(phone)
    await ahead(301)
    expect((await browser.get(security)).body.isFresh).toBe(false)
    const begun = await browser.post(`${security}/totp`)
    expect([begun.status, begun.body.code]).toEqual([403, 'step_up_required'])
    const early = await browser.post(`${security}/totp/confirm`, { code: '000000' })
    expect(early.body.code).toBe('step_up_required')
    expect(await who(other)).toBe(id)
    expect((await afterSms(phone)).answer.status).toBe(200)

    await ahead(61)
    await proveBySms(customer)
    const { secret } = (await browser.post(`${security}/totp`)).body
    await ahead(301)
    const code = codeOfApp(fromBase32(secret), await now())
    const late = await browser.post(`${security}/totp/confirm`, { code })
    expect(late.body.code).toBe('step_up_required')
    await proveBySms(customer)
    expect((await browser.post(`${security}/totp/confirm`, { code })).status).toBe(200)
    expect(await who(other)).toBeNull()
  })

  it('K14 ten wrong codes close it, also for the right one; nobody waits for long', async () => {
    const { phone, secret } = await withApp()
    const { browser } = await afterSms(phone)
    for (let tries = 0; tries < 10; tries++)
      await browser.post('/api/auth/second-factor', { code: '123456' })
    const code = await nextCode(secret)
    expect((await browser.post('/api/auth/second-factor', { code })).status).toBe(429)

    await shop.test.owner.query('delete from failure_counters')
    await ahead(301)
    const late = await browser.post('/api/auth/second-factor', { code: await nextCode(secret) })
    expect(late.body.code).toBe('code_expired')
  })

  it('K14 a recovery code opens once what the app cannot', async () => {
    const { id, phone, recoveryCodes } = await withApp()
    const [code] = recoveryCodes
    const first = await afterSms(phone)
    expect((await first.browser.post('/api/auth/second-factor', { code })).status).toBe(200)
    expect(await who(first.browser)).toBe(id)
    const second = await afterSms(phone)
    const again = await second.browser.post('/api/auth/second-factor', { code })
    expect(again.body.code).toBe('wrong_code')
    expect((await factsOf(id)).slice(-2)).toEqual([
      'CustomerRecoveryCodesMade',
      'CustomerRecoveryCodeUsed',
    ])
  })

  it('K14 is asked for before the number, the person or itself goes', async () => {
    const { browser, id, secret } = await withApp()
    await ahead(301)
    const change = { phone: freshPhone(), currentCode: '000000', newCode: '000000' }
    const acts = [
      () => browser.put('/api/account/phone', change),
      () => browser.post('/api/account/erasure', { code: '000000' }),
      () => browser.delete(`${security}/totp`),
      () => browser.post(`${security}/recovery-codes`),
      () => browser.post(`${security}/totp`),
    ]
    for (const act of acts) expect((await act()).body.code).toBe('step_up_required')

    const code = await nextCode(secret)
    const proven = await browser.post(`${security}/proof`, { code })
    expect(proven.body).toMatchObject({ hasTotp: true, isFresh: true })
    expect((await acts[0]?.())?.body.code).toBe('wrong_code')
    const removed = await browser.delete(`${security}/totp`)
    expect(removed.body).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0, isFresh: true })
    expect(await factsOf(id)).toEqual([
      'CustomerRegistered',
      'PhoneVerified',
      'CustomerFactorAdded',
      'CustomerRecoveryCodesMade',
      'CustomerFactorRemoved',
    ])
  })
})

describe('K14 a passkey', () => {
  const ceremony = async (browser: ApiClient, at = security) => {
    const { body } = await browser.post(`${at}/passkey-question`)
    return { challenge: body.challenge, rpId: body.rpId, origin: shop.config.http.publicOrigin }
  }

  it('K14 is kept, asked for after the code by SMS, and another’s is refused', async () => {
    const { browser, id, phone } = await shop.customer()
    const passkey = softwarePasskey(-7)
    const made = passkey.register(await ceremony(browser))
    const kept = await browser.post(`${security}/passkeys`, { name: 'Phone', ...made })
    expect(kept.body).toMatchObject({ passkeys: [{ name: 'Phone' }], isFresh: true })

    const at = '/api/auth/second-factor'
    const half = await afterSms(phone)
    expect(half.answer.body.code).toBe('second_factor_required')
    const strange = softwarePasskey(-7).assert(await ceremony(half.browser, at))
    const refused = await half.browser.post(`${at}/passkey`, strange)
    expect(refused.body.code).toBe('passkey_refused')
    const signed = passkey.assert(await ceremony(half.browser, at))
    expect((await half.browser.post(`${at}/passkey`, signed)).status).toBe(200)
    expect(await who(half.browser)).toBe(id)

    const path = `${security}/passkeys/${kept.body.passkeys[0].id}`
    expect((await half.browser.delete(path)).body.passkeys).toEqual([])
    expect((await afterSms(phone)).answer.status).toBe(200)
  })

  it('K14 is kept for who has just signed in, or has given a code by SMS once more', async () => {
    const customer = await shop.customer()
    const { browser } = customer
    await ahead(301)
    const add = async () => {
      const made = softwarePasskey(-7).register(await ceremony(browser))
      return browser.post(`${security}/passkeys`, { name: 'Phone', ...made })
    }
    expect((await add()).body.code).toBe('step_up_required')
    await proveBySms(customer)
    expect((await add()).body).toMatchObject({ passkeys: [{ name: 'Phone' }], isFresh: true })
  })

  it('K14 proves a session that came before it', async () => {
    const { browser } = await withApp()
    const passkey = softwarePasskey(-8)
    const made = passkey.register(await ceremony(browser))
    await browser.post(`${security}/passkeys`, { name: 'Key', ...made })
    await ahead(301)
    expect((await browser.get(security)).body.isFresh).toBe(false)
    const signed = passkey.assert(await ceremony(browser))
    const proven = await browser.post(`${security}/passkey-proof`, signed)
    expect(proven.body.isFresh).toBe(true)
  })
})

describe('sessions of a customer', () => {
  const path = '/api/account/sessions'

  it('are shown to him, and one or all others end when he says so', async () => {
    const phone = freshPhone()
    const { browser, id } = await shop.customer(phone)
    const [second, third] = [await afterSms(phone), await afterSms(phone)]
    const { sessions } = (await browser.get(path)).body
    expect(sessions.map(({ isThisOne }: { isThisOne: boolean }) => isThisOne)).toEqual([
      false,
      false,
      true,
    ])
    // What the client of these tests says of itself.
    expect(sessions[0].device).toBe('node')

    const stranger = await shop.customer()
    expect((await stranger.browser.delete(`${path}/${sessions[0].id}`)).status).toBe(404)
    expect(await who(third.browser)).toBe(id)
    expect((await browser.delete(`${path}/${sessions[0].id}`)).body).toEqual({ revoked: 1 })
    expect(await who(third.browser)).toBeNull()
    expect((await browser.delete(`${path}/${sessions[0].id}`)).status).toBe(404)

    expect((await browser.delete(path)).body).toEqual({ revoked: 1 })
    expect(await who(second.browser)).toBeNull()
    expect((await browser.get(path)).body.sessions).toMatchObject([{ isThisOne: true }])
    expect(await who(stranger.browser)).toBe(stranger.id)
  })

  it('end by who has just signed in, or has given a code by SMS once more', async () => {
    const { browser, phone } = await shop.customer()
    await ahead(301)
    expect((await browser.delete(path)).body.code).toBe('step_up_required')
    await browser.post(`${security}/code`, { language: 'fr' })
    const wrong = await browser.post(`${security}/proof`, { code: '000000' })
    expect(wrong.body.code).toBe('wrong_code')
    expect((await browser.delete(path)).body.code).toBe('step_up_required')
    const code = await shop.codeFor(phone)
    expect((await browser.post(`${security}/proof`, { code })).status).toBe(200)
    expect((await browser.delete(path)).body).toEqual({ revoked: 0 })
  })

  it('end by who has just given his second factor, where he has one', async () => {
    const { browser, secret } = await withApp()
    await ahead(301)
    expect((await browser.delete(path)).body.code).toBe('step_up_required')
    const other = (await browser.get(path)).body.sessions[0].id
    expect((await browser.delete(`${path}/${other}`)).body.code).toBe('step_up_required')
    expect((await browser.post(`${security}/code`)).body.code).toBe('factor_exists')
    await browser.post(`${security}/proof`, { code: await nextCode(secret) })
    expect((await browser.delete(path)).body).toEqual({ revoked: 0 })
  })
})

describe('a limit and a pause', () => {
  const limit = (browser: ApiClient) =>
    browser.put('/api/account/monthly-cap', { monthlyCap: '50.00' })
  const pause = (browser: ApiClient) => browser.post('/api/account/pause', { days: 365 })

  it('are set at once by who has just signed in', async () => {
    const { browser } = await shop.customer()
    expect((await limit(browser)).body.limits.monthlyCap).toBe('50.00')
    expect((await pause(browser)).body.limits.pausedUntil).not.toBeNull()
  })

  it('are set later by who has given a code by SMS once more', async () => {
    const customer = await shop.customer()
    const { browser } = customer
    await ahead(301)
    for (const act of [limit, pause])
      expect((await act(browser)).body.code).toBe('step_up_required')
    const { limits } = (await browser.get('/api/account')).body
    expect(limits).toMatchObject({ monthlyCap: null, pausedUntil: null })

    await proveBySms(customer)
    for (const act of [limit, pause]) expect((await act(browser)).status).toBe(200)
  })

  it('are set by who has just given his second factor, where he has one', async () => {
    const { browser, secret } = await withApp()
    await ahead(301)
    for (const act of [limit, pause])
      expect((await act(browser)).body.code).toBe('step_up_required')
    await browser.post(`${security}/proof`, { code: await nextCode(secret) })
    for (const act of [limit, pause]) expect((await act(browser)).status).toBe(200)
  })
})

it('K14 nothing of it is left of a person who is erased', async () => {
  const { browser, id, phone } = await withApp()
  await ahead(61)
  await browser.post('/api/account/erasure-code', { language: 'en' })
  const code = await shop.codeFor(phone)
  expect((await browser.post('/api/account/erasure', { code })).status).toBe(200)
  const tables = ['staff_totp', 'staff_passkeys', 'staff_recovery_codes', 'pending_sign_ins']
  for (const table of tables) {
    const { rows } = await shop.test.owner.query(`select from ${table} where person_id = $1`, [id])
    expect([table, rows.length]).toEqual([table, 0])
  }
  const { rows: sessions } = await shop.test.owner.query(
    'select from sessions where person_id = $1 and (device is not null or revoked_at is null)',
    [id],
  )
  expect(sessions).toHaveLength(0)
})

it('K14 a code by SMS does not decide what opens the staff’s area', async () => {
  const { browser, id } = await shop.customer()
  await shop.test.owner.query(
    `update people set role = 'cashier', email = 'cashier@shop.example', password_hash = 'none'
      where person_id = $1`,
    [id],
  )
  expect((await browser.post(`${security}/totp`)).body.code).toBe('not_allowed')
})

async function factsOf(customerId: string): Promise<string[]> {
  const { rows } = await shop.test.owner.query<{ type: string }>(
    'select type from events where stream_id = $1 order by position',
    [`customer/${customerId}`],
  )
  return rows.map(({ type }) => type)
}
