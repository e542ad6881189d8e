// What a browser is told when the shop has its public https address (docs/security.md, K25, K33,
// K52, K61).
import { connect } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ownerEmail, ownerPassword } from '../running-service.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
beforeAll(async () => {
  shop = await openGuardedShop({ PUBLIC_ORIGIN: 'https://shop.example' }, { withPages: true })
}, 180_000)
afterAll(() => shop.stop())

const isYearOrMore = (seconds: number) => seconds >= 365 * 86_400

/** One request as bytes on the wire, and all that comes back. */
function onTheWire(text: string): Promise<string> {
  const { port } = new URL(shop.origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setTimeout(10_000, () => socket.destroy())
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('K25 cookies', () => {
  it('K25 are bound to this host over TLS, out of reach of scripts and short', async () => {
    const guest = await shop.browser().post('/api/auth/check-phone', { phone: '+96170123456' })
    const login = { email: ownerEmail, password: ownerPassword }
    const admin = await shop.browser().post('/api/auth/admin-login', login)
    const page = await fetch(`${shop.origin}/?lang=fr`, { headers: { accept: 'text/html' } })
    const answers = [guest, admin, page]
    const cookies = answers.flatMap(({ headers }) => headers.getSetCookie())
    const set = cookies.filter((cookie) => !/expires=thu, 01 jan 1970/i.test(cookie))
    expect(set.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-qura_session',
      '__Host-qura_admin',
      '__Host-qura_entry',
      '__Host-qura_lang',
    ])
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-/)
      expect(cookie).toContain('; Path=/')
      expect(cookie).toContain('; HttpOnly')
      expect(cookie).toContain('; Secure')
      expect(cookie).not.toMatch(/domain=/i)
      expect(cookie.length).toBeLessThan(4_096)
    }
    expect(set[0]).toContain('SameSite=Lax')
    expect(set[1]).toContain('SameSite=Strict')
    for (const cookie of set.slice(2)) expect(cookie).toContain('SameSite=Lax')
  })

  it('K25 language and colours are read by both names, first by that over TLS', async () => {
    const markOf = async (cookie: string) =>
      /<html [^>]*>/.exec(await (await fetch(shop.origin, { headers: { cookie } })).text())?.[0]
    const before = 'qura_lang=fr; qura_theme=dark'
    expect(await markOf(before)).toBe('<html lang="fr" dir="ltr" class="dark">')
    const chosen = '__Host-qura_lang=ar; __Host-qura_theme=light'
    for (const cookie of [chosen, `${before}; ${chosen}`])
      expect(await markOf(cookie)).toBe('<html lang="ar" dir="rtl" class="light">')
  })
})

describe('K33, K52, K61 headers and listeners', () => {
  it('K33 grants no other origin anything, and OPTIONS tells nothing', async () => {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' }
    for (const path of ['/api/raffles', '/api/purchases', '/api/auth/me', '/images/x.webp'])
      for (const method of ['OPTIONS', 'GET']) {
        const answer = await fetch(`${shop.origin}${path}`, { method, headers })
        const names = [...answer.headers.keys()]
        expect(names.filter((name) => name.startsWith('access-control'))).toEqual([])
        if (method === 'OPTIONS') expect(answer.status).toBe(405)
      }
  })

  it('K52 every answer, refusals included, keeps browsers strict', async () => {
    const paths = ['/api/raffles', '/api/nothing', '/api/admin/orders', '/healthz', '/docs/api']
    for (const path of [...paths, '/images/x.webp', '/nowhere', '/%ff']) {
      const { headers } = await fetch(`${shop.origin}${path}`)
      const transport = headers.get('strict-transport-security') ?? ''
      const [, seconds] = /^max-age=(\d+); includeSubDomains\b/.exec(transport) ?? []
      expect([path, Number(seconds)]).toEqual([path, expect.toSatisfy(isYearOrMore)])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
    }
  })

  it('K52 so does what is answered to no request at all', async () => {
    const answer = await onTheWire('nonsense\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toMatch(/\r\nStrict-Transport-Security: max-age=\d{8}; includeSubDomains\r\n/)
    expect(answer).toContain('\r\nX-Content-Type-Options: nosniff\r\n')
  })

  it('K61 figures and reasons are on the private listener alone', async () => {
    for (const path of ['/metrics', '/debug', '/api/metrics', '/server-status'])
      expect((await fetch(`${shop.origin}${path}`)).status).toBe(404)
    // A process that just stood still for a second says so; on a busy machine it may have.
    for (const path of ['/healthz', '/readyz'])
      await expect
        .poll(async () => (await fetch(`${shop.origin}${path}`)).json())
        .toEqual({ ok: true })
    const { host, port } = shop.config.metrics
    const inside = `http://${host}:${port}`
    expect(await (await fetch(`${inside}/metrics`)).text()).toContain('http_request_seconds')
    expect(await (await fetch(`${inside}/readyz`)).json()).toMatchObject({ state: 'ready' })
  })

  it('K61 says nothing of its versions and refuses TRACE and CONNECT', async () => {
    const { headers } = await fetch(`${shop.origin}/api/raffles`)
    for (const name of ['server', 'x-powered-by', 'via']) expect(headers.get(name)).toBeNull()
    const host = 'Host: shop.example\r\nConnection: close\r\n'
    const trace = await onTheWire(`TRACE / HTTP/1.1\r\n${host}Cookie: a=secret\r\n\r\n`)
    expect(trace).toMatch(/^HTTP\/1\.1 405 /)
    expect(trace).not.toContain('a=secret')
    expect(await onTheWire(`CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`)).not.toMatch(/ 200 /)
  })
})
