// What buyers saw, held against the log (I9, I10). A log is one sequence, so a history of purchases
// is linearizable when each wish became one order or none as its buyer was told, and when nobody
// who was answered before another one asked stands behind him. That is one walk along the log.
import type { Answer, Call } from '../bench/buyer.ts'
import type { Queryable } from '../io/database.ts'

/** One purchase, however often it was sent. Times are of one clock, in milliseconds. */
export type Wish = {
  /** Its idempotency key. */
  key: string
  /** When it was first sent, and when it was answered for good; Infinity: never. */
  t0: number
  t1: number
  /** `unknown` may have become an order or not. */
  end: 'ok' | 'fail' | 'unknown'
  /** The order he was told of. */
  id: string | null
}

/** Something that took its place in a log between two instants of somebody's time. */
export type Moment = { name: string; log: string; seq: number; t0: number; t1: number }

export type History = {
  wishes: Wish[]
  /** From the payment to the first sight of the numbers. Numbers follow each other as issues do. */
  sales: Moment[]
}

export const newHistory = (): History => ({ wishes: [], sales: [] })

type Said = Pick<Answer, 'status' | 'body'>

/** Someone sends a purchase. What he is answered is to be told to the function. */
export function wishes(history: History, { headers }: Call): (answer: Said) => void {
  const key = headers?.['idempotency-key'] ?? ''
  const wish: Wish = { key, t0: performance.now(), t1: Infinity, end: 'unknown', id: null }
  history.wishes.push(wish)
  return (answer) => void Object.assign(wish, endOf(answer))
}

/** He was told that there is nothing for him; any other refusal may come from the middle of it. */
const refused = new Set(['tickets_left', 'raffle_ended'])

function endOf({ status, body }: Said): Partial<Wish> {
  if (![200, 201, 409].includes(status)) return {}
  const { id = null, code = '' } = JSON.parse(body) as { id?: string; code?: string }
  const t1 = performance.now()
  if (status !== 409) return { t1, end: 'ok', id }
  return refused.has(code) ? { t1, end: 'fail' } : {}
}

export type Entry = { raffleId: string; ticketNumbers: readonly string[] }

/** Someone pays. When he sees his numbers for the first time they are told to the function. */
export function pays(history: History, orderId: string): (entries: readonly Entry[]) => void {
  const t0 = performance.now()
  let isShown = false
  return (entries) => {
    if (isShown) return
    isShown = true
    const t1 = performance.now()
    for (const { raffleId, ticketNumbers } of entries) {
      const seq = Math.min(...ticketNumbers.map(Number))
      const name = `the tickets of order ${orderId}`
      history.sales.push({ name, log: `raffle/${raffleId}`, seq, t0, t1 })
    }
  }
}

/** An order as it stands in its log. `key`: what it was asked for by; null: nobody knows. */
export type Recorded = { log: string; seq: number; id: string; key: string | null }

/**
 * In words what is not as somebody was told. `history`: of everybody who bought in this shop. Of a
 * guest's first purchase only a hash of the key is kept: it is read in his address, where
 * `purchaseCall` writes it.
 */
export async function historyBroken(owner: Queryable, history: History): Promise<string[]> {
  const { rows } = await owner.query<Recorded>(
    `select events.log_id as log, events.position as seq, substr(events.stream_id, 7) as id,
            case when purchases.key ~ '^key:[0-9a-f]{64}$' then split_part(buyer.email, '@', 1)
                 else substr(purchases.key, 5) end as key
       from events
       left join purchases on purchases.order_id = substr(events.stream_id, 7)::uuid
       left join order_contacts as buyer on buyer.order_id = purchases.order_id
      where events.log_id like 'shop/%' and events.type = 'OrderPlaced' and events.leaf is null`,
  )
  return [...wishesBroken(history.wishes, rows), ...turnsBroken(history.sales)]
}

export function wishesBroken(asked: readonly Wish[], recorded: readonly Recorded[]): string[] {
  const byKey = new Map<string | null, Recorded[]>()
  for (const order of recorded) byKey.set(order.key, [...(byKey.get(order.key) ?? []), order])
  const keys = new Set<string | null>(asked.map(({ key }) => key))
  const unasked = recorded.filter(({ key }) => !keys.has(key))
  const moments = asked.flatMap(({ key, t0, t1 }) =>
    (byKey.get(key) ?? []).map(({ id, log, seq }) => ({ name: `order ${id}`, log, seq, t0, t1 })),
  )
  return [
    ...unasked.map(({ id }) => `I9 order ${id}: nobody asked for it`),
    ...asked.flatMap((wish) => wishBroken(wish, byKey.get(wish.key) ?? [])),
    ...turnsBroken(moments),
  ]
}

function wishBroken({ key, end, id }: Wish, orders: readonly Recorded[]): string[] {
  if (orders.length > 1) return [`I9 key ${key}: became ${orders.length} orders`]
  const [order] = orders
  if (end === 'fail' && order !== undefined) return [`I9 key ${key}: refused, and is ${order.id}`]
  if (end === 'ok' && order?.id !== id)
    return [`I9 key ${key}: told of order ${id}, and is ${order?.id ?? 'none'}`]
  return []
}

/** Along each log: nobody may stand behind one who asked when he had been answered. */
export function turnsBroken(moments: readonly Moment[]): string[] {
  const broken: string[] = []
  const last = new Map<string, Moment>()
  for (const moment of moments.toSorted((a, b) => a.seq - b.seq)) {
    const { name, log, t0, t1 } = moment
    const before = last.get(log)
    if (before !== undefined && t1 < before.t0)
      broken.push(`I10 ${log}: ${name} was told before ${before.name} was asked for, and is behind`)
    if (before === undefined || t0 > before.t0) last.set(log, moment)
  }
  return broken
}
