// The receipt: a text with the ticket numbers and the link to the order's page, and an e-mail where
// the shop sends any, once for each time an order is given tickets. Goods without tickets have
// theirs when they are paid. Below its mark it never sends again; a repeated fact has the same
// `ref`. Where it comes late it tells nothing of an order that is cancelled by then, nor of a line
// that came back.
import type { QuraEvent } from '#events/catalogue.ts'
import type { Order, PlacedOrder } from '#events/order/decide.ts'
import type { Grant } from '#events/order/events.ts'
import { ticketsOfOrder } from '#events/order/evolve.ts'
import { returnedLines } from '#events/order/return-line.ts'

import { readChoices } from '../../commands/account.ts'
import { openGate } from '../../commands/gate.ts'
import { linkedOf } from '../../commands/link-generation.ts'
import { writeOrderEmail } from '../../commands/order-emails.ts'
import { receiptLetter } from '../../commands/order-letters.ts'
import { orderIdOf } from '../../commands/orders.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import type { LinkedOrder } from '../../commands/order-link.ts'
import { receiptText } from '../../commands/receipt.ts'
import { sendMessage } from '../../commands/send-message.ts'
import type { Reactor } from '../reactor.ts'
import { reactorReads } from './reads.ts'

/** A gateway takes its time to answer, and in a rush thousands wait. */
const SENT_AT_ONCE = 16
/** Half of the facts are payments of what has tickets, and send nothing. */
const READ_AT_ONCE = 2 * SENT_AT_ONCE

export function receipts(desk: OrderDesk): Reactor {
  const sending = openGate({ insideMax: SENT_AT_ONCE, waitingMax: READ_AT_ONCE })
  return {
    name: 'receipts',
    reads: reactorReads.receipts,
    isTransactional: false,
    atOnce: READ_AT_ONCE,
    // A payment and its tickets stand side by side in the log, and only one of them is told.
    inAnyOrder: true,
    async react({ event, streamId, version }) {
      const orderId = orderIdOf(streamId)
      const { order: known } = await desk.orders.load(orderId, { atLeast: version })
      if (grantsToTell(event, known) === null) return
      // Another process may have cancelled it since it was read here, or corrected its phone.
      const { order, generation } = await desk.orders.load(orderId, { fresh: true })
      const grants = grantsToTell(event, order)
      if (grants === null || order.status === 'none') return
      const ref = `receipt:${orderId}:${version}`
      await sending(() => sendReceipt(desk, { orderId, generation, order, grants, ref }))
    },
  }
}

type Receipt = LinkedOrder & { order: PlacedOrder; grants: readonly Grant[]; ref: string }

async function sendReceipt(desk: OrderDesk, receipt: Receipt): Promise<void> {
  const { orderId, generation, order, grants, ref } = receipt
  const contact = await desk.rows.contact.add(orderId)
  // An erased person has no phone any more, and is owed no text.
  if (contact === null || !(await wantsReceipts(desk, contact.customer_id))) return

  const { phone, language } = contact
  const linked = linkedOf(contact, generation)
  const about = { ref, purpose: 'receipt' } as const
  await writeOrderEmail(desk, {
    ...about,
    contact,
    linked,
    letterOf: (url) => receiptLetter(order, grants, { language, pageUrl: url }),
  })
  const pageUrl = desk.links.shortUrl(linked, order.reference)
  const text = receiptText(order, grants, { language, pageUrl })
  await sendMessage(desk, { ...about, language, to: phone, text })
}

/** Null: this fact brings no receipt, or what it brought is not the buyer's any more. */
function grantsToTell({ type, data }: QuraEvent, order: Order): readonly Grant[] | null {
  if (order.status === 'none' || order.status === 'cancelled') return null
  if (type === 'TicketsGranted') {
    const back = new Set(returnedLines(order).map(({ lineId }) => lineId))
    const kept = data.grants.filter(({ lineId }) => !back.has(lineId))
    return kept.length === 0 ? null : kept
  }
  const isSale = type === 'PaymentConfirmed' && data.sale !== null
  return isSale && ticketsOfOrder(order) === 0 ? [] : null
}

/** Guests always do: the receipt is the only way to their tickets. */
const wantsReceipts = async ({ database }: OrderDesk, customerId: string | null) =>
  customerId === null || (await readChoices(database, customerId)).receipts
