import { createHash } from 'node:crypto'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { allProjections } from '#projections/all.ts'
import type { Projection } from '#projections/projection.ts'

import { insertFacts, syntheticShop, type SyntheticFact } from '../bench/synthetic-shop.ts'
import { openDatabase, withSetting } from '../io/database.ts'
import type { Database, Statement, Transaction } from '../io/database.ts'
import { watchIo } from '../io/io.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { projectionStatus, resumeProjection } from './checkpoints.ts'
import { digestReadModels } from './digest.ts'
import { readPage } from './read-page.ts'
import { openProjector, type Projector } from './projector.ts'
import { rebuild } from './rebuild.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await testDatabase()
})
afterEach(async () => {
  watchIo(undefined)
  await db.drop()
})

/**
 * One that loads its earlier rows and one that has parts in two kinds of logs: they stand for all.
 */
const mortal = ['order-status', 'ticket-register']

const facts = syntheticShop({ seed: 'projector', raffles: 3, products: 8, orders: 120 })

it('a rebuild gives the rows that the live projector wrote', async () => {
  await insertFacts(db.owner, facts)
  await projector().catchUp()
  const live = await digest()

  await rebuild({ owner: db.owner, projections: allProjections })

  expect(await digest()).toEqual(live)
})

/**
 * A projection that is changed on purpose changes its lines of `fixed-log.json`, and then its
 * version, too: `npx vitest run services/workers/projector.db.test.ts -u`. Without that a line that
 * differs is a row that an earlier build would have written otherwise from the same facts.
 */
it('a fixed log of 10,000 facts gives the rows it has always given', async () => {
  const log = syntheticShop({ seed: 'fixed log', raffles: 4, products: 13, orders: 1_665 })
  expect(log).toHaveLength(10_000)
  await insertFacts(db.owner, log)
  await projector().catchUp()
  const ofLog = createHash('sha256').update(JSON.stringify(log)).digest('hex')
  const told = { facts: ofLog, ...(await contents()) }
  await expect(`${JSON.stringify(told, null, 2)}\n`).toMatchFileSnapshot('fixed-log.json')
})

it('any interleaving of the logs, in pages of any size, gives the same rows', async () => {
  await insertFacts(db.owner, facts)
  await projector().catchUp()
  const whole = await digest()

  for (const seed of [1, 2, 3]) {
    const other = await testDatabase()
    try {
      const small = openProjector({
        database: other.database,
        projections: allProjections,
        eventsPerPageMax: 1 + seed * 7,
      })
      for (const part of interleaved(seed)) {
        await insertFacts(other.owner, part)
        await small.catchUp()
      }
      expect(await digestReadModels(other.owner, allProjections)).toEqual(whole)
    } finally {
      await other.drop()
    }
  }
})

it('a page that is applied twice changes nothing', async () => {
  await insertFacts(db.owner, facts)
  await projector().catchUp()
  const once = await digest()
  await db.owner.query('update projections set position = 0')

  await projector().catchUp()

  expect(await digest()).toEqual(once)
})

it('five projectors at once apply every fact once and lock nobody out', async () => {
  const rival = (index: number) => projector({ eventsPerPageMax: 10 + index })
  const rivals = Array.from({ length: 5 }, (_one, index) => rival(index))
  for (const part of chunks(facts, 150)) {
    await insertFacts(db.owner, part)
    await Promise.all(rivals.flatMap((one) => [one.catchUp(), one.catchUp()]))
  }
  await projector().catchUp()

  const together = await digest()
  await expectCaughtUp()
  await rebuild({ owner: db.owner, projections: allProjections })
  expect(await digest()).toEqual(together)
})

it('a projector that dies before or after any statement loses and repeats nothing', async () => {
  const projections = allProjections.filter(({ name }) => mortal.includes(name))
  await insertFacts(db.owner, facts.slice(0, 60))
  const reading = () => openProjector({ database: db.database, projections }).catchUp()
  await reading()
  const undisturbed = await digestReadModels(db.owner, projections)
  const calls = await countCalls(projections, reading)
  expect(calls).toBeGreaterThan(20)

  for (let death = 0; death < calls * 2; death++) {
    await forget(projections)
    await dieAt(death, projections)
    await reading()
    expect(await digestReadModels(db.owner, projections)).toEqual(undisturbed)
  }
}, 60_000)

it('gets on where the database dies before a page of full size is done', async () => {
  await insertFacts(db.owner, facts)
  const dying = openProjector({ database: dyingIn(db.database, 150), projections: allProjections })
  let deaths = 0
  const livesOn = () => dying.catchUp().catch(() => void deaths++)
  for (let life = 0; life < 20; life++) await livesOn()

  expect(deaths).toBeGreaterThan(1)
  await expectCaughtUp()
  const inLives = await digest()
  await rebuild({ owner: db.owner, projections: allProjections })
  expect(await digest()).toEqual(inLives)
})

it('a fact that a fold cannot take stops that projection there, and only that one', async () => {
  await insertFacts(db.owner, facts)
  const poison = facts.find(
    ({ position, event }) => position > 100 && event.type === 'PaymentConfirmed',
  )
  const stops: string[] = []
  const broken = allProjections.map((one) =>
    one.name === 'sales' ? refusing(one, poison?.position ?? 0) : one,
  )
  await openProjector({
    database: db.database,
    projections: broken,
    stopped: ({ projection, position }) => stops.push(`${projection} at ${position}`),
  }).catchUp()

  expect(stops).toEqual([`sales at ${poison?.position}`])
  for (const { name, lagEvents, stopped } of await projectionStatus(db.database)) {
    expect([name, lagEvents > 0]).toEqual([name, name === 'sales'])
    expect(stopped).toEqual(
      name === 'sales'
        ? [{ logId: 'shop/0', position: poison?.position, error: 'the books are broken' }]
        : [],
    )
  }

  await resumeProjection(db.database, 'sales')
  await projector().catchUp()
  await expectCaughtUp()
})

it('a hole in a log is an alarm, not a wait', async () => {
  await insertFacts(db.owner, facts.slice(0, 100))
  await db.owner.query(`delete from events where log_id = 'shop/0' and position = 40`)

  await projector({ mayStop: true }).catchUp()

  const statuses = await projectionStatus(db.database)
  const stopped = statuses.flatMap((one) => one.stopped)
  expect(new Set(stopped.map(({ position }) => position))).toEqual(new Set([40]))
  expect(new Set(stopped.map(({ logId }) => logId))).toEqual(new Set(['shop/0']))
})

it.each([1, 2, 9])('a hole is one with %i facts behind it', async (left) => {
  await insertFacts(db.owner, facts.slice(0, 100))
  const missing = (await shopHead()) - left
  await db.owner.query(`delete from events where log_id = 'shop/0' and position = $1`, [missing])

  const after = missing - 1
  for (const types of [['OrderPlaced'], []])
    await expect(
      readPage(db.database, { logId: 'shop/0', after, limit: 500, types }),
    ).rejects.toMatchObject({ name: 'PoisonFact', position: missing })
})

async function shopHead(): Promise<number> {
  const { rows } = await db.owner.query<{ head: number }>(
    `select head from logs where log_id = 'shop/0'`,
  )
  return Number(rows[0]?.head)
}

it('a fact of a kind that nobody here knows stops whoever comes to it, wanted or not', async () => {
  await insertFacts(db.owner, facts.slice(0, 100))
  await db.owner.query(
    `update events set type = 'OfAVersionToCome' where log_id = 'shop/0' and position = 40`,
  )

  await projector({ mayStop: true }).catchUp()

  const stopped = (await projectionStatus(db.database)).flatMap((one) => one.stopped)
  expect(stopped.length).toBeGreaterThan(5)
  for (const stop of stopped)
    expect(stop).toEqual({
      logId: 'shop/0',
      position: 40,
      error: 'unknown event type OfAVersionToCome',
    })
})

function projector(options: { eventsPerPageMax?: number; mayStop?: boolean } = {}): Projector {
  return openProjector({
    database: db.database,
    projections: allProjections,
    stopped: ({ error }) => {
      if (options.mayStop !== true) throw error
    },
    ...options,
  })
}

const digest = () => digestReadModels(db.owner, allProjections)

/** The same on every machine: neither its time zone nor the order of its letters plays a part. */
async function contents(): Promise<Record<string, string>> {
  const url = withSetting(db.ownerUrl, 'timezone=UTC')
  const database = openDatabase({ url, applicationName: 'contents', poolMax: 1 })
  const told: Record<string, string> = {}
  for (const { name } of allProjections.flatMap(({ tables }) => tables)) {
    const { rows } = await database.query<{ n: number; digest: string }>(`
      with hashed as (select sha256(convert_to(content.*::text, 'UTF8')) as hash
                        from ${name} as content)
      select count(*) as n,
             encode(sha256(coalesce(string_agg(hash, ''::bytea order by hash), '')), 'hex')
               as digest
        from hashed`)
    told[name] = `${rows[0]?.n} rows ${rows[0]?.digest}`
  }
  await database.end()
  return told
}

async function expectCaughtUp(): Promise<void> {
  const statuses = await projectionStatus(db.database)
  expect(statuses.map(({ lagEvents }) => lagEvents)).toEqual(statuses.map(() => 0))
}

/** Facts keep their order within a log; between logs any order may come. */
function interleaved(seed: number): SyntheticFact[][] {
  const logs = [...Map.groupBy(facts, ({ logId }) => logId).values()].map((own) => [...own])
  const parts: SyntheticFact[][] = []
  for (
    let step = seed;
    logs.some((own) => own.length > 0);
    step = (step * 48_271) % 2_147_483_647
  ) {
    const own = logs[step % logs.length]
    if (own !== undefined && own.length > 0) parts.push(own.splice(0, 1 + (step % 97)))
  }
  return parts
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_one, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** Everything unread again, and the rows as a new installation has them. */
async function forget(projections: readonly Projection[]): Promise<void> {
  const tables = projections.flatMap((one) => one.tables).map(({ name }) => `${name}_v1_1`)
  await db.owner.query(`delete from projections; truncate ${tables.join(', ')}`)
}

async function countCalls(
  projections: readonly Projection[],
  reading: () => Promise<void>,
): Promise<number> {
  await forget(projections)
  let calls = 0
  watchIo({ before: () => void calls++, after: () => {} })
  await reading()
  watchIo(undefined)
  return calls
}

/** Whose transactions end without a word in pages of more facts. */
const dyingIn = (database: Database, factsMax: number): Database => ({
  ...database,
  transaction: (act) =>
    database.transaction((tx) => {
      const query = (async (statement: Statement) => {
        const answer = await tx.query(statement)
        const [page] = answer.rows as { n?: number }[]
        if (statement.name === 'read page' && page!.n! > factsMax) throw new Error('it has gone')
        return answer
      }) as Transaction['query']
      return act({ ...tx, query })
    }),
})

/**
 * Dies before call n, for even numbers, and after it, for odd ones; its connections die with it.
 */
async function dieAt(death: number, projections: readonly Projection[]): Promise<void> {
  const applicationName = `qura dying ${death}`
  const database = openDatabase({ url: db.url, applicationName, poolMax: 1 })
  let call = 0
  let isDead = false
  const die = () => {
    isDead = true
    throw new Error('killed')
  }
  watchIo({
    before: () => {
      if (isDead) throw new Error('killed: nothing happens any more')
      if (death % 2 === 0 && call === death / 2) die()
    },
    after: () => {
      if (call++ === (death - 1) / 2) die()
    },
  })
  const dying = openProjector({ database, projections })
  await expect(dying.catchUp()).rejects.toThrow()
  watchIo(undefined)
  await endConnections(applicationName)
}

async function endConnections(applicationName: string): Promise<void> {
  const ours = `from pg_stat_activity where application_name = $1`
  await db.owner.query(`select pg_terminate_backend(pid, 5000) ${ours}`, [applicationName])
  const left = async () => (await db.owner.query(`select ${ours}`, [applicationName])).rows
  await expect.poll(left).toEqual([])
}

function refusing(projection: Projection, position: number): Projection {
  return {
    ...projection,
    fold(page, previous) {
      if (page.some((fact) => fact.logId === 'shop/0' && fact.position === position))
        throw new Error('the books are broken')
      return projection.fold(page, previous)
    },
  }
}
