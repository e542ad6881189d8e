// The rows beside an order: `commands/{purchase-rows,purchase-keys,claimed-request,expire-holds,
// finish-due,finish-orders,hand-proofs}.ts`, `functions/open_purchases`.
import { changed, rows } from './statement.ts'
import type { Answer, Session, Statements } from './statement.ts'
import { where } from './tables.ts'
import type { PurchaseRow } from './tables.ts'

const PAGE_UNPAID = 200
const PAGE_UNFINISHED = 100
const FINISH_AGAIN_MS = 20_000

export const purchaseStatements: Statements = {
  open_purchases: (session, [items, claim]) =>
    openPurchases(session, JSON.parse(items) as Item[], Number.parseInt(claim, 10) * 1_000),

  answer_purchases: (session, [items]) => {
    const given = JSON.parse(items) as { order_id: string; answer: string; is_settled: boolean }[]
    for (const { order_id, answer, is_settled } of given)
      updatePurchase(session, order_id, (row) => ({
        ...row,
        state: is_settled || row.state === 'settled' ? 'settled' : 'answered',
        answer,
      }))
    return rows([{ answer_purchases: '' }])
  },

  forget_purchases: ({ tables, write }, [orderIds]) => {
    const gone = new Set(orderIds as string[])
    write(() => {
      for (const [key, row] of tables.purchases.entries())
        if (gone.has(row.order_id)) tables.purchases.delete(key)
      for (const orderId of gone) tables.contacts.delete(orderId)
      for (const [key, row] of tables.attempts.entries())
        if (gone.has(row.order_id)) tables.attempts.delete(key)
    })
    return changed(gone.size)
  },

  purchases_of_keys: (session, [sessionIds, keys]) =>
    rows(
      (sessionIds as string[]).flatMap((sessionId, index) => {
        const row = session.tables.purchases.get(`${sessionId} ${(keys as string[])[index]}`)
        if (row === undefined) return []
        const isOver = row.key.startsWith('body:') && row.hold_until <= session.now
        return [{ ...row, ordinal: index + 1, is_over: isOver || isFreeAgain(session, row) }]
      }),
    ),

  let_go_of_purchase: (session, [orderId]) =>
    changed(
      updatePurchase(session, orderId, (row) =>
        row.state === 'running' ? { ...row, claimed_until: session.now } : undefined,
      ),
    ),

  free_purchase_key: (session, [orderId]) =>
    changed(
      updatePurchase(session, orderId, (row) =>
        row.state === 'answered' ? { ...row, state: 'settled' } : undefined,
      ),
    ),

  settle_purchase_key: (session, [orderId]) =>
    changed(updatePurchase(session, orderId, (row) => ({ ...row, state: 'settled' }))),

  extend_purchase: (session, [orderId, until]) =>
    changed(
      updatePurchase(session, orderId, (row) =>
        row.hold_until < (until as Date) ? { ...row, hold_until: until } : undefined,
      ),
    ),

  follow_hold: (session, [orderId, until]) =>
    changed(updatePurchase(session, orderId, (row) => ({ ...row, hold_until: new Date(until) }))),

  purchases_past_hold: ({ tables, now }) =>
    page(
      where(
        tables.purchases,
        (row) => row.state !== 'settled' && row.hold_until <= now && row.claimed_until <= now,
      ),
      (row) => row.hold_until,
    ),

  settle_paid_purchases: (session) => {
    const { tables, now } = session
    let count = 0
    for (const row of tables.purchases.values())
      if (row.state === 'answered' && row.hold_until <= now && isPaid(session, row.order_id))
        count += updatePurchase(session, row.order_id, (it) => ({ ...it, state: 'settled' }))
    return changed(count)
  },

  purchases_orphaned: ({ tables, now }) =>
    page(
      where(tables.purchases, (row) => isOrphaned(row, now) && row.hold_until > now),
      (row) => row.claimed_until,
    ),

  claim_orphaned_purchase: (session, [orderId, claim]) => {
    const claimed_until = new Date(session.now.getTime() + Number.parseInt(claim, 10) * 1_000)
    const claimed = updatePurchase(session, orderId, (row) =>
      isOrphaned(row, session.now) ? { ...row, claimed_until } : undefined,
    )
    return rows(claimed === 0 ? [] : [{ claimed_until: textOf(claimed_until) }])
  },

  orphan_is_claimed: ({ tables, now }, [orderId, claimedUntil]) =>
    rows(
      [...where(tables.purchases, ({ order_id }) => order_id === orderId)]
        .filter(({ claimed_until }) => textOf(claimed_until) === claimedUntil)
        .filter(({ claimed_until }) => claimed_until > now)
        .map(() => ({})),
    ),

  purchase_is_open: ({ tables }, [orderId]) =>
    rows([...where(tables.purchases, ({ order_id }) => order_id === orderId)].map(() => ({}))),

  order_contacts_by_id: ({ tables }, [ids]) =>
    rows(
      (ids as string[]).flatMap((id) => {
        const row = tables.contacts.get(id)
        if (row === undefined) return []
        // Nobody's phone is corrected in here.
        return [{ ...row, link_generation: null }]
      }),
    ),

  orders_unfinished: ({ tables, now, write }) => {
    const due = [
      ...where(tables.contacts, (row) => row.finish_due_at !== null && row.finish_due_at <= now),
    ].slice(0, PAGE_UNFINISHED)
    const next = new Date(now.getTime() + FINISH_AGAIN_MS)
    write(() => {
      for (const row of due) tables.contacts.set(row.order_id, { ...row, finish_due_at: next })
    })
    return rows(due.map(({ order_id }) => ({ order_id, due_at: textOf(next) })))
  },

  expect_to_finish: ({ tables, now, write }, [orderId]) => {
    const row = tables.contacts.get(orderId)
    if (row === undefined) return rows([])
    const finish_due_at = new Date(now.getTime() + FINISH_AGAIN_MS)
    write(() => tables.contacts.set(orderId, { ...row, finish_due_at }))
    return rows([{ due_at: textOf(finish_due_at) }])
  },

  expect_unless_marked: ({ tables, now, write }, [orderId]) => {
    const row = tables.contacts.get(orderId)
    if (row === undefined || row.finish_due_at !== null) return changed(0)
    const finish_due_at = new Date(now.getTime() + FINISH_AGAIN_MS)
    write(() => tables.contacts.set(orderId, { ...row, finish_due_at }))
    return changed(1)
  },

  order_finished: ({ tables, write }, [orderId, dueAt]) => {
    const row = tables.contacts.get(orderId)
    const marked = row?.finish_due_at ?? null
    if (row === undefined || marked === null || textOf(marked) !== dueAt) return changed(0)
    write(() => tables.contacts.set(orderId, { ...row, finish_due_at: null }))
    return changed(1)
  },

  // Nothing is sold at a counter in here.
  forget_manual_payment: () => changed(0),
  hand_at_work: () => rows([]),

  // Nor is anything counted by the piece.
  goods_of_order: () => rows([]),
  goods_due: () => rows([]),

  // Nobody in here has limited himself; the purchase asks all the same.
  buying_limits: () => rows([]),

  next_block_payment_refs: (session) => nextBlock(session, 'payment_refs', 100_000_000_000),
  next_block_order_numbers: (session) => nextBlock(session, 'order_numbers', 1),
}

type Item = {
  ordinal: number
  session_id: string
  key: string
  request_hash: string
  order_id: string
  hold_until: string
  customer_id: string | null
  name: string
  email: string | null
  phone: string
  address: string | null
  language: string
  finish_due: boolean
  attempt_id?: string
  ref?: string
  method?: 'whishpay' | 'montypay'
  amount_cents?: number
  expires_at?: string
  next_check_at?: string
}

function openPurchases(session: Session, items: readonly Item[], claimMs: number): Answer {
  const before = new Map(session.tables.purchases.entries())
  const claimed = new Set<string>()
  return rows(
    items.map((item) => {
      const key = `${item.session_id} ${item.key}`
      const known = before.get(key)
      // Two items with one key in a batch: the first claims it.
      const isFirst = !claimed.has(key)
      claimed.add(key)
      return { ordinal: item.ordinal, ...openOne(session, { item, known, isFirst, claimMs }) }
    }),
  )
}

type Opening = { item: Item; known: PurchaseRow | undefined; isFirst: boolean; claimMs: number }

function openOne(session: Session, { item, known, isFirst, claimMs }: Opening): object {
  const { tables, now, write } = session
  const isClaimable =
    known !== undefined &&
    known.request_hash === item.request_hash &&
    (isLeftAlone(known, now) || isFreeAgain(session, known))
  if (isFirst && (known === undefined || isClaimable)) {
    const isSame = known !== undefined && known.state === 'running' && known.hold_until > now
    const orderId = isSame ? known.order_id : item.order_id
    const row = claimedRow(item, { orderId, claimMs, now })
    write(() => tables.purchases.set(`${item.session_id} ${item.key}`, row))
    if (orderId === item.order_id) return opened(session, item)
    return { ...told('resumed', row), payment_ref: firstRef(session, orderId), answer: null }
  }
  if (known === undefined) return told('in_flight', null)
  if (known.order_id === item.order_id && known.state === 'running')
    return { ...told('opened', known), payment_ref: firstRef(session, known.order_id) }
  if (known.request_hash !== item.request_hash) return told('reused', known)
  return told(known.state === 'running' ? 'in_flight' : 'answered', known)
}

const told = (outcome: string, known: PurchaseRow | null) => ({
  outcome,
  order_id: known?.order_id ?? null,
  payment_ref: null,
  answer: known?.answer ?? null,
})

function firstRef({ tables }: Session, orderId: string): string | null {
  const own = [...where(tables.attempts, ({ order_id }) => order_id === orderId)]
  return own.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())[0]?.ref ?? null
}

const claimedRow = (
  { session_id, key, request_hash, hold_until }: Item,
  { orderId, claimMs, now }: { orderId: string; claimMs: number; now: Date },
): PurchaseRow => ({
  session_id,
  key,
  request_hash,
  order_id: orderId,
  state: 'running',
  answer: null,
  claimed_until: new Date(now.getTime() + claimMs),
  hold_until: new Date(hold_until),
})

function opened({ tables, now, write }: Session, item: Item): object {
  const { order_id, customer_id, name, email, phone, address, language } = item
  const contact = { order_id, customer_id, name, email, phone, address, language }
  const finish_due_at = item.finish_due ? new Date(now.getTime() + FINISH_AGAIN_MS) : null
  write(() => {
    tables.contacts.set(order_id, { ...contact, finish_due_at })
    if (item.attempt_id !== undefined)
      tables.attempts.set(item.attempt_id, {
        attempt_id: item.attempt_id,
        ref: item.ref!,
        order_id,
        method: item.method!,
        amount_cents: item.amount_cents!,
        state: 'opened',
        provider_status: null,
        provider_ref: null,
        redirect_url: null,
        created_at: now,
        expires_at: new Date(item.expires_at!),
        checked_at: null,
        next_check_at: new Date(item.next_check_at!),
      })
  })
  return { outcome: 'opened', order_id, payment_ref: item.ref ?? null, answer: null }
}

/** Whoever worked on it died, and its hold lives. */
const isLeftAlone = ({ state, claimed_until, hold_until }: PurchaseRow, now: Date): boolean =>
  state === 'running' && claimed_until <= now && hold_until > now

const isOrphaned = ({ state, claimed_until }: PurchaseRow, now: Date): boolean =>
  state === 'running' && claimed_until.getTime() <= now.getTime() - 60_000

/** As PostgreSQL writes an instant as text, in UTC: without zeros at the end of its fraction. */
const textOf = (at: Date) =>
  at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.?0*Z$/, '+00')

/** A key made from the body is free once its order is settled or paid. */
const isFreeAgain = (session: Session, { key, state, order_id }: PurchaseRow): boolean =>
  key.startsWith('body:') && (state === 'settled' || isPaid(session, order_id))

const isPaid = ({ tables }: Session, orderId: string): boolean =>
  [...where(tables.attempts, (row) => row.order_id === orderId && row.state === 'settled')].length >
  0

/** How many rows were changed; undefined leaves the row as it is. */
function updatePurchase(
  { tables, write }: Session,
  orderId: string,
  change: (row: PurchaseRow) => PurchaseRow | undefined,
): number {
  for (const [key, row] of tables.purchases.entries()) {
    if (row.order_id !== orderId) continue
    const next = change(row)
    if (next === undefined) return 0
    write(() => tables.purchases.set(key, next))
    return 1
  }
  return 0
}

function page(found: Iterable<PurchaseRow>, by: (row: PurchaseRow) => Date): Answer {
  const sorted = [...found].toSorted((a, b) => by(a).getTime() - by(b).getTime())
  return rows(sorted.slice(0, PAGE_UNPAID).map(({ order_id }) => ({ order_id })))
}

const NUMBERS_PER_BLOCK = 500

/** Sequences take no part in transactions. */
function nextBlock({ tables }: Session, name: string, start: number): Answer {
  const first = tables.sequences.get(name) ?? start
  tables.sequences.set(name, first + NUMBERS_PER_BLOCK)
  return rows([{ first }])
}
