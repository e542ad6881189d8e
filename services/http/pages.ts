// The web app as pages: rendered here, kept for ten seconds, hydrated in the browser. A page holds
// nothing of its visitor, no query, and no id but that of a raffle there is: whatever is asked for,
// there are as many pages as the web app's table has, and some for each raffle. After ten seconds
// the shop is asked again; while it says the same, the copy stays.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

import { Router } from 'express'
import type { Request, Response } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

import { openGate } from '../commands/gate.ts'
import type { Gate } from '../commands/gate.ts'
import type { FirstLook, PageLanguage, WebApp } from '../contract/pages.ts'
import type { ShopSettings } from '../contract/shop-settings.ts'
import type { FileStore } from '../providers/files/port.ts'
import { firstLookOf } from './first-look.ts'
import { openCopies } from './page-copies.ts'
import { openPageFiles } from './page-files.ts'
import type { PageFiles } from './page-files.ts'
import { pageFacts, raffleOf, shareImageOf } from './page-facts.ts'
import { pageDocument } from './page-html.ts'
import type { ColourMode } from './page-html.ts'
import { colourModeOf, languageOf } from './page-look.ts'
import { pageQueries } from './page-queries.ts'
import type { PageData, PageReads } from './page-queries.ts'
import { hostOf, isPageElsewhere, isPageOfStaff } from './staff-host.ts'

export type PagesNeeds = {
  bundle: Bundle
  reads: PageReads
  publicOrigin: string
  /** Staff have a host of their own (`staff-host.ts`). */
  isStaffApart?: boolean
  settings: (language: PageLanguage) => ShopSettings
  files: FileStore
  /** The page of the waiting room, for who cannot be written one now. */
  sendWaitingPage: (request: Request, response: Response, seconds: number) => void
  now?: () => Date
}

type Served = { status: number; policy: string; etag: string; plain: Buffer; br: Buffer }
/** What a page is made of, and its digest, to tell whether anything has changed. */
type Content = PageData & { firstLook: FirstLook | null; digest: string }
type Copy = { digest: string; renderedAt: number; served: Served }
export type Bundle = { app: WebApp; files: PageFiles }

/** A countdown is written into the page; it is set right as soon as the app runs. */
const SAME_FOR_MS = 5 * 60_000
/**
 * One after the other: while one is compressed, who buys gets his turn of the processor. The line
 * is about as long as what is rendered in a second.
 */
const RENDERING = { insideMax: 1, waitingMax: 30, waitMsMax: 3_000 }
const brotli = promisify(brotliCompress)

export function pageRoutes(needs: PagesNeeds): Router {
  const router = Router()
  const { bundle, now = () => new Date() } = needs
  const copyFor = openCopies<Copy>(now)
  const inTurn = openGate(RENDERING)

  router.use(async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    if (bundle.files.send(request, response)) return
    if (/^\/(assets|images|api)\//.test(request.path)) return next()

    const view = viewOf(request, response, needs)
    // The page for whatever there is not is the shop's, and says so: on the host of staff it would
    // lead on to pages whose calls are not answered there.
    if (view.path === NOWHERE && hostOf(response) === 'staff') return next()
    const copy = await copyFor(keyOf(view), (before) =>
      copyOf({ needs, inTurn, view, before, renderedAt: now().getTime() }),
    ).catch(secondsToWait)
    if (typeof copy === 'number') return needs.sendWaitingPage(request, response, copy)
    sendPage(copy.served, request, response)
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

/** In how many seconds to ask again, where too many wait for their page. */
function secondsToWait(error: unknown): number {
  if (!(error instanceof Rejection) || error.code !== 'busy') throw error
  return Number(error.details.retryAfterSeconds)
}

/** Written for whatever there is not. */
const NOWHERE = '/*'

type View = { path: string; language: PageLanguage; colourMode: ColourMode }

const keyOf = ({ path, language, colourMode }: View) => `${path} ${language} ${colourMode}`

function viewOf(request: Request, response: Response, needs: PagesNeeds): View {
  const offered = needs.bundle.app.offeredLanguages
  const isHttps = needs.publicOrigin.startsWith('https:')
  return {
    path: isPageElsewhere(response) ? NOWHERE : writtenPath(request.path, needs),
    language: languageOf(request, response, { offered, isHttps }),
    colourMode: colourModeOf(request),
  }
}

/** Where a page is written: its own path if that says which raffle it is of, else its pattern. */
function writtenPath(path: string, { bundle, reads }: PagesNeeds): string {
  const { pattern, raffleId } = bundle.app.pageAt(path)
  if (pattern === '*') return NOWHERE
  const isKnown = raffleId !== null && reads.isRaffle(raffleId)
  return isKnown ? pattern.replace(':id', raffleId) : pattern
}

type Making = {
  needs: PagesNeeds
  inTurn: Gate
  view: View
  before: Copy | undefined
  renderedAt: number
}

/** To ask costs milliseconds, to render after a pause a tenth of a second and more. */
async function copyOf({ needs, inTurn, view, before, renderedAt }: Making): Promise<Copy> {
  const content = await readContent(needs, view)
  const isSame = before?.digest === content.digest
  if (before && isSame && renderedAt - before.renderedAt < SAME_FOR_MS) return before
  const served = await inTurn(() => renderPage(needs, { view, content, renderedAt }))
  return { digest: content.digest, renderedAt, served }
}

async function readContent(needs: PagesNeeds, { path }: View): Promise<Content> {
  const { queries, isMissing } = await pageQueries(path, needs.reads)
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
  const settings = settingsOf(needs, view)
  const page = await bundle.app.render({
    path: view.path,
    language: view.language,
    renderedAt,
    settings,
    queries,
    firstLook,
  })
  const status = isMissing ? 404 : page.status
  const { html, policy } = pageDocument({
    page,
    path: view.path,
    isFound: status === 200,
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
    status,
    policy,
    etag: digestOf(plain),
    plain,
    br: await brotli(plain, quality),
  }
}

/** Only where there are two hosts does a page say of which it is. */
function settingsOf({ settings, isStaffApart }: PagesNeeds, view: View): ShopSettings {
  if (isStaffApart !== true) return settings(view.language)
  return { ...settings(view.language), host: isPageOfStaff(view.path) ? 'staff' : 'shop' }
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
