// The simulated database says what PostgreSQL says: whole worlds are lived in memory, and every
// statement outside of transactions is then sent to PostgreSQL in the same order, with the same
// parameters, at the same time of day. Answers, counts and refusals must be the same.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { assert } from '#events/kernel/assert.ts'

import { sqlState } from '../../io/database.ts'
import type { Queryable, Statement } from '../../io/database.ts'
import { testDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'

import { runWorld, stepsOf } from './run.ts'
import { sealed } from './sealed.ts'
import type { Heard } from './server.ts'
import { nameOf } from './server.ts'
import type { Answer } from './statement.ts'
import { orphaning } from './steps.ts'
import type { Step } from './steps.ts'
import { makeTemplate } from './world.ts'

const WORLDS = 12
/** By chance, and some in which a shop dies at one of these milliseconds of a purchase. */
const lives = [
  ...Array.from({ length: WORLDS }, (_, index) => ({ seed: index + 1, steps: stepsOf(index + 1) })),
  ...[3, 4, 5, 6, 7, 8].map((seed) => ({ seed, steps: orphaning(seed) })),
]

/** Marks and checkpoints move inside of transactions, which are not repeated. */
const ofWorkers =
  /^(discover|logs (behind|above)|with first|move mark|update (reactors|projections))/
/** What the server makes up itself. */
const ofServer = new Set(['event_id', 'set_config', 'open_log'])

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
  await test.owner.query(`
    create or replace function clock_now() returns timestamptz
      language sql volatile parallel safe
      set search_path = ''
    as $$ select current_setting('simulation.now')::timestamptz $$`)
})
afterAll(() => test.drop())

it(`answers as PostgreSQL does, statement by statement, in ${lives.length} worlds`, async () => {
  const compared = new Map<string, number>()
  for (const [nth, life] of lives.entries()) {
    const heard = await liveWorld(life)
    await test.owner.withConnection(async (connection) => {
      await empty(connection)
      for (const [index, each] of heard.entries()) {
        const name = nameOf(each.statement)
        const place = `world ${nth}, seed ${life.seed}, statement ${index}: ${name}`
        const [real, simulated] = [await repeated(connection, each), expected(each)]
        expect({ place, said: inCommon(simulated, real) }).toEqual({
          place,
          said: inCommon(real, simulated),
        })
        compared.set(name, (compared.get(name) ?? 0) + 1)
      }
    })
  }
  expect([...compared.keys()]).toEqual(expect.arrayContaining(hot))
}, 300_000)

const hot = [
  'append_shop',
  'append_raffle',
  'load_raffle',
  'load_raffle_partly',
  'holds_of_lines',
  'holds_of_others',
  'look_up_raffle',
  'open_purchases',
  'answer_purchases',
  'forget_purchases',
  'payment_attempts_checked',
  'attempts_due',
  'store_callbacks',
  'purchases_past_hold',
  'purchases_orphaned',
  'claim_orphaned_purchase',
  'orphan_is_claimed',
  'holds_expired',
  'write_messages',
]

/** The template first; no power is cut, because what it takes back cannot be repeated. */
function liveWorld({ seed, steps }: { seed: number; steps: Step[] }): Promise<Heard[]> {
  const all: Heard[] = []
  const heard = (each: Heard) => void all.push(each)
  return sealed(async () => {
    await makeTemplate(heard)
    const withPower = steps.filter((step) => step.do !== 'power cut')
    await runWorld({ seed, steps: withPower, isRebuilt: false, heard })
    return all.filter(
      ({ statement, answer }) => answer !== 'later' && !ofWorkers.test(nameOf(statement)),
    )
  })
}

async function empty(connection: Queryable): Promise<void> {
  const { rows } = await connection.query<{ name: string }>(
    `select format('%I', tablename) as name
       from pg_tables
      where schemaname = 'public'
        and tablename not in ('installation', 'projection_builds', 'migrations')`,
  )
  const names = rows.map(({ name }) => name).filter((name) => !name.includes('migration'))
  await connection.query(`truncate ${names.join(', ')}`)
  await connection.query('alter sequence payment_refs restart')
  await connection.query('alter sequence order_numbers restart')
}

type Said = { kind: 'rows' | 'count' | 'refused'; said: unknown }

async function repeated(connection: Queryable, { statement, nowMs }: Heard): Promise<Said> {
  const now = new Date(nowMs).toISOString()
  await connection.query(`select set_config('simulation.now', $1, false)`, [now])
  try {
    const { rows, rowCount } = await connection.query(asSent(statement))
    return said(statement, { rows, rowCount })
  } catch (error) {
    const state = sqlState(error)
    if (state === undefined) throw error
    return { kind: 'refused', said: state }
  }
}

function expected({ statement, answer }: Heard): Said {
  assert(answer !== 'later', 'who waits has no answer yet')
  if (answer instanceof Error) return { kind: 'refused', said: sqlState(answer) }
  return said(statement, answer)
}

const said = (statement: Statement, { rows, rowCount }: Answer): Said =>
  isCounted(statement)
    ? { kind: 'count', said: rowCount }
    : { kind: 'rows', said: comparable(rows) }

const isCounted = ({ text }: Statement) =>
  text.includes('synchronous_commit') || text.includes('insert into messages')

/** A name is prepared once for a connection, and its text is always the same. */
const asSent = ({ text, name, values }: Statement): Statement => ({
  text,
  ...(name !== undefined && { name }),
  ...(values !== undefined && { values }),
})

/** Instants as numbers, bytes as text. */
function comparable(value: unknown): unknown {
  if (value instanceof Date) return value.getTime()
  if (Buffer.isBuffer(value)) return value.toString('hex')
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, comparable(each)] as const),
    )
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/.test(value))
    return Date.parse(value)
  return value
}

/** What both sides know of each row; the memory may know more. Lists have no order. */
function inCommon(value: unknown, other: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(other)) {
    const items = value.map((item, index) => inCommon(item, other[index] ?? other[0]))
    return items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  if (!isObject(value) || !isObject(other)) return value
  return Object.fromEntries(
    Object.keys(value)
      .filter((key) => key in other && !ofServer.has(key))
      .toSorted()
      .map((key) => [key, inCommon(value[key], other[key])] as const),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
