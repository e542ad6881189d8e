// The landing pages of a shop with twelve raffles whose pictures were uploaded as photographs of
// three megabytes, each opened several times by a phone that has never been there.
import { startBrowser } from '../testing/browser.ts'
import { openRunningShop } from '../testing/running-service.ts'
import type { RunningShop } from '../testing/running-service.ts'
import { lighthouseReport } from './lighthouse-report.ts'
import type { LighthouseReport } from './lighthouse-report.ts'
import { installLighthouse, runLighthouse } from './lighthouse.ts'
import { landingPages, reportOf } from './web-budgets.ts'
import type { LandingPage, PageReport } from './web-budgets.ts'
import { measurePage } from './web-page.ts'
import { drawPhotograph } from './web-photographs.ts'

const RAFFLES = 12
const prizes = [
  'A Trip to Egypt',
  'Apple Watch',
  'City Car',
  'Gold Necklace',
  'Laptop',
  'Mountain Bike',
]

type Progress = (step: string) => void
type Runs = { runs: number }

/** What is asked of the shop, as Lighthouse sees it. */
export async function benchLighthouse(
  { runs }: Runs,
  progress: Progress,
): Promise<LighthouseReport[]> {
  await installLighthouse(progress)
  return withStockedShop(progress, async (addressOf) => {
    progress('once without counting: the programs come from the disk')
    await runLighthouse(addressOf('/'))
    const found = await inTurns({ runs, progress }, (page) => runLighthouse(addressOf(page)))
    return found.map(({ page, results }) => lighthouseReport(page, results))
  })
}

/** The same pages from the browser's own timeline: also the bytes, and what is largest. */
export async function benchWeb({ runs }: Runs, progress: Progress): Promise<PageReport[]> {
  const browser = await startBrowser()
  try {
    return await withStockedShop(progress, async (addressOf) => {
      const found = await inTurns({ runs, progress }, (page) =>
        measurePage(browser, addressOf(page)),
      )
      return found.map(({ page, results }) => reportOf(page, results))
    })
  } finally {
    await browser.close()
  }
}

type Found<Result> = { page: LandingPage; results: Result[] }

/**
 * One run at a time: two would take the processor from each other. The pages take turns, so that a
 * minute in which the machine was busy is nobody's alone.
 */
async function inTurns<Result>(
  { runs, progress }: Runs & { progress: Progress },
  act: (page: LandingPage) => Promise<Result>,
): Promise<Found<Result>[]> {
  const found = landingPages.map((page): Found<Result> => ({ page, results: [] }))
  for (let run = 1; run <= runs; run += 1)
    for (const { page, results } of found) {
      progress(`${page} ${run}/${runs}`)
      results.push(await act(page))
    }
  return found
}

type AddressOf = (page: LandingPage) => string

async function withStockedShop<Result>(
  progress: Progress,
  act: (addressOf: AddressOf) => Promise<Result>,
): Promise<Result> {
  progress('opening the shop')
  const shop = await openRunningShop({ withPages: true })
  try {
    const raffleId = await stock(shop, progress)
    const addressOf: AddressOf = (page) => shop.origin + page.replace(':id', raffleId)
    for (const page of landingPages) await (await fetch(addressOf(page))).text() // warm
    return await act(addressOf)
  } finally {
    await shop.stop()
  }
}

/** Answers the raffle whose page is measured. */
async function stock(shop: RunningShop, progress: Progress): Promise<string> {
  progress('drawing photographs')
  const photographs = [await drawPhotograph(), await drawPhotograph()]
  let raffleId = ''
  for (let number = 0; number < RAFFLES; number += 1) {
    progress(`uploading ${number + 1}/${RAFFLES}`)
    const name = prizes[number % prizes.length] ?? 'Prize'
    const image = photographs[number % photographs.length]
    const sold = await shop.sell({
      name: number < prizes.length ? name : `${name} ${number}`,
      totalTickets: 1_000,
      ...(image && { image }),
    })
    if (number === 0) raffleId = sold.raffleId
  }
  progress('making AVIF')
  await shop.service.workers.sweeps.now('pictures')
  return raffleId
}
