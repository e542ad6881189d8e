// Refunds in settlement statements that were known, and are not any more.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'
import { allProjections } from '#projections/all.ts'

import { cancelOrder } from '../../commands/cancel-order.ts'
import { payRefund } from '../../commands/complete-refund.ts'
import type { RefundMethod } from '../../commands/complete-refund.ts'
import { closeSettledMoney } from '../../commands/open-money.ts'
import { withdrawRefundPayment } from '../../commands/withdraw-refund-payment.ts'
import { newId } from '../../ids.ts'
import type { Database, Statement } from '../../io/database.ts'
import { openPurchaseRig } from '../../testing/purchase-rig.ts'
import type { PurchaseRig } from '../../testing/purchase-rig.ts'
import { openProjector } from '../projector.ts'
import { openReactor } from '../reactor.ts'
import type { ReactorRunner } from '../reactor.ts'
import { refundLines } from './refund-lines.ts'

let rig: PurchaseRig
let reactor: ReactorRunner
let catchUp: () => Promise<void>
beforeAll(async () => {
  rig = await openPurchaseRig()
  const { database } = rig.test
  const rethrow = ({ error }: { error: unknown }) => {
    throw error
  }
  reactor = await openReactor({ database, reactor: refundLines(database), failed: rethrow })
  catchUp = openProjector({ database, projections: allProjections, stopped: rethrow }).catchUp
})
afterAll(async () => {
  await reactor.stop()
  await rig.stop()
})
beforeEach(() => rig.test.owner.query('truncate settlement_statements, settlement_lines'))

type Owed = { orderId: OrderId; refundId: string; ref: string }

/** Bought for 10 dollars with Whish, and cancelled. */
async function owed(): Promise<Owed> {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 50 })
  const { id } = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 1 }] })
  await rig.pay(id, 'approve')
  const orderId = id as OrderId
  await rig.watch.askNow(orderId)
  await cancelOrder(rig.desk, { orderId, reason: 'staff', actor: 'staff:test' })
  const [duty] = (await rig.order(id)).refunds
  const { rows } = await rig.test.owner.query<{ ref: string }>(
    'select ref from payment_attempts where order_id = $1',
    [id],
  )
  return { orderId, refundId: duty!.refundId, ref: rows[0]!.ref }
}

const paidBack = ({ orderId, refundId }: Owed, method: RefundMethod, reference: string) =>
  payRefund(rig.desk, {
    orderId,
    refundId,
    method,
    reference,
    paidBy: newId<string>(),
    actor: 'staff:test',
  })

/** A statement of Whish tells one payment back of 10 dollars. */
async function told({ ref }: Owed): Promise<void> {
  await rig.test.owner.query(
    `with statement as (
       insert into settlement_statements (statement_id, provider, file_name, file_sha256, lines,
                                          first_day, last_day, imported_by, imported_at)
       values (gen_random_uuid(), 'whishpay', 'w.csv', gen_random_uuid(), 1, now(), now(),
               gen_random_uuid(), now())
       returning statement_id)
     insert into settlement_lines (statement_id, line, kind, attempt_ref, amount_cents, fee_cents,
                                   currency, happened_at)
     select statement_id, 2, 'refund', $1, 1000, 0, 'USD', now() from statement`,
    [ref],
  )
}

async function swept(): Promise<void> {
  while ((await closeSettledMoney(rig.test.database)) > 0);
}

async function open(): Promise<number> {
  const { rowCount } = await rig.test.owner.query('select from settlement_lines where is_open')
  return rowCount
}

const withdraw = ({ orderId, refundId }: Owed) =>
  withdrawRefundPayment(rig.desk, {
    orderId,
    refundId,
    actor: 'staff:test',
    guard: { commandId: newId() },
  })

it('it is stopped at once, though the read model is far behind', async () => {
  const refund = await owed()
  await catchUp()
  await reactor.run()
  await paidBack(refund, 'cash', newId<string>())
  const looking = Promise.withResolvers<void>()
  const database: Database = {
    ...rig.test.database,
    query<Row extends object>(statement: string | Statement, values?: readonly unknown[]) {
      if (typeof statement === 'object' && statement.name === 'wait for position') looking.resolve()
      return rig.test.database.query<Row>(statement, values)
    },
  }
  const failures: unknown[] = []
  const failed = ({ error }: { error: unknown }) => void failures.push(error)
  const other = await openReactor({ database, reactor: refundLines(database), failed })

  const run = other.run()
  await looking.promise
  const startedMs = performance.now()
  await other.stop()
  await run

  expect(performance.now() - startedMs).toBeLessThan(10_000)
  expect(failures).toEqual([])
})

it('one whose payment is withdrawn stays open, whenever the read models hear of it', async () => {
  const refund = await owed()
  await paidBack(refund, 'whishpay', newId<string>())
  await catchUp()
  await reactor.run()
  await told(refund)
  await swept()
  expect(await open()).toBe(0)

  await withdraw(refund)
  expect(await open()).toBe(1)
  // The read models know nothing of it yet.
  await swept()
  expect(await open()).toBe(0)
  // Once they do, the refund is paid another way already.
  await paidBack(refund, 'cash', newId<string>())
  await catchUp()
  await reactor.run()
  await swept()
  expect(await open()).toBe(1)
})
