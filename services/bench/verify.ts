// How long a stranger waits: the whole verifier on a raffle of a million tickets, one ticket an
// order line, from a ZIP file. In Node with the built `verify.mjs`, in Chromium with `verify.html`:
// the very files that lie in a bundle.
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { beacon, log, representative, witnesses } from '#events/verify/testing/keys.ts'
import { largeBundle } from '#events/verify/testing/large.ts'

import type { BundleFile } from '../ledger/bundle.ts'
import { zipped } from '../ledger/zip-writer.ts'
import { startBrowser } from '../testing/browser.ts'
import type { BenchAddresses } from './append.ts'
import type { Outcome } from './contest.ts'

const TICKETS = 1_000_000
const TICKETS_QUICK = 100_000
const NODE_SECONDS_MAX = 20
const BROWSER_SECONDS_MAX = 40
const MEMORY_MB_MAX = 1_000
const BYTES_AT_ONE = 140
const BYTES_AT_TWO = 80

const built = join(import.meta.dirname, '../../dist/verify')

export async function benchVerify(
  _addresses: BenchAddresses,
  { isQuick }: { isQuick: boolean },
  progress: (step: string) => void,
): Promise<Outcome[]> {
  const tickets = isQuick ? TICKETS_QUICK : TICKETS
  const folder = await mkdtemp(join(tmpdir(), 'qura-verify-'))
  try {
    progress(`verify: a raffle of ${tickets.toLocaleString('en')} tickets is made`)
    const one = await makeZip(join(folder, 'one.zip'), { sales: tickets, ticketsPerSale: 1 })
    const two = await makeZip(join(folder, 'two.zip'), { sales: tickets / 2, ticketsPerSale: 2 })
    progress('verify: in Node')
    const node = await inNode(one.path)
    progress('verify: in Chromium')
    const browser = await inBrowser(one.path)
    const share = tickets / TICKETS
    return [
      outcome(`verify ${tickets} tickets, seconds`, [
        { name: 'verify.mjs in Node', value: node.seconds, max: NODE_SECONDS_MAX * share },
        {
          name: 'verify.html in Chromium',
          value: browser.seconds,
          max: BROWSER_SECONDS_MAX * share,
        },
      ]),
      outcome('verify, memory in MB', [
        { name: 'Node, resident', value: node.memoryMb, max: MEMORY_MB_MAX },
        { name: 'Chromium, the page’s heap', value: browser.memoryMb, max: MEMORY_MB_MAX },
      ]),
      outcome('zipped bundle, bytes a ticket', [
        { name: 'one ticket an order line', value: one.bytes / tickets, max: BYTES_AT_ONE },
        { name: 'two tickets an order line', value: two.bytes / tickets, max: BYTES_AT_TWO },
      ]),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeZip(path: string, raffle: Parameters<typeof largeBundle>[0]) {
  const files = largeBundle(raffle)
  async function* each(): AsyncGenerator<BundleFile> {
    for (const [name, bytes] of files) yield { name, bytes }
  }
  await pipeline(Readable.from(zipped(each())), createWriteStream(path))
  return { path, bytes: (await stat(path)).size }
}

const keys = [log, ...witnesses, representative].map(({ verifierKey }) => verifierKey)

/** In a process of its own, which tells its largest resident size when it ends. */
async function inNode(path: string): Promise<{ seconds: number; memoryMb: number }> {
  const told =
    'process.on("exit", () => console.error(`maxRSS ${process.resourceUsage().maxRSS}`));' +
    `await import(${JSON.stringify(join(built, 'verify.mjs'))})`
  const given = [path, ...keys.flatMap((key) => ['--key', key])]
  const trusted = ['--trust-beacon', beacon.chain.chainHash]
  const startedMs = performance.now()
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', told, '--', 'verify.mjs', ...given, ...trusted],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  const seconds = (performance.now() - startedMs) / 1_000
  if (code !== 0) throw new Error(`the verifier refused the bundle (${code}):\n${said}`)
  const kilobytes = Number(/maxRSS (\d+)/.exec(said)?.[1])
  return { seconds, memoryMb: kilobytes / 1_024 }
}

async function inBrowser(path: string): Promise<{ seconds: number; memoryMb: number }> {
  const browser = await startBrowser()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(600_000)
    await page.goto(`file://${join(built, 'verify.html')}`)
    await page.locator('#keys').fill(keys.join('\n'))
    const startedMs = performance.now()
    await page.locator('#bundle').setInputFiles(path)
    await page.locator('article').waitFor()
    const seconds = (performance.now() - startedMs) / 1_000
    // The beacon of this made-up raffle is nobody's: that line alone is false here.
    const wrong = await page.locator('.checks .fail .id').allTextContents()
    if (wrong.join() !== '(l)') throw new Error(`Chromium refused ${wrong.join()}`)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const metrics = await session.send('Performance.getMetrics')
    const heap = metrics.metrics.find(({ name }) => name === 'JSHeapTotalSize')?.value ?? 0
    return { seconds, memoryMb: heap / 1_048_576 }
  } finally {
    await browser.close()
  }
}

type Line = { name: string; value: number; max: number }

function outcome(contest: string, lines: readonly Line[]): Outcome {
  const rounded = (value: number) => Math.round(value * 10) / 10
  return {
    contest,
    callers: 1,
    figures: [],
    ratios: lines.map(({ name, value, max }) => ({
      against: `${name}, at most ${max}`,
      ratio: rounded(value),
      target: max,
      isReached: value <= max,
    })),
  }
}
