// I7, of statements of providers: what the money desk shows as matched stands in the facts. Each
// rule is broken by a row that is spoiled in a transaction that is rolled back; what the desk shows
// as a difference breaks nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'
import { allProjections } from '#projections/all.ts'

import { cancelOrder } from '../commands/cancel-order.ts'
import { payRefund } from '../commands/complete-refund.ts'
import type { RefundMethod } from '../commands/complete-refund.ts'
import { takeManualPayment } from '../commands/manual-payment.ts'
import { importStatement } from '../commands/statements.ts'
import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { rolledBack } from '../testing/rolled-back.ts'
import { soldByHand } from '../testing/sold-by-hand.ts'
import { openProjector } from '../workers/projector.ts'
import { examine } from './run.ts'

const staffId = newId<string>()
/** Lines below that are no difference. */
const MATCHED = 6

let rig: PurchaseRig
let sold: Bought
let back: Bought
let unpaid: Bought
let taken: OrderId
let givenByHand: OrderId
let monthId: string
beforeAll(async () => {
  rig = await openPurchaseRig()
  sold = await bought('paid')
  back = await bought('paid')
  unpaid = await bought('pending')
  taken = await takenByHand('7001')
  givenByHand = await takenByHand('7002')
  await giveBack(back.orderId, 'whishpay', 'T-20')
  await giveBack(givenByHand, 'whish', '7003')
  await openProjector({ database: rig.test.database, projections: allProjections }).catchUp()
  await importLines(
    sale(sold.ref, 'T-1'),
    sale(back.ref, 'T-2'),
    refund(back.ref, 'T-20'),
    sale('7001', 'W-1'),
    refund('7003', 'W-3'),
  )
  // A month tells what its week has told.
  monthId = await importLines(sale(sold.ref, 'T-1'))
  await importDifferences()
  // As if all of it had been an hour ago.
  await rig.moveClock(3_600)
}, 60_000)
afterAll(() => rig.stop())

type Bought = { orderId: OrderId; ref: string }

/** For 10 dollars, with Whish. */
async function bought(status: 'pending' | 'paid'): Promise<Bought> {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const { id } = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 1 }] })
  const orderId = id as OrderId
  if (status === 'paid') {
    await rig.pay(id, 'approve', 0)
    await rig.watch.askNow(orderId)
  }
  const { attempts } = await rig.order(id)
  return { orderId, ref: attempts[0]!.ref }
}

/** 10 dollars by Whish, to the number of staff. */
async function takenByHand(reference: string): Promise<OrderId> {
  const orderId = await soldByHand(rig, { staffId, status: 'pending' })
  await takeManualPayment(rig.desk, { orderId, staffId, proof: { method: 'whish', reference } })
  return orderId
}

async function giveBack(orderId: OrderId, method: RefundMethod, reference: string) {
  await cancelOrder(rig.desk, { orderId, reason: 'staff', actor: 'staff:test' })
  const { refunds } = await rig.order(orderId)
  const { refundId } = refunds[0]!
  const proof = { method, reference, paidBy: staffId, actor: 'staff:test' }
  await payRefund(rig.desk, { orderId, refundId, ...proof })
}

const DAY = '2026-02-03'
const sale = (ref: string, transaction: string, amount = '10.00') =>
  `${ref},${transaction},${amount},${DAY},sale`
const refund = (ref: string, transaction: string) => `${ref},${transaction},10.00,${DAY},refund`

/** Of Whish; answers the statement's id. */
async function importLines(...lines: string[]): Promise<string> {
  const { statementId } = await importStatement(
    { store: rig.store, database: rig.test.database },
    {
      provider: 'whishpay',
      fileName: 'whish.csv',
      text: ['externalId,transactionId,amount,date,type', ...lines].join('\n'),
      actor: { personId: staffId, role: 'owner', address: '127.0.0.1' },
    },
  )
  return statementId
}

async function importDifferences(): Promise<void> {
  const [other, twice] = [await bought('paid'), await bought('paid')]
  await importLines(
    sale('777001', 'T-31'),
    sale(unpaid.ref, 'T-32'),
    sale(other.ref, 'T-33', '15.00'),
    sale(twice.ref, 'T-34'),
    sale(twice.ref, 'T-34'),
    refund(sold.ref, 'T-35'),
  )
}

const books = (...statements: string[]) =>
  rolledBack(rig.test.owner, async (tx) => {
    for (const statement of statements) {
      const { rowCount } = await tx.query(statement)
      expect(rowCount).toBeGreaterThan(0)
    }
    const { findings } = await examine(tx)
    return findings.find(({ id }) => id === 'I7')!
  })

it('looks at each matched line, and no difference breaks it', async () => {
  const sound = await books()
  expect(sound).toMatchObject({ verdict: 'pass', violations: 0 })
  const without = await books('delete from settlement_statements')
  expect(sound.examined - without.examined).toBe(MATCHED)
})

const order = (orderId: OrderId) => `stream_id = 'order/${orderId}'`
const undone = (orderId: OrderId) =>
  `update events set type = 'RefundPaymentWithdrawn'
    where ${order(orderId)} and type = 'RefundPaid'`

type Spoil = readonly [what: string, statements: () => string[], found: () => string]

const spoils: readonly Spoil[] = [
  [
    'a payment that nobody has confirmed',
    () => [`update payment_attempts set state = 'settled' where ref = '${unpaid.ref}'`],
    () => `order ${unpaid.orderId}: matched, and the facts know no such payment`,
  ],
  [
    'a payment of another sum',
    () => [
      `update payment_attempts set amount_cents = 1500 where ref = '${sold.ref}'`,
      `update settlement_lines set amount_cents = 1500 where provider_ref = 'T-1'`,
    ],
    () => `order ${sold.orderId}: 1500 USD cents matched, 1000 were paid`,
  ],
  [
    'a payment by another provider',
    () => [
      `update payment_attempts set method = 'montypay' where ref = '${sold.ref}'`,
      `update settlement_statements set provider = 'montypay'
        where statement_id = '${monthId}'`,
    ],
    () => `order ${sold.orderId}: matched with montypay, paid by whishpay`,
  ],
  [
    'a payment that two lines count',
    () => [`update settlement_lines set is_repeated = false where provider_ref = 'T-1'`],
    () => `order ${sold.orderId}: its payment is counted by 2 lines`,
  ],
  [
    'a payment that no line counts',
    () => [`update settlement_lines set is_repeated = true where provider_ref = 'T-1'`],
    () => `order ${sold.orderId}: its payment is counted by 0 lines`,
  ],
  [
    'money by hand that came another way',
    () => [
      `update events set payload = replace(payload, '"method":"whish"', '"method":"omt"')
        where ${order(taken)} and type = 'PaymentConfirmed'`,
    ],
    () => `order ${taken}: matched with whish, paid by omt`,
  ],
  [
    'a refund that was not paid',
    () => [undone(back.orderId)],
    () => `order ${back.orderId}: 1000 USD cents went back, and no such refund was paid`,
  ],
  [
    'a refund by hand that was not paid',
    () => [undone(givenByHand)],
    () => `order ${givenByHand}: 1000 USD cents went back, and no such refund was paid`,
  ],
  [
    'one refund that two lines tell',
    () => [
      `insert into settlement_lines
         (statement_id, line, kind, attempt_ref, provider_ref, amount_cents, fee_cents, currency,
          happened_at, is_repeated)
       select statement_id, line + 100, kind, attempt_ref, provider_ref, amount_cents, fee_cents,
              currency, happened_at, true
         from settlement_lines where provider_ref = 'T-20'`,
    ],
    () => `order ${back.orderId}: 2000 cents went back, refunds of 1000 were paid`,
  ],
]

it.each(spoils)('finds %s', async (_what, statements, found) => {
  const { verdict, examples } = await books(...statements())
  expect(verdict).toBe('fail')
  expect(examples.length).toBeGreaterThan(0)
  const named = /^statement [\da-f-]{36}, line \d+: (.*)$/
  expect(new Set(examples.map((example) => named.exec(example)?.[1]))).toEqual(new Set([found()]))
})

it('waits a minute for the read models, by which the desk knows of refunds', async () => {
  const { verdict } = await books(
    undone(back.orderId),
    `update events set recorded_at = clock_now()
      where ${order(back.orderId)} and type = 'RefundPaymentWithdrawn'`,
  )
  expect(verdict).toBe('pass')
})
