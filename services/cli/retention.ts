// npm run retention: what is kept for how long, what of it is due, and forgetting it.
import { parseArgs } from 'node:util'

import { countOldOrders, eraseOldOrders } from '../commands/old-orders.ts'
import { inYears, oldRecords } from '../commands/old-records.ts'
import { countDue, forgetDue, retentions } from '../commands/retention.ts'
import type { Due } from '../commands/retention.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../io/database.ts'
import type { Database } from '../io/database.ts'
import { adminDatabaseUrl } from './installation.ts'
import { tellRefusal } from './refusals.ts'
import { bar, wantsHelp } from './terminal.ts'

const help = `npm run retention [-- options]

Shows how long each kind of row is kept, how many there are, and how many are due to go; writes
nothing. A shop that runs forgets by itself, each hour, all but what is kept for RETENTION_YEARS,
the last lines: names, phones and addresses beside orders, names and documents in the records of
draws, notes of staff. Those go only by --apply, and do not come back; facts, amounts, ticket
numbers and every proof stay. Take a backup first, and let old backups go as well: they hold what
was forgotten here.

  --apply   forgets what is due, in this order
  --json    one JSON object instead of the table
  --help    this text

Exit status 0: shown, or forgotten; 1: refused or failed.`

const ORDERS = 'order_contacts'

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  const { values } = parseArgs({
    options: {
      apply: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const { apply: isApplied, json: isJson } = values
  const years = readConfig(process.env).retentionYears
  const { url, stop } = await adminDatabaseUrl({ migrations: 'require' })
  const database = openDatabase({
    url,
    applicationName: 'qura retention',
    poolMax: 2,
    statementTimeoutMs: 0,
  })
  try {
    if (isApplied) await forget(database, years)
    const kept = await counted(database, years)
    console.log(isJson ? JSON.stringify({ isApplied, kept }) : table(kept))
  } finally {
    await database.end()
    await stop()
  }
}

async function forget(database: Database, years: number): Promise<void> {
  const shown = bar('forgetting')
  for (const { table: name, rows } of await forgetDue(database, retentions))
    shown.update(rows, name)
  await eraseOldOrders(database, { years, progress: (orders) => shown.update(orders, ORDERS) })
  for (const { table: name, rows } of await forgetDue(database, oldRecords(years)))
    shown.update(rows, name)
  shown.stop()
}

async function counted(database: Database, years: number): Promise<Due[]> {
  const { rows } = await database.query<{ rows: number }>(
    `select count(*)::int as rows from ${ORDERS}`,
  )
  const orders: Due = {
    table: ORDERS,
    what: 'names, phones and addresses beside orders',
    keptFor: inYears(years),
    rows: rows[0]?.rows ?? 0,
    ...(await countOldOrders(database, { years })),
  }
  return [...(await countDue(database)), orders, ...(await countDue(database, oldRecords(years)))]
}

const count = (n: number) => n.toLocaleString('en')

const line = ([what, keptFor, rows, due, oldest]: readonly [
  string,
  string,
  string,
  string,
  string,
]) => [what.padEnd(46), keptFor.padEnd(9), rows.padStart(9), due.padStart(9), oldest].join('  ')

function table(kept: readonly Due[]): string {
  const due = kept.reduce((sum, one) => sum + one.due, 0)
  return [
    line(['what', 'kept for', 'rows', 'due', 'oldest']),
    ...kept.map(({ what, keptFor, rows, due: dueHere, oldest }) =>
      line([
        what,
        keptFor,
        count(rows),
        count(dueHere),
        oldest === null ? '-' : oldest.toISOString().slice(0, 10),
      ]),
    ),
    due === 0 ? 'Nothing is due.' : `${count(due)} rows are due: npm run retention -- --apply`,
  ].join('\n')
}

if (import.meta.main) await main().catch((error: unknown) => tellRefusal(error))
