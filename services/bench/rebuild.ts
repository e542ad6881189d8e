// How fast are read models built? Writes a synthetic log into a fresh database and rebuilds each
// projection alone, then those of the core together, then all. Needs TEST_DATABASE_URL.
import { assert } from '#events/kernel/assert.ts'
import { allProjections } from '#projections/all.ts'
import type { Projection } from '#projections/projection.ts'

import { openDatabase } from '../io/database.ts'
import { rebuild } from '../workers/rebuild.ts'
import { testDatabase } from '../testing/database.ts'
import { insertFacts, syntheticShop } from './synthetic-shop.ts'

export type RebuildFigure = { projection: string; events: number; eventsPerSecond: number }

/** What customers and the ledger need to be read; the others serve desks of the staff. */
const CORE: ReadonlySet<string> = new Set([
  'raffle-board',
  'product-shelf',
  'order-status',
  'customer-orders',
  'raffle-entries',
  'ticket-register',
  'sales',
  'customers',
])

/** Each alone, then the eight of the core together, then all. */
export type RebuildFigures = { each: RebuildFigure[]; core: RebuildFigure; all: RebuildFigure }

export async function benchRebuild(orders: number): Promise<RebuildFigures> {
  const database = await testDatabase()
  const owner = openDatabase({
    url: database.ownerUrl,
    applicationName: 'qura bench',
    statementTimeoutMs: 0,
  })
  try {
    const facts = syntheticShop({ seed: 'bench', raffles: 5, products: 50, orders })
    await insertFacts(owner, facts)
    await owner.query('analyze events')
    // A program that starts to rebuild a long log is soon compiled; a short one is over before.
    await rebuild({ owner, projections: allProjections })
    const measured = async (name: string, projections: readonly Projection[]) => {
      const { events, eventsPerSecond } = await rebuild({ owner, projections })
      return { projection: name, events, eventsPerSecond }
    }
    const each: RebuildFigure[] = []
    for (const projection of allProjections)
      each.push(await measured(projection.name, [projection]))
    const core = allProjections.filter(({ name }) => CORE.has(name))
    assert(core.length === CORE.size, 'the core is among all projections')
    return {
      each,
      core: await measured(`the ${core.length} of the core together`, core),
      all: await measured(`all ${allProjections.length} together`, allProjections),
    }
  } finally {
    await owner.end()
    await database.drop()
  }
}

if (import.meta.main) {
  const { each, core, all } = await benchRebuild(Number(process.argv[2] ?? 20_000))
  for (const { projection, events, eventsPerSecond } of [...each, core, all])
    process.stdout.write(
      `${projection.padEnd(30)} ${String(events).padStart(9)} events  ` +
        `${eventsPerSecond.toLocaleString('en').padStart(9)} events/s\n`,
    )
}
