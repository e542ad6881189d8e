// A shop whose staff have a host of their own (ADMIN_ORIGIN; ASVS 3.5.4): each of the two answers
// what is its own. Here they are the two names of one machine.
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { apiClient } from '../api-client.ts'
import type { ApiClient } from '../api-client.ts'
import { ownerEmail, ownerPassword } from '../running-service.ts'
import { softwarePasskey } from '../software-passkey.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let staffOrigin: string
let raffleId: string

beforeAll(async () => {
  const parted = { withPages: true, adminHost: 'localhost' } as const
  shop = await openGuardedShop({ LIMITS: 'relaxed' }, parted)
  staffOrigin = shop.config.admin.origin
  ;({ raffleId } = await shop.sell({ name: 'Watch', totalTickets: 50 }))
}, 180_000)
afterAll(() => shop.stop())

type Asked = { status: number; location: string | null; text: string }

async function ask(address: string, method = 'get'): Promise<Asked> {
  const { origin } = new URL(address)
  const answer = await fetch(address, {
    method: method.toUpperCase(),
    headers: { Origin: origin },
    redirect: 'manual',
  })
  const { status, headers } = answer
  return { status, location: headers.get('location'), text: await answer.text() }
}

const pathOf = ({ path }: Operation) => path.replace(/\{\w+\}/g, () => crypto.randomUUID())
const codeOf = ({ text }: Asked): unknown => (JSON.parse(text) as { code?: unknown }).code
const cookiesOf = ({ cookies }: ApiClient) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** By which staff come in: no session is asked for. */
const doors = ['adminLogin', 'acceptInvitation']
const shared = ['me', 'logout', 'readImage', 'readDraw', 'health', 'readiness']
const isStaffs = ({ who, name }: Operation) => who === 'staff' || doors.includes(name)

describe('calls', () => {
  it('of staff are answered on their host, and at the shop there are none', async () => {
    for (const operation of operations.filter(isStaffs)) {
      const path = pathOf(operation)
      const atShop = await ask(shop.origin + path, operation.method)
      const found = [operation.name, atShop.status, codeOf(atShop)]
      expect(found).toEqual([operation.name, 404, 'not_found'])
      const { status } = await ask(staffOrigin + path, operation.method)
      expect([operation.name, status]).not.toEqual([operation.name, 404])
    }
  })

  it('of customers and providers are none on the host of staff', async () => {
    const others = operations.filter((one) => !isStaffs(one) && !shared.includes(one.name))
    expect(others.length).toBeGreaterThan(20)
    for (const operation of others) {
      const path = pathOf(operation)
      const { status, location } = await ask(staffOrigin + path, operation.method)
      // Files of the public log are read in the window, as pages are.
      const wanted = path.startsWith('/ledger') ? [302, shop.origin + path] : [404, null]
      expect([operation.name, status, location]).toEqual([operation.name, ...wanted])
    }
  })

  it('that pages of staff make beside their own are answered on both', async () => {
    const { image } = (await shop.client().get(`/api/raffles/${raffleId}`)).body
    for (const origin of [shop.origin, staffOrigin])
      for (const path of ['/api/auth/me', image, `/api/draws/${raffleId}`, '/healthz'])
        expect([path, (await ask(origin + path)).status]).toEqual([path, 200])
  })
})

describe('pages', () => {
  it('of staff are not to be found at the shop, however they are written', async () => {
    for (const path of ['/admin', '/admin/', '/ADMIN/login', '/admin/draws/x', '/admin/nothing']) {
      const { status, text } = await ask(shop.origin + path)
      expect([path, status]).toEqual([path, 404])
      expect(text).toContain('404 Page Not Found')
      expect(text).toContain('"host":"shop"')
      expect(text).not.toContain('name="password"')
    }
    const encoded = await ask(`${shop.origin}/%61dmin/login`)
    expect([encoded.status, codeOf(encoded)]).toEqual([404, 'not_found'])
    expect((await ask(`${shop.origin}/raffles`)).status).toBe(200)
    const { status, text } = await ask(`${staffOrigin}/admin/login`)
    expect(status).toBe(200)
    expect(text).toContain('"host":"staff"')
    expect(text).toContain('name="password"')
  })

  it('of the shop lead from the host of staff to the shop, and to nowhere else', async () => {
    const screen = `/draws/${raffleId}/screen`
    for (const path of ['/', '/raffles?lang=ar', '/o/abcdef', screen, '/docs/api', '/sandbox']) {
      const { status, location } = await ask(staffOrigin + path)
      expect([status, location]).toEqual([302, shop.origin + path])
    }
    const { location } = await ask(`${staffOrigin}//evil.example/admin`)
    expect(new URL(location ?? '').origin).toBe(shop.origin)
    expect((await ask(`${staffOrigin}/raffles`, 'post')).status).toBe(404)
    const { hostname, port } = new URL(staffOrigin)
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ hostname, port, path: `${staffOrigin}/raffles` }, resolve).once('error', reject)
    })
    answer.resume()
    expect([answer.statusCode, answer.headers.location]).toEqual([404, undefined])
  })

  it('that there are not are none on the host of staff, not the shop’s page of that', async () => {
    for (const path of ['/admin//draws', '/nothing.html']) {
      const answer = await ask(staffOrigin + path)
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 404, 'not_found'])
    }
  })

  it('have what they are made of on both hosts', async () => {
    const { text } = await ask(`${staffOrigin}/admin/login`)
    const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(text) ?? []
    for (const origin of [shop.origin, staffOrigin])
      for (const path of [asset, '/favicon.svg', '/manifest.webmanifest', '/robots.txt'])
        expect([path, (await ask(origin + path)).status]).toEqual([path, 200])
  })
})

describe('what a browser brings', () => {
  it('is read on the host it is of: a cookie of the other one is nobody’s', async () => {
    const owner = await shop.owner()
    const customer = await shop.customer()
    const whoIs = async (browser: ApiClient, cookie: string) =>
      (await browser.get('/api/auth/me', { Cookie: cookie })).body.user?.id ?? null
    const [ofStaff, ofShop] = [cookiesOf(owner), cookiesOf(customer.browser)]
    const both = `${ofStaff}; ${ofShop}`
    const atDesk = apiClient(staffOrigin)

    expect(await whoIs(atDesk, ofStaff)).toBe((await owner.get('/api/auth/me')).body.user.id)
    expect(await whoIs(shop.client(), ofStaff)).toBeNull()
    expect(await whoIs(shop.client(), both)).toBe(customer.id)
    expect(await whoIs(atDesk, ofShop)).toBeNull()
  })

  it('is refused when a page of the other host sends it', async () => {
    const login = { email: ownerEmail, password: ownerPassword }
    const path = '/api/auth/admin-login'
    const fromShop = await apiClient(staffOrigin).post(path, login, { Origin: shop.origin })
    expect([fromShop.status, fromShop.body.code]).toEqual([403, 'origin_refused'])
    const phone = { phone: '+96170123456' }
    const asStaff = { Origin: staffOrigin }
    const fromStaff = await shop.client().post('/api/auth/check-phone', phone, asStaff)
    expect([fromStaff.status, fromStaff.body.code]).toEqual([403, 'origin_refused'])
  })
})

it('invitations and passkeys of staff are of their host, of customers the shop’s', async () => {
  const owner = await shop.owner()
  const wanted = { email: 'rana@shop.example', fullName: 'Rana Haddad', role: 'auditor' }
  const { body } = await owner.post('/api/admin/staff', { ...wanted, entry: 'link' })
  expect(new URL(body.entry.link).origin).toBe(staffOrigin)

  const question = async () => (await owner.post('/api/auth/admin-passkey-question')).body
  const add = async (origin: string) => {
    const { challenge, rpId } = await question()
    const made = softwarePasskey().register({ challenge, rpId, origin })
    return owner.post('/api/auth/admin-passkeys', { name: 'Key', ...made })
  }
  expect((await question()).rpId).toBe('localhost')
  expect((await add(shop.origin)).body.code).toBe('passkey_refused')
  expect((await add(staffOrigin)).status).toBe(200)

  const { browser } = await shop.customer()
  const asked = await browser.post('/api/account/security/passkey-question')
  expect(asked.body.rpId).toBe('127.0.0.1')
})
