import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { allProjections } from '#projections/all.ts'

import { insertFacts, syntheticShop, type SyntheticFact } from '../bench/synthetic-shop.ts'
import { paidToTickets } from '../io/figures.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { digestReadModels } from './digest.ts'
import { openReactor, type Reactor } from './reactor.ts'
import { rebuild } from './rebuild.ts'
import { startWorkers, type Workers } from './workers.ts'

let db: TestDatabase
let workers: Workers | undefined
const failures: unknown[] = []
beforeEach(async () => {
  failures.length = 0
  db = await testDatabase()
})
afterEach(async () => {
  await workers?.stop()
  workers = undefined
  await db.drop()
})

const facts = syntheticShop({ seed: 'workers', raffles: 2, products: 6, orders: 60 })
const half = Math.floor(facts.length / 2)
const NEVER_MS = 3_600_000

describe('the projector behind its bell', () => {
  it('hears of growth through a job, without any poll', async () => {
    const store = growingStore()
    workers = await start({ store, pollMs: NEVER_MS })

    await store.grow(facts)

    await caughtUp()
    expect(failures).toEqual([])
  })

  it('makes a handful of jobs of a thousand rings', async () => {
    const store = growingStore()
    workers = await start({ store, pollMs: NEVER_MS })
    await insertFacts(db.owner, facts)
    for (let ring = 0; ring < 1_000; ring++) store.ring()

    await caughtUp()

    const { rows } = await db.owner.query<{ jobs: number }>(
      `select count(*) as jobs from pgboss.job where name = 'project'`,
    )
    expect(rows[0]?.jobs).toBeLessThanOrEqual(3)
  })

  it('finds by its poll what no bell told it', async () => {
    workers = await start({ pollMs: 50 })

    await insertFacts(db.owner, facts)

    await caughtUp()
  })

  it('lets a reader wait for what he wrote, for as long as he likes', async () => {
    const store = growingStore()
    workers = await start({ store })
    const wait = { projection: 'order-status', logId: 'shop/0' }
    expect(await workers.waitFor({ ...wait, position: 1, timeoutMs: 30 })).toBe(false)

    await store.grow(facts.slice(0, half))

    const position = Math.max(
      ...facts.slice(0, half).map((fact) => (fact.logId === 'shop/0' ? fact.position : 0)),
    )
    expect(await workers.waitFor({ ...wait, position, timeoutMs: 10_000 })).toBe(true)
  })

  it('has the limits of every other connection for its jobs', async () => {
    workers = await start({ pollMs: NEVER_MS })
    const { rows } = await workers.boss.jobs.getDb().executeSql(`
      select current_setting('lock_timeout') as lock,
             current_setting('statement_timeout') as statement,
             current_setting('idle_in_transaction_session_timeout') as idle`)
    expect(rows).toEqual([{ lock: '2s', statement: '5s', idle: '10s' }])
  })

  it('counts once for each order how long its tickets took to show', async () => {
    paidToTickets.reset()
    workers = await start({ pollMs: NEVER_MS })
    await insertFacts(db.owner, facts)
    await workers.catchUp()
    await workers.catchUp()

    const { values } = await paidToTickets.get()
    const counted = values.find(({ metricName }) => metricName === 'paid_to_tickets_seconds_count')
    const granted = facts.filter(({ event }) => event.type === 'TicketsGranted')
    expect(granted.length).toBeGreaterThan(0)
    expect(counted?.value).toBe(granted.length)
  })

  it('tells how far it is behind', async () => {
    workers = await start({ pollMs: NEVER_MS })
    await insertFacts(db.owner, facts.slice(0, half))
    await workers.catchUp()
    expect((await workers.status()).every(({ lagEvents }) => lagEvents === 0)).toBe(true)

    await insertFacts(db.owner, facts.slice(half))

    const behind = (await workers.status()).find(({ name }) => name === 'order-status')
    expect(behind?.lagEvents).toBeGreaterThan(0)
    expect(behind?.lagSeconds).toBeGreaterThan(0)
  })
})

describe('a reactor', () => {
  it('acts on each fact once, whoever else runs it, and never again', async () => {
    await insertFacts(db.owner, facts)
    const seen: number[] = []
    const reactor = countingReactor((position) => seen.push(position))
    await db.owner.query(`insert into reactors (log_id, name) values ('', 'counting')`)
    const rivals = await Promise.all([open(reactor), open(reactor), open(reactor)])

    await Promise.all(rivals.map((one) => one.run()))
    await Promise.all(rivals.map((one) => one.run()))

    expect(seen.toSorted((a, b) => a - b)).toEqual(placedPositions(facts))
    await rebuild({ owner: db.owner, projections: allProjections })
    await Promise.all(rivals.map((one) => one.run()))
    expect(seen).toHaveLength(placedPositions(facts).length)
  })

  it('that is new in an old database begins where the logs end', async () => {
    await insertFacts(db.owner, facts.slice(0, half))
    const seen: number[] = []
    const runner = await open(countingReactor((position) => seen.push(position)))
    await insertFacts(db.owner, facts.slice(half))

    await runner.run()

    expect(seen).toEqual(placedPositions(facts.slice(half)))
  })

  it('that begins with the oldest fact acts on what was there before it', async () => {
    await insertFacts(db.owner, facts)
    const seen: number[] = []
    const counting = countingReactor((position) => seen.push(position))

    await (await open({ ...counting, beginsWithOldest: true })).run()

    expect(seen).toEqual(placedPositions(facts))
  })

  it('that fails tries the same fact again, with its writes undone', async () => {
    const runner = await openReactor({
      database: db.database,
      reactor: {
        name: 'failing',
        reads: { shop: ['OrderPlaced'] },
        isTransactional: true,
        async react({ position }, tx) {
          await tx.query(`select pg_notify('reacted', $1)`, [String(position)])
          attempts.push(position)
          if (attempts.length === 1) throw new Error('the first time fails')
        },
      },
      failed: ({ error }) => failures.push(error),
    })
    const attempts: number[] = []
    await insertFacts(db.owner, facts)

    await runner.run()
    expect(failures).toHaveLength(1)
    await runner.run()

    const [first, ...rest] = placedPositions(facts)
    expect(attempts).toEqual([first, first, ...rest])
  })

  it('acting outside moves its mark fact by fact', async () => {
    const seen: number[] = []
    const runner = await openReactor({
      database: db.database,
      reactor: {
        name: 'outside',
        reads: { shop: ['OrderPlaced'] },
        isTransactional: false,
        async react({ position }) {
          if (seen.length === 3 && failures.length === 0) throw new Error('provider is down')
          seen.push(position)
        },
      },
      failed: ({ error }) => failures.push(error),
    })
    await insertFacts(db.owner, facts)

    await runner.run()
    await runner.run()

    expect(failures).toHaveLength(1)
    expect(seen).toEqual(placedPositions(facts))
  })

  it('that is stopped in the middle of an act has not failed, and does it again', async () => {
    const seen: number[] = []
    const began = Promise.withResolvers<void>()
    const acting = (isSlow: boolean): Reactor => ({
      name: 'slow',
      reads: { shop: ['OrderPlaced'] },
      isTransactional: false,
      async react({ position }, stopping) {
        seen.push(position)
        began.resolve()
        if (!isSlow) return
        await new Promise((resolve) => stopping.addEventListener('abort', resolve))
        stopping.throwIfAborted()
      },
    })
    const runner = await open(acting(true))
    await insertFacts(db.owner, facts)

    const run = runner.run()
    await began.promise
    await runner.stop()
    await run
    expect(failures).toEqual([])
    await (await open(acting(false))).run()

    const [first, ...rest] = placedPositions(facts)
    expect(seen).toEqual([first, first, ...rest])
  })

  it('acting outside on several at once leaves its mark below what failed', async () => {
    const placed = placedPositions(facts)
    const seen: number[] = []
    let [inside, most] = [0, 0]
    const runner = await openReactor({
      database: db.database,
      reactor: {
        name: 'at once',
        reads: { shop: ['OrderPlaced'] },
        isTransactional: false,
        atOnce: 4,
        async react({ position }) {
          inside += 1
          most = Math.max(most, inside)
          await new Promise((resolve) => setImmediate(resolve))
          inside -= 1
          if (position === placed[6] && failures.length === 0) throw new Error('provider is down')
          seen.push(position)
        },
      },
      failed: ({ error }) => failures.push(error),
    })
    await insertFacts(db.owner, facts)

    await runner.run()
    expect(most).toBe(4)
    // The others of its chunk had begun; they come again with it.
    expect(seen).toEqual([...placed.slice(0, 6), placed[7]])
    await runner.run()

    expect(failures).toHaveLength(1)
    expect(seen.slice(7)).toEqual(placed.slice(4))
  })
})

it('a reactor that waits for the projector still finds it at work at a stop', async () => {
  const caughtUp: boolean[] = []
  const began = Promise.withResolvers<void>()
  const waiting: Reactor = {
    name: 'waiting',
    reads: { shop: ['OrderPlaced'] },
    isTransactional: false,
    async react({ logId, position }, stopping) {
      began.resolve()
      await new Promise((resolve) => stopping.addEventListener('abort', resolve))
      await running.catchUp()
      const wait = { projection: 'order-status', logId, position, timeoutMs: 0 }
      caughtUp.push(await running.waitFor(wait))
    },
  }
  const running = await start({ pollMs: NEVER_MS, reactors: [waiting] })
  workers = running
  await insertFacts(db.owner, facts)

  running.ring('waiting')
  await began.promise
  workers = undefined
  await running.stop()

  expect(caughtUp).toEqual([true])
  expect(failures).toEqual([])
})

it('two programs at once project one log into the same rows', async () => {
  const store = growingStore()
  workers = await start({ store })
  const other = await start({ store })
  for (let from = 0; from < facts.length; from += 25) await store.grow(facts.slice(from, from + 25))
  await caughtUp()
  await other.stop()
  const together = await digestReadModels(db.owner, allProjections)

  await rebuild({ owner: db.owner, projections: allProjections })

  expect(await digestReadModels(db.owner, allProjections)).toEqual(together)
})

type Growing = ReturnType<typeof growingStore>

/** The event store's growth, without the event store. */
function growingStore() {
  const listeners = new Set<(logId: string, head: number) => void>()
  const ring = () => {
    for (const listen of listeners) listen('shop/0', 1)
  }
  return {
    onGrowth(listen: (logId: string, head: number) => void) {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
    ring,
    async grow(more: readonly SyntheticFact[]) {
      await insertFacts(db.owner, more)
      ring()
    },
  }
}

type Options = { store?: Growing; pollMs?: number; reactors?: readonly Reactor[] }

function start(options: Options = {}): Promise<Workers> {
  return startWorkers({
    database: db.database,
    url: db.url,
    store: growingStore(),
    failed: (what, error) => failures.push([what, error]),
    ...options,
  })
}

async function caughtUp(): Promise<void> {
  await vi.waitFor(
    async () => {
      const statuses = (await workers?.status()) ?? []
      expect(statuses).toHaveLength(allProjections.length)
      expect(statuses.filter(({ lagEvents }) => lagEvents > 0)).toEqual([])
    },
    { timeout: 10_000 },
  )
}

function countingReactor(count: (position: number) => void): Reactor {
  return {
    name: 'counting',
    reads: { shop: ['OrderPlaced'] },
    isTransactional: true,
    react: async ({ position }) => count(position),
  }
}

const open = (reactor: Reactor) =>
  openReactor({
    database: db.database,
    reactor,
    failed: ({ error }) => failures.push(error),
  })

const placedPositions = (some: readonly SyntheticFact[]) =>
  some.flatMap(({ event, position }) => (event.type === 'OrderPlaced' ? [position] : []))
