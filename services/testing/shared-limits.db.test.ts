// Two processes of one shop on one database, each with ceilings of its own: what one lets pass
// counts for both, so that nobody has the allowance twice.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { LimitName } from '../http/limits.ts'
import type { ProcessNews } from '../http/process-news.ts'
import type { Exchange } from '../io/processes.ts'
import type { ApiClient } from './api-client.ts'
import { openProcessBeside } from './process-beside.ts'
import type { ProcessBeside } from './process-beside.ts'
import { freshAddress, freshPhone, openGuardedShop } from './security/guarded-shop.ts'
import type { GuardedShop } from './security/guarded-shop.ts'

const CHECKS_PER_BROWSER_MAX = 20

const line = openLine()
let shop: GuardedShop
let beside: ProcessBeside
beforeAll(async () => {
  shop = await openGuardedShop({}, { exchange: line.here })
  beside = await openProcessBeside(shop, { exchange: line.there })
}, 180_000)
afterAll(async () => {
  await beside?.stop()
  await shop?.stop()
})

/** As between a process and its parent: a copy of what is told, a little later. */
function openLine() {
  const told: ProcessNews[] = []
  const listeners = {
    here: new Set<(news: ProcessNews) => void>(),
    there: new Set<(news: ProcessNews) => void>(),
  }
  const end = (own: 'here' | 'there', other: 'here' | 'there'): Exchange<ProcessNews> => ({
    tell(news) {
      const copy = structuredClone(news)
      setImmediate(() => {
        for (const listen of listeners[other]) listen(copy)
        told.push(copy)
      })
    },
    hear: (listen) => void listeners[own].add(listen),
  })
  return { here: end('here', 'there'), there: end('there', 'here'), told }
}

/** Of one limit, over all keys: heard by the process that did not let them pass. */
function heard(limit: LimitName): number {
  const takes = line.told.flatMap((news) => ('takes' in news ? news.takes : []))
  return takes.reduce((sum, [name, , count]) => sum + (name === limit ? count : 0), 0)
}

/** One browser with one address at both of them: its cookie is good at either. */
function atBoth(): { here: ApiClient; there: ApiClient } {
  const address = freshAddress()
  const here = shop.browser(address)
  const there = beside.client({ headers: { 'X-Forwarded-For': address } })
  return { here, there }
}

const check = (browser: ApiClient, phone: string) =>
  browser.post('/api/auth/check-phone', { phone })

async function passed(browser: ApiClient, phone: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) expect((await check(browser, phone)).status).toBe(200)
}

it.each([
  ['all of it at one', CHECKS_PER_BROWSER_MAX],
  ['half of it at each', CHECKS_PER_BROWSER_MAX / 2],
])('a browser that has used its allowance, %s, has none left at either', async (_how, here) => {
  const before = heard('phoneChecksPerBrowser')
  const phone = freshPhone()
  const browser = atBoth()
  await passed(browser.here, phone, here)
  for (const [name, value] of browser.here.cookies) browser.there.cookies.set(name, value)
  await passed(browser.there, phone, CHECKS_PER_BROWSER_MAX - here)
  await expect
    .poll(() => heard('phoneChecksPerBrowser') - before, { timeout: 10_000, interval: 20 })
    .toBe(CHECKS_PER_BROWSER_MAX)

  for (const side of [browser.there, browser.here]) {
    const refused = await check(side, phone)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  }
})

it('another browser has its own, at both', async () => {
  const phone = freshPhone()
  const browser = atBoth()
  await passed(browser.there, phone, 1)
  for (const [name, value] of browser.there.cookies) browser.here.cookies.set(name, value)
  await passed(browser.here, phone, 1)
})
