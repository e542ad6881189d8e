// The landing pages of a shop with twelve raffles whose pictures were uploaded as photographs of
// three megabytes, each opened several times by a phone that has never been there.
import { openBrowser } from '../testing/browser.ts'
import { openRunningShop } from '../testing/running-service.ts'
import type { RunningShop } from '../testing/running-service.ts'
import { budgets, reportOf } from './web-budgets.ts'
import type { PageReport } from './web-budgets.ts'
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

export async function benchWeb(
  { runs }: { runs: number },
  progress: (step: string) => void,
): Promise<PageReport[]> {
  progress('opening the shop')
  const shop = await openRunningShop({ withPages: true })
  const browser = await openBrowser()
  try {
    const raffleId = await stock(shop, progress)
    const reports: PageReport[] = []
    for (const page of Object.keys(budgets) as (keyof typeof budgets)[]) {
      const url = shop.origin + page.replace(':id', raffleId)
      await (await fetch(url)).text() // rendered once for somebody before
      const figures = []
      for (let run = 1; run <= runs; run += 1) {
        progress(`${page} ${run}/${runs}`)
        figures.push(await measurePage(browser, url))
      }
      reports.push(reportOf(page, figures))
    }
    return reports
  } finally {
    await browser.close()
    await shop.stop()
  }
}

/** Answers the raffle whose page is measured. */
async function stock(shop: RunningShop, progress: (step: string) => void): Promise<string> {
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
