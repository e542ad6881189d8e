// People who buy while something fails. Whatever happens behind it, a shop that runs answers each
// of them: with his order, or with a 503 that says when to come again. What it says otherwise is
// kept word for word, so that a test names it.
import { setTimeout as sleep } from 'node:timers/promises'

import { purchaseCall } from '../../bench/buyer.ts'

export type Place = { origin: string; productId: string }

export type Said = {
  /** `201`, `503`, or what was wrong with the answer. */
  what: string
  /** Null: he was not told of any. */
  orderId: string | null
  tookMs: number
}

export const LATER = '503'
export const SOLD = '201'

export async function buy({ origin, productId }: Place, nth: number): Promise<Said> {
  const items = [{ productId, quantity: 1 }]
  return say(purchaseCall({ origin, items, nth }))
}

type Call = ReturnType<typeof purchaseCall>

/** One call, its answer, and how long that took. */
export async function say({ url, headers, body }: Call): Promise<Said> {
  const startedMs = performance.now()
  const tookMs = () => performance.now() - startedMs
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    return { ...read(response, text), tookMs: tookMs() }
  } catch (error) {
    const { cause = error } = error as Error
    return { what: `no answer: ${String(cause)}`, orderId: null, tookMs: tookMs() }
  }
}

function read({ status, headers }: Response, text: string): Omit<Said, 'tookMs'> {
  const told = JSON.parse(text) as Partial<Record<'id' | 'error' | 'code', unknown>>
  if (status === 201 || status === 200) return { what: SOLD, orderId: String(told.id) }
  const isLater =
    status === 503 &&
    Number(headers.get('retry-after')) > 0 &&
    typeof told.error === 'string' &&
    typeof told.code === 'string'
  return { what: isLater ? LATER : `${status} ${text}`, orderId: null }
}

export type Crowd = {
  /** Orders that somebody was told of. */
  told: string[]
  /** How often what was said. */
  said: Map<string, number>
  /** Resolves when everybody has had his last answer. */
  goHome: () => Promise<void>
}

/** Somebody who is told to come later takes a breath first. */
const BREATH_MS = 50

let people = 600_000

export function openCrowd(place: Place, buyers: number): Crowd {
  const told: string[] = []
  const said = new Map<string, number>()
  let isOver = false
  const all = Array.from({ length: buyers }, async () => {
    while (!isOver) {
      const { what, orderId } = await buy(place, people++)
      said.set(what, (said.get(what) ?? 0) + 1)
      if (orderId !== null) told.push(orderId)
      if (what !== SOLD) await sleep(BREATH_MS)
    }
  })
  return {
    told,
    said,
    async goHome() {
      isOver = true
      await Promise.all(all)
    },
  }
}
