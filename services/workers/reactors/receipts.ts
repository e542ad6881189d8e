// The receipt: a text with the ticket numbers and the link to the order's page, and an e-mail where
// the shop sends any, once for each time an order is given tickets. Below its mark it never sends
// again; a repeated fact has the same `ref`.
import { readChoices } from '../../commands/account.ts'
import { receiptLetter } from '../../commands/order-letters.ts'
import { orderIdOf } from '../../commands/orders.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { receiptText } from '../../commands/receipt.ts'
import { writeEmail } from '../../commands/send-email.ts'
import { sendMessage } from '../../commands/send-message.ts'
import type { Reactor } from '../reactor.ts'

export function receipts(desk: OrderDesk): Reactor {
  return {
    name: 'receipts',
    reads: { shop: ['TicketsGranted'] },
    isTransactional: false,
    // A gateway takes its time to answer, and in a rush thousands wait.
    atOnce: 16,
    async react({ event, streamId, version }) {
      if (event.type !== 'TicketsGranted') return
      const orderId = orderIdOf(streamId)
      const contact = await desk.rows.contact.add(orderId)
      const { order } = await desk.orders.load(orderId)
      // An erased person has no phone any more, and is owed no text.
      if (contact === null || order.status === 'none') return

      if (!(await wantsReceipts(desk, contact.customer_id))) return
      const { phone, email: address, language } = contact
      const { grants } = event.data
      const ref = `receipt:${orderId}:${version}`
      await sendMessage(desk, {
        to: phone,
        text: receiptText(order, grants, {
          language,
          pageUrl: desk.links.shortUrl(orderId, order.reference),
        }),
        ref,
        purpose: 'receipt',
      })
      const pageUrl = desk.links.pageUrl(orderId)
      const letter = receiptLetter(order, grants, { language, pageUrl })
      const about = { ref: `email-${ref}`, purpose: 'receipt', language } as const
      await writeEmail(desk, { ...about, phone, address, letter })
    },
  }
}

/** Guests always do: the receipt is the only way to their tickets. */
const wantsReceipts = async ({ database }: OrderDesk, customerId: string | null) =>
  customerId === null || (await readChoices(database, customerId)).receipts
