// Lighthouse as everybody runs it: a program of its own, with a fresh browser each time. It is too
// large for every checkout, so the first run installs it from the lockfile in `lighthouse/`, into a
// folder of `node_modules` that no other command looks into. The overrides beside the lockfile name
// the versions of what one of its packages asks for as "latest", or the lockfile would not hold.
import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { browserArguments, browserPath } from '../testing/browser.ts'
import { readRun } from './lighthouse-report.ts'
import type { LighthouseRun } from './lighthouse-report.ts'

const LISTED = join(import.meta.dirname, 'lighthouse')
const INSTALLED = join(import.meta.dirname, '../../node_modules/.lighthouse')
const PROGRAM = join(INSTALLED, 'node_modules/lighthouse/cli/index.js')

/** Does nothing when what the lockfile lists is there. */
export async function installLighthouse(progress: (step: string) => void): Promise<void> {
  const lockfile = await readFile(join(LISTED, 'package-lock.json'), 'utf8')
  const stamp = join(INSTALLED, 'installed')
  if ((await readFile(stamp, 'utf8').catch(() => null)) === lockfile) return

  progress('installing Lighthouse, 185 MB, this once')
  await rm(INSTALLED, { recursive: true, force: true })
  await mkdir(INSTALLED, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    await copyFile(join(LISTED, name), join(INSTALLED, name))
  const given = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath // the npm that runs us, where one does
  await (npm === undefined
    ? run('npm', given, INSTALLED)
    : run(process.execPath, [npm, ...given], INSTALLED))
  await writeFile(stamp, lockfile) // last: an installation cut short is none
}

/** Its mobile phone on slow 4G, throttled by the browser itself. */
export async function runLighthouse(url: string): Promise<LighthouseRun> {
  const folder = await mkdtemp(join(tmpdir(), 'qura-lighthouse-'))
  const file = join(folder, 'report.json')
  try {
    const given = [
      PROGRAM,
      url,
      '--quiet',
      '--form-factor=mobile',
      '--throttling-method=devtools',
      '--no-enable-error-reporting',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${[...browserArguments, '--disable-dev-shm-usage'].join(' ')}`,
    ]
    await run(process.execPath, given, folder, { CHROME_PATH: await browserPath() })
    return readRun(await readFile(file, 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(
  program: string,
  given: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<void> {
  const child = spawn(program, given, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString('utf8')))
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString('utf8')))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${program} ${given[0]} ended with ${code}:\n${output.trimEnd()}`)),
    )
  })
}
