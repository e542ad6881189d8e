// axe-core on the everyday screens, a third of them in a run of the gate: by turns in Arabic in the
// dark on a phone, in English and in French in the light on a desk; every screen there is, in all
// looks, is examined by `npm run test:axe`. And what Lighthouse looks for besides: a title, one
// heading, nothing wider than the window, nothing said to the console.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser, BrowserContext } from 'playwright-core'

import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { faultsOf } from '#services/testing/page-faults.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { visitScreen } from '#services/testing/screens.ts'
import type { Screen, ScreenShop, Visitor } from '#services/testing/screens.ts'
import { everydayScreens } from '#services/testing/screens/everyday.ts'
import { furnishEveryday } from '#services/testing/screens/furnish.ts'
import { ofTurn } from '#services/testing/turns.ts'

const SLOW = 60_000
let shop: RunningShop
let browser: Browser
let furnished: ScreenShop
const contexts = new Map<string, BrowserContext>()

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  furnished = await furnishEveryday(shop)
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

type Look = { language: 'en' | 'ar' | 'fr'; mode: 'light' | 'dark'; size: 'phone' | 'desk' }

async function contextFor(visitor: Visitor, look: Look): Promise<BrowserContext> {
  const key = JSON.stringify([visitor, look])
  const known = contexts.get(key)
  if (known) return known
  const size = look.size === 'phone' ? phone : desk
  const context = await browser.newContext({ ...size, reducedMotion: 'reduce' })
  context.setDefaultTimeout(30_000)
  await context.addCookies([
    { name: 'qura_lang', value: look.language, url: shop.origin },
    { name: 'qura_theme', value: look.mode, url: shop.origin },
    ...(visitor === 'customer' ? furnished.cookies : (furnished.others[visitor] ?? [])),
  ])
  contexts.set(key, context)
  return context
}

const turns: readonly Look[] = [
  { language: 'en', mode: 'light', size: 'desk' },
  { language: 'ar', mode: 'dark', size: 'phone' },
  { language: 'fr', mode: 'light', size: 'desk' },
]

function lookAt({ isOnPhonesOnly }: Screen, index: number): Look {
  const turn = turns[index % turns.length]!
  return isOnPhonesOnly ? { ...turn, size: 'phone' } : turn
}

const looked = everydayScreens
  .filter(({ isPicture }) => !isPicture)
  .map((screen, index) => ({ screen, ...lookAt(screen, index) }))

describe('has no fault', () => {
  it.each(ofTurn(looked, 3))(
    '$screen.name in $language, $mode, on a $size',
    async ({ screen, ...look }) => {
      const page = await (await contextFor(screen.as ?? 'guest', look)).newPage()
      const complaints = complaintsOf(page)
      await visitScreen({ page, screen, shop: furnished }, async () => {
        expect(await faultsOf({ page, screen, complaints })).toEqual([])
      })
    },
    SLOW,
  )
})
