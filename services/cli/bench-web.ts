// `npm run bench -- web`: what the landing pages cost a cheap phone on a bad network.
import { lighthouseTable } from '../bench/lighthouse-report.ts'
import { tableOf } from '../bench/web-budgets.ts'
import { benchLighthouse, benchWeb } from '../bench/web.ts'
import { bar, wantsHelp } from './terminal.ts'

const HELP = `
npm run bench -- web [--own] [--runs=5] [--json]

Builds the web app, fills a shop with twelve raffles whose pictures were uploaded as photographs of
three megabytes, and opens /, /raffles and one raffle with Lighthouse: its mobile phone, throttled
by the browser's devtools to slow 4G and a processor four times slower, one run at a time. Prints
the medians against the budgets, and every audit that keeps accessibility, best practices or SEO
under 100; the exit code is 1 when a budget is missed.

  --own   without Lighthouse: the browser's own timeline, with the bytes of each page, what its
          largest element is, and their budgets

Lighthouse itself, 185 MB, is installed on the first run. CHROME_PATH names another browser than
the one found. The machine should do nothing else.
`

type WithServer = <Result>(act: () => Promise<Result>) => Promise<Result>
type Outcome = { reports: readonly { missed: readonly string[] }[]; table: string }

export async function runWebBench(
  given: readonly string[],
  withServer: WithServer,
): Promise<number> {
  if (wantsHelp(HELP, given)) return 0
  const runs = Number(given.find((word) => word.startsWith('--runs='))?.slice(7) ?? 5)
  const shown = bar('bench web')
  let steps = 0
  const progress = (step: string) => shown.update((steps += 1), step)
  const measure = given.includes('--own') ? ownTimeline : lighthouse
  const { reports, table } = await withServer(() => measure(runs, progress))
  shown.stop()

  const text = given.includes('--json') ? JSON.stringify(reports, null, 2) : table
  process.stdout.write(`${text}\n`)
  return reports.every(({ missed }) => missed.length === 0) ? 0 : 1
}

async function lighthouse(runs: number, progress: (step: string) => void): Promise<Outcome> {
  const reports = await benchLighthouse({ runs }, progress)
  return { reports, table: lighthouseTable(reports) }
}

async function ownTimeline(runs: number, progress: (step: string) => void): Promise<Outcome> {
  const reports = await benchWeb({ runs }, progress)
  return { reports, table: tableOf(reports) }
}
