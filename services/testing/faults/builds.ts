// Processes of two builds as an upgrade runs them: each on a port of its own, behind one address
// that customers and providers know, with the same folders, secrets and sandbox.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Call } from '../../bench/buyer.ts'
import type { OnSale, RaffleOnSale } from '../../bench/raffle-on-sale.ts'
import { terminate } from '../../bench/running-shop.ts'
import type { FromShop, ToShop } from '../../bench/shop-process.ts'
import { sleep } from '../../io/timers.ts'
import { freePorts } from '../free-ports.ts'
import { shopProgram } from './previous-build.ts'

export type Build = {
  onSale: RaffleOnSale[]
  /** The same call, answered by this build. */
  asked: (call: Call) => Call
  /** Whatever it has printed: it prints errors alone. */
  complaints: () => string
  /**
   * As a supervisor ends it: SIGTERM, and the balancer finds out by itself. Resolves with the exit
   * status and how long that took.
   */
  terminate: () => Promise<{ status: number | null; ms: number }>
  stop: () => Promise<void>
}

export type Street = {
  /** The address everybody knows. */
  origin: string
  sandboxUrl: string
  /** `folder`: where the build's files are. */
  start: (folder: string, raffles?: readonly OnSale[]) => Promise<Build>
  stop: () => Promise<void>
}

/** `databaseUrl`: the owner's; the first build to start migrates it. `settings`: of all builds. */
export async function openStreet(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Street> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'qura-builds-'))
  await chmod(dataFolder, 0o711)
  const balancer = await openBalancer()
  const [sandboxPort] = await freePorts(1)
  const env = {
    ...process.env,
    NODE_ENV: 'production-like',
    DEMO: '',
    SANDBOX_PORT: String(sandboxPort),
    METRICS_PORT: '0',
    PUBLIC_ORIGIN: balancer.origin,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataFolder,
    LIMITS: 'strict',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: 'a rush comes at noon today',
    ...settings,
  }
  const here = join(import.meta.dirname, '../../..')
  const sandbox = startProcess(here, { ...env, SHOP_PROCESS_ROLE: 'sandbox' })
  await sandbox.ready
  return {
    origin: balancer.origin,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    async start(folder, raffles = []) {
      const [port = 0] = await freePorts(1)
      const { child, ready, complaints } = startProcess(folder, {
        ...env,
        PORT: String(port),
        SHOP_PROCESS_ROLE: 'shop',
        SHOP_PROCESS_RAFFLES: JSON.stringify(raffles),
      })
      const { onSale } = await ready
      balancer.add(port)
      return {
        onSale,
        complaints,
        asked: (call) => ({
          ...call,
          url: call.url.replace(balancer.origin, `http://127.0.0.1:${port}`),
          headers: { ...call.headers, host: new URL(balancer.origin).host },
        }),
        async terminate() {
          const askedAt = performance.now()
          const ended = terminate(child)
          await saysNo(`http://127.0.0.1:${port}/readyz`)
          balancer.remove(port)
          return { status: await ended, ms: performance.now() - askedAt }
        },
        async stop() {
          balancer.remove(port)
          await endProcess(child)
        },
      }
    },
    async stop() {
      await endProcess(sandbox.child)
      await balancer.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

type Ready = Extract<FromShop, { kind: 'ready' }>

function startProcess(folder: string, env: NodeJS.ProcessEnv) {
  const child = fork(join(folder, shopProgram), {
    cwd: folder,
    env,
    silent: true,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')))
  const ready = new Promise<Ready>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the build ended with ${code}:\n${said}`)))
    child.once('message', (message) => {
      const told = message as FromShop // of our own file, in this build or the one before
      if (told.kind === 'ready') resolve(told)
      else reject(new Error(told.kind === 'failed' ? told.message : `it said ${told.kind}`))
    })
  })
  return { child, ready, complaints: () => said }
}

function endProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.send({ kind: 'stop' } satisfies ToShop)
  })
}

/** As often as an eager balancer looks. */
const LOOK_MS = 200

/** Resolves when it does; fails where nobody listens any more and it never has. */
async function saysNo(readiness: string): Promise<void> {
  while ((await fetch(readiness)).ok) await sleep(LOOK_MS)
}

/** Each connection to the next build in turn. */
async function openBalancer() {
  const ports: number[] = []
  const sockets = new Set<net.Socket>()
  let turn = 0
  const server = net.createServer((client) => {
    const port = ports[turn++ % Math.max(1, ports.length)]
    if (port === undefined) return void client.destroy()
    const behind = net.connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo // it listens on TCP
  return {
    origin: `http://127.0.0.1:${port}`,
    add: (of: number) => void ports.push(of),
    remove(of: number) {
      if (ports.includes(of)) ports.splice(ports.indexOf(of), 1)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
