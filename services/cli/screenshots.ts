// `npm run screenshots`: every screen in every state, as a phone and a desk show it.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from 'playwright-core'

import { faultsOf } from '../testing/page-faults.ts'
import { optionOf, requireOptions, tourOf, visitEach } from '../testing/stages.ts'
import type { Sight } from '../testing/stages.ts'
import { tellRefusal } from './refusals.ts'
import { bar, wantsHelp } from './terminal.ts'

const HELP = `
npm run screenshots [-- --out=folder] [-- --only=pattern] [-- --axe]

Opens a shop with its sandbox and photographs every screen of services/testing/screens.ts and
admin-screens.ts at 360 and 1440 px, in English and Arabic, light and dark: name-360-ar-dark.png in
./screenshots, or in --out.

  --axe                examines each with axe-core, too, as npm run test:axe does
  --only=pattern       the screens whose name fits; those of staff begin with admin-
  --languages=en,ar    or other ones: fr
  --modes=light,dark   or one of them
  --widths=360,1440    or one of them

Exit status 0: every picture was taken (and nothing was found); 1: else, with the reasons.
`

async function main(): Promise<void> {
  const given = process.argv.slice(2)
  if (wantsHelp(HELP, given)) return
  requireOptions(given, ['out', 'axe', 'only', 'languages', 'modes', 'widths'])
  const folder = optionOf(given, 'out', 'screenshots')
  const isExamined = given.includes('--axe')
  const tour = tourOf(given, { languages: 'en,ar' })
  await mkdir(folder, { recursive: true })
  const shown = bar('screenshots')
  const missed = await visitEach({
    ...tour,
    progress: shown.update,
    async see(sight) {
      // Before its picture, for which the page is laid out anew.
      const faults = isExamined ? await faultsOf(sight) : []
      await photograph(sight, folder)
      if (faults.length > 0) throw new Error(faults.join('\n  '))
    },
  }).finally(shown.stop)
  for (const { name, error } of missed) process.stdout.write(`${name}: ${String(error)}\n`)
  process.exitCode = missed.length === 0 ? 0 : 1
}

async function photograph({ page, name, screen }: Sight, folder: string): Promise<void> {
  const path = join(folder, `${name}.png`)
  await rm(path, { force: true })
  const fullPage = !screen.isInWindow && !(await hasDialog(page))
  await page.evaluate(withPictures)
  if (fullPage) await page.evaluate(asAWhole)
  await page.screenshot({ path, fullPage, animations: 'disabled' })
}

/** What opens over a page is as tall as the window; the page behind it need not be seen. */
const hasDialog = async (page: Page) =>
  (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0

/** Runs in the page: also those are read that wait until somebody scrolls to them. */
async function withPictures(): Promise<void> {
  const images = [...document.images]
  for (const image of images) image.loading = 'eager'
  await Promise.allSettled(images.map((image) => image.decode())) // one that is broken is seen
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

await main().catch((error: unknown) => tellRefusal(error))
