// Words that were true when they were written and are not any more: they do not go, however they
// were to go. Whoever is to have the new ones is sent them anew.
import type { OrderId } from '#events/kernel/ids.ts'

import type { OrderDesk } from './order-desk.ts'

/**
 * A statement. `which` says of which messages (`text`), `failure` why: a word in quotes, or a
 * value's place. Those that have not gone are given up; so are those that somebody is sending at
 * this moment: what then went is sent all the same, and what did not is not tried again
 * (`message-rows.ts`). One that WhatsApp takes, or has taken, does not go on by SMS when it reaches
 * nobody (`message-reports.ts`).
 */
export const givingUp = (failure: `'${string}'` | `$${number}`, which: string) => `
  with given_up as (
         update messages as text
            set state = 'failed', failure = ${failure}, next_try_at = null,
                channel = coalesce(text.channel, 'whatsapp')
          where ${which}
            and (text.state = 'waiting'
                 or (text.state = 'unknown' and text.next_try_at > (select clock_now())))
         returning text.ref
       ), taken as (
         update messages as text
            set channel = 'whatsapp'
          where ${which}
            and text.state = 'sent' and text.gateway_id like 'whatsapp:%'
            and text.channel is null
       )
  update emails set try_at = null from given_up where emails.ref = given_up.ref`

/** Of a message that no list asks anybody to look at. */
export const GIVEN_UP_FOR_GOOD = 'order_cancelled'

type Stale = {
  orderId: OrderId
  /** Nothing is left of the order for a receipt to tell: nobody needs to look at it. */
  isCancelled: boolean
  /** Left out: whenever it was written. */
  writtenBefore?: Date
}

/**
 * Receipts of an order that was cancelled, or of which a line came back: they tell of tickets that
 * are void by now. What the order still has, its receipt tells when it is sent again.
 */
export async function giveUpReceipts(
  { database }: Pick<OrderDesk, 'database'>,
  { orderId, isCancelled, writtenBefore }: Stale,
): Promise<void> {
  await database.query({
    name: 'give_up_receipts',
    text: givingUp(
      '$3',
      `text.to_phone = (select phone from order_contacts where order_id = $1::uuid)
            and text.purpose = 'receipt'
            and split_part(text.ref, ':', 2) = $1::text
            and text.created_at < coalesce($2::timestamptz, 'infinity')`,
    ),
    values: [orderId, writtenBefore ?? null, isCancelled ? GIVEN_UP_FOR_GOOD : 'order_changed'],
  })
}
