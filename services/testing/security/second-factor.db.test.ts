// The staff's area with ADMIN_SECURITY=strict: nothing without a second factor, nothing delicate
// without a fresh one (docs/security.md, K17, K20, K22-K24, K28, K30).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { moveClock } from '../../clock.ts'
import { codeAt, stepAt } from '../../commands/totp.ts'
import { operations } from '../../contract/operations.ts'
import type { ApiClient } from '../api-client.ts'
import { fromBase32 } from '../code-app.ts'
import { ownerEmail, ownerPassword } from '../running-service.ts'
import { softwarePasskey } from '../software-passkey.ts'
import type { SoftwarePasskey } from '../software-passkey.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let passkey: SoftwarePasskey
let owner: ApiClient
let secret: Buffer
beforeAll(async () => {
  shop = await openGuardedShop({ ADMIN_SECURITY: 'strict' })
  owner = await signedIn()
}, 120_000)
afterAll(() => shop.stop())
beforeEach(() => shop.test.owner.query('delete from failure_counters'))

async function signedIn(email = ownerEmail, password = ownerPassword): Promise<ApiClient> {
  const browser = shop.browser()
  const { status } = await browser.post('/api/auth/admin-login', { email, password })
  expect(status).toBe(200)
  return browser
}

const now = async () => {
  const { rows } = await shop.test.owner.query<{ now: Date }>('select clock_now() as now')
  return rows[0]?.now ?? new Date()
}
const ahead = async (seconds: number) => {
  await moveClock(shop.test.owner, new Date((await now()).getTime() + seconds * 1_000))
  await shop.service.core.clock.sync()
}
const currentCode = async () => codeAt(secret, stepAt(await now()))
/** Codes are used up: the clock goes on to the next one. */
const freshCode = async () => {
  await ahead(31)
  return currentCode()
}

const ceremony = async (browser: ApiClient) => {
  const { body } = await browser.post('/api/auth/admin-passkey-question')
  return { challenge: body.challenge, rpId: body.rpId, origin: shop.config.http.publicOrigin }
}
const prove = async (browser: ApiClient, key = passkey) =>
  browser.post('/api/auth/admin-passkey-proof', key.assert(await ceremony(browser)))

const refusalOf = async (browser: ApiClient, path = '/api/admin/raffles') =>
  (await browser.get(path)).body.code

describe('K17 before a second factor', () => {
  it('K17 no call of the staff’s area answers, whatever its method', async () => {
    const id = '5f0c2a5e-8d4e-4a7e-9d3c-0a1b2c3d4e5f'
    const ofStaff = operations.filter(({ path }) => path.startsWith('/api/admin'))
    expect(ofStaff.length).toBeGreaterThan(20)
    for (const { name, method, path, body } of ofStaff) {
      const sent = { multipart: new FormData(), raw: '', json: {} }[body?.kind ?? 'json']
      const real = path.replace(/\{\w+\}/g, id)
      const answer = await owner.call({ method, path: real, ...(body && { body: sent }) })
      expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'second_factor_required'])
    }
  })

  it('K17 a code app is set up with its first code, and opens the area', async () => {
    expect((await owner.get('/api/auth/admin-session')).body.needs).toBe('enrol')
    const { body } = await owner.post('/api/auth/admin-totp')
    expect(body.uri).toContain(`secret=${body.secret}`)
    secret = fromBase32(body.secret)
    const wrong = await owner.post('/api/auth/admin-totp/confirm', { code: '000000' })
    expect(wrong.body.code).toBe('wrong_code')
    expect(await refusalOf(owner)).toBe('second_factor_required')

    const code = await currentCode()
    const confirmed = await owner.post('/api/auth/admin-totp/confirm', { code })
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    expect((await owner.get('/api/admin/raffles')).status).toBe(200)
    expect((await owner.get('/api/auth/admin-session')).body).toMatchObject({
      needs: 'nothing',
      isFresh: true,
      hasTotp: true,
      recoveryCodesLeft: 10,
    })
  })

  it('K17 a code is taken once, in whatever browser it is tried again', async () => {
    const [first, second] = [await signedIn(), await signedIn()]
    expect((await first.get('/api/auth/admin-session')).body.needs).toBe('prove')
    const code = await freshCode()
    const both = await Promise.all(
      [first, second].map((browser) => browser.post('/api/auth/admin-proof', { code })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const again = await second.post('/api/auth/admin-proof', { code })
    expect(again.body.code).toBe('wrong_code')
  })

  it('K17 ten wrong codes close the second factor, also for the right one', async () => {
    const browser = await signedIn()
    for (let tries = 0; tries < 10; tries++)
      await browser.post('/api/auth/admin-proof', { code: '123456' })
    const { status } = await browser.post('/api/auth/admin-proof', { code: await freshCode() })
    expect(status).toBe(429)
  })

  it('K17 the secret lies in the database under a key that does not', async () => {
    const { rows } = await shop.test.owner.query<{ sealed: Buffer }>(
      'select sealed from staff_totp',
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.sealed.includes(secret)).toBe(false)
    const { rows: codes } = await shop.test.owner.query<{ code_sha256: Buffer }>(
      'select code_sha256 from staff_recovery_codes',
    )
    expect(codes).toHaveLength(10)
  })

  it('K17 recovery codes open it once each', async () => {
    await ahead(31)
    await owner.post('/api/auth/admin-proof', { code: await currentCode() })
    const renewed = await owner.post('/api/auth/admin-recovery-codes')
    const [code] = renewed.body.recoveryCodes
    const browser = await signedIn()
    expect((await browser.post('/api/auth/admin-proof', { code })).status).toBe(200)
    expect((await browser.get('/api/admin/raffles')).status).toBe(200)
    expect((await browser.post('/api/auth/admin-proof', { code })).body.code).toBe('wrong_code')

    const { rows } = await shop.test.owner.query<{ type: string }>(
      `select type from events where type like 'RecoveryCode%' order by position`,
    )
    expect(rows.map(({ type }) => type).at(-1)).toBe('RecoveryCodeUsed')
    const acts = `select from audit_details where act = 'use recovery code'`
    expect((await shop.test.owner.query(acts)).rowCount).toBe(1)
  })
})

const otherPassword = { currentPassword: ownerPassword, newPassword: 'seven boats leave at dawn' }

describe('K17 passkeys', () => {
  it('K17 without one a password makes way for no other', async () => {
    const changed = await (await signedIn()).post('/api/auth/admin-password', otherPassword)
    expect(changed.body.code).toBe('second_factor_required')
  })

  it('K17 one is kept, and opens the area in another browser', async () => {
    passkey = softwarePasskey(-7)
    const made = passkey.register(await ceremony(owner))
    const kept = await owner.post('/api/auth/admin-passkeys', { name: 'Laptop', ...made })
    expect(kept.body.passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: null }])
    const browser = await signedIn()
    expect((await prove(browser)).body).toMatchObject({ needs: 'nothing', isFresh: true })
    expect((await browser.get('/api/admin/raffles')).status).toBe(200)
  })

  it('K17 neither a stranger’s nor an old answer is taken', async () => {
    const browser = await signedIn()
    expect((await prove(browser, softwarePasskey(-7))).body.code).toBe('passkey_refused')
    const asked = await ceremony(browser)
    expect(
      (await browser.post('/api/auth/admin-passkey-proof', passkey.assert(asked))).status,
    ).toBe(200)
    const replay = await browser.post('/api/auth/admin-passkey-proof', passkey.assert(asked))
    expect(replay.body.code).toBe('passkey_refused')
    expect(await refusalOf(await signedIn())).toBe('second_factor_required')
  })
})

describe('K20 what is delicate', () => {
  it('K20 asks once more after five minutes, and after the role', async () => {
    const { raffleId } = await shopWithRaffle()
    const remove = () => owner.delete(`/api/admin/raffles/${raffleId}`)
    await ahead(301)
    expect((await remove()).body.code).toBe('step_up_required')
    expect((await owner.get('/api/admin/raffles')).status).toBe(200)
    await prove(owner)
    expect((await remove()).body).toEqual({ deleted: true })
  })

  it('K20 a second factor is added or taken away by who has just proven himself', async () => {
    await ahead(301)
    const made = softwarePasskey().register(await ceremony(owner))
    const added = await owner.post('/api/auth/admin-passkeys', { name: 'Phone', ...made })
    expect(added.body.code).toBe('step_up_required')
    expect((await owner.delete('/api/auth/admin-totp')).body.code).toBe('step_up_required')
    const changed = await owner.post('/api/auth/admin-password', otherPassword)
    expect(changed.body.code).toBe('step_up_required')
    await prove(owner)
    expect((await owner.delete('/api/auth/admin-totp')).body.hasTotp).toBe(false)
    const { passkeys } = (await owner.get('/api/auth/admin-session')).body
    const last = await owner.delete(`/api/auth/admin-passkeys/${passkeys[0].id}`)
    expect(last.body.code).toBe('last_factor')
  })
})

async function shopWithRaffle() {
  const { rows } = await shop.test.owner.query<{ n: number }>('select count(*) as n from logs')
  const form = new FormData()
  const fields = {
    name: `Raffle ${rows[0]?.n}`,
    description: 'Words',
    prizeInfo: 'Words',
    value: '100.00',
    startsAt: (await now()).toISOString().slice(0, 10),
    endsAt: new Date((await now()).getTime() + 30 * 86_400_000).toISOString().slice(0, 10),
    totalTickets: '100',
    minTicketsRequired: '0',
    status: 'active',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('image', new Blob([new Uint8Array(await picture())], { type: 'image/jpeg' }), 'a.jpg')
  const { body } = await owner.post('/api/admin/raffles', form)
  return { raffleId: body.id as string }
}

const picture = async () => {
  const { drawArtwork } = await import('../../demo/artwork.ts')
  return drawArtwork({ seed: 'x', glyph: 'watch', plate: 'cedar' }, { width: 80, height: 60 })
}

describe('accounts', () => {
  let link: string
  let auditor: { id: string; browser: ApiClient; key: SoftwarePasskey }

  it('K23 nobody is on the staff but the first owner, who came by the installation', async () => {
    const { body } = await owner.get('/api/admin/staff')
    expect(body.data).toMatchObject([{ email: ownerEmail, role: 'owner', status: 'enabled' }])
  })

  it('K22 an invitation is a fact with its actor, address and what it made', async () => {
    await prove(owner)
    const invited = await owner.post('/api/admin/staff', {
      email: 'Rana@Shop.example',
      fullName: 'Rana Haddad',
      role: 'auditor',
      entry: 'link',
    })
    expect(invited.body.member).toMatchObject({ email: 'rana@shop.example', status: 'invited' })
    ;({ link } = invited.body.entry)
    const { rows } = await shop.test.owner.query<{ type: string; meta: string }>(
      `select type, meta from events where stream_id = $1`,
      [`staff/${invited.body.member.id}`],
    )
    expect(rows.map(({ type }) => type)).toEqual(['StaffInvited'])
    const { body: me } = await owner.get('/api/auth/me')
    expect(JSON.parse(rows[0]?.meta ?? '')).toMatchObject({ actor: `staff:${me.user.id}` })
    const details = await shop.test.owner.query(
      `select act, actor_id, address, details from audit_details where subject = $1`,
      [`staff/${invited.body.member.id}`],
    )
    expect(details.rows).toEqual([
      {
        act: 'invite staff',
        actor_id: me.user.id,
        address: expect.stringMatching(/^10\./),
        details: expect.objectContaining({
          after: expect.objectContaining({ fullName: 'Rana Haddad', phone: null, role: 'auditor' }),
        }),
      },
    ])
    const twice = await owner.post('/api/admin/staff', {
      email: 'rana@shop.example',
      fullName: 'Rana',
      role: 'cashier',
      entry: 'password',
    })
    expect(twice.body.code).toBe('already_invited')
  })

  it('lets the invited choose a password, once and a good one', async () => {
    const token = new URL(link).hash.slice(1)
    const browser = shop.browser()
    const accept = (newPassword: string) =>
      browser.post('/api/auth/invitation', { token, newPassword })
    expect((await accept('rana rana rana rana')).body.code).toBe('weak_password')
    expect((await accept('many olives on the northern hill')).body).toEqual({
      email: 'rana@shop.example',
    })
    expect((await accept('other olives on the northern hill')).body.code).toBe('invitation_over')

    const client = await signedIn('rana@shop.example', 'many olives on the northern hill')
    const key = softwarePasskey(-8)
    const made = key.register(await ceremony(client))
    await client.post('/api/auth/admin-passkeys', { name: 'Key', ...made })
    const { user } = (await client.get('/api/auth/me')).body
    auditor = { id: user.id, browser: client, key }
    expect((await client.get('/api/admin/staff')).status).toBe(200)
    const foreign = { entry: 'link' }
    const refused = await client.post(`/api/admin/staff/${user.id}/password`, foreign)
    expect(refused.body.code).toBe('not_allowed')
  })

  it('K30 a change of role counts from the next call on', async () => {
    const { id, browser } = auditor
    await prove(owner)
    const change = (role: string) => owner.patch(`/api/admin/staff/${id}`, { role })
    expect((await browser.get('/api/admin/orders')).status).toBe(200)
    expect((await change('regulator')).body.role).toBe('regulator')
    expect(await refusalOf(browser, '/api/admin/orders')).toBe('not_allowed')
    await change('auditor')
    expect((await browser.get('/api/admin/orders')).status).toBe(200)
  })

  it('shows sessions and sign-ins, the refused ones too, and ends a session', async () => {
    await shop.browser().post('/api/auth/admin-login', {
      email: 'rana@shop.example',
      password: 'not this one',
    })
    const { body } = await owner.get(`/api/admin/staff/${auditor.id}`)
    expect(body.liveSessions).toMatchObject([{ isThisOne: false, device: expect.any(String) }])
    const signIns = async (query: string) => {
      const answer = await owner.get(`/api/admin/staff/${auditor.id}/sign-ins?${query}`)
      const { data, pagination } = answer.body
      return [data.map(({ outcome }: { outcome: string }) => outcome), pagination.total]
    }
    expect(await signIns('')).toEqual([['wrong_password', 'signed_in'], 2])
    expect(await signIns('limit=1&page=2')).toEqual([['signed_in'], 2])
    expect(await signIns('kind=succeeded')).toEqual([['signed_in'], 1])
    expect(await signIns('kind=refused')).toEqual([['wrong_password'], 1])
    const path = `/api/admin/staff/${auditor.id}/sessions/${body.liveSessions[0].id}`
    await prove(owner)
    expect((await owner.delete(path)).body).toEqual({ revoked: 1 })
    expect((await auditor.browser.get('/api/admin/staff')).status).toBe(401)
    const own = await owner.get('/api/auth/me')
    const others = await owner.delete(`/api/admin/staff/${own.body.user.id}/sessions`)
    expect(others.body.revoked).toBeGreaterThan(0)
    expect((await owner.get('/api/admin/staff')).status).toBe(200)
  })

  it('K28 who is let in no longer is out at once, and may come back', async () => {
    const browser = await signedIn('rana@shop.example', 'many olives on the northern hill')
    await prove(browser, auditor.key)
    await prove(owner)
    const set = (isEnabled: boolean) => owner.patch(`/api/admin/staff/${auditor.id}`, { isEnabled })
    expect((await set(false)).body.status).toBe('disabled')
    expect((await browser.get('/api/admin/staff')).status).toBe(401)
    const refused = await shop.browser().post('/api/auth/admin-login', {
      email: 'rana@shop.example',
      password: 'many olives on the northern hill',
    })
    expect(refused.body.code).toBe('wrong_password')
    expect((await set(true)).body.status).toBe('enabled')
    await signedIn('rana@shop.example', 'many olives on the northern hill')
  })

  it('gives a new way in to who has lost the old one', async () => {
    await prove(owner)
    const path = `/api/admin/staff/${auditor.id}`
    const reset = await owner.delete(`${path}/factors`)
    expect(reset.body).toMatchObject({ hasTotp: false, passkeys: 0 })
    const { body } = await owner.post(`${path}/password`, { entry: 'password' })
    const browser = await signedIn('rana@shop.example', body.oneTimePassword)
    expect(await refusalOf(browser)).toBe('password_change_required')
    await browser.post('/api/auth/admin-password', {
      currentPassword: body.oneTimePassword,
      newPassword: 'seven lanterns by the old stairs',
    })
    expect((await browser.get('/api/auth/admin-session')).body.needs).toBe('enrol')
  })

  it('never leaves the shop without an owner', async () => {
    const { id } = (await owner.get('/api/auth/me')).body.user
    await prove(owner)
    const change = (body: object) => owner.patch(`/api/admin/staff/${id}`, body)
    expect((await change({ role: 'manager' })).body.code).toBe('last_owner')
    expect((await change({ isEnabled: false })).body.code).toBe('not_allowed')
  })
})

describe('K24 the cookie and the address of staff', () => {
  it('K24 the cookie is its own, HttpOnly and SameSite=Strict', async () => {
    const answer = await shop.browser().post('/api/auth/admin-login', {
      email: ownerEmail,
      password: ownerPassword,
    })
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('qura_admin='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
  })

  it('K24 with a list of addresses staff come from nowhere else', async () => {
    const office = await openGuardedShop({ ADMIN_ADDRESSES: '198.51.100.0/24' })
    const login = (address: string) =>
      office
        .browser(address)
        .post('/api/auth/admin-login', { email: ownerEmail, password: ownerPassword })
    expect((await login('203.0.113.9')).body.code).toBe('address_refused')
    expect((await login('198.51.100.7')).status).toBe(200)
    const stolen = office.browser('203.0.113.9')
    expect((await stolen.get('/api/admin/raffles')).body.code).toBe('address_refused')
    expect((await stolen.get('/api/raffles')).status).toBe(200)
    await office.stop()
  })
})
