// What the holder of an order may keep of the public ledger, for each range of tickets.
import * as z from 'zod/mini'

import { count, id, ticketNumber } from './shared.ts'

const hexOrNull = () => z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/)))

export const ticketReceipts = z.strictObject({
  data: z.array(
    z.strictObject({
      /** Of the order's line. */
      id: id(),
      raffleId: id(),
      firstNumber: ticketNumber(),
      lastNumber: ticketNumber(),
      /** Of the raffle's public log. */
      origin: z.string(),
      /** Of the leaf, from 0. */
      index: count(),
      /** The leaf as it was hashed. */
      entry: z.string(),
      /** The log's signed promise that the leaf stands there (`qura receipt/v1`, a signed note). */
      receipt: z.string(),
      /** C2SP tlog-proof; null until a checkpoint covers the leaf, within a minute. */
      proof: z.nullable(z.string()),
      /** Opens the leaf's commitments; the holder's part is for the holder alone. */
      opening: z.strictObject({
        index: count(),
        holderSalt: hexOrNull(),
        holderText: z.nullable(z.string()),
        orderSalt: hexOrNull(),
        orderText: z.nullable(z.string()),
      }),
    }),
  ),
})
export type TicketReceipts = z.infer<typeof ticketReceipts>

/** Where the file of one range is; the order's page links to it. */
export const proofFilePath = ({ orderId, lineId }: { orderId: string; lineId: string }): string =>
  `/api/orders/${orderId}/receipts/${lineId}`
