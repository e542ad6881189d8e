// npm run dev: the shop, started anew whenever a file of the service changes, and the web app built
// anew whenever one of the page changes.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { takesNothing, tellWrongOption, wantsHelp } from './terminal.ts'

const help = `npm run dev

npm start, again after every change: the service restarts, the web app is rebuilt on reload.
PostgreSQL keeps its data between restarts. Ctrl-C stops everything.

  --help   this text`

const root = join(import.meta.dirname, '../..')
const watched = ['services', 'events', 'projections', 'migrations', 'web']

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  takesNothing()
  const paths = watched.map((folder) => `--watch-path=${join(root, folder)}`)
  const start = join(import.meta.dirname, 'start.ts')
  const child = spawn(process.execPath, [...paths, '--watch-preserve-output', start], {
    stdio: 'inherit',
    env: { LOG_LEVEL: 'info', ...process.env },
  })
  // Ctrl-C reaches the child by itself; it is the one that has to stop in order.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.once('exit', (code) => process.exit(code ?? 1))
}

if (import.meta.main) await main().catch(tellWrongOption)
