// The process that is killed: the whole core of the shop on a real database, told by its parent
// what to do. It counts every call through `io()` and ends itself with SIGKILL at the one it was
// told, before it is made or after it was answered: nothing is flushed, closed or rolled back.
import { readConfig } from '../../config.ts'
import { openCore } from '../../core.ts'
import { openDatabase } from '../../io/database.ts'
import { watchIo } from '../../io/io.ts'
import { openLog } from '../../log.ts'
import { moveClock } from '../../clock.ts'
import { scenarios } from './scenarios.ts'
import type { Case, Scenario, ScenarioName, Shop } from './scenarios.ts'

export type KillPoint = { when: 'before' | 'after'; call: number }

export type Order =
  | { do: 'open'; env: Record<string, string>; url: string; ownerUrl: string; sandboxUrl: string }
  | { do: 'recover'; scenario: ScenarioName; known: Case }
  | { do: 'prepare'; scenario: ScenarioName; known: Case }
  | { do: 'act'; scenario: ScenarioName; known: Case; kill: KillPoint | null }
  | { do: 'close' }

export type Done =
  | { is: 'done'; orderId: string | null; calls: string[] }
  | { is: 'failed'; error: string }

let shop: (Shop & { close: () => Promise<void> }) | undefined

process.on('message', (order: Order) => {
  obey(order).then(
    (done) => {
      process.send?.(done)
      if (order.do === 'close') process.disconnect()
    },
    (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.send?.({ is: 'failed', error: text } satisfies Done)
    },
  )
})

async function obey(order: Order): Promise<Done> {
  if (order.do === 'open') {
    shop = await open(order)
    return done()
  }
  if (shop === undefined) throw new Error('the shop is not open')
  if (order.do === 'close') {
    await shop.close()
    return done()
  }
  // It may have been started before somebody else moved the clock.
  await shop.core.clock.sync()
  const scenario: Scenario = scenarios[order.scenario]
  switch (order.do) {
    case 'recover':
      await scenario.recover(shop, order.known)
      return done()
    case 'prepare':
      return { ...done(), orderId: await scenario.prepare(shop, order.known) }
    case 'act':
      return { ...done(), calls: await watched(scenario, shop, order) }
  }
}

const done = (): Done & { is: 'done' } => ({ is: 'done', orderId: null, calls: [] })

async function watched(
  scenario: Scenario,
  acting: Shop,
  { known, kill }: { known: Case; kill: KillPoint | null },
): Promise<string[]> {
  const calls: string[] = []
  let answered = 0
  watchIo({
    before(name) {
      if (name === ASKED_WHEN_LATE) return
      calls.push(name)
      if (kill?.when === 'before' && calls.length === kill.call) die()
    },
    after(name) {
      if (name === ASKED_WHEN_LATE) return
      answered += 1
      if (kill?.when === 'after' && answered === kill.call) die()
    },
  })
  try {
    await scenario.act(acting, known)
  } finally {
    watchIo(undefined)
  }
  return calls
}

/** Comes when a statement has taken a second (`silence.ts`): on a slow machine, now and then. */
const ASKED_WHEN_LATE = 'sql who is idle'

const die = () => process.kill(process.pid, 'SIGKILL')

async function open({ env, url, ownerUrl, sandboxUrl }: Order & { do: 'open' }) {
  const log = openLog({ level: 'silent' })
  const core = await openCore({ config: readConfig(env), url, shopLogs: 1, log })
  const owner = openDatabase({ url: ownerUrl, applicationName: 'qura test', poolMax: 1 })
  // What runs by the clock would make each run another one; a scenario calls for itself.
  await core.clock.stop()
  await core.catalogue.stop()
  return {
    core,
    payer: (orderId: string, outcome: string) =>
      payAt(`${sandboxUrl}/payments/${orderId}`, outcome),
    async moveClock(seconds: number) {
      await moveClock(owner, new Date(core.clock.now().getTime() + seconds * 1_000))
      await core.clock.sync()
    },
    async close() {
      await owner.end()
      await core.close()
    },
  }
}

async function payAt(url: string, outcome: string): Promise<void> {
  const { ok, status } = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ outcome, callbacks: 0 }),
  })
  if (!ok) throw new Error(`the sandbox answered ${status}`)
}
