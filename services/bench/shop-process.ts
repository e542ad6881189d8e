// The service in a process of its own, as it runs in production, with a raffle on sale; and, when
// SHOP_PROCESS_ROLE says so, the sandbox alone. Spoken to by messages; see `running-shop.ts`.
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { readConfig } from '../config.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { tinyPicture } from '../demo/artwork.ts'
import type { ProcessNews } from '../http/process-news.ts'
import { openProcesses } from '../io/processes.ts'
import { startService } from '../main.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import { sellRaffle } from './raffle-on-sale.ts'
import type { OnSale, RaffleOnSale } from './raffle-on-sale.ts'

export type FromShop =
  | { kind: 'ready'; onSale: RaffleOnSale[] }
  | { kind: 'memory'; rssMb: number; heapMb: number; processorMs: number }
  | { kind: 'restarted' }
  | { kind: 'blocking' }
  | { kind: 'littered' }
  | { kind: 'failed'; message: string }
export type ToShop =
  /** `isCollected`: after a full collection, so that only what is kept is counted. */
  | { kind: 'memory'; isCollected: boolean }
  /** One of the processes beside the first, as by the machine itself: SIGKILL. */
  | { kind: 'kill' }
  /** All of those, one after the other; answered when the last one is back. */
  | { kind: 'restart' }
  /** Stands still for so long, as a computation of ours might; answered as it begins. */
  | { kind: 'block'; ms: number }
  /** Makes garbage for so long, more than a collector likes; answered in the end. */
  | { kind: 'litter'; ms: number }
  | { kind: 'stop' }

/** Whoever asked for the end is not kept waiting, whatever has been taken from under us. */
const END_WITHIN_MS = 25_000

const say = (message: FromShop) => void process.send?.(message)

async function runShop(): Promise<Running> {
  const config = readConfig(process.env)
  const database = await prepareDatabase(config)
  // The providers' addresses are read already; the sandbox itself runs beside, not inside.
  const beside = openProcesses<ProcessNews>({
    program: join(import.meta.dirname, '../cli/serve.ts'),
    count: config.processes - 1,
    died: () => {},
  })
  const service = await startService({ ...config, sandbox: null }, database, {
    distFolder: null,
    seed: false,
    exchange: beside.exchange,
  })
  // Written by `running-shop.ts`.
  const raffles = JSON.parse(process.env.SHOP_PROCESS_RAFFLES ?? '[]') as OnSale[]
  const onSale: RaffleOnSale[] = []
  for (const raffle of raffles) onSale.push(await sellRaffle(service.core, raffle, tinyPicture))
  await service.workers.catchUp()
  await service.core.catalogue.refresh()
  // Else the small forms of what was just uploaded are drawn while purchases are measured.
  await service.workers.sweeps.now('pictures')
  await beside.start(() => ({
    ...process.env,
    DATABASE_URL: database.url,
    METRICS_PORT: '0', // any free one: the next numbers may be somebody else's
  }))
  say({ kind: 'ready', onSale })
  return {
    kill: beside.kill,
    restart: beside.restart,
    async stop() {
      // As `npm start` does it.
      await Promise.all([beside.stop(), service.stopAnswering()])
      await service.stop()
      await database.stop()
    },
  }
}

type Running = { kill: () => void; restart: () => Promise<void>; stop: () => Promise<void> }

async function runSandbox(): Promise<Running> {
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: Number(process.env.SANDBOX_PORT),
    shopOrigin: process.env.PUBLIC_ORIGIN ?? '',
  })
  say({ kind: 'ready', onSale: [] })
  return { kill: () => {}, restart: async () => {}, stop: sandbox.stop }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function tellMemory(isCollected: boolean): void {
  if (isCollected) collect()
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const mb = (bytes: number) => bytes / 2 ** 20
  const processorMs = (user + system) / 1_000
  say({ kind: 'memory', rssMb: mb(rss), heapMb: mb(heapUsed), processorMs })
}

function block(ms: number): void {
  const told: FromShop = { kind: 'blocking' }
  process.send?.(told, () => {
    const untilMs = performance.now() + ms
    while (performance.now() < untilMs);
  })
}

/** So many turns' garbage is held at a time: old enough for the slow collections, too. */
const TURNS_HELD = 60
const OBJECTS_PER_TURN = 20_000

async function litter(ms: number): Promise<void> {
  const held: object[][] = []
  for (const untilMs = performance.now() + ms; performance.now() < untilMs;) {
    held.push(Array.from({ length: OBJECTS_PER_TURN }, (_, n) => ({ n, text: `litter ${n}` })))
    if (held.length > TURNS_HELD) held.shift()
    await new Promise((resolve) => setImmediate(resolve))
  }
  say({ kind: 'littered' })
}

if (import.meta.main) {
  const run = process.env.SHOP_PROCESS_ROLE === 'sandbox' ? runSandbox : runShop
  try {
    const { kill, restart, stop } = await run()
    const end = () => {
      setTimeout(() => process.exit(1), END_WITHIN_MS).unref()
      void stop().finally(() => process.exit())
    }
    process.on('message', (asked: ToShop) => {
      if (asked.kind === 'memory') tellMemory(asked.isCollected)
      else if (asked.kind === 'kill') kill()
      else if (asked.kind === 'restart') void restart().then(() => say({ kind: 'restarted' }))
      else if (asked.kind === 'block') block(asked.ms)
      else if (asked.kind === 'litter') void litter(asked.ms)
      else end()
    })
    process.once('SIGTERM', end)
    process.on('disconnect', end)
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? '') : String(error)
    // What was started before it failed ends with the process.
    process.send?.({ kind: 'failed', message } satisfies FromShop, () => process.exit(1))
  }
}
