// F21: what is lost comes back from its backup, whole; a backup that somebody has written in is
// told from a true one, by raffle and position; and what a backup is too old to know is named by
// lists that are kept outside of the database.
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import type { ProductId, RaffleId } from '#events/kernel/ids.ts'
import { allProjections } from '#projections/all.ts'

import { changeStream } from '../commands/change-stream.ts'
import { placeOrder } from '../commands/place-order.ts'
import { newId } from '../ids.ts'
import { openDatabase, withRole } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import { headDifferences, lastHeads, writeHeads } from '../ledger/heads.ts'
import type { LogHead } from '../ledger/heads.ts'
import { migratedDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { tablesHolding } from '../testing/security/kept-rows.ts'
import { openProjector } from '../workers/projector.ts'
import { takeBackup } from './backup.ts'
import { drill, restoreInto } from './drill.ts'
import { openDrillSweep } from './drill-folder.ts'
import { requireRoomForDrill } from './drill-room.ts'
import type { Manifest } from './manifest.ts'
import { BackupRefused, contentsOf } from './restore.ts'
import { logHeads } from './tables.ts'

let rig: PurchaseRig
let raffleId: RaffleId
let productId: ProductId
/** One paid order of three tickets. */
let sellMore: () => Promise<void>
const personId = newId<string>()
const hisPurchase = {
  shippingMethod: 'pickup' as const,
  paymentMethod: 'whishpay' as const,
  customerName: 'Karim Salameh',
  customerEmail: 'karim@work.example',
  customerPhone: '+96170777002',
}

beforeAll(async () => {
  rig = await openPurchaseRig()
  const sold = await rig.sellRaffle({ ticketsMax: 50 })
  raffleId = sold.raffleId
  productId = sold.productIds[0]!
  const items = [{ productId, quantity: 3 }]
  sellMore = async () => {
    const { id } = await rig.buy({ items })
    await rig.pay(id, 'approve', 0)
    await rig.watch.askNow(id as never)
  }
  for (let n = 0; n < 4; n++) await sellMore()
  await rig.test.owner.query(
    `insert into people (person_id, full_name, email, phone, created_at)
     values ($1, 'Karim Salameh', 'karim@example.com', '+96170777001', clock_now())`,
    [personId],
  )
  await rig.test.owner.query(
    `insert into approvals (approval_id, kind, subject, request_sha256, details, state,
                            requested_by, requested_at, expires_at)
     values (gen_random_uuid(), 'manual_payment', '-', repeat('a', 64),
             '{"total": "120.00", "customer": "+96170777001"}', 'used', gen_random_uuid(),
             clock_now(), clock_now())`,
  )
  // Rows that hang on rows of tables with a later name.
  await rig.test.owner.query(
    `insert into carts (person_id, lines, version, changed_at) values ($1, '[]', 1, clock_now())`,
    [personId],
  )
  // A text may hold what ends a line elsewhere.
  await rig.test.owner.query(
    `with text as (insert into messages (ref, to_phone, body, purpose, state, created_at)
                   values ('email-1', '+96170777001', 'Paid\u2028Paid', 'receipt', 'sent',
                           clock_now()))
     insert into emails (ref, address, letter) values ('email-1', 'karim@example.com', '{}')`,
  )
  // He buys for a number that is not his account's, and is written to there.
  const { id } = await placeOrder(rig.desk, {
    buyer: { sessionId: newId<string>(), customerId: personId as never },
    purchase: { ...hisPurchase, items },
    idempotencyKey: null,
  })
  await rig.test.owner.query(
    `insert into messages (ref, to_phone, body, purpose, state, created_at)
     values ('receipt:' || $1 || ':3', $2, 'Paid', 'receipt', 'sent', clock_now())`,
    [id, hisPurchase.customerPhone],
  )
  await rig.buy({ items }) // unpaid: a reservation is restored as well
  await changeStream(rig.store, {
    streamId: `customer/${personId}`,
    decider: customerDecider,
    actor: 'system:test',
    commands: (): CustomerCommand[] => [{ type: 'RegisterCustomer', via: 'sign_up' }],
  })
})
afterAll(() => rig.stop())

const tidy: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const act of tidy.splice(0).toReversed()) await act()
})

async function backup(): Promise<{ folder: string; manifest: Manifest }> {
  const folder = await mkdtemp(join(tmpdir(), 'qura-backup-'))
  tidy.push(() => rm(folder, { recursive: true, force: true }))
  return { folder, manifest: await takeBackup(rig.test.owner, folder) }
}

type More = { erased?: string[]; headsKept?: LogHead[] }

async function restore(folder: string, more: More = {}) {
  const { ownerUrl, drop } = await migratedDatabase()
  tidy.push(drop)
  const restored = await restoreInto({ url: ownerUrl, folder, ...more })
  const owner = openDatabase({ url: ownerUrl, applicationName: 'qura test', poolMax: 2 })
  tidy.push(() => owner.end())
  return { ...restored, owner, ownerUrl }
}

const brokenIn = ({ report }: Awaited<ReturnType<typeof restore>>) =>
  report.findings.filter(({ violations }) => violations > 0)

/** As somebody would who can write the backup: the row is changed, and its fingerprint with it. */
async function tamper(folder: string, name: string, change: (lines: string) => string) {
  const path = join(folder, `tables/${name}.jsonl.gz`)
  const before = gunzipSync(await readFile(path)).toString('utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  const bytes = gzipSync(after)
  await writeFile(path, bytes)
  const manifestPath = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as Manifest
  for (const table of manifest.tables)
    if (table.name === name) table.sha256 = createHash('sha256').update(bytes).digest('hex')
  await writeFile(manifestPath, JSON.stringify(manifest))
}

describe('a backup', () => {
  it('comes back whole: every row, every head, every invariant', async () => {
    const { folder, manifest } = await backup()
    const restored = await restore(folder)

    expect(restored.differences).toEqual([])
    expect(brokenIn(restored)).toEqual([])
    expect(await logHeads(restored.owner)).toEqual(manifest.heads)
    const again = await mkdtemp(join(tmpdir(), 'qura-backup-'))
    tidy.push(() => rm(again, { recursive: true, force: true }))
    const second = await takeBackup(restored.owner, again)
    expect(second.tables.map(({ name, rows }) => [name, rows])).toEqual(
      manifest.tables.map(({ name, rows }) => [name, rows]),
    )
    expect(second.sequences.map(({ name }) => name)).toEqual(
      expect.arrayContaining(manifest.sequences.map(({ name }) => name)),
    )
  })

  it('with a changed file is refused, and the file is named', async () => {
    const { folder } = await backup()
    const path = join(folder, 'tables/events.jsonl.gz')
    const bytes = await readFile(path)
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(path, bytes)

    await expect(restore(folder)).rejects.toThrow(
      new BackupRefused('files were changed: tables/events.jsonl.gz'),
    )
  })

  it('with one changed byte of one fact is named by raffle and position', async () => {
    const { folder } = await backup()
    const second = /(TicketsIssued.*?\\"first\\":4,.*?\\"last\\":)6/
    await tamper(folder, 'events', (lines) =>
      lines.replace(second, (_all, before: string) => `${before}9`),
    )
    const restored = await restore(folder)

    expect(restored.isSound).toBe(false)
    // The first fact published the raffle, the second sold 1-3: the third is not what it was.
    expect(brokenIn(restored).find(({ id }) => id === 'I6')?.examples).toEqual([
      `raffle/${raffleId} position 3: the leaf hash does not match the entry`,
      `raffle/${raffleId}: the stored tree is not the tree of its 5 leaves`,
    ])
  })

  it('in which an order tells other numbers than its raffle is not sound', async () => {
    const { folder } = await backup()
    const grant = /(TicketsGranted.*?\\"first\\":4,\\"last\\":)6/
    await tamper(folder, 'events', (lines) =>
      lines.replace(grant, (_all, before: string) => `${before}9`),
    )
    const restored = await restore(folder)

    expect(restored.isSound).toBe(false)
    const examples = brokenIn(restored).flatMap((finding) => finding.examples)
    expect(examples.join('\n')).toContain('granted 4-9, the raffle issued 4-6')
  })

  it('that is older than the list of heads kept outside is named, log by log', async () => {
    const { folder } = await backup()
    const headsFolder = await mkdtemp(join(tmpdir(), 'qura-heads-'))
    tidy.push(() => rm(headsFolder, { recursive: true, force: true }))
    const now = () => new Date('2026-11-22T08:00:00Z')
    const known = (await logHeads(rig.test.owner)).find(({ logId }) => logId.endsWith(raffleId))!
    await sellMore()
    await writeHeads({ database: rig.test.owner, folder: headsFolder, now })

    const { heads } = await lastHeads(headsFolder)
    const restored = await restore(folder, { headsKept: heads })

    expect(restored.isSound).toBe(false)
    expect(restored.differences).toEqual([
      `raffle/${raffleId} ends at ${known.head}, it had ${known.head + 1} facts`,
    ])
    // The invariants alone have nothing against it: it is a true past.
    expect(brokenIn(restored)).toEqual([])
  })

  it('brings nobody back who was erased since', async () => {
    const { folder } = await backup()
    const { owner } = await restore(folder, { erased: [personId, newId<string>()] })
    const people = await owner.query(
      'select phone, full_name, email from people where person_id = $1',
      [personId],
    )
    expect(people.rows).toEqual([{ phone: null, full_name: null, email: null }])
    expect(await tablesHolding(rig.test.owner, ['70777002'])).not.toEqual([])
    const traces = ['salameh', 'karim@', '70777001', '70777002']
    expect(await tablesHolding(owner, traces)).toEqual([])
    const approvals = await owner.query('select details from approvals')
    expect(approvals.rows).toEqual([{ details: { total: '120.00' } }])

    const { rows } = await owner.query(
      `select type from events where stream_id = $1 order by stream_version`,
      [`customer/${personId}`],
    )
    expect(rows).toEqual([{ type: 'CustomerRegistered' }, { type: 'PersonErased' }])
  })

  it('goes only into a database without facts', async () => {
    const { folder } = await backup()
    await expect(restoreInto({ url: rig.test.ownerUrl, folder })).rejects.toThrow(
      'the database holds facts',
    )
  })
})

it('the drill: backed up, restored beside, checked, timed, and nothing of it left', async () => {
  const { owner, ownerUrl } = rig.test
  const databases = async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'qura_drill_%' order by datname`,
    )
    return rows.map(({ name }) => name)
  }
  const make = async (name: string) => {
    await owner.query(`create database ${name}`)
    tidy.push(async () => void (await owner.query(`drop database if exists ${name} with (force)`)))
    return name
  }
  // A drill that was killed, another one under way, and somebody's own.
  await make('qura_drill_000000000001')
  const [underWay, other] = [await make('qura_drill_000000000002'), await make('qura_drill_mine')]
  const url = Object.assign(new URL(ownerUrl), { pathname: `/${underWay}` }).href
  const busy = openDatabase({ url, applicationName: 'qura test', poolMax: 1 })
  tidy.push(() => busy.end())
  await busy.query('select')
  const steps: string[] = []
  const drillFolder = await mkdtemp(join(tmpdir(), 'qura-drills-'))
  tidy.push(() => rm(drillFolder, { recursive: true, force: true }))
  const done = await drill({
    ownerUrl,
    home: null,
    drillFolder,
    progress: ({ name }) => steps.push(name),
  })

  expect(done.differences).toEqual([])
  expect(done.report.findings.filter(({ violations }) => violations > 0)).toEqual([])
  expect(done.backupSeconds).toBeGreaterThan(0)
  expect(done.restoreSeconds).toBeGreaterThan(0)
  await openProjector({ database: rig.test.database, projections: allProjections }).catchUp()
  expect(done.contents).toEqual(await contentsOf(owner))
  expect(steps).toEqual(expect.arrayContaining(['backup of events', 'events', 'invariants']))
  expect(await databases()).toEqual([underWay, other])
  expect(await readdir(drillFolder)).toEqual([])

  // The service needs no drill for it, and takes none that is just being made for a killed one.
  const killed = await make('qura_drill_000000000003')
  const sweep = openDrillSweep({ drillFolder, ownerUrl })
  await busy.query('select') // the pool may have closed what was idle
  const found = [await sweep(), await sweep(), await sweep()]
  expect(found.map(({ cleared }) => cleared)).toEqual([[], [killed], []])
  expect(found.flatMap(({ failed }) => failed)).toEqual([])
  expect(await databases()).toEqual([underWay, other])
})

it('a drill holds the facts against trees that are kept outside', async () => {
  const drillFolder = await mkdtemp(join(tmpdir(), 'qura-drills-'))
  tidy.push(() => rm(drillFolder, { recursive: true, force: true }))
  const tree = { logId: `raffle/${raffleId}`, size: 3, root: Buffer.alloc(32), where: 'a list' }
  const needs = { ownerUrl: rig.test.ownerUrl, home: null, drillFolder }
  const { report } = await drill({ ...needs, treesKept: async () => [tree] })
  expect(report.findings.find(({ id }) => id === 'I6')?.examples).toEqual([
    `raffle/${raffleId} positions 1 to 3: the facts are not those that were signed, says a list`,
  ])
})

it('a drill is refused before it writes where there is too little room', async () => {
  const { owner } = rig.test
  const wanting = (times: number) =>
    requireRoomForDrill(owner, { home: tmpdir(), drillFolder: tmpdir(), times })
  await wanting(0)
  await expect(wanting(1e12)).rejects.toThrow(
    /^no room for a drill: .* MB\), and the volume of PostgreSQL .* free, the volume of DRILL_DIR/,
  )
})

it('a log that is shorter than it was known, or another one up to there, is named', async () => {
  const { owner } = rig.test
  const logId = `raffle/${raffleId}`
  const heads = await logHeads(owner)
  const { head } = heads.find((one) => one.logId === logId)!
  expect(head).toBeGreaterThan(2) // it has grown since the second fact
  const { rows } = await owner.query<{ leaf: string }>(
    `select encode(leaf, 'hex') as leaf from events where log_id = $1 and position = 2`,
    [logId],
  )
  const second = { logId, head: 2, leaf: rows[0]!.leaf }
  expect(await headDifferences(owner, [...heads, second])).toEqual([])

  const [other, none] = ['cc'.repeat(32), `raffle/${newId<string>()}`]
  expect(
    await headDifferences(owner, [
      { logId, head: head + 2, leaf: other },
      { logId, head: 2, leaf: other },
      { logId: none, head: 1, leaf: other },
      { logId: none, head: 0, leaf: null },
    ]),
  ).toEqual([
    `${logId} ends at ${head}, it had ${head + 2} facts`,
    `${logId} has another fact at position 2`,
    `${none} is missing, it had 1 facts`,
  ])
})

it('after a restore nothing is given out again: no payment counts for two orders', async () => {
  const { folder } = await backup()
  // Processes that begin with numbers of their own; the provider remembers all of them.
  const { providers, catalogue } = rig.desk
  const startOn = async (test: TestDatabase) => {
    const started = await openPurchaseRig({ test, providers, catalogue })
    tidy.push(started.stop)
    return started
  }
  const bought = async ({ buy, watch, order }: PurchaseRig, isToBePaid: boolean) => {
    const { id } = await buy({ items: [{ productId, quantity: 3 }] })
    if (isToBePaid) await rig.pay(id, 'approve', 0)
    await watch.askNow(id as never)
    const { reference, attempts, payments } = await order(id)
    return { names: [reference, ...attempts.map(({ ref }) => ref)], payments }
  }

  const lost = await bought(await startOn({ ...rig.test, drop: async () => {} }), true)
  const { ownerUrl, owner } = await restore(folder)
  const url = withRole(ownerUrl, 'qura_app')
  const database = openDatabase({ url, applicationName: 'qura test', poolMax: 4 })
  tidy.push(() => database.end())
  const since = await startOn({ url, ownerUrl, database, owner, drop: async () => {} })
  const unpaid = await bought(since, false)

  expect(lost.payments).toHaveLength(1)
  expect(unpaid.payments).toEqual([])
  expect(unpaid.names.filter((name) => lost.names.includes(name))).toEqual([])
  const next = async (on: Queryable, sequence: string) =>
    (await on.query<{ n: number }>(`select nextval('${sequence}')::int8 as n`)).rows[0]!.n
  expect(await next(owner, 'raffle_numbers')).toBeGreaterThan(100)
  // That shop is lost as well, and the same backup has to do once more.
  const { owner: again } = await restore(folder)
  const first = await next(again, 'payment_refs')
  expect(first).toBeGreaterThan(await next(owner, 'payment_refs'))
})
