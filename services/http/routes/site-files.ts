// What machines ask a site for: where its pages are, what it is called when installed, its icons,
// and the picture of a raffle that is shared.
import { Router } from 'express'
import sharp from 'sharp'

import type { BoardRow } from '#projections/raffle-board/queries.ts'

import type { Catalogue } from '../../catalogue.ts'
import type { PageLanguage } from '../../contract/pages.ts'
import { languages } from '../../contract/shared.ts'
import type { ShopSettings } from '../../contract/shop-settings.ts'
import type { FileStore } from '../../providers/files/port.ts'
import { addressIn } from '../page-head.ts'
import { notFound } from '../problem.ts'
import { shareDay, shareWords } from '../share-words.ts'

type ShareCard = {
  shopName: string
  name: string
  lines: readonly string[]
  picture: Buffer | null
  isRightToLeft: boolean
}

export type SiteFileNeeds = {
  catalogue: Catalogue
  files: FileStore
  publicOrigin: string
  settings: Pick<ShopSettings, 'shopName'>
  /** A JPEG of 1200 × 630. */
  drawShareCard: (card: ShareCard) => Promise<Buffer>
}

const HOUR = 'public, max-age=3600'
const pages = ['/', '/raffles', '/how-it-works', '/faq', '/shipping', '/terms', '/privacy']
const hidden = ['/api/', '/admin', '/dashboard', '/account', '/order/', '/payment/', '/login']

export function siteFileRoutes(needs: SiteFileNeeds): Router {
  const { catalogue, publicOrigin, settings } = needs
  const router = Router()
  router.get('/robots.txt', (_request, response) => {
    const lines = ['User-agent: *', ...hidden.map((path) => `Disallow: ${path}`)]
    const text = [...lines, '', `Sitemap: ${publicOrigin}/sitemap.xml`, ''].join('\n')
    response.set('Cache-Control', HOUR).type('text/plain').send(text)
  })
  router.get('/.well-known/security.txt', (_request, response) => {
    response.set('Cache-Control', HOUR).type('text/plain').send(securityText(publicOrigin))
  })
  router.get('/sitemap.xml', (_request, response) => {
    const raffles = catalogue.raffles().filter(({ status }) => status !== 'cancelled')
    const paths = [...pages, ...raffles.map(({ raffleId }) => `/raffle/${raffleId}`)]
    const xml = sitemap(paths, publicOrigin)
    response.set('Cache-Control', 'public, max-age=300').type('application/xml').send(xml)
  })
  router.get('/manifest.webmanifest', (_request, response) => {
    const json = JSON.stringify(manifest(settings.shopName))
    response.set('Cache-Control', HOUR).type('application/manifest+json').send(json)
  })
  const icon = once((size) => drawIcon(Number(size)))
  router.get(/^\/icon-(180|192|512)\.png$/, async (request, response) => {
    const bytes = await icon(String(request.params[0]))
    response.set('Cache-Control', HOUR).type('image/png').send(bytes)
  })
  shareImages(router, needs)
  return router
}

function shareImages(router: Router, needs: SiteFileNeeds): void {
  const { catalogue, files, settings, drawShareCard } = needs
  const { shopName } = settings
  const draw = once(async (key) => {
    const [id = '', asked] = key.split(' ')
    const language = languageOf(asked)
    const common = { shopName, isRightToLeft: language === 'ar' }
    const raffle = catalogue.raffle(id)
    if (raffle === undefined)
      return drawShareCard({ ...common, ...shareWords[language].shop, picture: null })
    const stored = await files.get(`images/${raffle.image}-960.webp`)
    return drawShareCard({
      ...common,
      ...wordsOf({ raffle, catalogue, language }),
      picture: stored?.bytes ?? null,
    })
  })
  router.get('/images/share/:file', async (request, response) => {
    const [, id] = /^(shop|[0-9a-f-]{36})\.jpg$/.exec(request.params.file) ?? []
    const raffle = id === undefined ? undefined : catalogue.raffle(id)
    if (id === undefined || (id !== 'shop' && raffle === undefined)) throw notFound()
    const price = raffle && catalogue.productsOf(raffle.raffleId)[0]?.priceCents
    const language = languageOf(request.query.lang)
    const bytes = await draw(
      `${id} ${language} ${raffle?.pageVersion} ${raffle?.closesAt} ${price}`,
    )
    response
      .set({ 'Cache-Control': HOUR, 'Cross-Origin-Resource-Policy': 'cross-origin' })
      .type('image/jpeg')
      .send(bytes)
  })
}

const languageOf = (asked: unknown): PageLanguage =>
  languages.find((language) => language === asked) ?? 'en'

type About = { raffle: BoardRow; catalogue: Catalogue; language: PageLanguage }

function wordsOf({ raffle, catalogue, language }: About) {
  const words = shareWords[language]
  const product = catalogue.productsOf(raffle.raffleId).find(({ isActive }) => isActive)
  return {
    name: raffle.name,
    lines: [
      words.prize(dollars(raffle.prizeValueCents)),
      ...(product ? [words.product(product.name, dollars(product.priceCents))] : []),
      words.drawn(shareDay(raffle.closesAt, language)),
    ],
  }
}

const dollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

function sitemap(paths: readonly string[], origin: string): string {
  const href = (language: (typeof languages)[number], path: string) =>
    `${origin}${addressIn(language, path)}`
  const urls = paths.map((path) => {
    const links = languages.map(
      (of) => `<xhtml:link rel="alternate" hreflang="${of}" href="${href(of, path)}"/>`,
    )
    return `<url><loc>${origin}${path}</loc>${links.join('')}</url>`
  })
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"' +
    ` xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>`
  )
}

const DAYS_VALID = 180

/** RFC 9116: where somebody who found a weakness writes to, as docs/security.md says it. */
function securityText(origin: string): string {
  const expires = new Date(Date.now() + DAYS_VALID * 86_400_000).toISOString()
  const lines = [
    `Contact: mailto:security@${new URL(origin).hostname}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${origin}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}

function manifest(shopName: string) {
  const icon = (size: number, purpose: string) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: shopName,
    short_name: shopName,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#F5F6F1',
    theme_color: '#0E5A43',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  }
}

/** The torn ticket on cedar, with the room around it that a mask may take. */
function drawIcon(size: number): Promise<Buffer> {
  return sharp(Buffer.from(iconDrawing), { density: 300 }).resize(size, size).png().toBuffer()
}

const iconDrawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-11 -15 52 52">
<rect x="-11" y="-15" width="52" height="52" fill="#0E5A43"/>
<path d="M3 0h24a3 3 0 0 1 3 3v4.500a3.500 3.500 0 0 0 0 7V19a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3v-4.500
a3.500 3.500 0 0 0 0-7V3a3 3 0 0 1 3-3Z" fill="#F5F6F1"/>
<g fill="none" stroke="#0E5A43" stroke-width="1.100" transform="translate(15 11)">
<ellipse rx="7.500" ry="2.800"/><ellipse rx="7.500" ry="2.800" transform="rotate(60)"/>
<ellipse rx="7.500" ry="2.800" transform="rotate(120)"/></g></svg>`

const KEPT_MAX = 100

/** What was drawn is kept under the name of what it shows. */
function once(draw: (key: string) => Promise<Buffer>) {
  const kept = new Map<string, Promise<Buffer>>()
  return (key: string): Promise<Buffer> => {
    const known = kept.get(key)
    if (known) return known
    const drawn = draw(key)
    kept.set(key, drawn)
    drawn.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    return drawn
  }
}
