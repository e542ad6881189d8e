// Every list of staff and the figures of any range, over HTTP, in a shop with 100,000 orders,
// 50,000 customers and 1,000,000 tickets: eight clients at a time, each asking anew as soon as it
// was answered. Cold: the service has just been started, nothing was asked before, and no two
// questions in a row are the same. First pages, pages in the middle, last pages, substrings.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { QuraEventType } from '#events/catalogue.ts'
import { shifted } from '#projections/insight/periods.ts'

import { messageStates } from '../contract/admin-messages.ts'
import { attentionKinds } from '../contract/attention.ts'
import { fulfilmentStages } from '../contract/fulfilment.ts'
import { operations } from '../contract/operations.ts'
import { orderStatuses } from '../contract/orders.ts'
import { openLedgerKeys } from '../ledger/keys.ts'
import type { BenchAddresses } from './append.ts'
import type { Outcome, Pace } from './contest.ts'
import { startShop } from './running-shop.ts'
import { drawsFrom, type Draws } from './scale-draws.ts'
import { seedScale } from './seed-scale.ts'
import { settle } from './settle.ts'

const SIZE = { orders: 100_000, customers: 50_000, tickets: 1_000_000 }
const SIZE_QUICK = { orders: 5_000, customers: 2_500, tickets: 50_000 }
const CLIENTS = 8
const ASKED = 240
const ASKED_QUICK = 40
const LIST_MS_MAX = 150
const FIGURES_MS_MAX = 300
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
  const shop = await startShop({ databaseUrl: ownerUrl, raffles: [], signerFolder })
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

type Answer = { status: number; ms: number; body: { pagination?: { total: number } } }
type Staff = { get: (path: string) => Promise<Answer> }

/** Each call from an address of its own, as the strict limits want it. */
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
      return { status: answer.status, ms, body: JSON.parse(text) as Answer['body'] }
    },
  }
}

type List = { name: string; msMax: number | null; paths: (random: Draws) => string }

/** Parts of names, phones, e-mails, references and ids; some are in every row, one in none. */
const searches = ['haddad', 'ma', 'خوري', '+96178', '78 0', '1234', '@', 'QS-0', 'a1', 'zzzz', 'e']
const searched = new Set(['/api/admin/customers', '/api/admin/orders', '/api/admin/messages'])

/** Whatever answers in pages, or is one page by itself, found in the contract; and the figures. */
async function listsOf(staff: Staff): Promise<List[]> {
  const lists: List[] = []
  for (const { method, path, who, query, answers } of operations) {
    if (method !== 'get' || who !== 'staff' || path.includes('{')) continue
    if (!path.startsWith('/api/admin/') || answers[200]?.schema === null) continue
    if (query === undefined) {
      lists.push({ name: path, msMax: LIST_MS_MAX, paths: () => path })
      continue
    }
    const { status, body } = await staff.get(`${path}?page=1`)
    if (status !== 200 || body.pagination === undefined) continue
    const pages = Math.max(1, Math.ceil(body.pagination.total / 20))
    lists.push({ name: path, msMax: LIST_MS_MAX, paths: pagesOf(path, pages) })
    if (searched.has(path))
      lists.push({ name: `${path}?search`, msMax: LIST_MS_MAX, paths: searchesOf(path) })
  }
  return [
    ...lists,
    ...(await filteredLists(staff)),
    {
      name: '/api/admin/analytics',
      msMax: FIGURES_MS_MAX,
      paths: rangesOf('/api/admin/analytics'),
    },
    { name: '/api/admin/insight', msMax: null, paths: rangesOf('/api/admin/insight') },
  ]
}

/** The facts there are most of, one there is some of, and one that only the raffles have. */
const factTypes = [
  'OrderPlaced',
  'PaymentConfirmed',
  'TicketsGranted',
  'OrderCancelled',
  'TicketsIssued',
] satisfies QuraEventType[]

/** Within one condition: its pages, and what is found within it. */
async function filteredLists(staff: Staff): Promise<List[]> {
  const [orders, audit] = ['/api/admin/orders', '/api/admin/audit']
  const status = orderStatuses.map((one) => `${orders}?status=${one}`)
  const kinds = factTypes.map((type) => `${audit}?type=${type}`)
  const within = (random: Draws) =>
    random.below(4) === 0 ? `${orders}?orderType=offline` : random.one(status)
  return [
    ...(await deskLists(staff)),
    { name: `${orders}?status`, msMax: LIST_MS_MAX, paths: await anyOf(staff, status) },
    {
      name: `${orders}?search&status`,
      msMax: LIST_MS_MAX,
      paths: (random) => searchesOf(within(random))(random),
    },
    { name: `${audit}?type`, msMax: LIST_MS_MAX, paths: await anyOf(staff, kinds) },
  ]
}

/** Of each desk, whatever else it can be asked for than what it shows at first. */
async function deskLists(staff: Staff): Promise<List[]> {
  const messages = '/api/admin/messages'
  const asked = {
    [`${messages}?state`]: messageStates.map((state) => `${messages}?state=${state}`),
    '/api/admin/attention?kind': attentionKinds.map((kind) => `/api/admin/attention?kind=${kind}`),
    '/api/admin/money/refunds?state': ['due', 'paid'].map(
      (state) => `/api/admin/money/refunds?state=${state}`,
    ),
    '/api/admin/fulfilment?stage': fulfilmentStages.map(
      (stage) => `/api/admin/fulfilment?stage=${stage}`,
    ),
  }
  const lists: List[] = []
  for (const [name, paths] of Object.entries(asked))
    lists.push({ name, msMax: LIST_MS_MAX, paths: await anyOf(staff, paths) })
  const found = (random: Draws) =>
    searchesOf(`${messages}?state=${random.one(messageStates)}`)(random)
  return [...lists, { name: `${messages}?search&state`, msMax: LIST_MS_MAX, paths: found }]
}

async function anyOf(staff: Staff, paths: readonly string[]): Promise<List['paths']> {
  const lists: List['paths'][] = []
  for (const path of paths) lists.push(pagesOf(path, await pagesIn(staff, path)))
  return (random) => random.one(lists)(random)
}

async function pagesIn(staff: Staff, path: string): Promise<number> {
  const { body } = await staff.get(pageOf(path, 1))
  return Math.max(1, Math.ceil((body.pagination?.total ?? 0) / 20))
}

const pageOf = (path: string, page: number) =>
  `${path}${path.includes('?') ? '&' : '?'}page=${page}&limit=20`

const pagesOf = (path: string, pages: number) => (random: Draws) => {
  const place = random.below(3)
  const page = place === 0 ? 1 + random.below(Math.min(pages, 5)) : 1 + random.below(pages)
  const last = Math.max(1, pages - random.below(3))
  return pageOf(path, place === 2 ? last : page)
}

/** A page in the middle of what was found, or beyond its end, costs the same as its last. */
const searchesOf = (path: string) => (random: Draws) => {
  const part = random.below(4) === 0 ? random.hex(1) : random.one(searches)
  const page = random.below(2) === 0 ? 1 : 1 + random.below(500)
  const search = `search=${encodeURIComponent(part)}`
  return pageOf(`${path}${path.includes('?') ? '&' : '?'}${search}`, page)
}

const rangesOf = (path: string) => (random: Draws) => {
  const preset = random.below(8)
  if (preset < 4) return `${path}?timeRange=${['today', '7days', '30days', 'all'][preset]}`
  const today = new Date().toISOString().slice(0, 10)
  const startDate = shifted(today, -random.below(365))
  const endDate = shifted(startDate, random.below(365))
  return `${path}?timeRange=custom&startDate=${startDate}&endDate=${endDate}`
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

function outcomeOf({ name, msMax }: List, { waits, perSecond }: Measured): Outcome {
  const at = (part: number) => Math.round((waits[Math.floor(waits.length * part)] ?? 0) * 10) / 10
  const p95Ms = at(0.95)
  const ratio = Number(((msMax ?? p95Ms) / p95Ms).toFixed(2))
  return {
    contest: `admin ${name}`,
    callers: CLIENTS,
    figures: [
      {
        contender: `p50 ${at(0.5)} ms, p95 ${p95Ms} ms`,
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
