// `npm run bench -- web`: what the landing pages cost a cheap phone on a bad network.
import { parseArgs } from 'node:util'

import { lighthouseTable } from '../bench/lighthouse-report.ts'
import { tableOf } from '../bench/web-budgets.ts'
import { benchLighthouse, benchWeb } from '../bench/web.ts'
import { wrongUse } from './refusals.ts'
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
  const { runs, isOwn, isJson } = read(given)
  const shown = bar('bench web')
  let steps = 0
  const progress = (step: string) => shown.update((steps += 1), step)
  const measure = isOwn ? ownTimeline : lighthouse
  const { reports, table } = await withServer(() => measure(runs, progress))
  shown.stop()

  const text = isJson ? JSON.stringify(reports, null, 2) : table
  process.stdout.write(`${text}\n`)
  return reports.every(({ missed }) => missed.length === 0) ? 0 : 1
}

function read(given: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      own: { type: 'boolean', default: false },
      runs: { type: 'string', default: '5' },
      json: { type: 'boolean', default: false },
    },
  })
  const others = positionals.filter((name) => name !== 'web')
  if (others.length > 0) throw wrongUse(`web is measured alone, without ${others.join(' ')}`)
  const runs = Number(values.runs)
  if (!Number.isSafeInteger(runs) || runs < 1)
    throw wrongUse(`--runs ${values.runs}: a whole number above zero`)
  return { runs, isOwn: values.own, isJson: values.json }
}

async function lighthouse(runs: number, progress: (step: string) => void): Promise<Outcome> {
  const reports = await benchLighthouse({ runs }, progress)
  return { reports, table: lighthouseTable(reports) }
}

async function ownTimeline(runs: number, progress: (step: string) => void): Promise<Outcome> {
  const reports = await benchWeb({ runs }, progress)
  return { reports, table: tableOf(reports) }
}
