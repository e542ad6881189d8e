// The web app as pages: rendered here, kept for ten seconds, hydrated in the browser. A page holds
// nothing of its visitor, so one copy of it serves everybody who reads it in the same language and
// colours. After ten seconds the shop is asked again; while it says the same, the copy stays.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

import { Router } from 'express'
import type { Request, Response } from 'express'

import type { FirstLook, PageLanguage, WebApp } from '../contract/pages.ts'
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
import type { PageData } from './page-queries.ts'

export type PagesNeeds = {
  bundle: Bundle
  /** A public GET of our own API; throws an error with the `status` of a refusal. */
  api: (path: string) => Promise<unknown>
  publicOrigin: string
  settings: (language: PageLanguage) => ShopSettings
  files: FileStore
  now?: () => Date
}

type Served = { status: number; policy: string; etag: string; plain: Buffer; br: Buffer }
/** What a page is made of, and its digest, to tell whether anything has changed. */
type Content = PageData & { firstLook: FirstLook | null; digest: string }
type Copy = { digest: string; renderedAt: number; served: Served }
type Kept = { until: number; copy: Promise<Copy> }
export type Bundle = { app: WebApp; files: PageFiles }

const KEPT_MS = 10_000
/** A countdown is written into the page; it is set right as soon as the app runs. */
const SAME_FOR_MS = 5 * 60_000
const KEPT_PAGES_MAX = 500
const brotli = promisify(brotliCompress)

export function pageRoutes(needs: PagesNeeds): Router {
  const router = Router()
  const kept = new Map<string, Kept>()
  const { bundle } = needs

  router.use(async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    if (bundle.files.send(request, response)) return
    if (/^\/(assets|images|api)\//.test(request.path)) return next()

    const isHttps = needs.publicOrigin.startsWith('https:')
    const view = viewOf(request, response, { app: bundle.app, isHttps })
    const now = needs.now ?? (() => new Date())
    const { served } = await keptPage(kept, view, now, (before) =>
      copyOf({ needs, view, before, renderedAt: now().getTime() }),
    )
    sendPage(served, request, response)
  })
  return router
}

/**
 * `distFolder`: of `buildWeb`, holds `client` and `server`. All of it is in memory when this
 * resolves, so that a build that replaces it meanwhile changes nothing for who is served from here.
 */
export async function openBundle(distFolder: string): Promise<Bundle> {
  const server = pathToFileURL(join(distFolder, 'server/entry-server.js')).href
  const [app, files] = await Promise.all([
    import(server) as Promise<WebApp>, // built from `web/entry-server.tsx`, which satisfies it
    openPageFiles(join(distFolder, 'client')),
  ])
  await app.everyPageLoaded
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

/** One copy for all who ask within ten seconds; a page that depends on its query is not kept. */
function keptPage(
  kept: Map<string, Kept>,
  view: View,
  now: () => Date,
  make: (before?: Promise<Copy>) => Promise<Copy>,
): Promise<Copy> {
  if (!isKept(view.path)) return make()
  const key = `${view.path} ${view.language} ${view.colourMode}`
  const known = kept.get(key)
  if (known && known.until > now().getTime()) return known.copy

  const copy = make(known?.copy)
  kept.delete(key)
  kept.set(key, { until: now().getTime() + KEPT_MS, copy })
  const [oldest] = kept.keys()
  if (kept.size > KEPT_PAGES_MAX && oldest !== undefined) kept.delete(oldest)
  copy.catch(() => kept.delete(key)) // a failure is not kept
  return copy
}

type Making = {
  needs: PagesNeeds
  view: View
  before: Promise<Copy> | undefined
  renderedAt: number
}

/** To ask costs milliseconds, to render after a pause a tenth of a second and more. */
async function copyOf({ needs, view, before, renderedAt }: Making): Promise<Copy> {
  const content = await readContent(needs, view)
  const known = await before?.catch(() => undefined)
  const isSame = known?.digest === content.digest
  if (known && isSame && renderedAt - known.renderedAt < SAME_FOR_MS) return known
  const served = await renderPage(needs, { view, content, renderedAt })
  return { digest: content.digest, renderedAt, served }
}

async function readContent(needs: PagesNeeds, { path }: View): Promise<Content> {
  const { queries, isMissing } = await pageQueries(path, needs.api)
  const firstLook = await firstLookOf({ path, queries }, needs.files)
  const digest = digestOf(JSON.stringify([queries, isMissing, firstLook]))
  return { queries, isMissing, firstLook, digest }
}

const digestOf = (what: string | Buffer) =>
  createHash('sha256').update(what).digest('base64url').slice(0, 22)

type Rendering = { view: View; content: Content; renderedAt: number }

async function renderPage(
  needs: PagesNeeds,
  { view, content, renderedAt }: Rendering,
): Promise<Served> {
  const { bundle, publicOrigin } = needs
  const { queries, isMissing, firstLook } = content
  const settings = needs.settings(view.language)
  const page = await bundle.app.render({
    url: view.url,
    language: view.language,
    renderedAt,
    settings,
    queries,
    firstLook,
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
    etag: digestOf(plain),
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
