// The payments and refunds of some orders, told by their facts: what a line of a statement can be.
import type { OrderEvent } from '#events/order/events.ts'

import type { Audit } from './audit.ts'

type Payment = { method: string; amountCents: number; currency: string }
type Refund = Pick<Payment, 'method' | 'amountCents'> & { refundId: string }

export type StatedMoney = {
  /** By attempt: the sale, and what came late or twice. */
  confirmed: Map<string, Payment>
  /** Taken by staff, by the method as it was corrected. */
  byHand: Payment | null
  /** Paid, by their ids. */
  refunds: Map<string, Refund>
  /** Of their proofs, by method and id: refunds with one reference are one transfer. */
  references: Map<string, string>
  /** When the newest of these facts was recorded. */
  newestAt: Date
}

const types = [
  'PaymentConfirmed',
  'PaymentMethodCorrected',
  'RefundPaid',
  'RefundPaymentWithdrawn',
  'RefundWithdrawn',
] satisfies OrderEvent['type'][]

type Fact = { stream_id: string; type: string; payload: string; recorded_at: Date }
type Proof = { order_id: string; refund_id: string; method: string; reference: string }

/** An order without any such fact has no entry. */
export async function moneyOfOrders(
  { tx }: Audit,
  orderIds: readonly string[],
): Promise<Map<string, StatedMoney>> {
  const orders = new Map<string, StatedMoney>()
  const { rows: facts } = await tx.query<Fact>({
    name: 'verify_stated_facts',
    text: `
      select stream_id, type, payload, recorded_at
        from events
       where leaf is null
         and log_id in (select log_id from logs where log_id like 'shop/%')
         and stream_id = any($1) and type = any($2)
       order by log_id, stream_id, stream_version`,
    values: [[...new Set(orderIds)].map((orderId) => `order/${orderId}`), types],
  })
  for (const { stream_id, type, payload, recorded_at } of facts) {
    const orderId = stream_id.slice('order/'.length)
    const money = orders.get(orderId) ?? nothing()
    orders.set(orderId, money)
    money.newestAt = recorded_at
    // The type and the data were checked against the catalogue before they were stored.
    tell(money, { type, data: JSON.parse(payload) } as OrderEvent)
  }
  const { rows: proofs } = await tx.query<Proof>({
    name: 'verify_stated_proofs',
    text: `
      select order_id, refund_id, method, reference
        from refund_payments
       where order_id = any($1) and reference is not null`,
    values: [[...orders.keys()]],
  })
  for (const { order_id, refund_id, method, reference } of proofs)
    orders.get(order_id)?.references.set(`${method} ${refund_id}`, reference)
  return orders
}

const nothing = (): StatedMoney => ({
  confirmed: new Map(),
  byHand: null,
  refunds: new Map(),
  references: new Map(),
  newestAt: new Date(0),
})

function tell(money: StatedMoney, { type, data }: OrderEvent): void {
  if (type === 'PaymentConfirmed') {
    if (data.attemptId === null) money.byHand = data
    else money.confirmed.set(data.attemptId, data)
  }
  if (type === 'PaymentMethodCorrected' && money.byHand !== null)
    money.byHand = { ...money.byHand, method: data.to }
  if (type === 'RefundPaid') money.refunds.set(data.refundId, data)
  if (type === 'RefundPaymentWithdrawn') money.refunds.delete(data.refundId)
  // With a method: staff say that this payment never came.
  if (type === 'RefundWithdrawn' && data.method !== null) money.byHand = null
}
