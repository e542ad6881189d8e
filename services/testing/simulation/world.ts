// One simulated world from its first step to its last: two processes of the shop, one database, a
// few buyers, providers, a gateway, and everything that can go wrong between them. The same seed
// and the same steps give the same history, to the byte.
import { AssertionFailure } from '#events/kernel/assert.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { CommitUnknown, sqlState } from '../../io/database.ts'

import { openChance } from './chance.ts'
import type { Chance } from './chance.ts'
import { ConnectionLost, openNetwork } from './network.ts'
import type { Network } from './network.ts'
import { assortment, publishAll, shopNames, START_MS } from './on-sale.ts'
import { openOutside } from './outside.ts'
import type { Outside } from './outside.ts'
import { enter, leave } from './sealed.ts'
import { openServer } from './server.ts'
import type { MemoryServer, ServerNeeds } from './server.ts'
import { openShop } from './shop.ts'
import type { ShopProcess } from './shop.ts'
import type { Tables } from './tables.ts'
import { openTimeline } from './timeline.ts'
import type { Timeline } from './timeline.ts'

export type World = {
  timeline: Timeline
  chance: Chance
  network: Network
  server: MemoryServer
  outside: Outside
  /** By place in `shopNames`; one that died has been replaced. */
  shops: ShopProcess[]
  crash: (index: number) => void
  losePower: () => void
  /** Runs beside everything else; what may be thrown is known, everything else breaks a promise. */
  start: (what: string, act: () => Promise<unknown>) => void
  /** How many acts were ever started, and how many have not ended. */
  activity: { started: number; running: number }
  /** A promise of the product was broken. */
  broken: string[]
  history: string[]
  tell: (line: () => string) => void
}

export type WorldNeeds = {
  seed: number
  isTold: boolean
  from: Tables
  heard?: ServerNeeds['heard']
}

export function openWorld({ seed, isTold, from, heard }: WorldNeeds): World {
  const timeline = openTimeline(START_MS)
  const chance = openChance(seed)
  enter({ timeline, chance })
  const history: string[] = []
  const tell = (line: () => string) => {
    if (isTold) history.push(`${(timeline.now() - START_MS).toFixed(3)} ${line()}`)
  }
  const network = openNetwork({ timeline, chance, told: tell })
  const server = openServer({
    now: () => Math.round(timeline.now()),
    newId,
    from,
    ...(heard !== undefined && { heard }),
  })
  const outside = openOutside(network)
  const broken: string[] = []
  const parts = { network, server, timeline, chance, outside, assortment }
  const alarm = (what: string) => {
    tell(() => `ALARM ${what}`)
    broken.push(what)
  }
  const open = (index: number) => openShop({ ...parts, name: shopNames[index]!, alarm })
  const shops = shopNames.map((_, index) => open(index))
  const activity = { started: 0, running: 0 }

  function crash(index: number): void {
    const dying = shops[index]!
    dying.isAlive = false
    dying.database.cut()
    shops[index] = open(index)
  }

  function start(what: string, act: () => Promise<unknown>): void {
    activity.started += 1
    activity.running += 1
    act()
      .catch((error: unknown) => {
        tell(() => `${what}: ${String(error)}`)
        broken.push(...bugsIn(error).map((bug) => `${what}: ${bug}`))
      })
      .finally(() => (activity.running -= 1))
  }

  return {
    timeline,
    chance,
    network,
    server,
    outside,
    shops,
    activity,
    broken,
    history,
    tell,
    crash,
    losePower() {
      for (const shop of shops) shop.database.cut()
      server.losePower()
    },
    start,
  }
}

const newId = () => crypto.randomUUID()

/**
 * A refusal is an answer, and a connection may be lost; but what the store was asked to write it
 * must find out by itself, however its answer was lost.
 */
export function bugsIn(error: unknown): string[] {
  if (error instanceof Rejection) return []
  if (error instanceof AggregateError) return error.errors.flatMap(bugsIn)
  if (error instanceof CommitUnknown) return []
  if (error instanceof ConnectionLost)
    return error.call.startsWith('append_') ? ['an unknown outcome was passed on as a failure'] : []
  if (sqlState(error) === '40001') return []
  if (error instanceof AssertionFailure) return [`assertion failed: ${error.message}`]
  return [error instanceof Error ? `${error.name}: ${error.message}` : String(error)]
}

let template: Promise<Tables> | undefined

/** Raffles published, read models at the head: made once, by the product itself. */
export function templateTables(): Promise<Tables> {
  template ??= makeTemplate()
  return template
}

/** `heard`: the statements that make it. */
export async function makeTemplate(heard?: ServerNeeds['heard']): Promise<Tables> {
  const empty = openServer({ now: () => START_MS, newId: () => '' }).tables
  const world = openWorld({
    seed: 0,
    isTold: false,
    from: empty,
    ...(heard !== undefined && { heard }),
  })
  const [shop] = world.shops
  world.start('publish', () => publishAll(shop!))
  await world.timeline.runQuiet(60_000)
  world.start('project', () => shop!.catchUp())
  world.start('react', () => shop!.react())
  await world.timeline.runQuiet(60_000)
  leave()
  if (world.broken.length > 0) throw new Error(world.broken.join('\n'))
  return world.server.tables
}
