// Starts the service and the sandbox as two child processes on a benchmark's database, with strict
// limits behind one proxy, and asks them how they are.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readText } from '../io/files.ts'
import { freePorts } from '../testing/free-ports.ts'
import { openOverhearing, OVERHEARD_LEVEL } from './overhearing.ts'
import type { Overhearing, PassedOn } from './overhearing.ts'
import type { OnSale, RaffleOnSale } from './raffle-on-sale.ts'
import type { FromShop, ToShop } from './shop-process.ts'

export type Memory = { rssMb: number; heapMb: number; processorMs: number }

export type RunningShop = {
  origin: string
  /** Of the first process. */
  pid: number
  sandboxUrl: string
  /** The private listener of the first process. */
  metricsUrl: string
  /** Of the first raffle. */
  productId: string
  onSale: RaffleOnSale[]
  memory: (isCollected?: boolean) => Promise<Memory>
  /** One of the processes beside the first; it is started again. */
  kill: () => void
  /** All of those beside the first, one after the other, each asked to end. */
  restart: () => Promise<void>
  /** The first process stands still; resolves when it begins to. */
  block: (ms: number) => Promise<void>
  /** The first process makes garbage all the while. */
  litter: (ms: number) => Promise<void>
  /** As whoever supervises it ends it; resolves with the exit status. */
  terminate: () => Promise<number | null>
  /** Fails when anything that its processes have printed tells of a buyer (`overhearing.ts`). */
  stop: () => Promise<void>
}

export type RunningShopOptions = {
  databaseUrl: string
  raffles?: readonly OnSale[]
  /** Of a signer that raffles in the database already know; a new one when it is left out. */
  signerFolder?: string
  /** That answer on one port. */
  processes?: number
  /** How long each of several goes on listening when it is to end; as in production if left out. */
  drainSeconds?: number
  /** What it logs is passed on from here; `fatal` is for who makes it fail on purpose. */
  logLevel?: PassedOn
}

const rushRaffle: OnSale = {
  name: 'Rush',
  ticketsMax: 10_000_000,
  ticketsPerUnit: 2,
  priceUsd: '12.50',
}

export async function startShop({
  databaseUrl,
  raffles = [rushRaffle],
  signerFolder,
  processes = 1,
  drainSeconds,
  logLevel = 'error',
}: RunningShopOptions): Promise<RunningShop> {
  const folder = await mkdtemp(join(tmpdir(), 'qura-bench-shop-'))
  await chmod(folder, 0o711)
  const [port, sandboxPort, metricsPort] = await freePorts(3)
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    NODE_ENV: 'production-like',
    DEMO: '',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    METRICS_PORT: String(metricsPort),
    PUBLIC_ORIGIN: origin,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    LIMITS: 'strict',
    PROCESSES: String(processes),
    ...(drainSeconds !== undefined && { DRAIN_SECONDS: String(drainSeconds) }),
    TRUST_PROXY: '1',
    LOG_LEVEL: OVERHEARD_LEVEL,
    ADMIN_PASSWORD: 'a rush comes at noon today',
    SHOP_PROCESS_RAFFLES: JSON.stringify(raffles),
    ...(signerFolder !== undefined && { SIGNER_DIR: signerFolder }),
  }
  const overhearing = openOverhearing(logLevel)
  const sandbox = await startChild({ ...env, SHOP_PROCESS_ROLE: 'sandbox' }, overhearing)
  const shop = await startChild({ ...env, SHOP_PROCESS_ROLE: 'shop' }, overhearing)
  const { onSale } = shop.ready
  return {
    origin,
    pid: shop.child.pid ?? 0,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}`,
    productId: onSale[0]?.productId ?? '',
    onSale,
    memory: (isCollected = false) => memoryOf(shop.child, isCollected),
    restart: () => ask(shop.child, { kind: 'restart' }, 'restarted'),
    block: (ms) => ask(shop.child, { kind: 'block', ms }, 'blocking'),
    litter: (ms) => ask(shop.child, { kind: 'litter', ms }, 'littered'),
    kill: () => void shop.child.send({ kind: 'kill' } satisfies ToShop),
    terminate: () => terminate(shop.child),
    async stop() {
      await endChild(shop.child)
      await endChild(sandbox.child)
      await rm(folder, { recursive: true, force: true })
      await overhearing.requireNobodyTold()
    },
  }
}

type Ready = Extract<FromShop, { kind: 'ready' }>

type Started = { child: ChildProcess; ready: Ready }

async function startChild(env: NodeJS.ProcessEnv, { listen }: Overhearing): Promise<Started> {
  const execArgv = [...process.execArgv, ...(await nodeOptionsOf('serve'))]
  const program = join(import.meta.dirname, 'shop-process.ts')
  const child = fork(program, { env, execArgv, silent: true })
  listen(child)
  const said = await hear(child)
  if (said.kind === 'ready') return { child, ready: said }
  throw new Error(said.kind === 'failed' ? said.message : `the child said ${said.kind}`)
}

/** With which the command of this name is started: what is measured runs as it does in the shop. */
async function nodeOptionsOf(command: string): Promise<string[]> {
  const text = await readText(join(import.meta.dirname, '../../package.json'))
  const { scripts } = JSON.parse(text ?? '{}') as { scripts: Record<string, string> }
  return scripts[command]?.match(/--max-\S+/g) ?? []
}

/** The next message; a child that ends instead is a failure. */
function hear(child: ChildProcess): Promise<FromShop> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the child ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as FromShop) // from our own file
    })
  })
}

async function ask(child: ChildProcess, asked: ToShop, answer: FromShop['kind']): Promise<void> {
  const heard = hear(child)
  child.send(asked)
  const said = await heard
  if (said.kind !== answer) throw new Error(`the child said ${said.kind}`)
}

async function memoryOf(child: ChildProcess, isCollected: boolean): Promise<Memory> {
  const heard = hear(child)
  child.send({ kind: 'memory', isCollected } satisfies ToShop)
  const said = await heard
  if (said.kind !== 'memory') throw new Error(`the child said ${said.kind}`)
  return said
}

export function terminate(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGTERM')
  })
}

function endChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.send({ kind: 'stop' } satisfies ToShop)
  })
}
