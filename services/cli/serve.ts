// npm run serve: one more process of a shop that runs. It answers requests on the same port, and
// decides; migrations, read models and what works behind the requests are the first one's.
import { join } from 'node:path'

import { readConfig } from '../config.ts'
import { attachDatabase } from '../database/prepare.ts'
import type { ProcessNews } from '../http/process-news.ts'
import { exchangeWithParent, askedByParent, tellReady } from '../io/processes.ts'
import { startService } from '../main.ts'
import { takesNothing, wantsHelp } from './terminal.ts'
import { explain, firstSignal, stopWithin } from './until-asked.ts'
import { builtWeb } from './web-build.ts'

const help = `npm run serve

One more process beside \`npm start\`, on the same database, folders and settings. Give it
DATABASE_URL, another METRICS_PORT, and PROCESSES above 1 to both, so that they may share PORT; or
another PORT, behind a load balancer. \`PROCESSES=n npm start\` starts n - 1 of these by itself.
Ctrl-C ends it: requests under way are answered first.

  --help   this text

Exit status 0: stopped when asked to; 1: failed; 78: settings that must not start.`

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  takesNothing()
  const config = readConfig(process.env)
  const asked = Promise.race([firstSignal(), askedByParent()])
  const database = await attachDatabase(config)
  const exchange = exchangeWithParent<ProcessNews>()
  const service = await startService(config, database, {
    distFolder: process.env.WEB_BUILD ?? (await builtWeb(join(import.meta.dirname, '../..'))),
    isBeside: true,
    ...(exchange !== undefined && { exchange }),
  })
  tellReady()
  await asked
  stopWithin()
  await service.stop()
}

if (import.meta.main)
  await main()
    .catch(explain)
    .finally(() => process.exit())
