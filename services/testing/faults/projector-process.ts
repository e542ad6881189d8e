// A program that projects whatever it finds in the database whose address it is given, then ends;
// or one that stands still once its first page is in the tables, and waits to be killed: between
// two pages, or in the second one, with all of it written and nothing committed.
import { allProjections } from '#projections/all.ts'

import { openDatabase } from '../../io/database.ts'
import type { Database } from '../../io/database.ts'
import { openProjector } from '../../workers/projector.ts'

const [, , url = '', part = 'reads on'] = process.argv
const opened = openDatabase({
  url,
  applicationName: 'projector process',
  poolMax: 3,
  idleInTransactionTimeoutMs: 0, // who stands in a page is ended by whoever kills him
})
let pagesApplied = 0

async function standStill(): Promise<void> {
  process.on('message', () => {}) // a program that listens does not end by itself
  process.send?.('standing')
  await new Promise(() => {})
}

const database: Database = {
  ...opened,
  transaction: (act, options) =>
    opened.transaction(async (tx) => {
      const done = await act(tx)
      if (part === 'stands in a page' && pagesApplied > 0 && done !== null) await standStill()
      return done
    }, options),
}

const projector = openProjector({
  database,
  projections: allProjections,
  eventsPerPageMax: 20,
  applied: async () => {
    pagesApplied += 1
    if (part === 'stands between pages') await standStill()
  },
})
if (part === 'reads on') process.send?.('reading')
await projector.catchUp()
await projector.stop()
await database.end()
process.disconnect?.()
