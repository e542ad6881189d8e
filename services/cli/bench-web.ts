// `npm run bench -- web`: what the landing pages cost a cheap phone on a bad network.
import { tableOf } from '../bench/web-budgets.ts'
import { benchWeb } from '../bench/web.ts'
import { bar, wantsHelp } from './terminal.ts'

const HELP = `
npm run bench -- web [--runs=5] [--json]

Builds the web app, fills a shop with twelve raffles whose pictures were uploaded as photographs of
three megabytes, and opens /, /raffles and one raffle in Chromium as a phone of 360 px that has
never been there: Lighthouse's devtools throttling (slow 4G, CPU four times slower). Prints the
medians against the budgets; the exit code is 1 when one is missed.

CHROME_PATH names another browser than the one found. The machine should do nothing else.
`

type WithServer = <Result>(act: () => Promise<Result>) => Promise<Result>

export async function runWebBench(
  given: readonly string[],
  withServer: WithServer,
): Promise<number> {
  if (wantsHelp(HELP, given)) return 0
  const runs = Number(given.find((word) => word.startsWith('--runs='))?.slice(7) ?? 5)
  const shown = bar('bench web')
  let steps = 0
  const reports = await withServer(() =>
    benchWeb({ runs }, (step) => shown.update((steps += 1), step)),
  )
  shown.stop()

  const text = given.includes('--json') ? JSON.stringify(reports, null, 2) : tableOf(reports)
  process.stdout.write(`${text}\n`)
  return reports.every(({ missed }) => missed.length === 0) ? 0 : 1
}
