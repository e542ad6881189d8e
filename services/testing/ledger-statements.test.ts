// Each statement about the ledger says of which log it speaks, so that the ledger can be spread by
// log (docs/decisions/0030-the-log-is-the-key.md). Those that speak of all logs at once are named
// here, each with its reason.
import { describe, expect, it } from 'vitest'

import { readHouse } from './house.ts'
import { ledgerTables, ledgerUses } from './ledger-statements.ts'

const files = await readHouse()
const schema = files.find(({ path }) => path === 'migrations/schema.sql')?.text ?? ''
const tables = new Set(ledgerTables(schema))

const isProduct = (path: string) =>
  /^(projections|services)\/.*\.ts$|^migrations\/functions\//.test(path) &&
  !/\.test\.ts$|^services\/(testing|bench)\//.test(path)

type Exception = { path: string; says: string; why: string }

/** Asked now and then, of all machines at once; none of them stands in a customer's way. */
const ofAllLogs: readonly Exception[] = [
  {
    path: 'projections/insight/queries.ts',
    says: 'as mark from projections where name in',
    why: 'a page kept until any of its projections has moved on, in whichever log',
  },
  {
    path: 'projections/read-model-mark.ts',
    says: 'as mark from projections where name = any($1)',
    why: 'a page kept until any of its projections has moved on, in whichever log',
  },
  {
    path: 'services/backup/instant.ts',
    says: 'select from logs order by log_id for update',
    why: 'one instant of the whole ledger, for a drill on a single server',
  },
  {
    path: 'services/backup/restore.ts',
    says: 'select from events limit 1',
    why: 'is there a fact at all?',
  },
  {
    path: 'services/commands/erase-orders.ts',
    says: 'log_id, first, last from issues where order_id = any',
    why: 'erasure, in all raffles in which an order has tickets or has won',
  },
  {
    path: 'services/commands/expire-holds.ts',
    says: 'from holds where order_id = $1',
    why: 'an order does not know in which raffles its hold is left over',
  },
  {
    path: 'services/commands/expire-holds.ts',
    says: 'from holds where expires_at <=',
    why: 'the sweep of all raffles, a page at a time',
  },
  {
    path: 'services/commands/product-use.ts',
    says: 'from raffle_products where product_id = $1',
    why: 'whether a product may go: it asks every raffle that ever sold it',
  },
  {
    path: 'services/commands/product-use.ts',
    says: 'from raffle_products order by product_id',
    why: 'the sweep that brings allotments to what the products say, once an hour',
  },
  {
    path: 'services/commands/product-use.ts',
    says: 'from raffle_products where product_id = any',
    why: 'the totals that a file of products lowers, once for a look and once for the act',
  },
  {
    path: 'services/event-store/raffle-halts.ts',
    says: 'from raffle_halts order by halted_at',
    why: 'the list of all halted raffles, for staff',
  },
  {
    path: 'services/event-store/read.ts',
    says: 'select log_id from logs order by log_id',
    why: 'which logs there are',
  },
  {
    path: 'services/verify/halted-lines.ts',
    says: 'select log_id from raffle_halts',
    why: 'npm run verify looks at all halted raffles',
  },
  {
    path: 'services/verify/money-back.ts',
    says: 'select log_id, recorded_at from events where leaf is not null',
    why: 'npm run verify looks at all cancelled raffles',
  },
  {
    path: 'services/verify/tables.ts',
    says: 'from raffle_products',
    why: 'npm run verify looks at all of them',
  },
  {
    path: 'services/verify/tables.ts',
    says: 'from holds group by log_id',
    why: 'npm run verify looks at all of them',
  },
  {
    path: 'services/workers/checkpoints.ts',
    says: "update projections set status = ''",
    why: 'a projection that has stopped is let on in all logs at once',
  },
  {
    path: 'services/workers/rebuild.ts',
    says: 'select log_id from logs where head > 0',
    why: 'which logs a rebuild has to read',
  },
  {
    path: 'services/workers/rebuild.ts',
    says: 'as total from logs',
    why: 'how much a rebuild has to read',
  },
  {
    path: 'services/workers/rebuild.ts',
    says: 'from projections as checkpoint join projection_builds as builds using (name',
    why: 'the swap of a rebuilt projection is of all logs at once',
  },
]

describe('a statement about the ledger', () => {
  const product = files.filter(({ path }) => isProduct(path))
  const uses = product.flatMap((file) => ledgerUses(file, tables))
  const isOf = ({ path, says }: Exception, use: (typeof uses)[number]) =>
    use.path === path && use.statement.includes(says)

  it('is found, in code and in functions', () => {
    expect([...tables]).toEqual(
      expect.arrayContaining(['commands', 'events', 'holds', 'issues', 'logs', 'raffle_state']),
    )
    expect(uses.length).toBeGreaterThan(150)
    const written = new RegExp(
      `\\b(?:from|join|into|update)\\s+(?:public\\.)?(?:${[...tables].join('|')})\\b`,
      'g',
    )
    const missed = product.filter(({ path, text }) => {
      const inText = text.replaceAll(/^\s*(\/\/|\/?\*|--).*$/gm, '').match(written)?.length ?? 0
      return inText > uses.filter((use) => use.path === path).length
    })
    expect(missed.map(({ path }) => path)).toEqual([])
  })

  it('names the log it speaks of, or stands among those that speak of all', () => {
    const nameless = uses.filter(
      (use) => !use.namesItsLog && !ofAllLogs.some((one) => isOf(one, use)),
    )
    expect(nameless.map(({ path, statement }) => `${path}: ${statement}`)).toEqual([])
  })

  it('is an exception only as long as it is one', () => {
    const stale = ofAllLogs.filter((one) => !uses.some((use) => !use.namesItsLog && isOf(one, use)))
    expect(stale).toEqual([])
  })
})

const judged = (text: string) =>
  ledgerUses({ path: 'services/x.ts', text: `\`${text}\`` }, tables).map(
    ({ table, namesItsLog }) => `${table} ${namesItsLog}`,
  )

describe('it is read so', () => {
  it.each([
    ['select payload from events where log_id = $1 and position = $2', 'events true'],
    ['select payload from events where position = $1 order by log_id', 'events false'],
    ['select log_id from events where stream_id = $1 group by log_id', 'events false'],
    ['insert into holds (log_id, n) values ($1, 2)', 'holds true'],
    ['insert into holds (n) values (2) on conflict (log_id) do nothing', 'holds false'],
    ['insert into holds select 1', 'holds false'],
    ['update logs set head = 1 where log_id = $1', 'logs true'],
    ['update logs set log_id = $1', 'logs false'],
    ['delete from holds where order_line_id = $1', 'holds false'],
    ['select 1 from logs where logs.log_id = $1 for update', 'logs true'],
  ])('%s: %s', (statement, verdict) => expect(judged(statement)).toEqual([verdict]))

  it('each table of a join by itself, and each inner statement', () => {
    const joined = 'select * from issues as issue join events as fact on fact.log_id = issue.log_id'
    expect(judged(joined)).toEqual(['issues true', 'events true'])
    const loose = 'select * from logs, issues as issue where logs.log_id = $1 and issue.last > 1'
    expect(judged(loose)).toEqual(['logs true', 'issues false'])
    const inner = 'select (select head from logs) as head from events where log_id = $1'
    expect(judged(inner).toSorted()).toEqual(['events true', 'logs false'])
    const both = 'select n from holds where log_id = $1 union all select n from issues'
    expect(judged(both)).toEqual(['holds true', 'issues false'])
  })

  it('in functions as well', () => {
    const text = 'create function f() as $$ begin\n  delete from public.holds where n = 1;\nend $$;'
    const found = ledgerUses({ path: 'migrations/functions/f.sql', text }, tables)
    expect(found).toMatchObject([{ table: 'holds', namesItsLog: false }])
  })
})
