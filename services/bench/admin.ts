// Every list of staff and the figures of any range, over HTTP, in a shop with 100,000 orders,
// 50,000 customers and 1,000,000 tickets: eight clients at a time, each asking anew as soon as it
// was answered. Cold: the service has just been started, nothing was asked before, and no two
// questions in a row are the same. First pages, pages in the middle, last pages, substrings.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openLedgerKeys } from '../ledger/keys.ts'
import { listsOf } from './admin-lists.ts'
import type { List, Staff } from './admin-lists.ts'
import type { BenchAddresses } from './append.ts'
import type { Outcome, Pace } from './contest.ts'
import { startShop } from './running-shop.ts'
import { drawsFrom } from './scale-draws.ts'
import { seedScale } from './seed-scale.ts'
import { settle } from './settle.ts'

const SIZE = { orders: 100_000, customers: 50_000, tickets: 1_000_000 }
const SIZE_QUICK = { orders: 5_000, customers: 2_500, tickets: 50_000 }
const CLIENTS = 8
const ASKED = 240
const ASKED_QUICK = 40
const BUSY_MS = 10_000
const PASSWORD = 'a rush comes at noon today'

export async function benchAdmin(
  { ownerUrl }: BenchAddresses,
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
  progress('admin: starting the service')
  const signerFolder = await mkdtemp(join(tmpdir(), 'qura-bench-signer-'))
  await openLedgerKeys({ folder: signerFolder, mayCreate: true })
  const limits = 'relaxed' // eight clients read as the owner what nobody reads in an hour
  const shop = await startShop({ databaseUrl: ownerUrl, raffles: [], signerFolder, limits })
  try {
    const asked = isQuick ? ASKED_QUICK : ASKED
    return await askLists(shop.origin, asked, progress)
  } finally {
    await shop.stop()
    await rm(signerFolder, { recursive: true, force: true })
  }
}

/** Of a shop that is there, one list after the other. */
export async function askLists(
  origin: string,
  asked: number,
  progress: (step: string) => void,
  only = /./,
): Promise<Outcome[]> {
  const staff = await signIn(origin)
  const outcomes: Outcome[] = []
  for (const list of await listsOf(staff)) {
    if (!only.test(list.name)) continue
    progress(`admin: ${list.name}`)
    outcomes.push(outcomeOf(list, await measure(staff, list, asked)))
  }
  return outcomes
}

/** Each call from an address of its own, as those of a shop at work. */
async function signIn(origin: string): Promise<Staff> {
  let calls = 0
  const from = () => `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls++ & 255}`
  const response = await fetch(`${origin}/api/auth/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': from() },
    body: JSON.stringify({ email: 'owner@qura.example', password: PASSWORD }),
  })
  if (response.status !== 200) throw new Error(`sign-in: ${await response.text()}`)
  const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0])
  return {
    async get(path) {
      const startedMs = performance.now()
      const answer = await fetch(`${origin}${path}`, {
        headers: { cookie: cookie.join('; '), 'x-forwarded-for': from() },
      })
      const text = await answer.text()
      const ms = performance.now() - startedMs
      return { status: answer.status, ms, body: JSON.parse(text) as unknown }
    },
  }
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
