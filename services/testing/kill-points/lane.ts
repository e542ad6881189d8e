// One shop that is killed again and again: a database with two raffles on sale, the sandbox that
// plays its provider, and processes that take turns: one lives a case until it is killed, the
// next one, which knows nothing of it, recovers what was left behind. It may live the next case
// then. The ones after them are starting meanwhile.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { allProjections } from '#projections/all.ts'

import { moveClock } from '../../clock.ts'
import { readConfig } from '../../config.ts'
import { openCore } from '../../core.ts'
import { newId } from '../../ids.ts'
import { openLog } from '../../log.ts'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { verify } from '../../verify/run.ts'
import type { Report } from '../../verify/run.ts'
import { openProjector } from '../../workers/projector.ts'
import { testDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import type { Done, KillPoint, Order } from './child.ts'
import { gather, problemsOf } from './evidence.ts'
import { sellTwoRaffles } from './on-sale.ts'
import { scenarios } from './scenarios.ts'
import type { Case, ScenarioName } from './scenarios.ts'

export type Lane = {
  /** Lives one case to its end, undisturbed; the names of its calls, in their order. */
  count: (scenario: ScenarioName) => Promise<string[]>
  /** Kills one process at each call; recovers each; what was wrong, in words. */
  killAt: (scenario: ScenarioName, points: readonly KillPoint[], how: KillHow) => Promise<KillRun>
  /** All invariants over everything that was left behind and recovered. */
  verify: () => Promise<Report>
  close: () => Promise<void>
}

/** `isEachFresh`: who is killed has lived nothing before; otherwise it has recovered a case. */
export type KillHow = { isEachFresh: boolean }
export type KillRun = { kills: number; problems: string[] }

export async function openLane(): Promise<Lane> {
  const test = await testDatabase({ poolMax: 4 })
  const folder = await mkdtemp(join(tmpdir(), 'qura-kill-points-'))
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    shopOrigin: 'http://127.0.0.1:9',
  })
  const env = environment(folder, sandbox.url)
  const productIds = await setUp(test, env)
  const opening: Order = {
    do: 'open',
    env,
    url: test.url,
    ownerUrl: test.ownerUrl,
    sandboxUrl: sandbox.url,
  }
  const spares = [startShop(folder, opening), startShop(folder, opening)]

  async function next(): Promise<Shop> {
    spares.push(startShop(folder, opening))
    const [started] = spares.splice(0, 1)
    return started!
  }

  const newCase = (): Case => ({
    sessionId: newId<string>(),
    key: newId<string>(),
    productIds,
    orderId: null,
  })

  async function live(shop: Shop, scenario: ScenarioName, kill: KillPoint | null) {
    const known = newCase()
    const { orderId } = await shop.tell({ do: 'prepare', scenario, known })
    const prepared = { ...known, orderId }
    try {
      const { calls } = await shop.tell({ do: 'act', scenario, known: prepared, kill })
      return { known: prepared, calls, wasKilled: false }
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      return { known: prepared, calls: [], wasKilled: true }
    }
  }

  async function recover(shop: Shop, scenario: ScenarioName, known: Case): Promise<string[]> {
    try {
      await shop.tell({ do: 'recover', scenario, known })
    } catch (error) {
      return [String(error)]
    }
    return problemsOf(await gather(test.owner, known), scenarios[scenario])
  }

  return {
    async count(scenario) {
      const shop = await next()
      const { known, calls } = await live(shop, scenario, null)
      const problems = await recover(shop, scenario, known)
      await shop.close()
      if (problems.length > 0) throw new Error(`${scenario}, never killed: ${problems.join(', ')}`)
      return calls
    },

    async killAt(scenario, points, { isEachFresh }) {
      const problems: string[] = []
      let kills = 0
      let heir: Shop | undefined
      for (const point of points) {
        const name = `${scenario}, killed ${point.when} call ${point.call}`
        const victim = heir ?? (await next())
        const { known, wasKilled } = await live(victim, scenario, point)
        if (wasKilled) kills += 1
        else {
          problems.push(`${name}: was not reached`)
          await victim.end()
        }
        const successor = await next()
        const found = await recover(successor, scenario, known)
        problems.push(...found.map((problem) => `${name}: ${problem}`))
        if (isEachFresh) await successor.end()
        else heir = successor
      }
      await heir?.end()
      return { kills, problems }
    },

    async verify() {
      // Paid a moment ago is allowed to have no tickets yet; a minute ago is not.
      await moveClock(test.owner, new Date(Date.parse(await clockOf(test)) + 120_000))
      await projectAll(test)
      return verify(test.database)
    },

    async close() {
      for (const spare of spares) await (await spare).end()
      await sandbox.stop()
      await test.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const environment = (folder: string, sandboxUrl: string): Record<string, string> => ({
  PORT: '0',
  DATA_DIR: folder,
  ADMIN_PASSWORD: 'killed at every single call',
  WHISH_BASE_URL: `${sandboxUrl}/whish/itel-service/api`,
  MONTYPAY_BASE_URL: `${sandboxUrl}/montypay`,
})

async function setUp(test: TestDatabase, env: Record<string, string>): Promise<readonly string[]> {
  const log = openLog({ level: 'silent' })
  const core = await openCore({ config: readConfig(env), url: test.url, shopLogs: 1, log })
  const productIds = await sellTwoRaffles(core)
  await core.close()
  await projectAll(test)
  return productIds
}

async function projectAll({ database }: TestDatabase): Promise<void> {
  const projector = openProjector({ database, projections: allProjections })
  await projector.catchUp()
  await projector.stop()
}

async function clockOf({ owner }: TestDatabase): Promise<string> {
  const { rows } = await owner.query<{ now: string }>('select clock_now()::text as now')
  return rows[0]?.now ?? ''
}

type Shop = {
  /** Answers when it is done; rejects with what went wrong, with `Killed` when it was killed. */
  tell: (order: Order) => Promise<Done & { is: 'done' }>
  close: () => Promise<void>
  /** Without a word. */
  end: () => Promise<void>
}

const program = join(import.meta.dirname, 'child.ts')

async function startShop(folder: string, opening: Order): Promise<Shop> {
  const child = fork(program, [], {
    // Who died has compiled nothing for the next one; who closed has.
    env: { NODE_COMPILE_CACHE: join(folder, 'compiled'), ...process.env },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const gone = once(child, 'exit')
  const shop: Shop = {
    tell: (order) => tell(child, order),
    async close() {
      await tell(child, { do: 'close' })
      await gone
    },
    async end() {
      child.kill('SIGKILL')
      await gone
    },
  }
  await shop.tell(opening)
  return shop
}

class Killed extends Error {}

async function tell(child: ChildProcess, order: Order): Promise<Done & { is: 'done' }> {
  const over = new AbortController()
  const { signal } = over
  try {
    child.send(order)
    const answer = await Promise.race([
      // `child.ts` sends nothing else.
      once(child, 'message', { signal }).then(([message]) => message as Done),
      once(child, 'exit', { signal }).then(([code, how]) => {
        throw how === 'SIGKILL' ? new Killed() : new Error(`a process ended: ${code ?? how}`)
      }),
    ])
    if (answer.is === 'failed') throw new Error(answer.error)
    return answer
  } finally {
    over.abort()
  }
}
