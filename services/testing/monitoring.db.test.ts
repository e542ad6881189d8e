// The dashboard and the alerts in docs/monitoring speak of figures that the service really serves:
// a figure that was renamed must not leave a silent alarm behind.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { noteRun, runNames } from '../backup/last-runs.ts'
import type { DrillRecord } from '../backup/last-runs.ts'
import { operations } from '../contract/operations.ts'
import { limitNames } from '../http/limits.ts'
import { buyer } from './security/guarded-shop.ts'
import { openRunningShop } from './running-service.ts'
import type { RunningShop } from './running-service.ts'

const root = join(import.meta.dirname, '../..')
const readPaper = (name: string) => readFile(join(root, 'docs/monitoring', name), 'utf8')

let shop: RunningShop
let said: string
let served: ReadonlySet<string>
let alerts: string
beforeAll(async () => {
  alerts = await readPaper('alerts.yaml')
  shop = await openRunningShop()
  said = await figures()
  served = namesIn(said)
}, 120_000)
afterAll(() => shop.stop())

async function figures(): Promise<string> {
  const { host, port } = shop.config.metrics
  const answer = await fetch(`http://${host}:${port}/metrics`)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The name of each series; a histogram is three. */
function namesIn(metrics: string): ReadonlySet<string> {
  const types = metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)
  return new Set(
    [...types].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
}

/** On one line, or as a block below `expr: |`. */
const expressionsIn = (yaml: string) =>
  [...yaml.matchAll(/^( +)expr: (?:\|\n((?:\1 {2}.*\n)+)|([^|\n]+)$)/gm)].map(
    ([, , block, line]) => block ?? line ?? '',
  )

const words = new Set(['by', 'and', 'or', 'bool', 'unless', 'le'])

/** Names of series in a PromQL expression: no function, label, selector or word of PromQL. */
function seriesIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
    .replaceAll(/\b[\d.]+(?:e-?\d+)?\b/g, ' ')
  return [...bare.matchAll(/[a-z_][\w:]*(?!\w|\s*\()/gi)]
    .map(([name]) => name)
    .filter((name) => !words.has(name))
}

const recordedIn = (yaml: string) =>
  new Set([...yaml.matchAll(/record: (\S+)/g)].map(([, name = '']) => name))

it('every alert and every panel asks for what is served', async () => {
  const dashboard = JSON.parse(await readPaper('dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const asked = expressionsIn(alerts)
  expect(shown.length).toBeGreaterThan(25)
  expect(asked.length).toBe([...alerts.matchAll(/expr:/g)].length)
  expect(asked.flatMap(seriesIn)).toContain('http_request_seconds_count')

  // `up` is what Prometheus itself writes down about each address it asks.
  const known = new Set([...served, ...recordedIn(alerts), 'up'])
  const series = [...shown, ...asked].flatMap(seriesIn)
  expect(series.length).toBeGreaterThan(60)
  expect([...new Set(series)].filter((name) => !known.has(name))).toEqual([])
})

it('every figure of the shop is on the dashboard or behind an alert', async () => {
  const papers = (await readPaper('dashboard.json')) + alerts
  const own = [...served].filter((name) => !/^(nodejs|process)_/.test(name))
  const unseen = own.map((name) => name.replace(/_(bucket|sum|count)$/, ''))
  expect(unseen.filter((name) => !papers.includes(name))).toEqual([])
})

it('every figure of the shop is told of on the page', async () => {
  const page = await readPaper('README.md')
  const own = [...served].filter((name) => !/^(nodejs|process)_/.test(name))
  const unseen = own.map((name) => name.replace(/_(bucket|sum|count)$/, ''))
  expect(unseen.filter((name) => !page.includes(`\`${name}`))).toEqual([])
})

it('says what has never been done, and how much room there is', () => {
  expect(said).toMatch(/^last_run_age_seconds\{run="backup"\} \+Inf$/m)
  // This shop archives no log: nobody is to be woken for a base backup.
  expect(said).not.toContain('last_run_age_seconds{run="base"}')
  expect(said).toMatch(/^volume_free_bytes\{volume="data"\} [1-9]/m)
  expect(said).toMatch(/^database_connections_used\{pool="writing"\} \d+$/m)
  expect(said).toMatch(/^sweep_success_age_seconds\{sweep="old rows"\} [\d.]+$/m)
  expect(said).not.toContain('last_restore_minutes{')
  // No raffle is there: no list of heads is due.
  expect(said).toMatch(/^heads_list_age_seconds nan$/im)
})

it('tells what the restore of the last drill took, and how old the list of heads is', async () => {
  const drilled: DrillRecord[] = [
    { way: 'files', minutes: 41, restoreMinutes: 1.5, heads: [], digests: {} },
  ]
  await noteRun(shop.config.dataFolder, 'drill', { drilled })
  await shop.service.workers.sweeps.now('heads')
  const told = await figures()
  expect(told).toMatch(/^last_restore_minutes\{way="files"\} 1\.5$/m)
  const [, age] = /^heads_list_age_seconds ([\d.]+)$/m.exec(told) ?? []
  expect(Number(age)).toBeLessThan(3_700)
})

it('counts a halted raffle that nobody has asked for since the start', async () => {
  expect(said).toMatch(/^raffle_writers_halted 0$/m)
  await shop.test.owner.query(
    `insert into raffle_halts (log_id, detail) select log_id, '7 is not 8' from logs limit 1`,
  )
  const owner = await shop.owner()
  const { host, port } = shop.config.metrics
  const details = async () =>
    (await fetch(`http://${host}:${port}/readyz`).then((answer) => answer.json())) as object
  const halted = { ready: true, halted: [{ detail: '7 is not 8' }] }
  const [told, { body }] = await Promise.all([
    figures(),
    owner.get('/api/admin/attention?kind=writer_halted'),
    // On a busy machine its start may have kept its loop from answering a moment ago.
    expect.poll(details, { timeout: 20_000 }).toMatchObject(halted),
  ]).finally(() => shop.test.owner.query('delete from raffle_halts'))
  expect(told).toMatch(/^raffle_writers_halted 1$/m)
  expect(body.data).toMatchObject([{ kind: 'writer_halted', detail: '7 is not 8' }])
})

it('stays ready when somebody asks for a raffle that another process has marked', async () => {
  const { raffleId, productId } = await shop.sell({ name: 'Marked', totalTickets: 10 })
  await shop.test.owner.query('select halt_raffle($1, $2)', [`raffle/${raffleId}`, '7 is not 8'])
  const items = [{ productId, quantity: 1, variantId: null }]
  const buy = () => shop.client().post('/api/purchases', { ...buyer, items })
  const { host, port } = shop.config.metrics
  const ready = async () => (await fetch(`http://${host}:${port}/readyz`)).status
  const { body } = await buy()
  expect(body.code).toBe('raffle_halted')
  await expect.poll(ready, { timeout: 20_000 }).toBe(200)
  await shop.test.owner.query('delete from raffle_halts')
  await expect.poll(async () => (await buy()).status, { timeout: 20_000 }).toBe(201)
})

it('counts from nothing what alarms count, so that a first burst is seen', () => {
  for (const limit of limitNames) expect(said).toContain(`limit_refusals_total{limit="${limit}"} 0`)
  for (const outcome of ['verified', 'repeated', 'doubtful'])
    expect(said).toContain(`payment_callbacks_total{provider="montypay",outcome="${outcome}"} 0`)
  for (const status of [201, 500, 503])
    expect(said).toContain(
      `http_request_seconds_count{operation="placePurchase",status="${status}"} 0`,
    )
})

it('tells of orders and of who acts on them', () => {
  expect(said).toMatch(/^orders_of_day\{status="pending"\} 0$/m)
  expect(said).toMatch(/^orders_unfinished_seconds 0$/m)
  const reactors = ['receipts', 'order-notices', 'cancelled-raffles', 'erasures', 'refund-lines']
  for (const reactor of reactors)
    expect(said).toMatch(
      new RegExp(`^reactor_lag_seconds\\{reactor="${reactor}"\\} [\\d.e-]+$`, 'm'),
    )
})

it('serves all the others when one cannot be read', async () => {
  await shop.test.owner.query('alter table messages rename to messages_gone')
  const told = await figures().finally(() =>
    shop.test.owner.query('alter table messages_gone rename to messages'),
  )
  expect(told).toMatch(/^message_lag_seconds nan$/im)
  expect(namesIn(told)).toEqual(served)
})

it('is not ready on a database that lacks what it needs, and is on one that is newer', async () => {
  const { host, port } = shop.config.metrics
  const details = async () => (await fetch(`http://${host}:${port}/readyz`)).json()
  const rename = (from: string, to: string) =>
    shop.test.owner.query('update migrations set name = $2 where name = $1', [from, to])
  await expect.poll(details).toMatchObject({ ready: true, installed: { missing: [] } })

  const needed = '0002_event_store.sql'
  await rename(needed, '9999_of_the_next_version.sql')
  await expect.poll(details).toMatchObject({ ready: false, installed: { missing: [needed] } })
  expect((await fetch(`${shop.origin}/readyz`)).status).toBe(503)
  expect(await figures()).toMatch(/^ready 0$/m)

  await shop.test.owner.query('insert into migrations (name, sha256) values ($1, $2)', [needed, ''])
  await expect.poll(details).toMatchObject({ ready: true, installed: { missing: [] } })
})

/** The store's own connections (`core.ts`). */
const WRITERS = 8
const patiently = { timeout: 20_000 }

/** In each session of the store: none is let go before all have it. */
async function inWritingSessions(statement: string): Promise<void> {
  let reached = 0
  const act = () =>
    shop.service.core.writers.withConnection(async (connection) => {
      await connection.query(statement)
      reached += 1
      await expect.poll(() => reached, patiently).toBe(WRITERS)
    })
  await Promise.all(Array.from({ length: WRITERS }, act))
}

it('is not ready where everything may be read and nothing written', async () => {
  const { host, port } = shop.config.metrics
  const details = async () => (await fetch(`http://${host}:${port}/readyz`)).json()
  const statusNow = async () => (await fetch(`${shop.origin}/readyz`)).status
  const right = { ready: true, installed: { isReadOnly: false } }
  await expect.poll(details, patiently).toMatchObject(right)
  try {
    await inWritingSessions('set default_transaction_read_only = on')
    const told = { isReadOnly: true, missing: [], reason: expect.stringMatching(/only be read/) }
    await expect.poll(details, patiently).toMatchObject({ ready: false, installed: told })
    expect(await statusNow()).toBe(503)
    expect(await figures()).toMatch(/^ready 0$/m)
  } finally {
    await inWritingSessions('reset default_transaction_read_only')
  }
  await expect.poll(details, patiently).toMatchObject(right)
}, 60_000)

it('tells in time that it is not ready, when its database does not say so', async () => {
  // Begun anew while somebody still reads what is changed.
  const change = (statements: readonly string[]) =>
    shop.test.owner.transaction(async (tx) => {
      for (const statement of statements) await tx.query(statement)
    })
  await expect.poll(figures).toMatch(/^ready 1$/m)
  await change([
    'alter table migrations rename to migrations_kept',
    `create view migrations as
       with slow as materialized (select pg_sleep(4.5))
       select kept.* from migrations_kept as kept, slow`,
    'grant select on migrations to qura_app',
  ])
  let tookMs = Infinity
  const told = async () => {
    const startedAt = performance.now()
    const text = await figures()
    tookMs = performance.now() - startedAt
    return text
  }
  await expect
    .poll(told, { timeout: 10_000 })
    .toMatch(/^ready 0$/m)
    .finally(() =>
      change(['drop view migrations', 'alter table migrations_kept rename to migrations']),
    )
  expect(tookMs).toBeLessThan(4_000)
  await expect.poll(figures).toMatch(/^ready 1$/m)
}, 60_000)

it('every run that an alert asks for is one that is written down', () => {
  const asked = [...alerts.matchAll(/last_run_age_seconds\{run="(\w+)"\}/g)]
  expect(asked.map(([, run]) => run).toSorted()).toEqual(runNames.toSorted())
})

it('an alert lets the sweeps of each hour take longer, those and no others', async () => {
  const lists = [...alerts.matchAll(/sweep[=!]~"([^"]+)"/g)].map(([, names = '']) => names)
  expect(lists).toHaveLength(2)
  const [named = '', others] = lists
  expect(others).toBe(named)
  const known = shop.service.workers.sweeps.names()
  expect(named.split('|').filter((name) => !known.includes(name))).toEqual([])

  const read = (file: string) => readFile(join(root, 'services', file), 'utf8')
  const files = ['all-sweeps.ts', 'workers/reactors/order-sweeps.ts']
  const text = (await Promise.all(files.map(read))).join('\n')
  const everyHour = /\bsweep\('([^']+)', (?:HOUR_MS|3_600 \* SECOND),/g
  const hourly = [...text.matchAll(everyHour)].map(([, name]) => name)
  expect(named.split('|').toSorted()).toEqual(hourly.toSorted())
})

it('an alert that leaves rushes out does so for as long as its shares look back', () => {
  const [, ...rules] = alerts.split(/^ +- alert: /m)
  const leaving = rules.filter((rule) => rule.includes('qura:rush'))
  expect(leaving).toHaveLength(3)
  for (const rule of leaving) {
    const shares = [...rule.matchAll(/:ratio_rate(\w+)/g)].map(([, window]) => minutesOf(window))
    const [, rush] = /unless on \(\) max_over_time\(qura:rush\[(\w+)\]\) > 0$/m.exec(rule) ?? []
    expect([rule, minutesOf(rush)]).toEqual([rule, Math.max(...shares)])
    expect(rule).toMatch(/^ +for: \d+m$/m)
  }
})

const minutesIn: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1_440 }
/** Of a window as Prometheus writes it: `5m`, `6h`, `3d`. */
const minutesOf = (window = '') =>
  Number.parseInt(window, 10) * (minutesIn[window.slice(-1)] ?? Number.NaN)

it('every operation that is named exists', async () => {
  const papers = (await readPaper('dashboard.json')).replaceAll('\\"', '"') + alerts
  const named = [...papers.matchAll(/operation="(\w+)"/g)].map(([, name]) => name)
  const known = new Set(operations.map(({ name }) => name))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => name === undefined || !known.has(name))).toEqual([])
})

it('every alert says how bad it is, and which page tells what to do', () => {
  const [, ...rules] = alerts.split(/^ +- alert: /m)
  expect(rules.length).toBeGreaterThan(15)
  for (const rule of rules) {
    const [name = ''] = rule.split('\n')
    expect([name, /severity: (page|ticket)\b/.test(rule)]).toEqual([name, true])
    expect(rule).toMatch(/summary: \S/)
    const [, runbook = ''] = /runbook: (\S+)/.exec(rule) ?? []
    expect([name, existsSync(join(root, runbook))]).toEqual([name, true])
  }
})
