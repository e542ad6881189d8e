import { afterEach, describe, expect, it } from 'vitest'

import { ask } from '#services/io/ask.ts'
import type { TestDatabase } from '#services/testing/database.ts'
import {
  attemptIdOf,
  line,
  order,
  orderIdOf,
  projected,
  rafflePublished,
  type Told,
} from '#services/testing/story.ts'

import { handoversAt, picks } from './queries.ts'

let db: TestDatabase
afterEach(() => db.drop())

const goods = line(1, { product: 1, raffle: null })
const bought = order(1, { lines: [goods] })
const cancelled = bought.tell({ type: 'OrderCancelled', data: { reason: 'expired' } })

async function handoverAfter(...told: Told[]) {
  db = await projected(told)
  const { rows } = await db.database.query(
    `select shipping_method, reference, paid_at is not null as is_paid, ready_at is not null as
            is_ready, completed_at is not null as is_done,
            paid_version > coalesce(cancelled_version, 0) as is_alive
       from order_handovers where order_id = $1`,
    [orderIdOf(1)],
  )
  return rows[0]
}

it('follows goods from the payment to the hand of the buyer', async () => {
  const ready = bought.tell({ type: 'OrderMadeReady', data: {} })
  const done = bought.tell({ type: 'OrderCompleted', data: {} })
  expect(await handoverAfter(bought.placed(), bought.paid(), ready, done)).toEqual({
    shipping_method: 'pickup',
    reference: 'QR-000001',
    is_paid: true,
    is_ready: true,
    is_done: true,
    is_alive: true,
  })
})

describe('goods that came back', () => {
  const sent = { type: 'OrderSentOut', data: {} } as const
  const gone = [
    bought.tell({ type: 'OrderMadeReady', data: {} }),
    bought.tell(sent),
    bought.tell({ type: 'OrderCompleted', data: {} }),
  ]
  const cameBack = bought.tell({ type: 'OrderCameBack', data: {} })
  const stages = ['to_prepare', 'ready', 'sent_out'] as const
  const stagesOf = async () => {
    const found: string[] = []
    for (const stage of stages) {
      const rows = await ask(db.database, handoversAt({ stage, limit: 5, offset: 0 }))
      if (rows.length > 0) found.push(stage)
    }
    return found
  }

  it('are to be prepared again, and nothing says when they had left', async () => {
    expect(await handoverAfter(bought.placed(), bought.paid(), ...gone, cameBack)).toMatchObject({
      is_paid: true,
      is_ready: false,
      is_done: false,
      is_alive: true,
    })
    expect(await stagesOf()).toEqual(['to_prepare'])
    const { rows } = await db.database.query(
      `select status, state ->> 'completedAt' as completed_at, state ->> 'handover' as handover
         from order_status`,
    )
    expect(rows).toEqual([{ status: 'paid', completed_at: null, handover: null }])
  })

  it('leave a second time', async () => {
    await handoverAfter(bought.placed(), bought.paid(), ...gone, cameBack, bought.tell(sent))
    expect(await stagesOf()).toEqual(['sent_out'])
  })
})

it('knows an order that a late payment revived from one that was cancelled after it', async () => {
  const revival = bought.paid('2026-03-01T11:00:00.000Z', { isRevival: true })
  expect(await handoverAfter(bought.placed(), cancelled, revival)).toMatchObject({ is_alive: true })
  await db.drop()
  const after = await handoverAfter(bought.placed(), bought.paid(), cancelled)
  expect(after).toMatchObject({ is_paid: true, is_alive: false })
})

it('keeps each duty to give money back until it is paid, and misfit payments', async () => {
  const owed = { refundId: 'r', amountCents: 700, currency: 'USD' as const }
  const due = { ...owed, lineId: null, attemptId: null, cause: 'staff' as const }
  const wrong = {
    attemptId: attemptIdOf(1),
    method: 'whishpay' as const,
    expectedCents: 1_000,
    receivedCents: 900,
    receivedCurrency: 'USD',
  }
  db = await projected([
    bought.placed(),
    bought.tell({ type: 'PaymentMismatched', data: wrong }),
    bought.paid(),
    bought.tell({ type: 'RefundDue', data: due }),
    bought.tell({ type: 'RefundDue', data: { ...due, refundId: 's' } }),
    bought.tell({ type: 'RefundPaid', data: { ...owed, method: 'cash' } }),
  ])
  const { rows } = await db.database.query(
    'select refund_id, cause, amount_cents, method from refund_duties order by refund_id',
  )
  expect(rows).toEqual([
    { refund_id: 'r', cause: 'staff', amount_cents: 700, method: 'cash' },
    { refund_id: 's', cause: 'staff', amount_cents: 700, method: null },
  ])
  const mismatches = await db.database.query('select received_cents from payment_mismatches')
  expect(mismatches.rows).toEqual([{ received_cents: 900 }])
})

it('forgets a duty that was withdrawn: the payment that did not fit is open again', async () => {
  const money = { refundId: 'r', amountCents: 900, currency: 'USD' as const }
  const about = { cause: 'mismatch' as const, lineId: null, attemptId: attemptIdOf(1) }
  const undone = { cause: about.cause, reason: 'mistake' as const, method: null }
  db = await projected([
    bought.placed(),
    bought.tell({ type: 'RefundDue', data: { ...money, ...about } }),
    bought.tell({ type: 'RefundWithdrawn', data: { ...money, ...undone } }),
  ])
  const { rows } = await db.database.query(
    'select attempt_id, line_id, due_at, paid_at from refund_duties',
  )
  expect(rows).toEqual([{ attempt_id: null, line_id: null, due_at: null, paid_at: null }])
})

it('is due again once its payment was withdrawn, and paid as it is said last', async () => {
  const money = { refundId: 'r', amountCents: 900, currency: 'USD' as const }
  const about = { cause: 'staff' as const, lineId: null, attemptId: null }
  const omt = { ...money, method: 'omt' as const }
  const told = [
    bought.placed(),
    bought.tell({ type: 'RefundDue', data: { ...money, ...about } }),
    bought.tell({ type: 'RefundPaid', data: omt }),
    bought.tell({ type: 'RefundPaymentWithdrawn', data: omt }),
  ]
  const duty = async () =>
    (
      await db.database.query(
        `select due_at is not null as is_due, paid_at is not null as is_paid, method
           from refund_duties`,
      )
    ).rows
  db = await projected(told)
  expect(await duty()).toEqual([{ is_due: true, is_paid: false, method: null }])
  await db.drop()
  const cash = { ...money, method: 'cash' as const }
  db = await projected([...told, bought.tell({ type: 'RefundPaid', data: cash })])
  expect(await duty()).toEqual([{ is_due: true, is_paid: true, method: 'cash' }])
})

describe('a line whose money goes back', () => {
  const [shirt, cap] = [line(1, { product: 1, raffle: 1 }), line(2, { product: 2, raffle: 1 })]
  const two = order(1, { lines: [shirt, cap] })
  const refunded = two.tell({
    type: 'RefundDue',
    data: {
      refundId: 'r',
      lineId: shirt.lineId,
      attemptId: null,
      amountCents: 1_000,
      currency: 'USD',
      cause: 'not_issuable',
    },
  })
  const sold = [...rafflePublished(1), two.placed(), two.paid(), ...two.granted(cap, 1, 2)]
  const products = (lines: readonly { productName: string }[]) =>
    lines.map(({ productName }) => productName)
  const handedOver = async (stage: 'to_prepare' | 'sent_out') => {
    const [shown] = await ask(db.database, handoversAt({ stage, limit: 5, offset: 0 }))
    return products(shown?.lines ?? [])
  }

  it('is neither picked nor packed', async () => {
    db = await projected([...sold, refunded])
    expect(products(await ask(db.database, picks(10)))).toEqual(['Product 2'])
    expect(await handedOver('to_prepare')).toEqual(['Product 2'])
  })

  it('is on its way to the buyer all the same, when it had left before', async () => {
    const sentOut = two.tell({ type: 'OrderSentOut', data: {} })
    db = await projected([...sold, ...two.granted(shirt, 3, 4), sentOut, refunded])
    expect(await handedOver('sent_out')).toEqual(['Product 1', 'Product 2'])
  })
})
