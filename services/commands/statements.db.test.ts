// What is missing in a provider's statement: each payment by him that we know of, on its own day.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'
import { auditTrail } from '#projections/audit-trail/projection.ts'
import { orderStatus } from '#projections/order-status/projection.ts'
import { sales } from '#projections/sales/projection.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { openProjector } from '../workers/projector.ts'
import { expireOrders } from './expire-holds.ts'
import { payAgain } from './pay.ts'
import type { OnlineMethod } from './purchase-rows.ts'
import { importStatement, readDifferences } from './statements.ts'

const DAY_SECONDS = 86_400

let rig: PurchaseRig
beforeAll(async () => {
  rig = await openPurchaseRig()
  // From a noon on, so that no test lies on two days.
  const now = rig.desk.now().getTime() / 1_000
  await rig.moveClock(DAY_SECONDS * Math.ceil(now / DAY_SECONDS) + DAY_SECONDS / 2 - now)
})
afterAll(() => rig.stop())

type Unpaid = { orderId: OrderId; cart: Parameters<PurchaseRig['buy']>[0] }

async function unpaid(ticketsMax = 10): Promise<Unpaid> {
  const { productIds } = await rig.sellRaffle({ ticketsMax })
  const items = [{ productId: productIds[0]!, quantity: 2 }]
  const cart = { items, paymentMethod: 'whishpay' } as const
  const { id } = await rig.buy(cart)
  return { orderId: id as OrderId, cart }
}

const refsOf = async (orderId: string) => (await rig.order(orderId)).attempts.map(({ ref }) => ref)

/** Paid by its second link, the first having been declined; answers the numbers of both. */
async function paidByItsSecond(orderId: OrderId, method: OnlineMethod): Promise<string[]> {
  await rig.pay(orderId, 'decline')
  await rig.watch.stop()
  await payAgain(rig.desk, { orderId, actor: 'guest:test', method })
  await rig.pay(orderId, 'approve')
  await rig.watch.stop()
  return refsOf(orderId)
}

/** In the sandbox a payer may still pay a link whose first try was declined. */
async function payDeclined(ref: string): Promise<void> {
  const { rows } = await rig.test.owner.query<{ url: string }>(
    `select answer::json ->> 'redirectUrl' as url
       from purchases
       join payment_attempts using (order_id)
      where ref = $1`,
    [ref],
  )
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const page = { method: 'POST', headers, body: 'choice=approve', redirect: 'manual' } as const
  expect((await fetch(rows[0]!.url, page)).status).toBeLessThan(400)
  rig.watch.ringForCallback(ref)
  await rig.watch.stop()
}

/** Payments that a statement lacks which tells these, in its file, on the day that it is. */
async function missing(provider: OnlineMethod, ...told: string[]): Promise<(string | null)[]> {
  const { database, owner } = rig.test
  await openProjector({ database, projections: [auditTrail, orderStatus, sales] }).catchUp()
  const day = rig.desk.now().toISOString()
  const lines = [...told, `nobody-${newId<string>()}`].map((ref) => `${ref},20.00,${day}`)
  const { statementId } = await importStatement(
    { store: rig.store, database },
    {
      provider,
      fileName: 'day.csv',
      text: ['externalId,amount,date', ...lines].join('\n'),
      actor: { personId: newId<string>(), role: 'owner', address: '127.0.0.1' },
    },
  )
  const detail = await readDifferences(database, statementId)
  await owner.query('delete from settlement_statements where statement_id = $1', [statementId])
  const { differences = [] } = detail ?? {}
  return differences.filter(({ kind }) => kind === 'missing').map(({ attemptRef }) => attemptRef)
}

it('a link that is paid again days later is missing on its own day alone', async () => {
  const { orderId } = await unpaid()
  const [first = '', second = ''] = await paidByItsSecond(orderId, 'whishpay')
  expect(await missing('whishpay', second)).toEqual([])
  expect(await missing('whishpay')).toEqual([second])
  expect(await missing('montypay')).toEqual([])

  await rig.moveClock(4 * DAY_SECONDS)
  await payDeclined(first)
  const { refunds } = await rig.order(orderId)
  expect(refunds).toMatchObject([{ cause: 'paid_twice' }])
  expect(await missing('whishpay')).toEqual([first])
  expect(await missing('whishpay', first)).toEqual([])
})

it('a second payment by the other provider is missing in his statement', async () => {
  await rig.moveClock(DAY_SECONDS)
  const { orderId } = await unpaid()
  const [first = '', second = ''] = await paidByItsSecond(orderId, 'montypay')
  await payDeclined(first)
  expect(await missing('whishpay')).toEqual([first])
  expect(await missing('montypay')).toEqual([second])
})

it('money that came too late for its order is missing as well', async () => {
  await rig.moveClock(DAY_SECONDS)
  const { orderId, cart } = await unpaid(3)
  await rig.moveClock(1_801)
  await expireOrders(rig.desk)
  await rig.buy(cart, { sessionId: newId<string>() })
  await rig.pay(orderId, 'approve')
  await rig.watch.stop()
  const { status, refunds } = await rig.order(orderId)
  expect({ status, refunds }).toMatchObject({
    status: 'cancelled',
    refunds: [{ cause: 'paid_late' }],
  })
  expect(await missing('whishpay')).toEqual(await refsOf(orderId))
})
