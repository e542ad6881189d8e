// Every list of staff and the figures of any range, over HTTP, in a shop with 100,000 orders,
// 50,000 customers and 1,000,000 tickets: eight clients at a time, each asking anew as soon as it
// was answered. Cold: what there is to ask for is found out in a service that ends; then
// PostgreSQL, where it is our own, and the service are started anew, and each list is asked for the
// first time. First pages, pages in the middle, last pages, substrings.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openLedgerKeys } from '../ledger/keys.ts'
import { ASKED, CLIENTS, inviteCrew, signInCrew, signInOwner } from './admin-crew.ts'
import { headOf } from './admin-head.ts'
import { listsOf } from './admin-lists.ts'
import type { List, Staff } from './admin-lists.ts'
import type { BenchServer } from './append.ts'
import type { Outcome, Pace } from './contest.ts'
import { startShop } from './running-shop.ts'
import type { RunningShopOptions } from './running-shop.ts'
import { drawsFrom } from './scale-draws.ts'
import { seedScale } from './seed-scale.ts'
import { settle } from './settle.ts'

const SIZE = { orders: 100_000, customers: 50_000, tickets: 1_000_000 }
const SIZE_QUICK = { orders: 5_000, customers: 2_500, tickets: 50_000 }
const ASKED_QUICK = 40
const BUSY_MS = 10_000

export async function benchAdmin(
  { ownerUrl, restartServer }: BenchServer,
  { isQuick }: Pace & { isQuick: boolean },
  progress: (step: string) => void,
): Promise<Outcome[]> {
  await seedScale(ownerUrl, {
    size: isQuick ? SIZE_QUICK : SIZE,
    until: new Date(),
    progress: (step, done, total) =>
      progress(`admin: ${step} ${Math.floor((done / Math.max(1, total)) * 20) * 5} %`),
  })
  await settle(ownerUrl)
  const signerFolder = await mkdtemp(join(tmpdir(), 'qura-bench-signer-'))
  await openLedgerKeys({ folder: signerFolder, mayCreate: true })
  const options = { databaseUrl: ownerUrl, raffles: [], signerFolder }
  try {
    progress('admin: what there is to ask for')
    const lists = await inShop(options, async (origin) => {
      const found = await listsOf(await signInOwner(origin))
      await inviteCrew(origin)
      return found
    })
    progress('admin: starting anew')
    await restartServer?.()
    const asked = isQuick ? ASKED_QUICK : ASKED
    const outcomes = await inShop(options, (origin) => askLists({ origin, lists, asked }, progress))
    return [headOf(restartServer !== null), ...outcomes]
  } finally {
    await rm(signerFolder, { recursive: true, force: true })
  }
}

async function inShop<Result>(
  options: RunningShopOptions,
  act: (origin: string) => Promise<Result>,
): Promise<Result> {
  const shop = await startShop(options)
  try {
    return await act(shop.origin)
  } finally {
    await shop.stop()
  }
}

type Asking = { origin: string; lists: readonly List[]; asked: number }

/** One list after the other. */
async function askLists(
  { origin, lists, asked }: Asking,
  progress: (step: string) => void,
): Promise<Outcome[]> {
  const staff = await signInCrew(origin)
  const outcomes: Outcome[] = []
  for (const list of lists) {
    progress(`admin: ${list.name}`)
    outcomes.push(outcomeOf(list, await measure(staff, list, asked)))
  }
  return outcomes
}

type Measured = { waits: number[]; perSecond: number }

async function measure(staff: Staff, { name, paths }: List, asked: number): Promise<Measured> {
  const random = drawsFrom(name.length)
  const waits: number[] = []
  const startedMs = performance.now()
  let begun = 0
  const client = async () => {
    while (begun++ < asked) {
      const path = paths(random)
      const { status, ms } = await staff.get(path)
      if (status !== 200 && status !== 503) throw new Error(`${path} answered ${status}`)
      // Busy is no answer: it counts as one that never came in time.
      waits.push(status === 200 ? ms : Math.max(ms, BUSY_MS))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const seconds = (performance.now() - startedMs) / 1_000
  return { waits: waits.toSorted((a, b) => a - b), perSecond: Math.round(waits.length / seconds) }
}

function outcomeOf({ name, msMax, rows }: List, { waits, perSecond }: Measured): Outcome {
  const at = (part: number) => Math.round((waits[Math.floor(waits.length * part)] ?? 0) * 10) / 10
  const p95Ms = at(0.95)
  const ratio = Number(((msMax ?? p95Ms) / p95Ms).toFixed(2))
  return {
    contest: `admin ${name}`,
    callers: CLIENTS,
    figures: [
      {
        contender:
          `p50 ${at(0.5)} ms, p95 ${p95Ms} ms` +
          (rows === null ? '' : `, of ${rows.toLocaleString('en')} rows`),
        perSecond,
        rounds: [perSecond],
        p99Ms: at(0.99),
      },
    ],
    ratios:
      msMax === null
        ? []
        : [{ against: `p95 of ${msMax} ms`, ratio, target: 1, isReached: ratio >= 1 }],
  }
}
