// What messengers and search engines read, from the whole shop.
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { moveClock } from '#services/clock.ts'
import { openBundle } from '#services/http/pages.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

let shop: RunningShop
let raffleId: string

beforeAll(async () => {
  shop = await openRunningShop({ withPages: true })
  raffleId = (await shop.sell({ name: 'City Car', totalTickets: 100 })).raffleId
}, 180_000)
afterAll(() => shop?.stop())

it('names each page in every language and says which address is the one to keep', async () => {
  const html = await textOf(`/raffle/${raffleId}?lang=fr`)
  const address = `${shop.origin}/raffle/${raffleId}`
  expect(html).toContain(`<link rel="canonical" href="${address}?lang=fr">`)
  expect(html).toContain(`<link rel="alternate" hreflang="ar" href="${address}?lang=ar">`)
  expect(html).toContain(`<link rel="alternate" hreflang="x-default" href="${address}">`)
  expect(await textOf('/login')).toContain('<meta name="robots" content="noindex">')
})

it.each([
  ['/order/00000000-0000-4000-8000-000000000000', 'Order'],
  ['/account', 'My account'],
  ['/dashboard', 'My Dashboard'],
  ['/payment/success', 'Processing Payment'],
  ['/payment/failed', 'Payment Failed'],
])('calls %s by its own name and keeps it out of search engines', async (path, title) => {
  const html = await textOf(path)
  expect(html).toContain(`<title>${title} · Qura</title>`)
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).not.toContain('rel="canonical"')
})

it('says where the shop is in the language of the page', async () => {
  expect(await textOf('/?lang=fr')).toContain('Beyrouth, Liban')
})

it('describes the raffle to messengers, with a picture of the right size', async () => {
  const html = await textOf(`/raffle/${raffleId}`)
  expect(html).toContain('<meta property="og:title" content="City Car, $449.00 · Qura">')
  expect(html).toContain('<meta property="product:price:amount" content="10.00">')
  const [, image = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
  const response = await fetch(image)
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  const { width, height } = await sharp(await response.arrayBuffer()).metadata()
  expect([width, height]).toEqual([1_200, 630])
  expect((await fetch(`${shop.origin}/images/share/shop.jpg`)).status).toBe(200)
  expect((await fetch(`${shop.origin}/images/share/${shopless}.jpg`)).status).toBe(404)
})

it('words the picture in the language of the page that is shared', async () => {
  const bytesIn = async (language: string) => {
    const html = await textOf(`/raffle/${raffleId}?lang=${language}`)
    const [, image = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
    return Buffer.from(await (await fetch(image)).arrayBuffer()).toString('base64')
  }
  const pictures = await Promise.all(['en', 'ar', 'fr'].map(bytesIn))
  expect(new Set(pictures).size).toBe(3)
})

it('tells its facts as JSON-LD', async () => {
  const facts = factsIn(await textOf(`/raffle/${raffleId}`))
  expect(facts.map((fact) => fact['@type'])).toEqual(['Event', 'Product'])
  expect(facts[1]).toMatchObject({ offers: { price: '10.00', priceCurrency: 'USD' } })
  expect(factsIn(await textOf('/'))).toMatchObject([{ '@type': 'Organization', name: 'Qura' }])
})

it('lists its pages, and asks for no visit to what is private', async () => {
  expect(await textOf('/sitemap.xml')).toContain(`<loc>${shop.origin}/raffle/${raffleId}</loc>`)
  const robots = await textOf('/robots.txt')
  expect(robots).toContain('Disallow: /admin')
  expect(robots).toContain(`Sitemap: ${shop.origin}/sitemap.xml`)
})

it('says where a weakness is told of, and until when that holds', async () => {
  const text = await textOf('/.well-known/security.txt')
  expect(text).toContain('Contact: mailto:security@127.0.0.1\n')
  expect(text).toContain(`Canonical: ${shop.origin}/.well-known/security.txt`)
  const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? []
  expect(Date.parse(expires)).toBeGreaterThan(Date.now() + 30 * 86_400_000)
})

it('can be installed: a manifest and the icons it names', async () => {
  const manifest = JSON.parse(await textOf('/manifest.webmanifest')) as Manifest
  expect(manifest).toMatchObject({ name: 'Qura', display: 'standalone', start_url: '/' })
  for (const { src, sizes } of manifest.icons) {
    const { width } = await sharp(await (await fetch(shop.origin + src)).arrayBuffer()).metadata()
    expect(`${width}x${width}`).toBe(sizes)
  }
})

it('renders a page anew when its facts have changed, or its countdown is old', async () => {
  const renderedAt = async () => {
    const [, at] = /"renderedAt":(\d+)/.exec(await textOf('/raffles')) ?? []
    return Number(at)
  }
  const later = async (seconds: number) => {
    const { owner } = shop.test
    await moveClock(owner, new Date(shop.service.core.clock.now().getTime() + seconds * 1_000))
    await shop.service.core.clock.sync()
  }
  const first = await renderedAt()
  await later(11)
  expect(await renderedAt()).toBe(first)

  await later(400)
  const second = await renderedAt()
  expect(second).toBeGreaterThan(first)

  await shop.sell({ name: 'Mountain Bike', totalTickets: 50 })
  await later(11)
  expect(await renderedAt()).toBeGreaterThan(second)
  expect(await textOf('/raffles')).toContain('Mountain Bike')
})

it('does not begin to serve pages that are not there as a whole', () =>
  expect(openBundle(join(tmpdir(), 'qura-no-build'))).rejects.toThrow('qura-no-build'))

type Manifest = { icons: { src: string; sizes: string }[] }
const shopless = '00000000-0000-4000-8000-000000000000'
const textOf = async (path: string) => (await fetch(shop.origin + path)).text()

function factsIn(html: string): Record<string, unknown>[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)
  return [...scripts].map(([, json = '']) => JSON.parse(json) as Record<string, unknown>)
}
