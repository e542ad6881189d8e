// axe-core on the everyday screens: by turns in Arabic in the dark on a phone, in English and in
// French in the light on a desk; every screen there is in all six looks with AXE_LOOKS=all (`npm
// run test:axe`). And what Lighthouse looks for besides: a title, one heading, targets for a thumb,
// nothing wider than the window, nothing said to the console.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'

import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { screens, visitScreen } from '#services/testing/screens.ts'
import type { Screen, ScreenShop, Visitor } from '#services/testing/screens.ts'
import { everydayScreens } from '#services/testing/screens/everyday.ts'
import { furnishEveryday } from '#services/testing/screens/furnish.ts'
import { furnishAll, openScreenShop } from '#services/testing/screens/furnish-all.ts'

const SLOW = 60_000
const isAll = process.env.AXE_LOOKS === 'all'
let shop: RunningShop
let browser: Browser
let furnished: ScreenShop
const contexts = new Map<string, BrowserContext>()

beforeAll(async () => {
  const opening = isAll ? openScreenShop() : openRunningShop({ withPages: true })
  ;[shop, browser] = await Promise.all([opening, openBrowser()])
  furnished = await (isAll ? furnishAll(shop) : furnishEveryday(shop))
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

async function visit(screen: Screen, look: Look, judge: (page: Page) => Promise<void>) {
  const page = await (await contextFor(screen.as ?? 'guest', look)).newPage()
  const complaints = complaintsOf(page)
  await visitScreen({ page, screen, shop: furnished }, async () => {
    await judge(page)
    const own = screen.isCut ? wordsOfACut : ownWords
    expect(complaints.filter((words) => !own.test(words))).toEqual([])
  })
}

/** Of the browser: a page that is not there, and the offline page whose files are its worker's. */
const ownWords = /status of (404|401)|cross-world service worker/
const wordsOfACut = /Failed to load resource|cross-world service worker/

async function faultsOf(page: Page): Promise<string[]> {
  return [...(await axeFaults(page)), ...(await page.evaluate(looseEnds))]
}

const languages = ['en', 'ar', 'fr'] as const

function looksAt({ isOnPhonesOnly }: Screen, index: number): Look[] {
  const all: Look[] = languages.flatMap((language) => [
    { language, mode: 'dark', size: 'phone' },
    { language, mode: 'light', size: isOnPhonesOnly ? 'phone' : 'desk' },
  ])
  if (isAll) return all
  const turns = all.filter(({ language, mode }) => mode === (language === 'ar' ? 'dark' : 'light'))
  return [turns[index % turns.length]!]
}

const looked = (isAll ? screens : everydayScreens).filter(({ isPicture }) => !isPicture)

describe.each(looked.map((screen, index) => [screen.name, screen, index] as const))(
  '%s',
  (_name, screen, index) => {
    it.each(looksAt(screen, index))(
      'has no fault in $language, $mode, on a $size',
      (look) =>
        visit(screen, look, async (page) => {
          expect(await faultsOf(page)).toEqual([])
        }),
      SLOW,
    )
  },
)

/** Runs in the page: what axe does not look at. */
function looseEnds(): string[] {
  const found: string[] = []
  if (document.title.trim() === '') found.push('no title')
  if (document.querySelectorAll('h1').length !== 1)
    found.push(`${document.querySelectorAll('h1').length} headings of the first level`)
  const over = document.documentElement.scrollWidth - innerWidth
  if (over > 0) found.push(`${over} px wider than the window`)
  for (const link of document.querySelectorAll('a'))
    if (!/^(https?:|tel:|mailto:|\/)/.test(link.getAttribute('href') ?? ''))
      if (link.getAttribute('href') !== '#main') found.push(`no address: ${link.outerHTML}`)
  for (const image of document.images)
    if (!image.hasAttribute('alt') || !image.hasAttribute('width'))
      found.push(`no alt or no size: ${image.src.slice(0, 80)}`)
  // Whoever asks for less motion, as this browser does, gets none that is seen.
  for (const { playState, effect } of document.getAnimations()) {
    const { duration = 0, iterations = 1 } = effect?.getComputedTiming() ?? {}
    if (playState === 'running' && (Number(duration) > 1 || iterations > 1))
      found.push(`moves: ${duration} ms, ${iterations} times`)
  }
  return found
}
