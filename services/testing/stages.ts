// The screens of both tables, each visited in its own shop: customers' and visitors' in one with a
// past, those of staff in one with work on every desk. Whoever photographs or examines them says
// what to do at each (`services/cli/screenshots.ts`, `services/cli/test-axe.ts`).
import type { Browser, BrowserContext, Page } from 'playwright-core'

import { Rejection } from '#events/kernel/rejection.ts'

import { endSale, staffBeganAt } from './admin-past.ts'
import { furnishStaff, staffDoors, staffScreens } from './admin-screens.ts'
import { complaintsOf, desk, phone, startBrowser } from './browser.ts'
import { prepareTemplate } from './database.ts'
import { finePicture, openRunningShop } from './running-service.ts'
import type { RunningShop } from './running-service.ts'
import { screens, visitScreen } from './screens.ts'
import type { Cookie, Screen, ScreenShop, Visitor } from './screens.ts'
import { furnish } from './screens/furnish.ts'
import { furnishAll, openScreenShop } from './screens/furnish-all.ts'
import { startTestServer } from './server.ts'

const sizes = { 360: phone, 1440: desk } as const

export type Look = { width: keyof typeof sizes; language: string; mode: string }

type Seer = Visitor | 'staff'
type Staged = Omit<Screen, 'as'> & { by: Seer }
type Furnished = { shop: ScreenShop; cookies: Partial<Readonly<Record<Seer, Cookie[]>>> }

/** A shop, and the screens that are looked at in it. */
type Stage = {
  screens: readonly Staged[]
  open: () => Promise<RunningShop>
  furnish: (shop: RunningShop) => Promise<Furnished>
}

const staged = ({ as = 'guest', ...screen }: Screen): Staged => ({ ...screen, by: as })

const stages: readonly Stage[] = [
  {
    screens: screens.map(staged),
    open: openScreenShop,
    async furnish(running) {
      const shop = await furnishAll(running)
      return { shop, cookies: { ...shop.others, customer: shop.cookies } }
    },
  },
  {
    screens: [
      ...staffDoors.map(staged),
      ...staffScreens.map((screen) => ({ ...screen, by: 'staff' as const })),
    ],
    // Under a name, because passkeys belong to one.
    open: () =>
      openRunningShop({
        withPages: true,
        host: 'localhost',
        beganAt: staffBeganAt(),
        pictureSize: finePicture,
      }),
    async furnish(running) {
      await endSale(running)
      const shop = await furnish(running)
      const { cookies: staff, ...ids } = await furnishStaff(running)
      return { shop: { ...shop, ids: { ...shop.ids, ...ids } }, cookies: { staff } }
    },
  },
]

/** A screen in one look, open. `complaints`: what its page has said to the console. */
export type Sight = {
  name: string
  screen: Omit<Screen, 'as'>
  page: Page
  complaints: readonly string[]
}

export type Tour = {
  looks: readonly Look[]
  only: RegExp
  see: (sight: Sight) => Promise<void>
  /** Called before each sight, with how many have been begun. */
  progress: (begun: number, name: string) => void
}

export type Missed = { name: string; error: unknown }

/** Opens each screen in each look, and returns those that could not be seen, with the reason. */
export async function visitEach(tour: Tour): Promise<Missed[]> {
  const server = await startTestServer()
  process.env.TEST_DATABASE_URL = server.url
  try {
    await prepareTemplate(server.url)
    const missed: Missed[] = []
    let begun = 0
    const visits = { ...tour, onVisit: (name: string) => tour.progress((begun += 1), name) }
    for (const stage of stages) {
      const chosen = stage.screens.filter(({ name }) => tour.only.test(name))
      if (chosen.length > 0)
        missed.push(...(await visitStage({ ...stage, screens: chosen }, visits)))
    }
    return missed
  } finally {
    await server.stop()
  }
}

type Visits = Pick<Tour, 'looks' | 'see'> & { onVisit: (name: string) => void }

async function visitStage(stage: Stage, { looks, see, onVisit }: Visits): Promise<Missed[]> {
  const running = await stage.open()
  const browser = await startBrowser()
  const missed: Missed[] = []
  try {
    const furnished = await stage.furnish(running)
    for (const look of looks)
      for (const seer of new Set(stage.screens.map(({ by }) => by))) {
        const context = await openContext(browser, { furnished, look, seer })
        for (const screen of stage.screens.filter((one) => isFor(one, { look, seer }))) {
          const name = `${screen.name}-${look.width}-${look.language}-${look.mode}`
          onVisit(name)
          const page = await context.newPage()
          const complaints = complaintsOf(page)
          await visitScreen({ page, screen, shop: furnished.shop }, () =>
            see({ name, screen, page, complaints }),
          ).catch((error: unknown) => missed.push({ name, error }))
        }
        await context.close()
      }
  } finally {
    await browser.close()
    await running.stop()
  }
  return missed
}

type Visit = { furnished: Furnished; look: Look; seer: Seer }

const isFor = ({ by, isOnPhonesOnly }: Staged, { look, seer }: Pick<Visit, 'look' | 'seer'>) =>
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

/** What the options of a command ask for: `--only`, `--languages`, `--modes`, `--widths`. */
export function tourOf(
  given: readonly string[],
  otherwise: { languages: string },
): Pick<Tour, 'looks' | 'only'> {
  const list = (name: string, usual: string) => optionOf(given, name, usual).split(',')
  const looks = list('languages', otherwise.languages).flatMap((language) =>
    list('modes', 'light,dark').flatMap((mode) =>
      list('widths', '360,1440').map((width) => ({ width: widthOf(width), language, mode })),
    ),
  )
  return { looks, only: patternOf(optionOf(given, 'only', '')) }
}

/** A mistyped option would open every screen there is. */
export function requireOptions(given: readonly string[], names: readonly string[]): void {
  const wrong = given.filter((word) => !names.includes(word.split('=')[0]!.slice('--'.length)))
  if (wrong.length > 0) throw wrongUse(`no such option: ${wrong.join(' ')}, see --help`)
}

export const optionOf = (given: readonly string[], name: string, usual: string): string =>
  given.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual

function widthOf(given: string): Look['width'] {
  const width = Number(given)
  if (width !== 360 && width !== 1440) throw wrongUse(`--widths: 360 and 1440, not ${given}`)
  return width
}

function patternOf(given: string): RegExp {
  try {
    return new RegExp(given)
  } catch {
    throw wrongUse(`--only=${given} is no pattern`)
  }
}

const wrongUse = (message: string) => new Rejection('invalid_request', message)
