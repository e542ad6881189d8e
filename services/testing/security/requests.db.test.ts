// Requests that no page of ours would send (docs/security.md, K31, K32, K40, K41, K57, K58).
import { connect } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { operations } from '../../contract/operations.ts'
import type { ApiClient } from '../api-client.ts'
import { buyer, openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let owner: ApiClient
let productId: string
beforeAll(async () => {
  shop = await openGuardedShop()
  owner = await shop.owner()
  ;({ productId } = await shop.sell({ name: 'Watch', totalTickets: 50 }))
}, 120_000)
afterAll(() => shop.stop())

const somewhere = (path: string) => path.replace(/\{\w+\}/g, () => crypto.randomUUID())
const writes = operations.filter(({ method, who }) => method !== 'get' && who !== 'provider')
const purchase = (change: object = {}) => ({
  ...buyer,
  items: [{ productId, quantity: 1, variantId: null }],
  ...change,
})

describe('K31, K32 where a write comes from', () => {
  it('K31 a purchase in text/plain or as a form is not read', async () => {
    const before = await shop.recorded()
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'text/json', '']
    for (const type of types) {
      const headers: Record<string, string> = type === '' ? {} : { 'Content-Type': type }
      const body = new TextEncoder().encode(JSON.stringify(purchase()))
      const call = { method: 'POST', path: '/api/purchases', body, headers }
      const answer = await shop.browser().call(call)
      expect([type, answer.status]).toEqual([type, 415])
    }
    expect(await shop.recorded()).toEqual(before)
  })

  it.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['an opaque origin', { Origin: 'null' }],
    ['our name on another port', { Origin: 'http://127.0.0.1:1' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sister of ours', { 'Sec-Fetch-Site': 'same-site' }],
  ])('K31 every write from %s is refused', async (_what, headers) => {
    const before = await shop.recorded()
    for (const { method, path, name } of writes) {
      const { status, body } = await owner.call({ method, path: somewhere(path), headers })
      expect([name, status, body.code]).toEqual([name, 403, 'origin_refused'])
    }
    expect(await shop.recorded()).toEqual(before)
  })

  it('K31 who says nothing of where he comes from is no browser, and is let in', async () => {
    const check = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ phone: '+96170123456' })
      const said = { 'Content-Type': 'application/json', ...headers }
      const path = `${shop.origin}/api/auth/check-phone`
      return (await fetch(path, { method: 'POST', body, headers: said })).status
    }
    expect(await check({})).toBe(200)
    for (const site of ['same-origin', 'none'])
      expect([site, await check({ 'Sec-Fetch-Site': site })]).toEqual([site, 200])
    expect(await check({ Origin: shop.origin })).toBe(200)
    // One of the two is enough to be refused.
    expect(await check({ Origin: shop.origin, 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
    expect(await check({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'none' })).toBe(403)
  })

  it('K32 a form with a picture from elsewhere is refused before it is read', async () => {
    const form = new FormData()
    form.set('name', 'x')
    form.set('image', new Blob([new Uint8Array(1_000)]), 'a.jpg')
    const path = `/api/admin/products/${productId}`
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]
    for (const headers of foreign)
      expect((await owner.call({ method: 'PUT', path, body: form, headers })).status).toBe(403)
    expect((await owner.put(path, form)).status).toBe(400)
  })
})

describe('K40, K41 what is out of bounds', () => {
  const items = (change: object) => ({ items: [{ productId, quantity: 1, ...change }] })

  it('K40 quantities', async () => {
    const before = await shop.recorded()
    for (const quantity of [0, -1, 1.5, '1', 1e9, 101, 2 ** 53, null, Number.NaN, [1], true]) {
      const answer = await shop.browser().post('/api/purchases', purchase(items({ quantity })))
      expect([quantity, answer.status]).toEqual([quantity, 400])
    }
    const written = JSON.stringify(purchase()).replace('"quantity":1', '"quantity":1e400')
    const call = { method: 'POST', path: '/api/purchases', body: written }
    const headers = { 'Content-Type': 'application/json' }
    expect((await shop.browser().call({ ...call, headers })).status).toBe(400)
    expect(await shop.recorded()).toEqual(before)
  })

  it('K40 pages and limits', async () => {
    const { browser, id } = await shop.customer()
    const lists = [
      [browser, `/api/users/${id}/purchases`],
      [browser, `/api/users/${id}/raffle-entries`],
      [owner, '/api/admin/orders'],
      [owner, '/api/admin/products'],
      [owner, '/api/admin/raffles'],
    ] as const
    const queries = [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=x',
      'limit=1001',
      'limit=0',
      'limit=1e3',
    ]
    for (const [client, path] of lists) {
      for (const query of [...queries, 'page=', 'sort=name', 'page=99999999999999999999'])
        expect([query, (await client.get(`${path}?${query}`)).status]).toEqual([query, 400])
      expect((await client.get(`${path}?page=100000&limit=1000`)).status).toBe(200)
    }
  })

  it('K40 days that are not in the calendar, ends before beginnings', async () => {
    const form = (fields: Record<string, string>) => {
      const data = new FormData()
      for (const [name, value] of Object.entries(fields)) data.set(name, value)
      return data
    }
    const { body } = await owner.get('/api/admin/raffles')
    const path = `/api/admin/raffles/${body.data[0].id}`
    const { endsAt: promised } = (await owner.get(path)).body
    for (const endsAt of ['2026-02-30', '0000-00-00', '21-11-2026', 'tomorrow', '9', '']) {
      const { status, body: refused } = await owner.put(path, form({ endsAt }))
      expect([endsAt, status, refused.code]).toEqual([endsAt, 400, 'invalid_request'])
    }
    const gone = await owner.put(path, form({ endsAt: '2020-01-01' }))
    expect([gone.status, gone.body]).toMatchObject([
      400,
      {
        code: 'invalid_request',
        fields: [{ path: 'endsAt', message: 'The end date must be after the start date' }],
      },
    ])
    expect((await owner.get(path)).body.endsAt).toBe(promised)
  })

  it('K41 prototypes, lists for single values, the same parameter twice', async () => {
    const text = JSON.stringify(purchase())
    const bodies = [
      text.replace('{', '{"__proto__":{"isAdmin":true},'),
      text.replace('{', '{"constructor":{"prototype":{"isAdmin":true}},'),
      text.replace('"customerName":"', '"customerName":["').replace('Haddad"', 'Haddad"]'),
      text.replace('"quantity":1', '"quantity":1,"__proto__":{}'),
    ]
    const headers = { 'Content-Type': 'application/json' }
    for (const body of bodies) {
      const call = { method: 'POST', path: '/api/purchases', body, headers }
      expect((await shop.browser().call(call)).status).toBe(400)
    }
    const queries = ['page=1&page=2', 'page[]=1', '__proto__=1', 'constructor=1', 'page=%00']
    for (const query of queries)
      expect((await owner.get(`/api/admin/orders?${query}`)).status).toBe(400)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})

describe('K57, K58 what is told, and how much is read', () => {
  it('K57 a failure of ours is one sentence: no stack, no SQL, no path', async () => {
    const rename = (from: string, to: string) =>
      shop.test.owner.query(`alter table ${from} rename to ${to}`)
    await rename('people', 'people_hidden')
    const login = { email: 'a@b.example', password: 'x' }
    const { status, body } = await shop.browser().post('/api/auth/admin-login', login)
    await rename('people_hidden', 'people')
    expect(status).toBe(500)
    expect(body).toEqual({
      error: 'Something went wrong on our side. Please try again.',
      code: 'internal',
    })
    expect(shop.logged()).toContain('relation \\"people\\" does not exist')
  })

  it('K57 every refusal has the one shape, on whatever path', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/API/raffles',
      '/api/%ff',
      '/api/raffles/%00',
      '/nowhere',
    ])
      expect((await shop.browser().get(path)).body).toEqual({
        error: expect.any(String),
        code: expect.any(String),
      })
  })

  it('K58 32 KiB and twenty levels of JSON', async () => {
    const post = (body: string) =>
      shop.browser().call({
        method: 'POST',
        path: '/api/events',
        body,
        headers: { 'Content-Type': 'application/json' },
      })
    expect((await post(`{"x":"${'y'.repeat(33_000)}"}`)).status).toBe(413)
    expect((await post(`{"a":${'['.repeat(25)}${']'.repeat(25)}}`)).body.error).toContain('deep')
    const keys = Array.from({ length: 100_000 }, (_, n) => `"${n}":1`).join(',')
    expect((await post(`{${keys}}`)).status).toBe(413)
    expect((await post('{"a":')).status).toBe(400)
    const limit = { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } }
    const zipped = { method: 'POST', path: '/api/events', body: new Uint8Array(10), ...limit }
    expect((await shop.browser().call(zipped)).status).toBe(415)
  })

  it.each([
    [
      'a length and a chunked body',
      'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['two lengths', 'Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc'],
    ['a length that is none', 'Content-Length: -1\r\n\r\n'],
    ['a folded header', 'X-A: b\r\n c: d\r\n\r\n'],
    ['headers without end', `X-A: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['a bare line feed in a header', 'X-A: b\nTransfer-Encoding: chunked\r\n\r\n'],
  ])('K58 %s: refused, and the connection ends', async (_what, rest) => {
    const head = 'POST /api/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    const answer = await onTheWire(`${head}${rest}`)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).toContain('\r\nX-Content-Type-Options: nosniff\r\n')
    expect(answer).toContain("\r\nContent-Security-Policy: default-src 'none'; ")
    expect((await shop.browser().get('/healthz')).status).toBe(200)
  })
})

/** One request as bytes on the wire; the answer's beginning. */
function onTheWire(text: string): Promise<string> {
  const { port } = new URL(shop.origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')))
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1'))
      socket.destroy()
    })
    socket.on('error', reject)
  })
}
