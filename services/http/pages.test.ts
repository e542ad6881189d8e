import { tmpdir } from 'node:os'
import { join } from 'node:path'

import express from 'express'
import { afterEach, beforeEach, expect, it } from 'vitest'

import type { RenderedPage, RenderRequest, WebApp } from '../contract/pages.ts'
import type { ShopSettings } from '../contract/shop-settings.ts'
import { diskFiles } from '../providers/files/disk.ts'
import { listen } from './listen.ts'
import type { Listening } from './listen.ts'
import type { PageFiles } from './page-files.ts'
import { pageRoutes } from './pages.ts'
import { openWaitingPage } from './waiting-page.ts'

/** The shop of the test has so many, and knows of no other. */
const RAFFLES = 100
const raffles = new Set(Array.from({ length: RAFFLES }, (_, index) => raffleNumbered(index)))
const car = `/raffle/${raffleNumbered(0)}`

let server: Listening
let rendered: RenderRequest[]
let atOnce: number
let atOnceMax: number
/** Who is being rendered waits for it. */
let held: Promise<void>
let release: () => void
let nowMs: number

beforeEach(async () => {
  rendered = []
  atOnce = 0
  atOnceMax = 0
  nowMs = Date.UTC(2026, 0, 1)
  held = Promise.resolve()
  release = () => {}
  const app = express()
  app.set('query parser', 'simple')
  app.get('/api/health', (_request, response) => void response.json({ ok: true }))
  app.use(
    pageRoutes({
      bundle: { app: webApp, files: noFiles },
      reads: {
        isRaffle: (id) => raffles.has(id),
        raffles: () => [],
        raffle: (id) => raffleNamed(id),
        productsOf: () => [],
        draw: async () => ({}),
      },
      publicOrigin: 'https://shop.example',
      settings: () => settings,
      files: diskFiles(join(tmpdir(), 'qura-no-pictures')),
      sendWaitingPage: openWaitingPage({ shopName: 'Qura', isHttps: true }),
      now: () => new Date(nowMs),
    }),
  )
  server = await listen(app, { host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  release()
  await server.stop()
})

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })
  const { status } = answer
  return { status, header: (name: string) => answer.headers.get(name), html: await answer.text() }
}

const many = (count: number, pathOf: (index: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, index) => get(pathOf(index))))

function hold(): void {
  held = new Promise((resolve) => (release = resolve))
}

it('writes one page for all that there is not, and no page that there is goes for it', async () => {
  const before = await get(car)
  const answers = [
    ...(await many(600, (index) => `/x${index}`)),
    ...(await many(600, (index) => `/raffle/${raffleNumbered(RAFFLES + index)}`)),
  ]
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  expect(rendered.map(({ path }) => path)).toEqual([car, '/*', '/raffle/:id'])

  const after = await get(car)
  expect([after.status, after.header('etag')]).toEqual([200, before.header('etag')])
  expect(after.html).toContain('City Car')
  expect(rendered).toHaveLength(3)
})

it('writes what there is not in each language and colour, and calls no path of it', async () => {
  const looks = ['en', 'ar', 'fr'].flatMap((language) =>
    ['', 'light', 'dark'].map((mode) => ({ cookie: `qura_lang=${language}; qura_theme=${mode}` })),
  )
  for (const look of [...looks, ...looks]) {
    const { status, html } = await get(`/nothing-${crypto.randomUUID()}?a="><b>`, look)
    expect(status).toBe(404)
    expect(html).toContain(`<html lang="${look.cookie.slice(10, 12)}"`)
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toMatch(/nothing-|canonical|og:url|"><b>/)
  }
  expect(rendered).toHaveLength(looks.length)
})

it('names the address of a page that there is, however it was asked for', async () => {
  const asked = [car, `${car}/`, `${car}?utm=1`, car.replace('raffle', 'RAFFLE')]
  const answers = await Promise.all(asked.map((path) => get(path)))
  for (const { status, html } of answers) {
    expect(status).toBe(200)
    expect(html).toContain(`<link rel="canonical" href="https://shop.example${car}">`)
    expect(html).toContain(`<meta property="og:url" content="https://shop.example${car}">`)
  }
  expect(rendered).toHaveLength(1)
})

it('keeps the pages of orders and payments, and writes nobody’s id into them', async () => {
  for (const [path, page] of [
    ['/order/', '/order/:id'],
    ['/payment/success?orderId=', '/payment/success'],
  ] as const) {
    const answers = await many(50, (index) => `${path}id-of-${index}`)
    for (const { status, html } of answers) {
      expect(status).toBe(200)
      expect(html).not.toMatch(/id-of-|canonical|og:url/)
    }
    expect(rendered.splice(0).map((asked) => asked.path)).toEqual([page])
  }
})

it('renders one page at a time; who finds too many waiting is asked to come again', async () => {
  await get('/')
  hold()
  const statuses: number[] = []
  const asked = Array.from({ length: 80 }, async (_, index) => {
    statuses.push((await get(`/raffle/${raffleNumbered(index)}`)).status)
  })
  await expect.poll(() => statuses.length).toBe(80 - 31)
  expect(new Set(statuses.splice(0))).toEqual(new Set([503]))

  // One is being rendered, thirty wait: neither a call nor a page that is kept waits with them.
  expect((await get('/api/health')).status).toBe(200)
  expect((await get('/')).status).toBe(200)
  const refused = await get(`/draws/${raffleNumbered(0)}`, { 'accept-language': 'fr' })
  expect([refused.status, refused.header('retry-after')]).toEqual([503, '2'])
  expect(refused.header('cache-control')).toBe('no-store')
  expect(refused.html).toContain('<html lang="fr" dir="ltr">')

  release()
  await Promise.all(asked)
  expect(statuses).toEqual(Array(31).fill(200))
  expect([rendered.length, atOnceMax]).toEqual([1 + 31, 1])
})

it('renders once for a crowd, and again when its facts or its countdown are old', async () => {
  const crowd = await many(100, () => car)
  expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([200]))
  nowMs += 11_000
  await get(car)
  expect(rendered).toHaveLength(1)
  nowMs += 300_000
  await get(car)
  expect(rendered).toHaveLength(2)
})

function raffleNumbered(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
}

const raffleNamed = (id: string) => ({
  id,
  name: 'City Car',
  description: '',
  prizeInfo: '',
  image: null,
  startsAt: '2026-01-01T00:00:00.000Z',
  endsAt: '2026-02-01T00:00:00.000Z',
  status: 'active',
  product: null,
})

const ofRaffle = /^\/(raffle|draws)\/([^/]+)\/?$/i

const webApp: WebApp = {
  everyPageLoaded: Promise.resolve(),
  offeredLanguages: ['en', 'ar', 'fr'],
  pageAt(path) {
    const [, kind = '', raffleId] = ofRaffle.exec(path) ?? []
    if (raffleId !== undefined) return { pattern: `/${kind.toLowerCase()}/:id`, raffleId }
    if (path.startsWith('/order/')) return { pattern: '/order/:id', raffleId: null }
    const isOurs = path === '/' || path === '/payment/success'
    return { pattern: isOurs ? path : '*', raffleId: null }
  },
  async render(request) {
    rendered.push(request)
    atOnce += 1
    atOnceMax = Math.max(atOnceMax, atOnce)
    await held
    atOnce -= 1
    return pageOf(request)
  },
}

const pageOf = ({ path, language, queries }: RenderRequest): RenderedPage => ({
  html: `<a href="${path}">${queries.length > 0 ? 'City Car' : ''}</a>`,
  title: 'Qura',
  description: 'A shop',
  image: null,
  price: null,
  direction: language === 'ar' ? 'rtl' : 'ltr',
  styles: [],
  state: { queries },
  status: path === '/*' ? 404 : 200,
  modules: [],
})

const noFiles: PageFiles = {
  scripts: ['assets/entry.js'],
  sentencesOf: () => [],
  filesOf: () => [],
  send: () => false,
}

const settings: ShopSettings = {
  shopName: 'Qura',
  address: 'Beirut',
  hours: '9-5',
  phone: '+9611000000',
  whatsapp: '+9611000000',
  instagram: null,
  facebook: null,
  tiktok: null,
  licenceNumber: null,
  licenceAuthority: null,
  licenceDate: null,
  gaMeasurementId: null,
}
