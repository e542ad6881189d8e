// Cookies, tokens and sessions under attack (docs/security.md, K12, K25-K30, K52, K53).
import { createHmac, generateKeyPairSync } from 'node:crypto'

import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { loadSecrets } from '../../secrets.ts'
import type { SecretKey } from '../../secrets.ts'
import type { ApiClient } from '../api-client.ts'
import { ownerEmail, ownerPassword } from '../running-service.ts'
import { freshPhone, openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

const PREVIOUS = 'older-Yh7dK2pQz9wX4vB6nM1cR8tL3sF5gJ0a'
const CURRENT = 'newer-Qm4xT8rW2kP6zV0bN5hD9sL1fG7jC3ya'
const issuer = () => shop.config.http.publicOrigin

let shop: GuardedShop
let current: SecretKey
let previous: SecretKey
beforeAll(async () => {
  shop = await openGuardedShop({ APP_SECRET: CURRENT, APP_SECRET_PREVIOUS: PREVIOUS })
  const keys = (await loadSecrets(shop.config)).keys('session')
  current = keys[0]
  previous = keys[1] ?? keys[0]
}, 120_000)
afterAll(() => shop.stop())

const SHOP = 'qura_session'
const ADMIN = 'qura_admin'

/** Whether a browser with this cookie is the customer. */
async function isSignedIn(token: string, name = SHOP): Promise<boolean> {
  const thief = shop.browser()
  thief.cookies.set(name, token)
  return (await thief.get('/api/auth/me')).body.user !== null
}

const cookieOf = (browser: ApiClient, name = SHOP) => browser.cookies.get(name) ?? ''
const partOf = (token: string, at: number) =>
  JSON.parse(Buffer.from(token.split('.')[at] ?? '', 'base64url').toString()) as { sid: string }
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

type Change = { alg?: string; typ?: string; kid?: string; aud?: string; iss?: string; nbf?: number }

/** A token for a session that is alive, right in everything but what is changed. */
function token(sid: string, key: SecretKey, change: Change & { exp?: number } = {}) {
  const now = Math.floor(Date.now() / 1_000)
  const { typ = 'qura-session+jwt', kid = key.kid, aud = 'qura-shop', iss = issuer() } = change
  return new SignJWT({ sid })
    .setProtectedHeader({ alg: change.alg ?? 'HS256', typ, kid })
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt(now)
    .setNotBefore(change.nbf ?? now)
    .setExpirationTime(change.exp ?? now + 900)
    .sign(key.bytes)
}

describe('K12 signing in', () => {
  it('K12 gives a new session and ends the old one', async () => {
    const { productId } = await shop.sell({ name: 'Watch', totalTickets: 50 })
    const browser = shop.browser()
    const { body: order } = await shop.buy(browser, productId)
    const before = cookieOf(browser)
    const phone = '+96176555001'
    await browser.post('/api/auth/send-otp', { phone })
    const proof = { phone, code: await shop.codeFor(phone), fullName: 'New' }
    await browser.post('/api/auth/verify-otp', proof)

    expect(partOf(cookieOf(browser), 1).sid).not.toBe(partOf(before, 1).sid)
    expect((await browser.get(`/api/orders/${order.id}`)).status).toBe(200)
    const thief = shop.browser()
    thief.cookies.set(SHOP, before)
    expect((await thief.get(`/api/orders/${order.id}`)).status).toBe(404)
  })

  it('K12 again as staff in the same browser: the token before is nobody’s', async () => {
    const browser = await shop.owner()
    const before = cookieOf(browser, ADMIN)
    const opens = async (token: string) => {
      const thief = shop.browser()
      thief.cookies.set(ADMIN, token)
      return (await thief.get('/api/admin/raffles')).status
    }
    expect([await isSignedIn(before, ADMIN), await opens(before)]).toEqual([true, 200])
    const login = { email: ownerEmail, password: ownerPassword }
    expect((await browser.post('/api/auth/admin-login', login)).status).toBe(200)
    const after = cookieOf(browser, ADMIN)
    expect(partOf(after, 1).sid).not.toBe(partOf(before, 1).sid)
    expect([await isSignedIn(before, ADMIN), await opens(before)]).toEqual([false, 401])
    expect([await isSignedIn(after, ADMIN), await opens(after)]).toEqual([true, 200])
  })
})

describe('K26, K27, K29 tokens', () => {
  it('K26 names a session by bits that are all random, whatever shape an id has', async () => {
    const sids: string[] = []
    for (let n = 0; n < 16; n++) {
      const browser = shop.browser()
      await browser.post('/api/auth/check-phone', { phone: freshPhone() })
      sids.push(partOf(cookieOf(browser), 1).sid)
    }
    // Where a UUIDv4 has its 4, each of these has a digit of its own.
    expect(new Set(sids).size).toBe(16)
    expect(new Set(sids.map((sid) => sid[14])).size).toBeGreaterThan(1)
  })

  it('K26 HS256 of ours and nothing else', async () => {
    const { browser } = await shop.customer()
    const real = cookieOf(browser)
    const { sid } = partOf(real, 1)
    const [header, claims] = real.split('.')
    const publicKey = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const pem = publicKey.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const swapped = `${part({ alg: 'HS256', typ: 'qura-session+jwt', kid: current.kid })}.${claims}`
    const jwk = { kty: 'oct', k: Buffer.alloc(32).toString('base64url') }
    const attacker = { kid: current.kid, bytes: Buffer.alloc(32) }
    const withHeader = (more: object) => {
      const head = part({ alg: 'HS256', typ: 'qura-session+jwt', kid: current.kid, ...more })
      const signed = createHmac('sha256', attacker.bytes).update(`${head}.${claims}`)
      return `${head}.${claims}.${signed.digest('base64url')}`
    }
    expect(await isSignedIn(await token(sid, current))).toBe(true)
    const forged = [
      `${part({ alg: 'none', typ: 'qura-session+jwt' })}.${claims}.`,
      `${part({ alg: 'None', typ: 'qura-session+jwt', kid: current.kid })}.${claims}.`,
      `${header}.${claims}.`,
      `${swapped}.${createHmac('sha256', pem).update(swapped).digest('base64url')}`,
      await token(sid, current, { alg: 'HS512', kid: current.kid }).catch(() => 'x'),
      withHeader({ jwk }),
      withHeader({ jku: 'https://evil.example/keys.json' }),
      withHeader({ kid: '../../dev/null' }),
      withHeader({ kid: "' or 1=1 --" }),
      withHeader({ crit: ['exp'] }),
      'x'.repeat(1_200),
    ]
    for (const one of forged) expect([one, await isSignedIn(one)]).toEqual([one, false])
  })

  it('K27 type, issuer, audience, time; a customer’s token is no token of staff', async () => {
    const { browser } = await shop.customer()
    const { sid } = partOf(cookieOf(browser), 1)
    const soon = Math.floor(Date.now() / 1_000) + 600
    for (const change of [
      { typ: 'JWT' },
      { iss: 'https://other.example' },
      { aud: 'qura-admin' },
      { nbf: soon },
    ])
      expect([change, await isSignedIn(await token(sid, current, change))]).toEqual([change, false])
    expect(await isSignedIn(await token(sid, current, { aud: 'qura-admin' }), ADMIN)).toBe(false)
    expect(await isSignedIn(cookieOf(browser), ADMIN)).toBe(false)

    const owner = await shop.owner()
    expect(await isSignedIn(cookieOf(owner, ADMIN), ADMIN)).toBe(true)
    expect(await isSignedIn(cookieOf(owner, ADMIN))).toBe(false)
  })

  it('K27 a token that is over is worth what its row is worth: renewed, or nothing', async () => {
    const { browser } = await shop.customer()
    const { sid } = partOf(cookieOf(browser), 1)
    const over = await token(sid, current, { exp: Math.floor(Date.now() / 1_000) - 60 })
    const late = shop.browser()
    late.cookies.set(SHOP, over)
    expect((await late.get('/api/auth/me')).body.user).not.toBeNull()
    expect(cookieOf(late)).not.toBe(over)
    await browser.post('/api/auth/logout')
    expect(await isSignedIn(over)).toBe(false)
  })

  it('K29 the older key still opens and signs nothing new, an unknown one is refused', async () => {
    const { browser } = await shop.customer()
    const real = cookieOf(browser)
    const { sid } = partOf(real, 1)
    expect(partOf(real, 0)).toMatchObject({ kid: current.kid })
    expect(await isSignedIn(await token(sid, previous))).toBe(true)
    const gone = { kid: 'deadbeef', bytes: previous.bytes }
    expect(await isSignedIn(await token(sid, gone))).toBe(false)
  })
})

describe('K28 an old cookie is dead', () => {
  it('K28 after logout, from whatever browser holds it', async () => {
    const { browser } = await shop.customer()
    const stolen = cookieOf(browser)
    expect(await isSignedIn(stolen)).toBe(true)
    const out = await browser.post('/api/auth/logout')
    expect(out.headers.get('clear-site-data')).toBe('"cache"')
    expect(await isSignedIn(stolen)).toBe(false)
  })

  it('K28 after the person is disabled, at the next call that changes anything', async () => {
    const { browser, id } = await shop.customer()
    await shop.test.owner.query(
      'update people set disabled_at = clock_now() where person_id = $1',
      [id],
    )
    const { productId } = await shop.sell({ name: 'Phone', totalTickets: 50 })
    const placed = await shop.buy(browser, productId)
    const { rows } = await shop.test.owner.query<{ customer_id: string | null }>(
      'select customer_id from order_contacts where order_id = $1',
      [placed.body.id],
    )
    expect(rows[0]?.customer_id).toBeNull()
  })

  it('K28 after the phone has changed, in every other browser of the person', async () => {
    const { browser: here, phone } = await shop.customer()
    const anotherMinute = () =>
      shop.test.owner.query(
        `update sign_in_codes set created_at = created_at - interval '2 minutes'`,
      )
    await anotherMinute()
    const there = shop.browser()
    await there.post('/api/auth/send-otp', { phone })
    await there.post('/api/auth/verify-otp', { phone, code: await shop.codeFor(phone) })
    const stolen = cookieOf(there)
    expect((await there.get('/api/account')).body.phone).toBe(phone)

    await anotherMinute()
    const changed = freshPhone()
    expect((await here.post('/api/account/phone-codes', { phone: changed })).status).toBe(200)
    const codes = { currentCode: await shop.codeFor(phone), newCode: await shop.codeFor(changed) }
    const { status } = await here.put('/api/account/phone', { phone: changed, ...codes })
    expect(status).toBe(200)

    expect((await there.get('/api/account')).status).toBe(401)
    expect((await there.get('/api/auth/me')).body).toEqual({ user: null })
    expect(await isSignedIn(stolen)).toBe(false)
    expect((await here.get('/api/account')).body.phone).toBe(changed)
  })

  it('K28 after the password has changed, on every other browser of the account', async () => {
    const [here, there] = [await shop.owner(), await shop.owner()]
    const changed = 'seven boats leave before dawn'
    const change = { currentPassword: ownerPassword, newPassword: changed }
    expect((await here.post('/api/auth/admin-password', change)).status).toBe(200)
    expect((await there.get('/api/admin/raffles')).status).toBe(401)
    expect((await here.get('/api/admin/raffles')).status).toBe(200)
    const back = { currentPassword: changed, newPassword: ownerPassword }
    expect((await here.post('/api/auth/admin-password', back)).status).toBe(200)
  })
})

describe('K30, K53 what is asked each time and kept by nobody', () => {
  it('K30 a demotion holds from the next call', async () => {
    const owner = await shop.owner()
    expect((await owner.get('/api/admin/orders')).status).toBe(200)
    const setRole = (role: string) =>
      shop.test.owner.query('update people set role = $1 where email = $2', [role, ownerEmail])
    await setRole('regulator')
    expect((await owner.get('/api/admin/orders')).body.code).toBe('not_allowed')
    await setRole('owner')
    expect((await owner.get('/api/admin/orders')).status).toBe(200)
  })

  it('K53 signed-in JSON is stored nowhere, whatever the path is spelled like', async () => {
    const { browser, id } = await shop.customer()
    const own = [`/api/users/${id}/purchases`, `/api/users/${id}/raffle-entries`, '/api/auth/me']
    for (const path of own) {
      const { status, headers } = await browser.get(path)
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
      expect((await browser.get(path.replace('/api', '/API'))).status).toBe(404)
    }
  })

  it('K53 no answer that a shared cache may keep renews a session', async () => {
    const { browser } = await shop.customer()
    const { sid } = partOf(cookieOf(browser), 1)
    const nearlyOver = await token(sid, current, { exp: Math.floor(Date.now() / 1_000) + 60 })
    for (const path of ['/api/raffles', '/api/products', '/api/openapi.json', '/docs/api']) {
      const cookie = `${SHOP}=${nearlyOver}`
      const answer = await fetch(`${shop.origin}${path}`, { headers: { cookie } })
      expect(answer.headers.get('cache-control')).toContain('public')
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    const cookie = `${SHOP}=${nearlyOver}`
    const me = await fetch(`${shop.origin}/api/auth/me`, { headers: { cookie } })
    expect(me.headers.getSetCookie()).toHaveLength(1)
  })
})
