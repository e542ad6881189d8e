// One storm: people buy while faults come as the seed says. Then it is calm, and every promise that
// was made to a buyer must have been kept: an order he was told of exists, once, and one at most of
// those who gave up; who was answered first stands first; what he paid has its tickets; no
// invariant of the database is broken; nobody was told what a shop in trouble may not say; and of a
// raffle that sells out meanwhile no more is gone than there was.
import { setTimeout as sleep } from 'node:timers/promises'

import { addressOf, cookieHeader, purchaseCall } from '../../bench/buyer.ts'
import type { Answer, Call } from '../../bench/buyer.ts'
import type { RaffleOnSale } from '../../bench/raffle-on-sale.ts'
import { verify } from '../../verify/run.ts'
import { projectionStatus } from '../../workers/checkpoints.ts'
import { historyBroken, pays, wishes } from '../history.ts'
import type { Entry } from '../history.ts'
import { openChance } from '../simulation/chance.ts'
import type { Chance } from '../simulation/chance.ts'
import { answersBroken, refusalOf, scarceBroken } from './judge.ts'
import type { Examined } from './judge.ts'
import type { Rig } from './rig.ts'
import { goneOf, nextToSellOut } from './scarce.ts'
import type { Gone } from './scarce.ts'
import { weathers } from './weather.ts'

export type Storm = {
  seed: number
  /** Of the shop. */
  processes: number
  faults: readonly string[]
  /** Purchases by what became of them: in words, or the HTTP status that was the last word. */
  purchases: Readonly<Record<string, number>>
  approved: number
  /** Of the raffle that was to sell out, when all was calm. */
  scarce: Gone
  examined: Examined
  /** From the last fault until everything was as it must be. */
  calmAfterMs: number
  /** Promises that were not kept, in words; empty is what is wanted. */
  broken: readonly string[]
}

type Promised = {
  id: string
  nth: number
  cookie: string
  wanted: number
  isApproved: boolean
  /** To be told of the numbers that he sees first. */
  shown: (entries: readonly Entry[]) => void
}

const BUYERS = 24
/** So long somebody repeats a call whose answer never came or said "later". */
const PATIENCE_MS = 60_000
const CALM_WITHIN_MS = 120_000
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504])

let buyers = 0

export async function rageStorm(rig: Rig, seed: number, seconds: number): Promise<Storm> {
  const chance = openChance(seed)
  const scarce = await nextToSellOut(rig.owner, rig.scarce)
  const endsAt = performance.now() + seconds * 1_000
  const purchases: Record<string, number> = {}
  const promised: Promised[] = []
  const crowd = Array.from({ length: BUYERS }, async () => {
    while (performance.now() < endsAt) {
      const said = await buy(rig, chance, { scarce, promised })
      purchases[said] = (purchases[said] ?? 0) + 1
    }
  })
  const faults = await rage(rig, chance, endsAt)
  const calmFrom = performance.now()
  await Promise.all(crowd)
  const { broken, examined } = await kept(rig, { purchases, promised })
  const gone = await goneOf(rig.owner, scarce)
  broken.push(...scarceBroken(gone))
  const calmAfterMs = Math.round(performance.now() - calmFrom)
  const approved = promised.filter(({ isApproved }) => isApproved).length
  const { processes } = rig
  return {
    seed,
    processes,
    faults,
    purchases,
    approved,
    scarce: gone,
    examined,
    calmAfterMs,
    broken,
  }
}

/** One fault after the other, now and then two at once. */
async function rage(rig: Rig, chance: Chance, endsAt: number): Promise<string[]> {
  const faults: string[] = []
  const open: Promise<void>[] = []
  while (performance.now() < endsAt) {
    const weather = chance.among(weathers)
    faults.push(weather.name)
    const raging = weather.rage(rig, chance)
    open.push(raging)
    if (!chance.isOneIn(3)) await raging
    await sleep(100 + chance.below(900))
  }
  await Promise.all(open)
  rig.network.plan(null)
  await rig.setSwitches(null)
  return faults
}

type Market = { scarce: RaffleOnSale; promised: Promised[] }

async function buy(rig: Rig, chance: Chance, { scarce, promised }: Market): Promise<string> {
  const nth = buyers++
  const isScarce = chance.isOneIn(5)
  const { productId } = isScarce ? scarce : rig.shop
  const quantity = 1 + chance.below(2)
  const call = purchaseCall({ ...rig.shop, items: [{ productId, quantity }], nth })
  const told = wishes(rig.history, call)
  const answer = await insist(rig, call)
  if (answer === null) return 'gave up'
  told(answer)
  // 200: the order of an earlier try, whose answer was lost.
  if (answer.status !== 201 && answer.status !== 200) return refusalOf(answer)

  const { id } = JSON.parse(answer.body) as { id: string }
  const wanted = quantity * (isScarce ? 1 : 2)
  const cookie = cookieHeader(answer)
  const order: Promised = { id, nth, cookie, wanted, isApproved: false, shown: () => {} }
  promised.push(order)
  if (chance.isOneIn(4)) return 'left unpaid'
  const paying = { outcome: 'approve', callbacks: chance.below(3) }
  const url = `${rig.shop.sandboxUrl}/payments/${id}`
  order.shown = pays(rig.history, id)
  const paid = await insist(rig, { method: 'POST', url, body: paying })
  order.isApproved = paid?.status === 200
  if (!order.isApproved) return `not paid: ${paid?.status}`
  if (chance.isOneIn(2)) await watch(rig, order)
  return 'paid'
}

const LOOKS = 5
const LOOK_MS = 200

/** He stays on the page for a moment: does he see his numbers? */
async function watch(rig: Rig, order: Promised): Promise<void> {
  for (let looked = 0; looked < LOOKS; looked++) {
    if (hasTickets(await look(rig, order), order)) return
    await sleep(LOOK_MS)
  }
}

/** As a browser does: the same call with the same key, while there is no answer or only "later". */
async function insist({ load }: Rig, call: Call): Promise<Answer | null> {
  const endsAt = performance.now() + PATIENCE_MS
  while (performance.now() < endsAt) {
    const answer = await load.call(call).catch(() => null)
    if (answer !== null && !LATER.has(answer.status)) return answer
    await sleep(250)
  }
  return null
}

type Heard = { purchases: Storm['purchases']; promised: readonly Promised[] }

async function kept(
  rig: Rig,
  { purchases, promised }: Heard,
): Promise<{ broken: string[]; examined: Examined }> {
  const endsAt = performance.now() + CALM_WITHIN_MS
  const broken = (await Promise.all(promised.map((order) => isKept(rig, order, endsAt)))).flat()
  if (promised.length === 0) broken.push('nobody could buy: there was no promise to keep')
  broken.push(...answersBroken(purchases))
  broken.push(...(await stillBehind(rig, endsAt)), ...(await halted(rig)))
  broken.push(...(await historyBroken(rig.owner, rig.history)))
  const { findings } = await verify(rig.owner)
  for (const { id, title, violations } of findings)
    if (violations > 0) broken.push(`${id} ${title}: ${violations} violations`)
  return { broken, examined: Object.fromEntries(findings.map((one) => [one.id, one.examined])) }
}

/** Read models that have not come to the heads of their logs, and reactors that still fail. */
async function stillBehind({ owner }: Rig, endsAt: number): Promise<string[]> {
  for (;;) {
    const behind = (await projectionStatus(owner)).filter(({ lagEvents }) => lagEvents > 0)
    const { rows: failing } = await owner.query<{ name: string; last_error: string }>(
      'select name, last_error from reactors where last_error is not null',
    )
    if (behind.length + failing.length === 0 || performance.now() >= endsAt)
      return [
        ...behind.map(({ name, lagEvents }) => `${name} is still ${lagEvents} facts behind`),
        ...failing.map(({ name, last_error }) => `${name} still fails: ${last_error}`),
      ]
    await sleep(100)
  }
}

/** No fault of a storm alters a fact: a writer that has stopped is at fault itself. */
async function halted({ owner }: Rig): Promise<string[]> {
  const { rows } = await owner.query<{ log_id: string; detail: string }>(
    'select log_id, detail from raffle_halts',
  )
  return rows.map(({ log_id, detail }) => `${log_id} is halted: ${detail}`)
}

async function isKept(rig: Rig, order: Promised, endsAt: number): Promise<string[]> {
  const { id, wanted, isApproved } = order
  let said = 'nothing'
  while (performance.now() < endsAt) {
    const told = await look(rig, order)
    if (hasTickets(told, order) || (!isApproved && typeof told !== 'string')) return []
    said = typeof told === 'string' ? told : `${told.status} with ${ticketsOf(told)} tickets`
    await sleep(500)
  }
  return [`order ${id}, approved ${isApproved}, wanted ${wanted} tickets: ${said}`]
}

type Told = { status: string; raffleEntries: Entry[] }

/** The payment page, or in words why there is none. */
async function look(rig: Rig, { id, cookie, nth }: Promised): Promise<Told | string> {
  const url = `${rig.shop.origin}/api/whishpay/status/${id}`
  const headers = { cookie, 'x-forwarded-for': addressOf(nth) }
  const answer = await rig.load.call({ method: 'GET', url, headers }).catch(() => null)
  if (answer?.status === 200) return JSON.parse(answer.body) as Told
  return `${answer?.status ?? 'no answer'}`
}

const ticketsOf = ({ raffleEntries }: Told) =>
  raffleEntries.flatMap(({ ticketNumbers }) => ticketNumbers).length

/** All of them, and that he has seen them. */
function hasTickets(told: Told | string, { wanted, shown }: Promised): boolean {
  if (typeof told === 'string' || told.status !== 'paid' || ticketsOf(told) !== wanted) return false
  shown(told.raffleEntries)
  return true
}
