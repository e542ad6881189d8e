// Of an order that stands already: may it still be paid for, or be kept for its buyer any longer?
import type { OrderId } from '#events/kernel/ids.ts'
import type { PlacedOrder } from '#events/order/decide.ts'

import { phoneOfCustomer, requireMayBuy } from './account-limits.ts'
import type { OrderDesk } from './order-desk.ts'

type Payer = { orderId: OrderId; actor: string }

/**
 * Since the order was placed its buyer may have set himself a limit, or reached it, and staff may
 * have excluded him. Of money that has arrived already nobody asks.
 */
export async function requireMayPay(
  desk: OrderDesk,
  { orderId, actor }: Payer,
  { totalCents }: Pick<PlacedOrder, 'totalCents'>,
): Promise<void> {
  const contact = await desk.rows.contact.add(orderId)
  if (contact === null) return
  const { phone, customer_id: customerId } = contact
  // As when it was placed: the order may name another number than the account that placed it has.
  const own = customerId === null ? null : await phoneOfCustomer(desk.database, customerId)
  const isHimself = own === phone && actor === `customer:${customerId}`
  const phones = [...new Set([phone, own ?? phone])]
  await requireMayBuy(desk, { phones, customerId, totalCents, orderId, isHimself })
}
