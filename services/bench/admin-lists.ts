// Which lists staff have, found in the contract, and how each is asked: with ids, days and numbers
// of pages of the shop that stands here. A list that answers anything but its rows is an error, and
// what is no list says so: nothing is left out in silence.
import type { QuraEventType } from '#events/catalogue.ts'
import { shifted } from '#projections/insight/periods.ts'

import { messageStates } from '../contract/admin-messages.ts'
import { attentionKinds } from '../contract/attention.ts'
import { fulfilmentStages } from '../contract/fulfilment.ts'
import { RATES_PER_PAGE } from '../contract/money-desk.ts'
import { operations } from '../contract/operations.ts'
import { orderStatuses } from '../contract/orders.ts'
import { drawsFrom } from './scale-draws.ts'
import type { Draws } from './scale-draws.ts'

/** `body`: of our own service, as the contract has it. */
export type Answer = { status: number; ms: number; body: unknown }
export type Staff = { get: (path: string) => Promise<Answer> }

export type List = {
  name: string
  msMax: number | null
  /** Null: it is no list of rows, or they are those of another list. */
  rows: number | null
  paths: (random: Draws) => string
}

const LIST_MS_MAX = 150
const FIGURES_MS_MAX = 300
const PAGE_ROWS = 20

/** What an answer without parameters would refuse, or has no pages: asked below, or not at all. */
const notByPages: Readonly<Record<string, 'asked below' | 'one thing as it stood, no list'>> = {
  '/api/admin/analytics': 'asked below',
  '/api/admin/insight': 'asked below',
  '/api/admin/money/differences': 'asked below',
  '/api/admin/money/settings': 'asked below',
  '/api/admin/money/till': 'asked below',
  '/api/admin/audit/as-of': 'one thing as it stood, no list',
}

const words = ['haddad', 'ma', 'خوري', '+96178', '78 0', '1234', '@', 'QS-0', 'a1', 'zzzz', 'e']
const draws = drawsFrom(words.length)
/** Parts of names, phones, e-mails, references and ids; some are in every row, one in none. */
const searches = [...words, ...Array.from({ length: 8 }, () => draws.hex(1))]
const searched = new Set(['/api/admin/customers', '/api/admin/orders', '/api/admin/messages'])

/** Whatever answers in pages, or is one page by itself, found in the contract; and the figures. */
export async function listsOf(staff: Staff): Promise<List[]> {
  const lists: List[] = []
  for (const { method, path, who, query, answers } of operations) {
    if (method !== 'get' || who !== 'staff' || path.includes('{')) continue
    if (!path.startsWith('/api/admin/') || answers[200]?.schema === null) continue
    if (query === undefined) {
      lists.push(questions(path, () => path))
      continue
    }
    if (Object.hasOwn(notByPages, path)) continue
    lists.push(await pagesOf(staff, path))
    if (searched.has(path)) lists.push(await searchesOf(staff, `${path}?search`, [path]))
  }
  return [
    ...lists,
    ...(await orderLists(staff)),
    ...(await deskLists(staff)),
    await pickerList(staff),
    ...(await moneyLists(staff)),
    ...(await trailLists(staff)),
    ...(await memberLists(staff)),
    {
      ...questions('/api/admin/analytics', rangesOf('/api/admin/analytics')),
      msMax: FIGURES_MS_MAX,
    },
    { ...questions('/api/admin/insight', rangesOf('/api/admin/insight')), msMax: null },
  ]
}

/** Within one condition: its pages, and what is found within it. */
async function orderLists(staff: Staff): Promise<List[]> {
  const orders = '/api/admin/orders'
  const status = orderStatuses.map((one) => `${orders}?status=${one}`)
  const within = [...status, `${orders}?orderType=offline`]
  return [
    await anyOf(staff, `${orders}?status`, status),
    await searchesOf(staff, `${orders}?search&status`, within),
  ]
}

/** Of each desk, whatever else it can be asked for than what it shows at first. */
async function deskLists(staff: Staff): Promise<List[]> {
  const messages = '/api/admin/messages'
  const states = messageStates.map((state) => `${messages}?state=${state}`)
  const asked = {
    [`${messages}?state`]: states,
    '/api/admin/attention?kind': attentionKinds.map((kind) => `/api/admin/attention?kind=${kind}`),
    '/api/admin/money/refunds?state': ['due', 'paid'].map(
      (state) => `/api/admin/money/refunds?state=${state}`,
    ),
    '/api/admin/fulfilment?stage': fulfilmentStages.map(
      (stage) => `/api/admin/fulfilment?stage=${stage}`,
    ),
  }
  const lists: List[] = []
  for (const [name, paths] of Object.entries(asked)) lists.push(await anyOf(staff, name, paths))
  return [...lists, await searchesOf(staff, `${messages}?search&state`, states)]
}

/** What a manual order picks its goods from: as many as one answer may have. */
async function pickerList(staff: Staff): Promise<List> {
  const path = '/api/admin/products'
  const { length } = await rowsOf(staff, path)
  return { ...questions(`${path}?limit`, () => `${path}?page=1&limit=1000`), rows: length }
}

/** Statements held against our books, rates page by page, and the till of any day of a year. */
async function moneyLists(staff: Staff): Promise<List[]> {
  const [differences, settings] = ['/api/admin/money/differences', '/api/admin/money/settings']
  const statements = await rowsOf<{ id: string; lines: number }>(
    staff,
    '/api/admin/money/statements',
  )
  const { rateCount } = await read<{ rateCount: number }>(staff, settings)
  const ratePages = Math.max(1, Math.ceil(rateCount / RATES_PER_PAGE))
  return [
    {
      ...questions(
        differences,
        (random) => `${differences}?statement=${random.one(statements).id}`,
      ),
      rows: statements.reduce((sum, { lines }) => sum + lines, 0),
    },
    {
      ...questions(settings, (random) => `${settings}?page=${1 + random.below(ratePages)}`),
      rows: rateCount,
    },
    questions(
      '/api/admin/money/till',
      (random) => `/api/admin/money/till?day=${daysAgo(random.below(365))}`,
    ),
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

/** From so many days ago to so many: a day, a week, a month of long ago, half a year and all. */
const ranges = [
  [1, 1],
  [7, 0],
  [230, 200],
  [180, 0],
  [365, 0],
] as const

const CUSTOMERS = 5
/** Of the newest thousand each so-manieth. */
const ORDER_EVERY = 10

/** The trail of one kind, of one subject, of one of the staff, and of some days. */
async function trailLists(staff: Staff): Promise<List[]> {
  const audit = '/api/admin/audit'
  const of = (kind: string, ids: readonly string[]) =>
    anyOf(
      staff,
      `${audit}?subject (${kind})`,
      ids.map((id) => `${audit}?subjectKind=${kind}&subject=${id}`),
    )
  const raffles = await idsOf(staff, '/api/admin/raffles')
  const customers = await rowsOf<{ id: string; totalOrders: number }>(staff, '/api/admin/customers')
  const buyers = customers.toSorted((one, other) => other.totalOrders - one.totalOrders)
  const orders = await idsOf(staff, '/api/admin/orders')
  const products = await idsOf(staff, '/api/admin/products')
  const members = await idsOf(staff, '/api/admin/staff')
  return [
    await anyOf(
      staff,
      `${audit}?type`,
      factTypes.map((type) => `${audit}?type=${type}`),
    ),
    await of('raffle', raffles),
    await of(
      'customer',
      buyers.slice(0, CUSTOMERS).map(({ id }) => id),
    ),
    // Nobody has it: every name is looked at.
    await anyOf(staff, `${audit}?subject (a name)`, [
      `${audit}?subjectKind=customer&subject=Nobody%20At%20All`,
    ]),
    await of(
      'order',
      orders.filter((_, nth) => nth % ORDER_EVERY === 0),
    ),
    await of('product', products),
    await of('staff', members),
    await anyOf(
      staff,
      `${audit}?actor`,
      members.map((id) => `${audit}?actor=${id}`),
    ),
    await anyOf(
      staff,
      `${audit}?from&to`,
      ranges.map(([from, to]) => `${audit}?from=${daysAgo(from)}&to=${daysAgo(to)}`),
    ),
  ]
}

async function memberLists(staff: Staff): Promise<List[]> {
  const members = await idsOf(staff, '/api/admin/staff')
  const paths = members.flatMap((id) => {
    const signIns = `/api/admin/staff/${id}/sign-ins`
    return [signIns, `${signIns}?kind=refused`]
  })
  return [await anyOf(staff, '/api/admin/staff/{id}/sign-ins', paths)]
}

// ── how one is asked ────────────────────────────────────────────────────────────────────────────

const questions = (name: string, paths: List['paths']): List => ({
  name,
  msMax: LIST_MS_MAX,
  rows: null,
  paths,
})

/** As many as the answer counts: beyond them, and beyond where finding ends, no page has rows. */
async function pagesOf(staff: Staff, path: string): Promise<List> {
  const first = `${path}${and(path)}page=1&limit=1` // whoever only counts need not read people
  const { pagination } = await read<{ pagination?: { total: number } }>(staff, first)
  if (pagination === undefined) throw new Error(`${path} has no pages: say here how it is asked`)
  const pages = Math.max(1, Math.ceil(pagination.total / PAGE_ROWS))
  return { ...questions(path, anyPage(path, pages)), rows: pagination.total }
}

/** One of these at a time. */
async function anyOf(staff: Staff, name: string, paths: readonly string[]): Promise<List> {
  const lists: List[] = []
  for (const path of paths) lists.push(await pagesOf(staff, path))
  return {
    ...questions(name, (random) => random.one(lists).paths(random)),
    rows: lists.reduce((sum, { rows }) => sum + (rows ?? 0), 0),
  }
}

/** Any of the parts, within any of these; what several parts find is no number of rows. */
async function searchesOf(staff: Staff, name: string, within: readonly string[]): Promise<List> {
  const paths = within.flatMap((path) =>
    searches.map((part) => `${path}${and(path)}search=${encodeURIComponent(part)}`),
  )
  return { ...(await anyOf(staff, name, paths)), rows: null }
}

async function read<Body>(staff: Staff, path: string): Promise<Body> {
  const { status, body } = await staff.get(path)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  return body as Body // our own service, as its contract has it
}

/** The first thousand, as many as one answer may have. */
async function rowsOf<Row>(staff: Staff, path: string): Promise<Row[]> {
  const { data } = await read<{ data: Row[] }>(staff, `${path}?limit=1000`)
  if (data.length === 0) throw new Error(`${path} is empty: there is nothing to ask for`)
  return data
}

const idsOf = async (staff: Staff, path: string) =>
  (await rowsOf<{ id: string }>(staff, path)).map(({ id }) => id)

const and = (path: string) => (path.includes('?') ? '&' : '?')
const pageOf = (path: string, page: number) => `${path}${and(path)}page=${page}&limit=${PAGE_ROWS}`

/** Of the first five, of all, or of the last three. */
const anyPage = (path: string, pages: number) => (random: Draws) => {
  const place = random.below(3)
  const page = place === 0 ? 1 + random.below(Math.min(pages, 5)) : 1 + random.below(pages)
  const last = Math.max(1, pages - random.below(3))
  return pageOf(path, place === 2 ? last : page)
}

const rangesOf = (path: string) => (random: Draws) => {
  const preset = random.below(8)
  if (preset < 4) return `${path}?timeRange=${['today', '7days', '30days', 'all'][preset]}`
  const startDate = daysAgo(random.below(365))
  const endDate = shifted(startDate, random.below(365))
  return `${path}?timeRange=custom&startDate=${startDate}&endDate=${endDate}`
}

const daysAgo = (days: number) => shifted(new Date().toISOString().slice(0, 10), -days)
