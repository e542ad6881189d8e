// Staff sign-in under attack, and accounts that nobody loses (docs/security.md, K15, K16, K18-K20,
// K22).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { moveClock } from '../../clock.ts'
import { disableStaff, enableStaff } from '../../commands/staff-accounts.ts'
import { newId } from '../../ids.ts'
import type { ApiClient } from '../api-client.ts'
import { ownerEmail, ownerPassword } from '../running-service.ts'
import { freshAddress, median, openGuardedShop, timed } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
beforeAll(async () => {
  shop = await openGuardedShop()
}, 120_000)
afterAll(() => shop.stop())
beforeEach(() => shop.test.owner.query('delete from failure_counters'))

const login = (browser: ApiClient, password: string, email = ownerEmail) =>
  browser.post('/api/auth/admin-login', { email, password })

describe('K15, K16 passwords', () => {
  it('K15 fifteen characters at least, 128 taken, nothing that others would try', async () => {
    const owner = await shop.owner()
    const change = async (newPassword: string, currentPassword = ownerPassword) =>
      (await owner.post('/api/auth/admin-password', { currentPassword, newPassword })).body
    const weak = ['fourteen chars', 'passwordpassword', 'qurashop-qurashop', 'x'.repeat(129)]
    for (const password of [...weak, '1234567890123456', 'qwertyuiopasdfgh', ownerPassword])
      expect([password, (await change(password)).code]).toEqual([password, 'weak_password'])
    const long = 'a long walk by the sea at night '.repeat(4)
    expect(long).toHaveLength(128)
    expect((await change(long)).user).toBeDefined()
    expect((await change(ownerPassword, long)).user).toBeDefined()
  })

  it('K16 are kept as Argon2id of 19 MiB, two passes, one lane', async () => {
    const { rows } = await shop.test.owner.query<{ password_hash: string }>(
      'select password_hash from people where role is not null',
    )
    for (const { password_hash } of rows)
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('K18, K19 guessing', () => {
  it('K18 ten failures close the account for a quarter of an hour, from anywhere', async () => {
    for (let tries = 0; tries < 10; tries++)
      expect((await login(shop.browser(), `wrong ${tries}`)).status).toBe(401)
    const closed = await login(shop.browser(), ownerPassword)
    expect(closed.status).toBe(429)
    expect(closed.body.retryAfterSeconds).toBeGreaterThan(840)
    await moveClock(shop.test.owner, new Date(Date.now() + 901_000))
    expect((await login(shop.browser(), ownerPassword)).status).toBe(200)
  })

  it('K18 ten failures close the address for every account, and only the address', async () => {
    const address = freshAddress()
    for (let tries = 0; tries < 10; tries++)
      await login(shop.browser(address), 'wrong', `nobody-${tries}@shop.example`)
    expect((await login(shop.browser(address), ownerPassword)).status).toBe(429)
    expect((await login(shop.browser(), ownerPassword)).status).toBe(200)
  })

  it('K18 forty guesses at the same moment are ten', async () => {
    const guesses = Array.from({ length: 40 }, (_, n) => login(shop.browser(), `guess ${n}`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  it('K19 a wrong e-mail and a wrong password are the same in text, code and time', async () => {
    const times = { known: [] as number[], unknown: [] as number[] }
    const answers = new Set<string>()
    const guess = async (kind: 'known' | 'unknown', email: string) => {
      const browser = shop.browser()
      const ms = await timed(async () => {
        const { status, bytes } = await login(browser, 'not the password', email)
        answers.add(`${status} ${bytes.toString()}`)
      })
      times[kind].push(ms)
    }
    await login(shop.browser(), 'warm', 'warm@shop.example')
    for (let n = 0; n < 9; n++) {
      await guess('known', ownerEmail)
      await guess('unknown', `nobody-${n}@shop.example`)
    }
    expect([...answers]).toEqual([
      '401 {"error":"Invalid email or password","code":"wrong_password"}',
    ])
    const [known, unknown] = [median(times.known), median(times.unknown)]
    // Without the hash for nobody the unknown one would take a tenth of the time.
    expect(Math.abs(known - unknown)).toBeLessThan(known / 2)
  })
})

describe('K20 sessions of staff', () => {
  const ahead = async (minutes: number) => {
    const { rows } = await shop.test.owner.query<{ now: Date }>('select clock_now() as now')
    const now = rows[0]?.now ?? new Date()
    await moveClock(shop.test.owner, new Date(now.getTime() + minutes * 60_000))
    await shop.service.core.clock.sync()
  }
  const isOpen = async (browser: ApiClient) =>
    (await browser.get('/api/admin/raffles')).status === 200

  it('K20 end after half an hour without a call', async () => {
    const owner = await shop.owner()
    await ahead(29)
    expect(await isOpen(owner)).toBe(true)
    await ahead(31)
    expect(await isOpen(owner)).toBe(false)
  })

  it('K20 end after half an hour in which a page asked by itself and nobody else', async () => {
    const owner = await shop.owner()
    const ask = (headers = {}) => owner.get('/api/admin/attention/counts', headers)
    const askByItself = async () => (await ask({ 'Qura-Background': '1' })).status
    await ahead(20)
    expect(await askByItself()).toBe(200)
    expect((await ask()).status).toBe(200)
    for (const status of [200, 401, 401]) {
      await ahead(20)
      expect(await askByItself()).toBe(status)
    }
    expect(await isOpen(owner)).toBe(false)
  })

  it('K20 end after eight hours, whatever is done in them', async () => {
    const owner = await shop.owner()
    const hours: boolean[] = []
    for (let passed = 20; passed <= 500; passed += 20) {
      await ahead(20)
      hours.push(await isOpen(owner))
    }
    expect(hours.indexOf(false)).toBe(23) // 20 minutes 24 times
  })
})

describe('two owners at one account', () => {
  it('refuses what stands on an older version, and says who was faster', async () => {
    const owner = await shop.owner()
    const invited = { email: 'hadi@shop.example', fullName: 'Hadi', role: 'cashier', entry: 'link' }
    const { id } = (await owner.post('/api/admin/staff', invited)).body.member
    const path = `/api/admin/staff/${id}`
    const { headers, body } = await owner.get(path)
    const read = { 'If-Match': headers.get('etag') ?? '' }
    expect(read['If-Match']).toBe(`"${body.version}"`)

    const answers = await Promise.all([
      owner.patch(path, { role: 'fulfilment' }, read),
      owner.patch(path, { fullName: 'Hadi Nasr' }, read),
      owner.patch(path, { isEnabled: false }, read),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    for (const { body: refused } of answers.filter(({ status }) => status === 409))
      expect(refused).toMatchObject({ code: 'edit_conflict', changedBy: ownerEmail })

    const saved = answers.find(({ status }) => status === 200)
    const next = { 'If-Match': saved?.headers.get('etag') ?? '' }
    const both = { role: 'manager', fullName: 'Hadi Khoury' }
    expect((await owner.patch(path, both, next)).body).toMatchObject(both)
    expect((await owner.patch(path, { isEnabled: true }, next)).status).toBe(409)
    expect((await owner.patch(path, { isEnabled: true })).body.status).toBe('invited')
  })
})

describe('accounts', () => {
  const rima = { email: 'rima@shop.example', fullName: 'Rima Saad', role: 'owner', entry: 'link' }
  const accept = (link: string, address: string) =>
    shop.browser(address).post('/api/auth/invitation', {
      token: new URL(link).hash.slice(1),
      newPassword: 'many olives on the northern hill',
    })

  it('takes over an invitation that died before its fact, once', async () => {
    const owner = await shop.owner()
    const personId = newId<string>()
    await shop.test.owner.query(
      `insert into people
              (person_id, full_name, email, role, password_hash, must_change_password, created_at)
       values ($1, 'Omar', 'omar@shop.example', 'owner', 'none', true, clock_now())`,
      [personId],
    )
    const invite = (role: string) =>
      owner.post('/api/admin/staff', {
        email: 'Omar@shop.example',
        fullName: 'Omar Nasr',
        role,
        entry: 'password',
      })
    const both = await Promise.all([invite('cashier'), invite('fulfilment')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { member, entry } = both.find(({ status }) => status === 201)!.body
    expect(member).toMatchObject({ id: personId, fullName: 'Omar Nasr' })
    const facts = await shop.service.core.store.readStream(`staff/${personId}`)
    expect(facts.map(({ event }) => event)).toMatchObject([
      { type: 'StaffInvited', data: { role: member.role } },
    ])
    const signedIn = await login(shop.browser(), entry.oneTimePassword, 'omar@shop.example')
    expect(signedIn.body.user).toMatchObject({ id: personId, role: member.role })
    expect((await invite('cashier')).body.code).toBe('already_invited')
  })

  it('K22 an invited owner counts from his own password on, an act with its address', async () => {
    const owner = await shop.owner()
    const self = `/api/admin/staff/${(await owner.get('/api/auth/me')).body.user.id}`
    const { member, entry } = (await owner.post('/api/admin/staff', rima)).body
    expect((await owner.patch(self, { role: 'manager' })).body.code).toBe('last_owner')
    expect((await accept(entry.link, '198.51.100.9')).status).toBe(200)
    const { rows } = await shop.test.owner.query(
      `select actor_id, address, details from audit_details
        where subject = $1 and act = 'change password'`,
      [`staff/${member.id}`],
    )
    expect(rows).toEqual([
      { actor_id: member.id, address: '198.51.100.9', details: { entry: 'link' } },
    ])
  })

  it('keeps an owner when two end each other at once', async () => {
    const { database, store } = shop.service.core
    const needs = { database, store, codeKeys: [Buffer.alloc(32)] as const }
    const { rows } = await shop.test.owner.query<{ id: string }>(
      `select person_id as id from people where role = 'owner'`,
    )
    const [one = '', two = ''] = rows.map(({ id }) => id)
    const end = (personId: string, by: string) =>
      disableStaff(needs, { personId, actor: { personId: by, role: 'owner', address: '10.0.0.1' } })
    const ended = await Promise.allSettled([end(one, two), end(two, one)])
    const refusals = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refusals).toMatchObject([{ code: 'last_owner' }])
    const actor = { personId: one, role: 'owner', address: '10.0.0.1' }
    for (const personId of [one, two]) await enableStaff(needs, { personId, actor })
  })
})
