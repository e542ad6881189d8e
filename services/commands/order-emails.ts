// E-mails about an order. Only where its buyer gave the address is the link in them that opens the
// order: whoever at a desk writes down an address of his own does not come into the order by it
// (docs/decisions/0058). Who gave it, the facts say; the words go to either.
import type { CustomerEvent } from '#events/customer/events.ts'
import type { CustomerId, OrderId } from '#events/kernel/ids.ts'
import type { OrderEvent } from '#events/order/events.ts'

import type { EventStore } from '../event-store/types.ts'
import type { Letter } from '../providers/messages/port.ts'
import type { OrderDesk } from './order-desk.ts'
import type { LinkedOrder } from './order-link.ts'
import type { ContactRow } from './purchase-rows.ts'
import { writeEmail } from './send-email.ts'
import type { Email } from './send-email.ts'

export type OrderEmail = Pick<Email, 'purpose'> & {
  /** Of the text that says the same. */
  ref: string
  /** The order's, read before this is called. */
  contact: Pick<ContactRow, 'phone' | 'email' | 'language'>
  linked: LinkedOrder
  /** Null: a letter without the way to the order. */
  letterOf: (pageUrl: string | null) => Letter
}

/**
 * As `writeEmail`; called before the text is sent, whose gateway may take its time: by then the
 * buyer may be erased.
 */
export async function writeOrderEmail(
  desk: Pick<OrderDesk, 'database' | 'mail' | 'store' | 'links'>,
  { ref, purpose, contact, linked, letterOf }: OrderEmail,
): Promise<void> {
  const { phone, email: address, language } = contact
  if (desk.mail === null || address === null) return
  const isOfStaff = await isAddressOfStaff(desk.store, linked.orderId)
  const letter = letterOf(isOfStaff ? null : desk.links.pageUrl(linked))
  await writeEmail(desk, { ref: `email-${ref}`, phone, address, letter, purpose, language })
}

type Streams = Pick<EventStore, 'readStream'>

/**
 * Read anew, and after the address: the fact of a correction is recorded before the address is
 * written, so nobody sees a new address whose correction he does not see.
 */
async function isAddressOfStaff(store: Streams, orderId: OrderId): Promise<boolean> {
  const facts = await store.readStream<OrderEvent>(`order/${orderId}`)
  const isCorrected = facts.some(
    ({ event }) => event.type === 'ContactCorrected' && event.data.fields.includes('email'),
  )
  if (isCorrected) return true
  const [first] = facts
  if (first === undefined || first.event.type !== 'OrderPlaced') return true
  const { orderType, customerId } = first.event.data
  if (orderType === 'offline') return true
  return customerId !== null && isProfileOfStaff(store, { customerId, at: first.recordedAt })
}

/** The checkout of who is signed in offers him the e-mail of his profile, as it stood then. */
async function isProfileOfStaff(
  store: Streams,
  { customerId, at }: { customerId: CustomerId; at: Date },
): Promise<boolean> {
  const facts = await store.readStream<CustomerEvent>(`customer/${customerId}`)
  const last = facts.findLast(({ event, recordedAt }) => recordedAt <= at && setsEmail(event))
  return last?.meta.actor.startsWith('staff:') === true
}

/** Whoever registers a number at the counter may write down an e-mail with it. */
const setsEmail = ({ type, data }: CustomerEvent): boolean =>
  type === 'CustomerRegistered' || (type === 'ProfileChanged' && data.fields.includes('email'))
