// `npm run screenshots`: every screen in every state, as a phone and a desk show it.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Browser, BrowserContext } from 'playwright-core'

import { desk, openBrowser, phone } from '../testing/browser.ts'
import { furnishStaff, staffDoors, staffScreens } from '../testing/admin-screens.ts'
import { prepareTemplate } from '../testing/database.ts'
import { openRunningShop } from '../testing/running-service.ts'
import type { RunningShop } from '../testing/running-service.ts'
import { screens, visitScreen } from '../testing/screens.ts'
import type { Cookie, Screen, ScreenShop, Visitor } from '../testing/screens.ts'
import { furnish } from '../testing/screens/furnish.ts'
import { furnishAll, openScreenShop } from '../testing/screens/furnish-all.ts'
import { startTestServer } from '../testing/server.ts'
import { bar, wantsHelp } from './terminal.ts'
import type { Bar } from './terminal.ts'

const HELP = `
npm run screenshots [-- --out=folder] [-- --only=pattern]

Opens a shop with its sandbox and photographs every screen of services/testing/screens.ts and
admin-screens.ts at 360 and 1440 px, in English and Arabic, light and dark: name-360-ar-dark.png in
./screenshots, or in --out.

  --only=pattern       the screens whose name fits; those of staff begin with admin-
  --languages=en,ar    or other ones: fr
  --modes=light,dark   or one of them
  --widths=360,1440    or one of them

Exit status 0: every picture was taken; 1: some were not, with the reasons.
`

const sizes = { 360: phone, 1440: desk } as const
type Width = keyof typeof sizes

type Look = { width: Width; language: string; mode: string }

async function main(): Promise<void> {
  const given = process.argv.slice(2)
  if (wantsHelp(HELP, given)) return
  const option = (name: string, otherwise: string) =>
    given.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise
  const list = (name: string, otherwise: string) => option(name, otherwise).split(',')
  const folder = option('out', 'screenshots')
  const only = new RegExp(option('only', ''))
  const looks = list('languages', 'en,ar').flatMap((language) =>
    list('modes', 'light,dark').flatMap((mode) =>
      list('widths', '360,1440').map((width) => ({ width: widthOf(width), language, mode })),
    ),
  )
  await mkdir(folder, { recursive: true })
  const server = await startTestServer()
  process.env.TEST_DATABASE_URL = server.url
  await prepareTemplate(server.url)
  const wanted = { folder, looks, only }
  const failed = await photographAll(wanted).finally(server.stop)
  for (const { name, error } of failed) process.stdout.write(`${name}: ${String(error)}\n`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

function widthOf(given: string): Width {
  const width = Number(given)
  if (width !== 360 && width !== 1440) throw new Error(`--widths: 360 and 1440, not ${given}`)
  return width
}

type Seer = Visitor | 'staff'
type Seen = Omit<Screen, 'as'> & { by: Seer }
type Furnished = { shop: ScreenShop; cookies: Partial<Readonly<Record<Seer, Cookie[]>>> }

/** A shop, and the screens that are looked at in it. */
type Stage = {
  screens: readonly Seen[]
  open: () => Promise<RunningShop>
  furnish: (shop: RunningShop) => Promise<Furnished>
}

const seen = ({ as = 'guest', ...screen }: Screen): Seen => ({ ...screen, by: as })

const stages: readonly Stage[] = [
  {
    screens: screens.map(seen),
    open: openScreenShop,
    async furnish(running) {
      const shop = await furnishAll(running)
      return { shop, cookies: { ...shop.others, customer: shop.cookies } }
    },
  },
  {
    screens: [
      ...staffDoors.map(seen),
      ...staffScreens.map((screen) => ({ ...screen, by: 'staff' as const })),
    ],
    open: () => openRunningShop({ withPages: true }),
    async furnish(running) {
      const shop = await furnish(running)
      const { cookies: staff, ...ids } = await furnishStaff(running)
      return { shop: { ...shop, ids: { ...shop.ids, ...ids } }, cookies: { staff } }
    },
  },
]

type Wanted = { folder: string; looks: readonly Look[]; only: RegExp }
type Failed = { name: string; error: unknown }

async function photographAll({ only, ...wanted }: Wanted): Promise<Failed[]> {
  const shown = bar('screenshots')
  const failed: Failed[] = []
  try {
    for (const stage of stages) {
      const chosen = stage.screens.filter(({ name }) => only.test(name))
      if (chosen.length > 0)
        failed.push(...(await photographIn({ ...stage, screens: chosen }, { ...wanted, shown })))
    }
  } finally {
    shown.stop()
  }
  return failed
}

type Taking = { folder: string; looks: readonly Look[]; shown: Bar }

async function photographIn(stage: Stage, { folder, looks, shown }: Taking): Promise<Failed[]> {
  const running = await stage.open()
  const browser = await openBrowser()
  const failed: Failed[] = []
  let done = 0
  try {
    const furnished = await stage.furnish(running)
    for (const look of looks)
      for (const seer of new Set(stage.screens.map(({ by }) => by))) {
        const context = await openContext(browser, { furnished, look, seer })
        for (const screen of stage.screens.filter((one) => isFor(one, { look, seer }))) {
          const name = `${screen.name}-${look.width}-${look.language}-${look.mode}`
          shown.update((done += 1), name)
          const path = join(folder, `${name}.png`)
          await photograph(context, { screen, furnished, path }).catch((error: unknown) =>
            failed.push({ name, error }),
          )
        }
        await context.close()
      }
  } finally {
    await browser.close()
    await running.stop()
  }
  return failed
}

type Visit = { furnished: Furnished; look: Look; seer: Seer }

const isFor = ({ by, isOnPhonesOnly }: Seen, { look, seer }: Pick<Visit, 'look' | 'seer'>) =>
  by === seer && (!isOnPhonesOnly || look.width === 360)

async function openContext(browser: Browser, visit: Visit): Promise<BrowserContext> {
  const { furnished, look, seer } = visit
  const url = furnished.shop.origin
  const context = await browser.newContext({ ...sizes[look.width], reducedMotion: 'reduce' })
  context.setDefaultTimeout(30_000)
  await context.addCookies([
    { name: 'qura_lang', value: look.language, url },
    { name: 'qura_theme', value: look.mode, url },
    ...(furnished.cookies[seer] ?? []),
  ])
  return context
}

type Picture = { screen: Seen; furnished: Furnished; path: string }

async function photograph(context: BrowserContext, { screen, furnished, path }: Picture) {
  await rm(path, { force: true })
  const page = await context.newPage()
  await visitScreen({ page, screen, shop: furnished.shop }, async () => {
    // What opens over a page is as tall as the window; the page behind it need not be seen.
    const over = page.locator('[role=dialog], [role=alertdialog]')
    const fullPage = (await over.count()) === 0
    if (fullPage) await page.evaluate(asAWhole)
    await page.screenshot({ path, fullPage, animations: 'disabled' })
  })
}

/**
 * Runs in the page. A picture of all of it is not taken through its window: what sticks to the top
 * of that is at the top, and what is fixed at its lower edge is at the end of the page.
 */
function asAWhole(): void {
  scrollTo({ top: 0, behavior: 'instant' })
  document.body.style.position = 'relative'
  for (const part of document.querySelectorAll<HTMLElement>('body *')) {
    const { position, bottom } = getComputedStyle(part)
    if (position === 'fixed' && Number.parseFloat(bottom) < innerHeight / 4)
      part.style.position = 'absolute'
  }
}

await main()
