import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { allProjections } from '#projections/all.ts'
import type { Projection } from '#projections/projection.ts'
import { createIndexes, createTables, createViews } from '#projections/sql.ts'

import { insertFacts, syntheticShop } from '../bench/synthetic-shop.ts'
import { readMigrations } from '../database/migrate.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { projectionStatus } from './checkpoints.ts'
import { digestReadModels } from './digest.ts'
import { openProjector } from './projector.ts'
import { rebuild, rebuildOutdated, rollBack } from './rebuild.ts'
import type { RebuildProgress } from './rebuild.ts'
import { renewReadModels } from './renew-read-models.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await testDatabase()
})
afterEach(() => db.drop())

const facts = syntheticShop({ seed: 'rebuild', raffles: 2, products: 6, orders: 150 })
const digest = () => digestReadModels(db.owner, allProjections)
const catchUp = () =>
  openProjector({ database: db.database, projections: allProjections }).catchUp()

const upgraded = allProjections.map((one): Projection =>
  one.name === 'customers' ? withNote(one) : one,
)

describe('a rebuild', () => {
  it('done twice gives the same rows twice, and keeps one build to go back to', async () => {
    await insertFacts(db.owner, facts)
    await rebuild({ owner: db.owner, projections: allProjections })
    const first = await digest()

    await rebuild({ owner: db.owner, projections: allProjections, eventsPerPageMax: 37 })

    expect(await digest()).toEqual(first)
    expect(await builds('order-status')).toEqual(['1/2 previous', '1/3 live'])
  })

  it('under a running projector and a growing log ends where the log ends', async () => {
    const middle = Math.floor(facts.length / 3)
    await insertFacts(db.owner, facts.slice(0, middle))
    await catchUp()
    const projector = openProjector({ database: db.database, projections: allProjections })
    const building = new AbortController()
    const growing = (async () => {
      for (let from = middle; from < facts.length; from += 40) {
        await insertFacts(db.owner, facts.slice(from, from + 40))
        await projector.catchUp()
      }
      while (!building.signal.aborted) await projector.catchUp()
    })()

    await rebuild({ owner: db.owner, projections: allProjections, eventsPerPageMax: 100 })
    building.abort()
    await growing
    await catchUp()

    const swapped = await digest()
    await rebuild({ owner: db.owner, projections: allProjections })
    expect(await digest()).toEqual(swapped)
    for (const { lagEvents } of await projectionStatus(db.database)) expect(lagEvents).toBe(0)
  })

  it('never shows a reader an older row than he has seen', async () => {
    await insertFacts(db.owner, facts)
    await catchUp()
    const orders = async () =>
      (await db.database.query<{ n: number }>('select count(*) as n from order_status')).rows[0]?.n
    const before = await orders()
    const building = new AbortController()
    let fewest = before ?? 0
    const reading = (async () => {
      while (!building.signal.aborted) fewest = Math.min(fewest, (await orders()) ?? 0)
    })()

    await rebuild({ owner: db.owner, projections: allProjections, eventsPerPageMax: 50 })
    building.abort()
    await reading

    expect(fewest).toBe(before)
  })

  it('of one projection leaves the others as they are', async () => {
    await insertFacts(db.owner, facts)
    await catchUp()
    const before = await digest()

    const sales = allProjections.filter(({ name }) => name === 'sales')
    const rebuilt = await rebuild({ owner: db.owner, projections: sales })

    expect(rebuilt.projections).toEqual([{ name: 'sales', version: 1, generation: 2 }])
    expect(await builds('order-status')).toEqual(['1/1 live'])
    expect(await digest()).toEqual(before)
  })

  it('that died is cleared away by the next', async () => {
    await insertFacts(db.owner, facts)
    const dying = rebuild({
      owner: db.owner,
      projections: allProjections,
      onProgress: ({ phase }) => {
        if (phase === 'index') throw new Error('killed')
      },
    })
    await expect(dying).rejects.toThrow('killed')
    expect(await builds('sales')).toEqual(['1/1 live', '1/2 building'])

    await rebuild({ owner: db.owner, projections: allProjections })

    expect(await builds('sales')).toEqual(['1/1 previous', '1/2 live'])
  })

  it('waits while another one runs', async () => {
    await insertFacts(db.owner, facts)
    await Promise.all([
      rebuild({ owner: db.owner, projections: allProjections }),
      rebuild({ owner: db.owner, projections: allProjections }),
    ])
    expect(await builds('sales')).toEqual(['1/2 previous', '1/3 live'])
  })

  it('of what is outdated is made once, when two starts meet', async () => {
    await insertFacts(db.owner, facts)
    const starts = await Promise.all([
      rebuildOutdated({ owner: db.owner, projections: upgraded }),
      rebuildOutdated({ owner: db.owner, projections: upgraded }),
    ])
    expect(starts.filter((rebuilt) => rebuilt !== undefined)).toHaveLength(1)
    expect(await builds('customers')).toEqual(['1/1 previous', '2/1 live'])
  })

  it('is not for the service, which says who makes it', async () => {
    const start = renewReadModels(db.url, () => {}, upgraded)
    await expect(start).rejects.toThrow(/^the read models customers .* -- --read-models` with/)
    const phases = new Set<string>()
    const building = ({ phase }: RebuildProgress) => void phases.add(phase)
    expect(await renewReadModels(db.ownerUrl, building, upgraded)).toEqual([])
    expect([...phases]).toEqual(expect.arrayContaining(['prepare', 'copy', 'done']))
    expect(await renewReadModels(db.url, () => {}, upgraded)).toEqual([])
  })

  it('never goes down: an older start leaves a later version its build', async () => {
    await renewReadModels(db.ownerUrl, () => {}, upgraded)
    expect(await renewReadModels(db.ownerUrl)).toEqual(['customers'])
    expect(await builds('customers')).toEqual(['1/1 previous', '2/1 live'])
    // Once the later one has ended, this is the way back.
    const customers = allProjections.filter(({ name }) => name === 'customers')
    await rollBack(db.owner, customers)
    expect(await renewReadModels(db.ownerUrl)).toEqual([])
  })

  it('can be undone: the build before reads on from where it stopped', async () => {
    const middle = Math.floor(facts.length / 2)
    await insertFacts(db.owner, facts.slice(0, middle))
    await catchUp()
    await rebuild({ owner: db.owner, projections: allProjections })
    await insertFacts(db.owner, facts.slice(middle))
    await catchUp()
    const forward = await digest()

    await rollBack(db.owner, allProjections)
    expect(await builds('sales')).toEqual(['1/1 live', '1/2 previous'])
    await catchUp()

    expect(await digest()).toEqual(forward)
  })

  it('comes by itself for a projection whose version was raised, and for no other', async () => {
    await insertFacts(db.owner, facts)
    await catchUp()
    const rebuilt = await rebuildOutdated({ owner: db.owner, projections: upgraded })

    expect(rebuilt?.projections).toEqual([{ name: 'customers', version: 2, generation: 1 }])
    const { rows } = await db.database.query('select note from customers limit 1')
    expect(rows).toEqual([{ note: null }])
    expect(await rebuildOutdated({ owner: db.owner, projections: upgraded })).toBeUndefined()
    // The program of the version before finds no build of its own, and leaves the new one alone.
    await catchUp()
  })
})

it('the migrations make the first build as the projections describe it', async () => {
  const squeezed = (sql: string) => sql.replace(/\s+/g, ' ')
  const { numbered } = await readMigrations()
  const text = squeezed(numbered.map((file) => file.text).join('\n'))
  const build = { version: 1, generation: 1 }
  // By name, or for every build that is there: a text of PostgreSQL's, which `format` fills.
  const asFormat = (statement: string) =>
    statement
      .replaceAll("'", "''")
      .replaceAll('%', '%%')
      .replace(/\b\w+_v1_1\b/, '%I')
  const isMade = (statement: string) =>
    text.includes(`${statement};`) || text.includes(`'${asFormat(statement)}'`)
  for (const projection of allProjections)
    for (const statement of [
      ...createTables(projection, { build, isBulk: false }),
      ...createIndexes(projection, build),
      ...createViews(projection, build).filter((one) => one.startsWith('create')),
    ])
      expect(isMade(squeezed(statement)), statement).toBe(true)
})

async function builds(name: string): Promise<string[]> {
  const { rows } = await db.owner.query<{ build: string }>(
    `select version || '/' || generation || ' ' || status as build
       from projection_builds where name = $1 order by version, generation`,
    [name],
  )
  return rows.map(({ build }) => build)
}

function withNote(projection: Projection): Projection {
  const [table] = projection.tables
  if (table === undefined) throw new Error('a projection has a table')
  const tables = [{ ...table, columns: { ...table.columns, note: 'text' as const } }]
  return { ...projection, version: projection.version + 1, tables }
}
