// A draw from its seal to its proof, for the room, on paper, and for who checks it.
import type { Page } from 'playwright-core'

import type { LiveDraw } from '../../contract/draws.ts'
import type { Screen, ScreenShop } from '../screens.ts'
import { answer, cut, failure } from './steps.ts'

async function check(page: Page): Promise<void> {
  await page.locator('main ol li').first().waitFor({ timeout: 60_000 })
}

/** The beacon of a demonstration is the shop's own, and the visitor says that he knows. */
async function checkAsDemo(page: Page, { ids, proofKeys }: ScreenShop): Promise<void> {
  await page.locator('#keys').fill(proofKeys.join('\n'))
  await page.locator('main label:has(input[type=checkbox])').click()
  const raffles = page.locator('main section div:has(> button)')
  await raffles
    .filter({ hasText: ids.drawn ?? '' })
    .last()
    .locator('button')
    .first()
    .click()
  await check(page)
}

/** The shop's own draw, as it would be had a drum given its numbers. */
const byDrum = answer('**/api/draws/*', async (route) => {
  const response = await route.fetch()
  await route.fulfill({ response, json: ofDrum(await response.json()) })
})

function ofDrum({ entropy, result, ...draw }: LiveDraw): LiveDraw {
  const values = (result?.numbers ?? []).map(Number)
  const drum = { isSimulated: false, values, text: `DRUM:${values.join(' ')}` }
  return {
    ...draw,
    result,
    mode: 'physical',
    assurance: 'C',
    entropy: entropy && { ...entropy, ...drum },
    seed: null,
    beacon: null,
  }
}

/** The server has written it as it is; the page reads it anew. */
const drumRead = (page: Page) => page.locator('main dd', { hasText: 'DRUM:' }).waitFor()

export const drawScreens: readonly Screen[] = [
  { name: 'draw-sealed', path: '/draws/:sealed' },
  { name: 'draw-revealed', path: '/draws/:revealed' },
  { name: 'draw-drawn', path: '/draws/:drawn' },
  {
    name: 'draw-won',
    path: '/draws/:drawn',
    async open(page, { ids }) {
      await page.locator('main form input').fill(ids.winner ?? '')
      await page.locator('main form button').click()
      await page.locator('main form + [role=status] p').waitFor()
    },
  },
  {
    name: 'draw-number-refused',
    path: '/draws/:drawn',
    async open(page) {
      await page.locator('main form button').click()
      await page.locator('main [aria-invalid=true]').waitFor()
    },
  },
  { name: 'draw-unclaimed', path: '/draws/:unclaimed' },
  { name: 'draw-postponed', path: '/draws/:postponed' },
  { name: 'draw-missing', path: '/draws/00000000-0000-4000-8000-000000000000' },
  {
    name: 'draw-failed',
    path: '/',
    isCut: true,
    before: cut('**/api/draws/*'),
    async open(page) {
      await page.locator('main a[href^="/draws/"]').first().click()
      await failure(page).waitFor()
    },
  },
  { name: 'draw-certificate', path: '/draws/:drawn/certificate' },
  {
    name: 'draw-certificate-on-paper',
    path: '/draws/:drawn/certificate',
    open: (page) => page.emulateMedia({ media: 'print' }),
  },
  {
    name: 'draw-certificate-drum',
    path: '/draws/:drawn/certificate',
    before: byDrum,
    open: drumRead,
  },
  {
    name: 'draw-certificate-drum-on-paper',
    path: '/draws/:drawn/certificate',
    before: byDrum,
    async open(page) {
      await drumRead(page)
      await page.emulateMedia({ media: 'print' })
    },
  },
  { name: 'draw-screen-sealed', path: '/draws/:revealed/screen', asksNobody: true },
  { name: 'draw-screen-drawn', path: '/draws/:drawn/screen', asksNobody: true },
  { name: 'verify-checked', path: '/verify?raffle=:drawn', open: check },
  { name: 'verify-proven', path: '/verify', open: checkAsDemo },
  {
    name: 'verify-ticket',
    path: '/verify',
    async open(page, shop) {
      await checkAsDemo(page, shop)
      await page.locator('#ticket').fill(String(Number(shop.ids.winner)))
      await page.locator('#ticket').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'verify-unreadable',
    path: '/verify',
    async open(page) {
      const file = { name: 'holiday.zip', mimeType: 'application/zip', buffer: Buffer.from('no') }
      await page.locator('#bundle').setInputFiles(file)
      await page.locator('main [aria-live=polite] > *').waitFor()
    },
  },
]
