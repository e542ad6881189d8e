// npm run check: what can be said about the code without running it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { takesNothing, tellWrongOption, wantsHelp } from './terminal.ts'

const help = `npm run check

Types (tsc), rules (oxlint), format (oxfmt), the house rules (import directions, sizes, names)
and the web app: whether it builds, and what its first view loads against the budget.

  --help   this text`

const root = join(import.meta.dirname, '../..')
const modules = join(root, 'node_modules')

export type Check = { name: string; isPassed: boolean; output: string }

const programs: Readonly<Record<string, readonly string[]>> = {
  types: [join(modules, 'typescript/bin/tsc'), '--noEmit'],
  rules: [join(modules, 'oxlint/bin/oxlint'), '--quiet'],
  format: [join(modules, 'oxfmt/bin/oxfmt'), '--check', '.'],
}

/** By hand only: in the gate the tests themselves check the one and build the other. */
const byHand = {
  'house rules': [
    join(modules, 'vitest/vitest.mjs'),
    'run',
    '--project=pure',
    'services/testing/house-rules.test.ts',
  ],
  'web app': [join(root, 'services/cli/build-web.ts')],
}

/** All of them at once: the slowest decides. */
export async function runChecks(list = programs): Promise<Check[]> {
  return Promise.all(Object.entries(list).map(([name, parts]) => runCheck(name, parts)))
}

function runCheck(name: string, [program, ...given]: readonly string[]): Promise<Check> {
  const child = spawn(process.execPath, [program ?? '', ...given], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString('utf8')))
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString('utf8')))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ name, isPassed: false, output: String(error) }))
    child.once('close', (code) => resolve({ name, isPassed: code === 0, output }))
  })
}

export function printChecks(checks: readonly Check[]): void {
  for (const { name, isPassed, output } of checks) {
    process.stdout.write(`${isPassed ? '✓' : '✗'} ${name}\n`)
    if (!isPassed) process.stdout.write(`${output.trimEnd()}\n\n`)
  }
}

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  takesNothing()
  const checks = await runChecks({ ...programs, ...byHand })
  printChecks(checks)
  process.exitCode = checks.every(({ isPassed }) => isPassed) ? 0 : 1
}

if (import.meta.main) await main().catch(tellWrongOption)
