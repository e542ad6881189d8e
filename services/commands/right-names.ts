// What an order is called once its number was corrected. Where nobody says a name or an e-mail at
// the counter, those of the number's profile are written down (`manual-order.ts`). A number that
// was mistyped is a stranger's, and so are these: receipts, news of money and letters of draws
// would go to him, with links of the order.
import type { CustomerEvent } from '#events/customer/events.ts'
import type { CustomerId, OrderId } from '#events/kernel/ids.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import type { HolderReason } from '#events/order/evolve.ts'

import { personOf } from './manual-order.ts'
import type { OrderDesk } from './order-desk.ts'
import type { ContactRow } from './purchase-rows.ts'

export type Names = Pick<ContactRow, 'name' | 'email'>

type Corrected = {
  orderId: OrderId
  order: PlacedOrder
  /** As it stands by the number that is wrong. */
  contact: ContactRow
  phone: string
  cause: HolderReason
}

/** What is the stranger's gives way to what is known of the right number. */
export async function rightNames(
  desk: OrderDesk,
  { orderId, order, contact, phone, cause }: Corrected,
): Promise<Names> {
  const { name, email } = contact
  // Online its buyer has typed them himself.
  if (cause !== 'mistyped' || order.orderType === 'online') return { name, email }
  const stranger = await personOf(desk, contact.phone)
  if (stranger === null) return { name, email }
  const { customerId, isStaff } = stranger
  if (!isStaff && (await isRegisteredBy(desk, { orderId, customerId }))) return { name, email }
  const known = await personOf(desk, phone)
  return {
    name: name === (stranger.name ?? '') ? (known?.name ?? '') : name,
    email: email === stranger.email ? (known?.email ?? null) : email,
  }
}

/** Nobody had the number before this order: its profile is what was said at the counter. */
async function isRegisteredBy(
  { store }: Pick<OrderDesk, 'store'>,
  { orderId, customerId }: { orderId: OrderId; customerId: CustomerId },
): Promise<boolean> {
  const [registered] = await store.readStream<CustomerEvent>(`customer/${customerId}`)
  const facts = await store.readStream(`order/${orderId}`)
  return facts.some(({ meta }) => meta.commandId === registered?.meta.correlationId)
}
