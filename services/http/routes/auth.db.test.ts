import { afterAll, beforeAll, expect, it } from 'vitest'

import { codeIn, openTestShop, ownerEmail, ownerPassword } from '../../testing/shop-rig.ts'
import type { TestShop } from '../../testing/shop-rig.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

let nextPhone = 70_100_000
/** A phone nobody else in this file has, far from its neighbours. */
const freshPhone = () => `+961${(nextPhone += 10_007)}`

async function askCode(client: ReturnType<TestShop['browser']>, phone: string): Promise<string> {
  const answer = await client.post('/api/auth/send-otp', { phone })
  expect(answer.status).toBe(200)
  return codeIn(shop.messages.at(-1))
}

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

it('signs up with a code, then says who it is', async () => {
  const client = shop.browser()
  const phone = freshPhone()
  expect((await client.get('/api/auth/me')).body).toEqual({ user: null })
  expect((await client.post('/api/auth/check-phone', { phone })).body).toEqual({ exists: false })
  const code = await askCode(client, phone)
  const { status, body } = await client.post('/api/auth/verify-otp', {
    phone,
    code,
    fullName: 'Rana K',
  })

  expect(status).toBe(200)
  expect(body.user).toMatchObject({ fullName: 'Rana K', phone, isAdmin: false })
  expect((await client.get('/api/auth/me')).body.user.phone).toBe(phone)
  expect((await client.post('/api/auth/check-phone', { phone })).body).toEqual({ exists: true })
})

it('takes every usual writing of a Lebanese mobile number for the same one', async () => {
  const writings = ['03 123456', '3123456', '+961 3 123 456', '009613123456', '٠٣١٢٣٤٥٦']
  const client = shop.browser()
  await askCode(client, '9613123456')
  for (const phone of writings)
    expect((await client.post('/api/auth/send-otp', { phone })).status).toBe(429)
})

it('refuses numbers that are not Lebanese mobiles', async () => {
  const client = shop.browser()
  for (const phone of ['', '123', '+33612345678', '01123456', '80123456', '+9617012345', 'abc'])
    expect((await client.post('/api/auth/send-otp', { phone })).body.code).toBe('invalid_request')
})

it('sends the same answer to a known and an unknown phone, and never the code', async () => {
  const known = freshPhone()
  await shop.customerBrowser(known)
  await shop.db.owner.query(`update sign_in_codes set created_at = created_at - interval '2 min'`)
  const answers = []
  for (const phone of [known, freshPhone()])
    answers.push(await shop.browser().post('/api/auth/send-otp', { phone }))
  expect(answers[0]?.body).toEqual(answers[1]?.body)
  expect(answers[0]?.bytes.toString()).not.toContain(codeIn(shop.messages.at(-2)))
})

it('refuses another code within 60 seconds, from whatever browser', async () => {
  const phone = freshPhone()
  await askCode(shop.browser(), phone)
  const again = await shop.browser().post('/api/auth/send-otp', { phone })
  expect(again.status).toBe(429)
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50)
})

it('lets one of two sends at the same moment through', async () => {
  const phone = freshPhone()
  const sends = Array.from({ length: 5 }, () =>
    shop.browser().post('/api/auth/send-otp', { phone }),
  )
  const statuses = (await Promise.all(sends)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

it('sends at most five codes an hour to a phone', async () => {
  const phone = freshPhone()
  for (let sent = 1; sent <= 5; sent++) {
    await askCode(shop.browser(), phone)
    await shop.db.owner.query(
      `update sign_in_codes set created_at = created_at - interval '61 seconds' where phone = $1`,
      [phone],
    )
  }
  expect((await shop.browser().post('/api/auth/send-otp', { phone })).status).toBe(429)
})

it('opens one session for twenty right codes at once', async () => {
  const client = shop.browser()
  const phone = freshPhone()
  const code = await askCode(client, phone)
  const tries = Array.from({ length: 20 }, () =>
    client.post('/api/auth/verify-otp', { phone, code, fullName: 'Twenty' }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const { rows } = await shop.db.owner.query(
    `select from sessions join people using (person_id) where phone = $1`,
    [phone],
  )
  expect(rows).toHaveLength(1)
})

it('takes a code only from the browser that asked for it', async () => {
  const phone = freshPhone()
  const code = await askCode(shop.browser(), phone)
  const other = await shop.browser().post('/api/auth/verify-otp', { phone, code, fullName: 'Eve' })
  expect(other.body.code).toBe('wrong_code')
})

it('takes a code only for its phone', async () => {
  const client = shop.browser()
  const phone = freshPhone()
  const code = await askCode(client, phone)
  const other = { phone: freshPhone(), code, fullName: 'Eve' }
  expect((await client.post('/api/auth/verify-otp', other)).body.code).toBe('wrong_code')
})

it('voids a code with the fifth wrong try', async () => {
  const client = shop.browser()
  const phone = freshPhone()
  const code = await askCode(client, phone)
  for (let tries = 1; tries <= 5; tries++) {
    const wrong = { phone, code: otherThan(code), fullName: 'Guess' }
    expect((await client.post('/api/auth/verify-otp', wrong)).body.code).toBe('wrong_code')
  }
  const right = await client.post('/api/auth/verify-otp', { phone, code, fullName: 'Guess' })
  expect(right.body.code).toBe('wrong_code')
})

it('lets a code die after five minutes', async () => {
  const client = shop.browser()
  const phone = freshPhone()
  const code = await askCode(client, phone)
  await shop.db.owner.query(
    `update sign_in_codes set expires_at = clock_now() - interval '1 second' where phone = $1`,
    [phone],
  )
  const late = await client.post('/api/auth/verify-otp', { phone, code, fullName: 'Late' })
  expect(late.body.code).toBe('code_expired')
})

it('tells the log of a wrong and a right code by the range of the number alone', async () => {
  const client = shop.browser()
  const phone = freshPhone()
  const before = shop.logLines.length
  const code = await askCode(client, phone)
  const verify = (typed: string) =>
    client.post('/api/auth/verify-otp', { phone, code: typed, fullName: 'Rana K' })
  expect((await verify(otherThan(code))).body.code).toBe('wrong_code')
  const { body } = await verify(code)

  const told = shop.logLines.slice(before).filter((line) => line.includes('sign-in'))
  const tried = { factor: 'code by text', range: phone.slice(0, 6) }
  expect(told.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ ...tried, level: 'warn', outcome: 'wrong_code' }),
    expect.objectContaining({ ...tried, level: 'info', outcome: 'right', personId: body.user.id }),
  ])
  // Neither the number nor its end, which a mask would leave.
  expect(told.join('')).not.toMatch(new RegExp(`${phone.slice(6)}|Rana`))
})

it('keeps no code in the database or the log', async () => {
  const phone = freshPhone()
  const code = await askCode(shop.browser(), phone)
  const { rows } = await shop.db.owner.query<{ row: string }>(
    `select sign_in_codes::text as row from sign_in_codes where phone = $1`,
    [phone],
  )
  expect(rows[0]?.row).not.toContain(code)
  expect(shop.logLines.join('')).not.toContain(code)
})

it('asks a new customer for a name and keeps the code for the second try', async () => {
  const client = shop.browser()
  const phone = freshPhone()
  const code = await askCode(client, phone)
  const nameless = await client.post('/api/auth/verify-otp', { phone, code })
  expect(nameless.body).toMatchObject({
    code: 'invalid_request',
    error: 'Please enter your full name',
  })
  const named = await client.post('/api/auth/verify-otp', { phone, code, fullName: 'Now' })
  expect(named.status).toBe(200)
})

it('ignores a name for a phone that is known', async () => {
  const phone = freshPhone()
  await shop.customerBrowser(phone, 'First Name')
  await shop.db.owner.query(`update sign_in_codes set created_at = created_at - interval '2 min'`)
  const client = await shop.customerBrowser(phone, 'Other Name')
  expect((await client.get('/api/auth/me')).body.user.fullName).toBe('First Name')
})

it('gives a new session at sign-in and ends the old token', async () => {
  const client = shop.browser()
  const phone = freshPhone()
  const code = await askCode(client, phone)
  const before = client.cookies.get('qura_session')
  await client.post('/api/auth/verify-otp', { phone, code, fullName: 'New' })
  expect(client.cookies.get('qura_session')).not.toBe(before)
  const { rows } = await shop.db.owner.query(
    `select from sessions where kind = 'guest' and revoked_at is null
        and session_id in (select session_id from sign_in_codes where phone = $1)`,
    [phone],
  )
  expect(rows).toHaveLength(0)
})

it('makes the cookie dead at logout', async () => {
  const client = await shop.customerBrowser(freshPhone())
  const cookie = client.cookies.get('qura_session') ?? ''
  const out = await client.post('/api/auth/logout')
  expect(out.headers.get('clear-site-data')).toBe('"cache"')
  expect(client.cookies.has('qura_session')).toBe(false)
  const thief = shop.browser()
  thief.cookies.set('qura_session', cookie)
  expect((await thief.get('/api/auth/me')).body.user).toBeNull()
})

it('refuses tokens that are not ours', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = part({ sid: crypto.randomUUID(), iss: 'http://localhost', aud: 'qura-shop' })
  const client = await shop.customerBrowser(freshPhone())
  const [, real = ''] = (client.cookies.get('qura_session') ?? '').split('.')
  for (const token of [
    `${part({ alg: 'none', typ: 'qura-session+jwt' })}.${claims}.`,
    `${part({ alg: 'HS256', typ: 'qura-session+jwt', kid: 'two' })}.${real}.AAAA`,
    `${part({ alg: 'HS256', typ: 'JWT', kid: 'one' })}.${real}.AAAA`,
    'x',
    'a.b.c',
  ]) {
    const liar = shop.browser()
    liar.cookies.set('qura_session', token)
    expect((await liar.get('/api/auth/me')).body.user).toBeNull()
  }
})

it('never takes a customer cookie for a staff cookie', async () => {
  const client = await shop.customerBrowser(freshPhone())
  client.cookies.set('qura_admin', client.cookies.get('qura_session') ?? '')
  client.cookies.delete('qura_session')
  expect((await client.get('/api/admin/raffles')).status).toBe(401)
})

it('answers 401 to strangers and 403 to customers on the calls of staff', async () => {
  expect((await shop.browser().get('/api/admin/products')).status).toBe(401)
  const customer = await shop.customerBrowser(freshPhone())
  const refused = await customer.get('/api/admin/products')
  expect([refused.status, refused.body.code]).toEqual([403, 'not_admin'])
})

it('signs staff in by password, and ends the customer session of the browser', async () => {
  const client = await shop.customerBrowser(freshPhone())
  const login = { email: ownerEmail.toUpperCase(), password: ownerPassword }
  const { body } = await client.post('/api/auth/admin-login', login)
  expect(body.user).toMatchObject({ isAdmin: true, role: 'owner', email: ownerEmail })
  expect(client.cookies.has('qura_session')).toBe(false)
  expect((await client.get('/api/auth/me')).body.user.isAdmin).toBe(true)
})

it('says the same to a wrong e-mail and a wrong password', async () => {
  const client = shop.browser()
  const wrong = await client.post('/api/auth/admin-login', { email: ownerEmail, password: 'no no' })
  const nobody = await client.post('/api/auth/admin-login', { email: 'x@y.zz', password: 'no no' })
  expect(wrong.status).toBe(401)
  expect(wrong.body).toEqual(nobody.body)
  expect(wrong.body.error).toBe('Invalid email or password')
})

it('closes an account for a quarter of an hour after ten wrong passwords', async () => {
  const email = 'closed@shop.example'
  for (let tries = 1; tries <= 10; tries++) {
    await shop.db.owner.query('delete from failure_counters where failures >= 10')
    await shop.browser().post('/api/auth/admin-login', { email, password: `wrong ${tries}` })
  }
  const closed = await shop.browser().post('/api/auth/admin-login', { email, password: 'x' })
  expect(closed.status).toBe(429)
  await shop.db.owner.query('delete from failure_counters')
})

it('demotes at the next call', async () => {
  const client = await shop.ownerBrowser()
  expect((await client.get('/api/admin/raffles')).status).toBe(200)
  await shop.db.owner.query(`update people set role = 'auditor' where email = $1`, [ownerEmail])
  const body = new FormData()
  body.set('name', 'x')
  expect((await client.post('/api/admin/raffles', body)).body.code).toBe('not_allowed')
  await shop.db.owner.query(`update people set role = 'owner' where email = $1`, [ownerEmail])
})

it('lets an idle staff session die after half an hour', async () => {
  const client = await shop.ownerBrowser()
  await shop.db.owner.query(
    `update sessions set last_seen_at = last_seen_at - interval '31 min' where kind = 'admin'`,
  )
  expect((await client.get('/api/admin/raffles')).status).toBe(401)
})

it('opens nothing but the password until a forced change is made', async () => {
  await shop.db.owner.query(`update people set must_change_password = true where role = 'owner'`)
  const client = await shop.ownerBrowser()
  const refused = await client.get('/api/admin/raffles')
  expect([refused.status, refused.body.code]).toEqual([403, 'password_change_required'])
  const change = (newPassword: string) =>
    client.post('/api/auth/admin-password', { currentPassword: ownerPassword, newPassword })
  for (const weak of ['short', 'password12345678', 'qurashop-qurashop', 'aaaaaaaaaaaaaaaaaaaa'])
    expect((await change(weak)).body.code).toBe('weak_password')
  const changed = await change('seven boats leave before dawn')
  expect(changed.body.user.mustChangePassword).toBe(false)
  expect((await client.get('/api/auth/me')).body.user.mustChangePassword).toBe(false)
  expect((await client.get('/api/admin/raffles')).status).toBe(200)
})
