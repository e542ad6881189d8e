// A crowd at the door: its buyers come in the same moment or by a timetable, order over HTTP, pay
// on the sandbox, and wait until they hold their numbers. Counts what became of each, as he saw it.
import { setTimeout as sleep } from 'node:timers/promises'

import { newHistory, pays, wishes } from '../testing/history.ts'
import type { Entry, History } from '../testing/history.ts'
import { addressOf, cookieHeader, payCall, purchaseCall } from './buyer.ts'
import type { Answer, Call, HttpLoad, Item } from './buyer.ts'

export type CrowdNeeds = {
  load: HttpLoad
  origin: string
  sandboxUrl: string
  buyers: number
  /** Left out: all in the same moment. */
  perSecond?: number
  /** What the n-th buyer has in his cart; each of it grants one ticket. */
  itemsOf: (nth: number) => readonly Item[]
  /** Whether he pays; left out: everybody does. */
  isPayer?: (nth: number) => boolean
  /** Told "later" he asks again, as a browser does; left out: that is an answer of its own. */
  isPatient?: boolean
}

export type Crowd = {
  asked: number
  placed: number
  /** Told that there are not that many tickets left, or that the raffle has closed meanwhile. */
  refused: number
  /** What they were told in words, and how often. */
  refusals: Map<string, number>
  paid: number
  ticketsReserved: number
  ticketsIssued: number
  /** Anything that an honest shop does not answer, by its text. */
  unexpected: Map<string, number>
  /** Of all tickets, by raffle, as the buyers were told. */
  numbers: Map<string, number[]>
  /** From the click, which comes when the timetable says so, to the provider's page. */
  waitsMs: number[]
  /** To be held against the log. Crowds in one shop share it. */
  history: History
}

/** A raffle whose last ticket is paid has ended; until the list is read again it is still shown. */
const tooLate = new Set(['tickets_left', 'raffle_ended'])

export const newCrowd = (history = newHistory()): Crowd => ({
  asked: 0,
  placed: 0,
  refused: 0,
  refusals: new Map(),
  paid: 0,
  ticketsReserved: 0,
  ticketsIssued: 0,
  unexpected: new Map(),
  numbers: new Map(),
  waitsMs: [],
  history,
})

export async function rush(needs: CrowdNeeds, crowd: Crowd): Promise<void> {
  const { buyers, perSecond = Infinity } = needs
  const openedMs = performance.now()
  await Promise.all(
    Array.from({ length: buyers }, async (_, nth) => {
      const dueMs = (nth * 1_000) / perSecond
      if (dueMs > 0) await sleep(dueMs)
      const clickedMs = openedMs + dueMs
      await visit(needs, crowd, { nth, clickedMs }).catch((error: unknown) =>
        note(crowd.unexpected, String(error)),
      )
    }),
  )
}

type Visitor = { nth: number; clickedMs: number }

async function visit(needs: CrowdNeeds, crowd: Crowd, { nth, clickedMs }: Visitor): Promise<void> {
  const { origin, isPayer = () => true } = needs
  const items = needs.itemsOf(nth)
  const wanted = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const call = purchaseCall({ origin, items, nth })
  const told = wishes(crowd.history, call)
  const answer = await ask(needs, call)
  told(answer)
  crowd.waitsMs.push(performance.now() - clickedMs)
  crowd.asked += 1
  const body = JSON.parse(answer.body) as { id?: string; code?: string; error?: string }
  if (answer.status === 409 && tooLate.has(body.code ?? '')) {
    crowd.refused += 1
    return note(crowd.refusals, body.error ?? '')
  }
  if (answer.status !== 201 || body.id === undefined)
    return note(crowd.unexpected, `purchase: ${answer.status} ${body.code}`)
  crowd.placed += 1
  crowd.ticketsReserved += wanted
  if (!isPayer(nth)) return
  const shown = pays(crowd.history, body.id)
  await pay(needs, body.id)
  const cookie = cookieHeader(answer)
  const entries = await waitForTickets(needs, { id: body.id, nth, cookie })
  shown(entries)
  const issued = entries.reduce((sum, { ticketNumbers }) => sum + ticketNumbers.length, 0)
  if (issued !== wanted) return note(crowd.unexpected, `paid for ${wanted} and has ${issued}`)
  crowd.paid += 1
  crowd.ticketsIssued += issued
  for (const { raffleId, ticketNumbers } of entries)
    crowd.numbers.set(raffleId, [
      ...(crowd.numbers.get(raffleId) ?? []),
      ...ticketNumbers.map(Number),
    ])
}

const LATER = 503
const ASKED_MAX = 30

/** The same call under the same key. On a slow machine the crowd is more than the shop can take. */
async function ask({ load, isPatient = false }: CrowdNeeds, call: Call): Promise<Answer> {
  for (let asked = 1; ; asked++) {
    const answer = await load.call(call)
    if (!isPatient || answer.status !== LATER || asked === ASKED_MAX) return answer
    await sleep(POLL_MS)
  }
}

async function pay(needs: CrowdNeeds, orderId: string): Promise<void> {
  const { status } = await ask(needs, payCall(needs.sandboxUrl, orderId))
  if (status !== 200) throw new Error(`the sandbox answered ${status}`)
}

const POLL_MS = 1_000
const POLLS_MAX = 90

type Waiting = { id: string; nth: number; cookie: string }

/** As the payment page does it. */
async function waitForTickets(needs: CrowdNeeds, { id, nth, cookie }: Waiting): Promise<Entry[]> {
  for (let polls = 0; polls < POLLS_MAX; polls++) {
    await sleep(POLL_MS)
    const { status, body } = await ask(needs, {
      method: 'GET',
      url: `${needs.origin}/api/whishpay/status/${id}`,
      headers: { cookie, 'x-forwarded-for': addressOf(nth) },
    })
    if (status !== 200) throw new Error(`status: ${status}`)
    const { status: now, raffleEntries } = JSON.parse(body) as OrderTold
    if (now !== 'pending') return raffleEntries
  }
  throw new Error('paid and never heard of it')
}

type OrderTold = { status: string; raffleEntries: Entry[] }

const note = (counts: Map<string, number>, what: string) =>
  void counts.set(what, (counts.get(what) ?? 0) + 1)

/** Numbers that two buyers were told, or that are above the raffle's tickets. */
export function wrongNumbers({ numbers }: Pick<Crowd, 'numbers'>, ticketsMax: number): number[] {
  return [...numbers.values()].flatMap((ofOne) => {
    const seen = new Set<number>()
    return ofOne.filter((number) => {
      const isWrong = seen.has(number) || number < 1 || number > ticketsMax
      seen.add(number)
      return isWrong
    })
  })
}
