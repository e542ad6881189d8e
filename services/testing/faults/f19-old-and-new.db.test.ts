// F19: an upgrade. The build before this one sells; this build's migrations run beneath it; both
// sell side by side on one database; the older one ends, and is started again. Nobody's purchase
// fails, nobody complains in a log, either build knows what the other has sold, and the read models
// are what the log says.
// The older build comes out of git (PREVIOUS_COMMIT names another one).
// At full length: FAULT_ROUNDS=1, at most 4 minutes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { addressOf, cookieHeader, openHttpLoad, payCall, purchaseCall } from '../../bench/buyer.ts'
import type { Call, HttpLoad } from '../../bench/buyer.ts'
import { openLoop } from '../../bench/open-loop.ts'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../io/database.ts'
import type { Database } from '../../io/database.ts'
import { verify } from '../../verify/run.ts'
import { projectionStatus } from '../../workers/checkpoints.ts'
import { emptyDatabase } from '../database.ts'
import { historyBroken, newHistory, wishes } from '../history.ts'
import { openStreet } from './builds.ts'
import type { Build, Street } from './builds.ts'
import { openPrevious } from './previous-build.ts'
import type { Previous } from './previous-build.ts'

const isAsked = process.env.FAULT_ROUNDS !== undefined
const PER_SECOND = 40
const raffles = [{ name: 'Car', ticketsMax: 1_000_000, ticketsPerUnit: 2, priceUsd: '12.50' }]
const here = join(import.meta.dirname, '../../..')

const say = (text: string) => void process.stdout.write(`F19: ${text}\n`)
if (!isAsked) say('left to the campaign (npm run campaign -- --only=f19)')

let ownerUrl: string
let owner: Database
let street: Street
const tidy: (() => Promise<void>)[] = []
beforeEach(async () => {
  if (!isAsked) return
  const database = await emptyDatabase()
  ownerUrl = database.ownerUrl
  owner = openDatabase({ url: ownerUrl, applicationName: 'qura test', statementTimeoutMs: 0 })
  street = await openStreet(ownerUrl)
  tidy.push(database.drop, owner.end, street.stop)
}, 60_000)
afterEach(async () => {
  for (const act of tidy.splice(0).toReversed()) await act()
}, 60_000)

async function functionTexts() {
  const { rows } = await owner.query(
    `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
      order by proname, oid`,
  )
  return rows
}

type Sold = { id: string; nth: number; cookie: string }

/** People who buy at these builds in turn; every second of them pays. */
function crowd(load: HttpLoad, productId: string) {
  let nth = 0
  const paid: Sold[] = []
  const tally: Record<string, number> = {}
  const history = newHistory()
  async function act(builds: readonly Build[]): Promise<string> {
    const buyer = nth++
    const build = builds[buyer % builds.length]!
    const items = [{ productId, quantity: 1 }]
    const call = purchaseCall({ origin: street.origin, items, nth: buyer })
    const hears = wishes(history, call)
    const answer = await load.call(build.asked(call))
    hears(answer)
    if (answer.status !== 201) return `${answer.status} ${answer.body.slice(0, 200)}`
    const { id } = JSON.parse(answer.body) as { id: string }
    if (buyer % 2 === 0) return '201'
    const { status } = await load.call(payCall(street.sandboxUrl, id))
    if (status === 200) paid.push({ id, nth: buyer, cookie: cookieHeader(answer) })
    return `201, payment ${status}`
  }
  return {
    paid,
    tally,
    history,
    async buy(builds: readonly Build[], seconds: number) {
      const perSecond = PER_SECOND
      const { tally: said } = await openLoop({ perSecond, seconds, act: () => act(builds) })
      for (const [word, count] of Object.entries(said)) tally[word] = (tally[word] ?? 0) + count
    },
  }
}

/** What this build tells the buyer. */
async function told(load: HttpLoad, build: Build, { id, nth, cookie }: Sold): Promise<string> {
  const url = `${street.origin}/api/whishpay/status/${id}`
  const headers = { cookie, 'x-forwarded-for': addressOf(nth) }
  const call: Call = { method: 'GET', url, headers }
  const { status, body } = await load.call(build.asked(call))
  if (status !== 200) return `${status} ${body.slice(0, 200)}`
  const order = JSON.parse(body) as { status: string; raffleEntries: { ticketNumbers: [] }[] }
  return `${order.status} ${order.raffleEntries.flatMap((one) => one.ticketNumbers).length}`
}

async function expectAllTold(load: HttpLoad, build: Build, sold: readonly Sold[]): Promise<void> {
  for (const order of sold)
    await expect.poll(() => told(load, build, order), { timeout: 60_000 }).toBe('paid 2')
}

function tellOf(previous: Previous): void {
  const { passedOver } = previous
  for (const { commit, why } of passedOver.slice(0, 3))
    say(`not from ${commit.slice(0, 7)}, for ${why}`)
  if (passedOver.length > 3) say(`nor from ${passedOver.length - 3} others`)
  if (previous.kind === 'found') {
    const { commit, subject, lacks } = previous.build
    say(`from ${commit} (${subject}), which lacks ${lacks.join(', ')}`)
  }
}

it.runIf(isAsked)(
  'the build before and this one sell on one database, its migrations in between (F19)',
  { timeout: 240_000 },
  async ({ skip }) => {
    const previous = await openPrevious()
    tellOf(previous)
    if (previous.kind === 'none') {
      say(`SKIPPED, for ${previous.reason}`)
      return skip(previous.reason)
    }
    const { folder, lacks, remove } = previous.build
    tidy.push(remove)
    const older = await street.start(folder, raffles)
    tidy.push(older.stop)
    const load = openHttpLoad(64)
    const { paid, tally, history, buy } = crowd(load, older.onSale[0]!.productId)

    await buy([older], 2)
    const [migrated] = await Promise.all([
      migrate(ownerUrl, { environment: 'demo' }),
      buy([older], 4),
    ])
    expect(migrated.applied).toEqual(lacks.flatMap((file) => /\d{4}_\w+\.sql$/.exec(file) ?? []))
    const newer = await street.start(here)
    tidy.push(newer.stop)
    await buy([older, newer], 8)
    // Each is asked for all that was sold, by whichever of them.
    await expectAllTold(load, older, paid)
    await expectAllTold(load, newer, paid)
    await older.stop()
    await buy([newer], 2)
    await expectAllTold(load, newer, paid)
    // As after an upgrade that is taken back, where the older build lets the database be newer.
    if (existsSync(join(folder, 'services/database/migration-ledger.ts'))) {
      const functions = await functionTexts()
      let isUp = false
      const starting = street.start(folder).finally(() => (isUp = true))
      while (!isUp) await buy([newer], 1)
      const back = await starting
      tidy.push(back.stop)
      expect(await functionTexts()).toEqual(functions)
      await buy([back, newer], 4)
      await newer.stop()
      await buy([back], 2)
      await expectAllTold(load, back, paid)
      expect(back.complaints()).toBe('')
      say('the older build was started again')
    }
    load.close()

    const status = () => projectionStatus(owner)
    await expect
      .poll(async () => (await status()).every(({ lagEvents }) => lagEvents === 0), {
        timeout: 60_000,
      })
      .toBe(true)
    const { findings } = await verify(owner)
    say(`${paid.length * 2} purchases, ${paid.length} paid, ${migrated.applied.length} migrations`)
    expect(Object.keys(tally).toSorted()).toEqual(['201', '201, payment 200'])
    expect([older.complaints(), newer.complaints()]).toEqual(['', ''])
    expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
    expect(await historyBroken(owner, history)).toEqual([])
    expect(findings.find(({ id }) => id === 'I11')?.examined).toBeGreaterThan(paid.length)
  },
)
