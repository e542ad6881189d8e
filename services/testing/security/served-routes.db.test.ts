// What the application really serves (docs/security.md, K35). Under /api a call without a row in
// the contract is not let through; outside of it any router may answer. So every route of every
// router has a row, or stands below with its reason. Steps without a path of their own are no
// routes: those of `app.ts`, and what answers with the pages and files of the web app.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { operations } from '../../contract/operations.ts'
import { openRunningShop } from '../running-service.ts'
import type { RunningShop } from '../running-service.ts'

/** No rows: nobody signs in to them, and nothing is changed by them but as is said here. */
const withoutRow: Readonly<Record<string, string>> = {
  'get /docs/api': 'the contract, for people',
  'get /robots.txt': 'a file of the site',
  'get /.well-known/security.txt': 'a file of the site',
  'get /sitemap.xml': 'a file of the site',
  'get /manifest.webmanifest': 'a file of the site',
  'get /^\\/icon-(180|192|512)\\.png$/': 'a file of the site',
  'get /images/share/{}': 'the picture of a raffle that is shared',
  'get /.*/': 'from one name of this machine to the other, where payment pages return to',
  'get /payment/success': 'a page; a signed link opens the order to this browser',
  'get /payment/failed': 'a page; a signed link opens the order to this browser',
  'get /order/{}': 'a page; a signed link opens the order to this browser',
  'get /o/{}': 'the short link of a text, which opens the order to this browser',
  'use /ledger': 'headers before its routes; after them, what is not there',
  'use /api': 'what is not there',
  'use /sandbox': 'plays the providers; of a demonstration alone',
}

type Path = string | RegExp
/** As a router keeps it: a route, a router within it, or a function. */
type Step = {
  rawPath: Path | readonly Path[]
  route?: { methods: Readonly<Record<string, boolean>> }
  handle: { stack?: readonly Step[] }
}
type Application = { router: { stack: readonly Step[] } }

let shop: RunningShop
let served: ReadonlySet<string>
beforeAll(async () => {
  shop = await openRunningShop({ withPages: true })
  served = new Set(servedBy((await application()).router.stack))
}, 180_000)
afterAll(() => shop.stop())

/** Of each request it has answered Node tells, and Express has left its application on it. */
async function application(): Promise<Application> {
  const { promise, resolve } = Promise.withResolvers<Application>()
  const heard = (message: unknown) => {
    const { request } = message as { request: { url?: string; app?: Application } }
    if (request.url === '/healthz' && request.app !== undefined) resolve(request.app)
  }
  subscribe('http.server.response.finish', heard)
  await fetch(`${shop.origin}/healthz`)
  return promise.finally(() => unsubscribe('http.server.response.finish', heard))
}

/** `get /path` of each route, `use /path` of each other step that has a path. */
function servedBy(steps: readonly Step[], below = ''): string[] {
  return steps.flatMap(({ rawPath, route, handle }) =>
    [rawPath].flat().flatMap((path) => {
      if (route !== undefined)
        return Object.keys(route.methods).map((method) => `${method} ${below}${withoutNames(path)}`)
      const at = path === '/' ? below : below + withoutNames(path)
      if (handle.stack !== undefined) return servedBy(handle.stack, at)
      return at === '' ? [] : [`use ${at}`]
    }),
  )
}

const withoutNames = (path: Path) =>
  typeof path === 'string' ? path.replace(/[:*]\w+|\{\w+\}/g, '{}') : String(path)

const rows = operations.map(({ method, path }) => `${method} ${withoutNames(path)}`)

it('K35 every route that is served has a row, or a reason to have none', () => {
  const known = new Set([...rows, ...Object.keys(withoutRow)])
  expect([...served].filter((route) => !known.has(route))).toEqual([])
})

it('K35 every row has its route, and no reason is left of one that is gone', () => {
  const named = [...rows, ...Object.keys(withoutRow)]
  expect(named.filter((route) => !served.has(route))).toEqual([])
})
