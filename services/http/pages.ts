// The web app as pages: rendered here, kept for ten seconds, hydrated in the browser. A page holds
// nothing of its visitor, so one copy of it serves everybody who reads it in the same language and
// colours.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

import { Router } from 'express'
import type { Request, Response } from 'express'

import type { PageLanguage, WebApp } from '../contract/pages.ts'
import type { ShopSettings } from '../contract/shop-settings.ts'
import type { FileStore } from '../providers/files/port.ts'
import { firstLookOf } from './first-look.ts'
import { openPageFiles } from './page-files.ts'
import type { PageFiles } from './page-files.ts'
import { pageFacts, raffleOf, shareImageOf } from './page-facts.ts'
import { pageDocument } from './page-html.ts'
import type { ColourMode } from './page-html.ts'
import { colourModeOf, languageOf } from './page-look.ts'
import { pageQueries } from './page-queries.ts'

export type PagesNeeds = {
  /** Of `buildWeb`: holds `client` and `server`. */
  distFolder: string
  /** A public GET of our own API; throws an error with the `status` of a refusal. */
  api: (path: string) => Promise<unknown>
  publicOrigin: string
  settings: (language: PageLanguage) => ShopSettings
  files: FileStore
  now?: () => Date
}

type Served = { status: number; policy: string; etag: string; plain: Buffer; br: Buffer }
type Kept = { until: number; served: Promise<Served> }
type Bundle = { app: WebApp; files: PageFiles }

const KEPT_MS = 10_000
const KEPT_PAGES_MAX = 500
const brotli = promisify(brotliCompress)

export function pageRoutes(needs: PagesNeeds): Router {
  const router = Router()
  const kept = new Map<string, Kept>()
  const opening = openBundle(needs.distFolder)
  opening.catch(() => {}) // the first request reports it

  router.use(async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const bundle = await opening
    if (bundle.files.send(request, response)) return
    if (/^\/(assets|images|api)\//.test(request.path)) return next()

    const isHttps = needs.publicOrigin.startsWith('https:')
    const view = viewOf(request, response, { app: bundle.app, isHttps })
    const served = await keptPage(kept, view, needs.now ?? (() => new Date()), () =>
      renderPage(needs, bundle, view),
    )
    sendPage(served, request, response)
  })
  return router
}

async function openBundle(distFolder: string): Promise<Bundle> {
  const server = pathToFileURL(join(distFolder, 'server/entry-server.js')).href
  const [app, files] = await Promise.all([
    import(server) as Promise<WebApp>, // built from `web/entry-server.tsx`, which satisfies it
    openPageFiles(join(distFolder, 'client')),
  ])
  return { app, files }
}

type View = { path: string; url: string; language: PageLanguage; colourMode: ColourMode }

function viewOf(
  request: Request,
  response: Response,
  { app, isHttps }: { app: WebApp; isHttps: boolean },
): View {
  return {
    path: request.path,
    // One visitor's query must not be rendered into the copy that others get.
    url: isKept(request.path) ? request.path : request.originalUrl,
    language: languageOf(request, response, { offered: app.offeredLanguages, isHttps }),
    colourMode: colourModeOf(request),
  }
}

const isKept = (path: string) => !path.startsWith('/payment/')

/** One render for all who ask within ten seconds; a page that depends on its query is not kept. */
function keptPage(
  kept: Map<string, Kept>,
  view: View,
  now: () => Date,
  render: () => Promise<Served>,
): Promise<Served> {
  if (!isKept(view.path)) return render()
  const key = `${view.path} ${view.language} ${view.colourMode}`
  const known = kept.get(key)
  if (known && known.until > now().getTime()) return known.served

  const served = render()
  kept.delete(key)
  kept.set(key, { until: now().getTime() + KEPT_MS, served })
  const [oldest] = kept.keys()
  if (kept.size > KEPT_PAGES_MAX && oldest !== undefined) kept.delete(oldest)
  served.catch(() => kept.delete(key)) // a failure is not kept
  return served
}

async function renderPage(needs: PagesNeeds, bundle: Bundle, view: View): Promise<Served> {
  const { publicOrigin, now = () => new Date() } = needs
  const settings = needs.settings(view.language)
  const { queries, isMissing } = await pageQueries(view.path, needs.api)
  const page = await bundle.app.render({
    url: view.url,
    language: view.language,
    renderedAt: now().getTime(),
    settings,
    queries,
    firstLook: await firstLookOf({ path: view.path, queries }, needs.files),
  })
  const { html, policy } = pageDocument({
    page,
    path: view.path,
    language: view.language,
    colourMode: view.colourMode,
    publicOrigin,
    languages: bundle.app.offeredLanguages,
    shopName: settings.shopName,
    hasGoogleTag: settings.gaMeasurementId !== null,
    shareImage: shareImageOf(raffleOf({ path: view.path, queries })),
    structured: pageFacts({ path: view.path, publicOrigin, settings, queries }),
    scripts: [
      ...bundle.files.scripts,
      ...bundle.files.sentencesOf(view.language),
      ...bundle.files.filesOf(page.modules),
    ],
    isLanding: queries.length > 0,
  })
  const plain = Buffer.from(html)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  return {
    status: isMissing ? 404 : page.status,
    policy,
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    plain,
    br: await brotli(plain, quality),
  }
}

function sendPage(served: Served, request: Request, response: Response): void {
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const etag = `"${served.etag}${takesBrotli ? '-br' : ''}"`
  response.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': served.policy,
    // Private: a session may be renewed beside the page.
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding, Accept-Language, Cookie',
    ETag: etag,
  })
  const isMissing = response.locals.isPageMissing === true
  if (served.status === 200 && !isMissing && request.headers['if-none-match'] === etag) {
    response.status(304).end()
    return
  }
  // What a route before us has found missing is shown as its page, and said to machines.
  response.status(isMissing ? 404 : served.status)
  if (takesBrotli) response.set('Content-Encoding', 'br').end(served.br)
  else response.end(served.plain)
}
