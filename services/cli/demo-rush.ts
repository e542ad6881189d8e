// npm run demo:rush: sells a raffle out to a crowd that comes in the same moment, then has the
// invariants checked.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { openHttpLoad } from '../bench/buyer.ts'
import type { HttpLoad } from '../bench/buyer.ts'
import { newCrowd, rush, wrongNumbers } from '../bench/crowd.ts'
import type { Crowd } from '../bench/crowd.ts'
import { sellRaffle } from '../bench/raffle-on-sale.ts'
import { startShop } from '../bench/running-shop.ts'
import { readConfig } from '../config.ts'
import { openCore } from '../core.ts'
import { findEmbedded, startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase, withRole } from '../io/database.ts'
import { openLog } from '../log.ts'
import { verify } from '../verify/run.ts'
import type { Report } from '../verify/run.ts'
import { projectionStatus } from '../workers/checkpoints.ts'
import { drawRush } from './rush-screen.ts'
import { bar } from './terminal.ts'

const help = `npm run demo:rush [-- options]

Puts a raffle on sale and lets a crowd in, all of it in the same moment: every buyer orders over
HTTP, pays in the sandbox and waits for his numbers. The raffle sells out, whoever comes too late is
told so, and in the end the invariants of the whole database are checked.

Goes to the demo shop that runs here (npm start); when none does, to one of its own in a temporary
folder, with the limits of production, that is gone afterwards.

  --buyers <n>   how many come (default 3000)
  --tickets <n>  how many tickets there are (default 5000; each buyer wants one to three)
  --json         one JSON object in the end instead of text
  --help         this text

Exit status 0: sold as it should be and every invariant holds; 1: not.`

type Shop = {
  origin: string
  sandboxUrl: string
  productId: string
  /** The owner's login, for the invariants. */
  databaseUrl: string
  isOwn: boolean
  stop: () => Promise<void>
}

type Given = { buyers: number; tickets: number; isJson: boolean }

async function main(): Promise<void> {
  const given = read()
  if (given === null) return
  const opening = bar('demo:rush')
  const load = openHttpLoad(SOCKETS_MAX)
  const shop = await openShop(given, load, (step) => opening.update(0, step))
  opening.stop()
  try {
    const sale = await sell(shop, load, given)
    const report = await check(shop.databaseUrl)
    const verdict = judge(given, sale, report)
    console.log(
      given.isJson ? JSON.stringify(asJson(sale, report, verdict)) : inWords(sale, report, verdict),
    )
    process.exitCode = verdict.isGood ? 0 : 1
  } finally {
    load.close()
    await shop.stop()
  }
}

const SOCKETS_MAX = 1_000

function read(): Given | null {
  const { values } = parseArgs({
    options: {
      buyers: { type: 'string', default: '3000' },
      tickets: { type: 'string', default: '5000' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(help)
    return null
  }
  return {
    buyers: countOf('buyers', values.buyers, 20_000),
    tickets: countOf('tickets', values.tickets, 1_000_000),
    isJson: values.json,
  }
}

function countOf(name: string, text: string, max: number): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= max) return count
  throw new Error(`--${name} ${text}: a whole number from 1 to ${max}`)
}

async function openShop(given: Given, load: HttpLoad, say: (step: string) => void): Promise<Shop> {
  const running = await findRunning(load)
  if (running === null) {
    say('no shop runs here: starting one in a temporary folder')
    return startOwn(given.tickets)
  }
  say(`putting a raffle on sale at ${running.origin}`)
  const productId = await publishAt(running.databaseUrl, given.tickets)
  await waitUntilShown(running.origin, productId, load)
  return { ...running, productId, isOwn: false, stop: async () => {} }
}

type Running = Pick<Shop, 'origin' | 'sandboxUrl' | 'databaseUrl'>

/** The demo shop of this installation, if it answers. */
async function findRunning(load: HttpLoad): Promise<Running | null> {
  const config = readConfig(process.env)
  if (config.sandbox === null)
    throw new Error('demo:rush plays with a shop in demo mode only, never with production')
  const given = config.database.ownerUrl ?? config.database.url
  const databaseUrl = given ?? (await findEmbedded(config.dataFolder).catch(() => null))?.ownerUrl
  const origin = `http://127.0.0.1:${config.http.port}`
  const isReady = await load.call({ method: 'GET', url: `${origin}/readyz` }).then(
    ({ status }) => status === 200,
    () => false,
  )
  if (!isReady || databaseUrl === undefined) return null
  return { origin, sandboxUrl: config.sandbox.origin, databaseUrl }
}

/** By the commands of staff, in this process: the shop hears of it as it would of another one. */
async function publishAt(databaseUrl: string, ticketsMax: number): Promise<string> {
  const config = readConfig(process.env)
  const url = withRole(databaseUrl, 'qura_app')
  const core = await openCore({ config, url, shopLogs: config.shopLogs, log: openLog(config.log) })
  try {
    const { productId } = await sellRaffle(core, { ...onSale, ticketsMax })
    return productId
  } finally {
    await core.close()
  }
}

const onSale = { name: 'Rush', ticketsPerUnit: 1, priceUsd: '12.50' }

const SHOWN_TRIES = 150

async function waitUntilShown(origin: string, productId: string, load: HttpLoad): Promise<void> {
  for (let tries = 0; tries < SHOWN_TRIES; tries++) {
    const { status } = await load.call({
      method: 'GET',
      url: `${origin}/api/products/${productId}`,
    })
    if (status === 200) return
    await sleep(100)
  }
  throw new Error('the shop does not show the new product')
}

async function startOwn(ticketsMax: number): Promise<Shop> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'qura-rush-'))
  // As root, PostgreSQL's own user has to walk through it.
  await chmod(dataFolder, 0o711)
  const server = await startEmbedded({ dataFolder })
  await migrate(server.ownerUrl, { environment: 'demo' })
  const shop = await startShop({
    databaseUrl: server.ownerUrl,
    raffles: [{ ...onSale, ticketsMax }],
  })
  return {
    origin: shop.origin,
    sandboxUrl: shop.sandboxUrl,
    productId: shop.productId,
    databaseUrl: server.ownerUrl,
    isOwn: true,
    async stop() {
      await shop.stop()
      await server.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

type Sale = { crowd: Crowd; seconds: number; orderingSeconds: number }

async function sell(shop: Shop, load: HttpLoad, { buyers, tickets }: Given): Promise<Sale> {
  const crowd = newCrowd()
  const screen = drawRush(crowd, { buyers, tickets })
  const startedMs = performance.now()
  let orderingSeconds = 0
  const { productId } = shop
  const itemsOf = (nth: number) => [{ productId, quantity: 1 + (nth % 3) }]
  const watching = setInterval(() => {
    if (crowd.asked < buyers) orderingSeconds = (performance.now() - startedMs) / 1_000
    screen.draw()
  }, 200)
  await rush({ ...shop, load, buyers, itemsOf }, crowd)
  clearInterval(watching)
  screen.stop()
  return { crowd, seconds: (performance.now() - startedMs) / 1_000, orderingSeconds }
}

const CAUGHT_UP_TRIES = 300

/** The invariants, once the read models have seen the last fact. */
async function check(databaseUrl: string): Promise<Report> {
  const database = openDatabase({
    url: databaseUrl,
    applicationName: 'qura rush',
    poolMax: 2,
    statementTimeoutMs: 0,
  })
  const progress = bar('checking the invariants')
  try {
    for (let tries = 0; tries < CAUGHT_UP_TRIES; tries++) {
      const behind = await projectionStatus(database)
      if (behind.every(({ lagEvents }) => lagEvents === 0)) break
      await sleep(100)
    }
    return await verify(database, { progress: (stage, rows) => progress.update(rows, stage) })
  } finally {
    progress.stop()
    await database.end()
  }
}

type Verdict = { isGood: boolean; complaints: string[]; held: number; empty: string[] }

/** An invariant that has nothing to look at in this shop is named, not counted against the sale. */
function judge({ tickets }: Given, { crowd }: Sale, { findings }: Report): Verdict {
  const complaints = [...crowd.unexpected].map(([what, times]) => `${times} × ${what}`)
  const wrong = wrongNumbers(crowd, tickets)
  if (wrong.length > 0) complaints.push(`numbers told twice or too high: ${wrong.slice(0, 5)}`)
  for (const { id, title, verdict, violations, reason } of findings)
    if (violations > 0 || verdict === 'not_evaluated')
      complaints.push(`${id} ${title}: ${reason ?? `${violations} broken`}`)
  return {
    isGood: complaints.length === 0,
    complaints,
    held: findings.filter(({ verdict, examined }) => verdict === 'pass' && examined > 0).length,
    empty: findings
      .filter(({ verdict, examined }) => verdict !== 'not_evaluated' && examined === 0)
      .map(({ id }) => id),
  }
}

function figuresOf({ crowd, seconds, orderingSeconds }: Sale) {
  const waits = crowd.waitsMs.toSorted((a, b) => a - b)
  const { asked, placed, refused, paid, ticketsReserved, ticketsIssued } = crowd
  return {
    asked,
    placed,
    refused,
    paid,
    ticketsReserved,
    ticketsIssued,
    unexpected: Object.fromEntries(crowd.unexpected),
    seconds: Number(seconds.toFixed(1)),
    purchasesPerSecond: Math.round(crowd.asked / Math.max(orderingSeconds, 0.2)),
    p50Ms: Math.round(waits[Math.floor(waits.length / 2)] ?? 0),
    p99Ms: Math.round(waits[Math.floor(waits.length * 0.99)] ?? 0),
  }
}

const asJson = (sale: Sale, { findings, rows }: Report, verdict: Verdict) => ({
  ...figuresOf(sale),
  ...verdict,
  rowsRead: rows,
  findings,
})

function inWords(sale: Sale, { rows, seconds }: Report, verdict: Verdict): string {
  const { asked, placed, refused, paid, ticketsIssued, ...rates } = figuresOf(sale)
  const lines = [
    `${asked} buyers in ${rates.seconds} s, ${rates.purchasesPerSecond} purchases a second; a` +
      ` click was answered in ${rates.p50Ms} ms (half of them) to ${rates.p99Ms} ms (99 of 100)`,
    `${placed} ordered, ${paid} paid and hold ${ticketsIssued} tickets, each number once;` +
      ` ${refused} were told that there are not that many left`,
    `${verdict.held} invariants hold, ${rows} rows read in ${seconds.toFixed(1)} s` +
      (verdict.empty.length > 0 ? `; ${verdict.empty.join(', ')} had nothing to look at` : ''),
    ...verdict.complaints,
    verdict.isGood
      ? 'Nobody has a ticket too many, nobody paid for nothing. SOUND.'
      : 'This is not how it should be. NOT SOUND.',
  ]
  return lines.join('\n')
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    process.stderr.write(`demo:rush: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
