// Who an order is for, to those who act for it in a hurry.
import type { OrderId } from '#events/kernel/ids.ts'
import type { PlacedOrder } from '#events/order/decide.ts'

import type { OrderDesk } from './order-desk.ts'
import type { ContactRow } from './purchase-rows.ts'

/** Of one whose phone was corrected the row is read: a process may remember the phone before. */
export const holderOf = (
  desk: Pick<OrderDesk, 'contactOf' | 'rows'>,
  orderId: OrderId,
  { isHolderCorrected }: Pick<PlacedOrder, 'isHolderCorrected'>,
): Promise<ContactRow | null> =>
  isHolderCorrected ? desk.rows.contact.add(orderId) : desk.contactOf(orderId)
