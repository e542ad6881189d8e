// What a storm rages over: a PostgreSQL of its own that can be killed, a network to it that can be
// spoilt, a shop of several processes, and the sandbox of the payment provider.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openHttpLoad } from '../../bench/buyer.ts'
import type { HttpLoad } from '../../bench/buyer.ts'
import type { OnSale, RaffleOnSale } from '../../bench/raffle-on-sale.ts'
import { startShop } from '../../bench/running-shop.ts'
import type { RunningShop } from '../../bench/running-shop.ts'
import { buildWeb } from '../../cli/build-web.ts'
import { startEmbedded } from '../../database/embedded.ts'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../io/database.ts'
import type { Database } from '../../io/database.ts'
import { newHistory } from '../history.ts'
import type { History } from '../history.ts'
import { openTcpProxy } from '../tcp-proxy.ts'
import type { TcpProxy } from '../tcp-proxy.ts'
import { SCARCE_TICKETS } from './scarce.ts'

export type Rig = {
  processes: number
  shop: RunningShop
  /** On sale beside the first one, each with so few tickets that it sells out in a storm or two. */
  scarce: readonly RaffleOnSale[]
  load: HttpLoad
  network: TcpProxy
  /** Of everybody who has bought here, in all storms. */
  history: History
  /** Past the spoilt network. */
  owner: Database
  /** Ends PostgreSQL as a power cut does, and starts it again. */
  killPostgres: () => Promise<void>
  /** As a service manager does: what is left of the last one is ended, a new one comes. */
  startPostgres: () => Promise<void>
  setSwitches: (change: object | null) => Promise<void>
  stop: () => Promise<void>
}

/** One that nobody empties, and as many as are to sell out while the weather is at its worst. */
function rafflesOnSale(scarceRaffles: number): OnSale[] {
  const car = { name: 'A car', ticketsMax: 10_000_000, ticketsPerUnit: 2, priceUsd: '12.50' }
  const scarce = { ticketsMax: SCARCE_TICKETS, ticketsPerUnit: 1, priceUsd: '10.00' }
  const names = Array.from({ length: scarceRaffles }, (_, nth) => `Gold ${nth + 1}`)
  return [car, ...names.map((name) => ({ ...scarce, name }))]
}

export const PROCESSES = 3
const rootFolder = join(import.meta.dirname, '../../..')
const SOCKETS_MAX = 256

export type RigOptions = {
  /** Acts on the data folder of a PostgreSQL that is made, and stopped once more. */
  furnish?: (dataFolder: string) => Promise<void>
  /** How many raffles are to sell out; one when it is left out. */
  scarceRaffles?: number
}

export async function openRig(processes = PROCESSES, options: RigOptions = {}): Promise<Rig> {
  // Several processes serve the whole shop, pages and all.
  if (processes > 1) await buildWeb({ rootFolder })
  const dataFolder = await mkdtemp(join(tmpdir(), 'qura-storm-'))
  // As root, PostgreSQL's own user has to walk through it.
  await chmod(dataFolder, 0o711)
  let server = await startEmbedded({ dataFolder })
  if (options.furnish !== undefined) {
    await server.stop()
    await options.furnish(dataFolder)
    server = await startEmbedded({ dataFolder })
  }
  await migrate(server.ownerUrl, { environment: 'demo' })
  const { hostname, port } = new URL(server.ownerUrl)
  const network = await openTcpProxy({ host: hostname, port: Number(port) })
  const databaseUrl = network.urlOf(server.ownerUrl)
  const shop = await startShop({
    databaseUrl,
    raffles: rafflesOnSale(options.scarceRaffles ?? 1),
    processes,
    logLevel: 'fatal',
  })
  const owner = openDatabase({
    url: server.ownerUrl,
    applicationName: 'storm',
    poolMax: 2,
    statementTimeoutMs: 0,
  })
  const load = openHttpLoad(SOCKETS_MAX)

  async function startPostgres() {
    await server.stop()
    server = await startEmbedded({ dataFolder })
    if (new URL(server.ownerUrl).port !== port) throw new Error('PostgreSQL has lost its port')
  }

  /** Whoever kills it while it is down waits until it is back. */
  let killing: Promise<void> | null = null
  async function killPostgres() {
    const pid = await readFile(join(dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8')
    process.kill(Number(pid.split('\n')[0]), 'SIGKILL')
    await startPostgres()
  }

  return {
    processes,
    shop,
    scarce: shop.onSale.slice(1),
    load,
    network,
    history: newHistory(),
    owner,
    killPostgres: () => (killing ??= killPostgres().finally(() => (killing = null))),
    startPostgres,
    async setSwitches(change) {
      const url = `${shop.sandboxUrl}/switches`
      const answer =
        change === null
          ? await fetch(url, { method: 'DELETE' })
          : await fetch(url, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(change),
            })
      if (!answer.ok) throw new Error(`the sandbox answered ${await answer.text()}`)
    },
    async stop() {
      load.close()
      await owner.end()
      await shop.stop()
      await network.close()
      await server.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
