// How fast are read models built? Writes a synthetic log into a fresh database and rebuilds each
// projection alone, then all together. Needs TEST_DATABASE_URL.
import { allProjections } from '#projections/all.ts'

import { openDatabase } from '../io/database.ts'
import { rebuild } from '../workers/rebuild.ts'
import { testDatabase } from '../testing/database.ts'
import { insertFacts, syntheticShop } from './synthetic-shop.ts'

export type RebuildFigure = { projection: string; events: number; eventsPerSecond: number }

export async function benchRebuild(orders: number): Promise<RebuildFigure[]> {
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
    const figures: RebuildFigure[] = []
    for (const projection of allProjections) {
      const { events, eventsPerSecond } = await rebuild({ owner, projections: [projection] })
      figures.push({ projection: projection.name, events, eventsPerSecond })
    }
    const { events, eventsPerSecond } = await rebuild({ owner, projections: allProjections })
    return [...figures, { projection: 'all together', events, eventsPerSecond }]
  } finally {
    await owner.end()
    await database.drop()
  }
}

if (import.meta.main) {
  const figures = await benchRebuild(Number(process.argv[2] ?? 20_000))
  for (const { projection, events, eventsPerSecond } of figures)
    process.stdout.write(
      `${projection.padEnd(18)} ${String(events).padStart(9)} events  ` +
        `${eventsPerSecond.toLocaleString('en').padStart(9)} events/s\n`,
    )
}
