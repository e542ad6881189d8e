// npm run test:axe: axe-core on every screen of the shop in all six looks. The gate looks at one.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { wantsHelp } from './terminal.ts'

const help = `npm run test:axe

axe-core on every screen of services/testing/screens.ts, in every state, in English, Arabic and
French, light and dark. \`npm test\` looks once at each of the everyday ones.

  --help   this text

Exit status 0: nothing was found.`

if (!wantsHelp(help)) {
  const program = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [program, 'run', 'web/e2e/accessible.e2e.test.ts'], {
    stdio: 'inherit',
    env: { ...process.env, AXE_LOOKS: 'all' },
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => child.kill(name))
  child.once('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
