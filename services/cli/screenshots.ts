// `npm run screenshots`: every screen in every state, as a phone and a desk show it.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Browser, BrowserContext, Page } from 'playwright-core'

import { desk, openBrowser, phone } from '../testing/browser.ts'
import { furnishStaff, staffDoors, staffScreens } from '../testing/admin-screens.ts'
import type { StaffShop } from '../testing/admin-screens.ts'
import { prepareTemplate } from '../testing/database.ts'
import { openRunningShop } from '../testing/running-service.ts'
import type { RunningShop } from '../testing/running-service.ts'
import { addressOf, furnish, openScreen, screens } from '../testing/screens.ts'
import type { Screen, ScreenShop } from '../testing/screens.ts'
import { startTestServer } from '../testing/server.ts'
import { bar, wantsHelp } from './terminal.ts'

const HELP = `
npm run screenshots [-- --out=folder] [-- --only=pattern]

Opens a shop with its sandbox and photographs every screen of services/testing/screens.ts and
admin-screens.ts at 360 and 1440 px, in English and Arabic, light and dark: name-360-ar-dark.png in
./screenshots, or in --out. --only: the screens whose name fits; those of staff begin with admin-.
--languages=en,ar,fr: other languages.
`

const sizes = { 360: phone, 1440: desk } as const
const modes = ['light', 'dark'] as const

type Look = { width: 360 | 1440; language: string; mode: (typeof modes)[number] }

async function main(): Promise<void> {
  const given = process.argv.slice(2)
  if (wantsHelp(HELP, given)) return
  const option = (name: string) =>
    given.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
  const folder = option('out') ?? 'screenshots'
  const only = new RegExp(option('only') ?? '')
  const chosen = everyScreen.filter(({ name }) => only.test(name))
  const languages = (option('languages') ?? 'en,ar').split(',')
  await mkdir(folder, { recursive: true })
  const server = await startTestServer()
  process.env.TEST_DATABASE_URL = server.url
  await prepareTemplate(server.url)
  const failed = await photographAll({ folder, chosen, languages }).finally(server.stop)
  for (const { name, error } of failed) process.stdout.write(`${name}: ${String(error)}\n`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

type Seer = 'guest' | 'customer' | 'staff'
type Seen = Omit<Screen, 'as'> & { by: Seer }

const everyScreen: readonly Seen[] = [
  ...[...screens, ...staffDoors].map(({ as = 'guest', ...screen }) => ({ ...screen, by: as })),
  ...staffScreens.map((screen) => ({ ...screen, by: 'staff' as const })),
]

type Wanted = { folder: string; chosen: readonly Seen[]; languages: readonly string[] }
type Failed = { name: string; error: unknown }

async function photographAll({ folder, chosen, languages }: Wanted): Promise<Failed[]> {
  const shown = bar('screenshots')
  const shop = await openRunningShop({ withPages: true })
  const browser = await openBrowser()
  const failed: Failed[] = []
  let done = 0
  try {
    const furnished = { ...(await furnish(shop)), staff: await furnishStaff(shop) }
    for (const look of looksIn(languages))
      for (const seer of ['guest', 'customer', 'staff'] as const) {
        const context = await openContext(browser, { shop, furnished, look, seer })
        for (const screen of chosen.filter((one) => isFor(one, { look, seer }))) {
          const name = `${screen.name}-${look.width}-${look.language}-${look.mode}`
          shown.update((done += 1), name)
          const path = join(folder, `${name}.png`)
          await rm(path, { force: true })
          const url = shop.origin + placeOf(screen, furnished)
          await photograph(context, { screen, url, path }).catch((error: unknown) =>
            failed.push({ name, error }),
          )
        }
        await context.close()
      }
  } finally {
    shown.stop()
    await browser.close()
    await shop.stop()
  }
  return failed
}

const isFor = ({ by, isOnPhonesOnly }: Seen, { look, seer }: Pick<Visit, 'look' | 'seer'>) =>
  by === seer && (!isOnPhonesOnly || look.width === 360)

/** `:counted`: an order of counted goods, which only staff have made. */
const placeOf = (screen: Seen, furnished: Furnished): string =>
  addressOf(screen, furnished).replace(':counted', furnished.staff.counted)

const looksIn = (languages: readonly string[]): Look[] =>
  languages.flatMap((language) =>
    modes.flatMap((mode) => ([360, 1440] as const).map((width) => ({ width, language, mode }))),
  )

type Furnished = ScreenShop & { staff: StaffShop }
type Visit = { shop: RunningShop; furnished: Furnished; look: Look; seer: Seer }

async function openContext(browser: Browser, visit: Visit): Promise<BrowserContext> {
  const { shop, furnished, look, seer } = visit
  const context = await browser.newContext({ ...sizes[look.width], reducedMotion: 'reduce' })
  context.setDefaultTimeout(30_000)
  await context.addCookies([
    { name: 'qura_lang', value: look.language, url: shop.origin },
    { name: 'qura_theme', value: look.mode, url: shop.origin },
    ...(seer === 'customer' ? furnished.cookies : []),
    ...(seer === 'staff' ? furnished.staff.cookies : []),
  ])
  return context
}

type Picture = { screen: Seen; url: string; path: string }

async function photograph(context: BrowserContext, { screen, url, path }: Picture): Promise<void> {
  const page: Page = await context.newPage()
  try {
    await openScreen(page, screen, url)
    // What opens over a page is as tall as the window; the page behind it need not be seen.
    await page.screenshot({ path, fullPage: screen.open === undefined, animations: 'disabled' })
  } finally {
    await page.close()
  }
}

await main()
