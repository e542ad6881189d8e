// Buyer and seller as an invoice was printed with them: written when it is issued, read from then
// on. The row names somebody, so it lies beside the invoice: `erase-orders.ts` empties the buyer.
import * as z from 'zod/mini'

import type { OrderId } from '#events/kernel/ids.ts'

import type { Queryable } from '../io/database.ts'
import type { ContactRow } from './purchase-rows.ts'

const sellerShape = z.strictObject({
  name: z.string(),
  phone: z.string(),
  address: z.strictObject({ en: z.string(), ar: z.string(), fr: z.string() }),
})
export type Seller = z.infer<typeof sellerShape>

type ShopContact = {
  shopName: string
  phone: string
  address: string
  translated: Readonly<Record<'ar' | 'fr', { address: string }>>
}

/** As the settings have it now. */
export const sellerNow = ({ shopName, phone, address, translated }: ShopContact): Seller => ({
  name: shopName,
  phone,
  address: { en: address, ar: translated.ar.address, fr: translated.fr.address },
})

const partiesRow = z.object({
  seller: sellerShape,
  buyer_name: z.nullable(z.string()),
  buyer_phone: z.nullable(z.string()),
  buyer_address: z.nullable(z.string()),
})
export type InvoiceParties = z.infer<typeof partiesRow>

type Parties = { orderId: OrderId; contact: ContactRow | null; seller: Seller }

/** The first who write them decide: later ones read what is there. */
export async function keepParties(
  database: Queryable,
  { orderId, contact, seller }: Parties,
): Promise<InvoiceParties> {
  await database.query({
    name: 'invoice_parties_insert',
    text: `insert into invoice_parties (order_id, seller, buyer_name, buyer_phone, buyer_address)
           values ($1, $2, $3, $4, $5)
           on conflict (order_id) do nothing`,
    values: [
      orderId,
      JSON.stringify(seller),
      contact?.name ?? null,
      contact?.phone ?? null,
      contact?.address ?? null,
    ],
  })
  return readParties(database, { orderId, contact, seller })
}

/** As they were written; of an invoice from before they were, as they are now. */
export async function readParties(
  database: Queryable,
  { orderId, contact, seller }: Parties,
): Promise<InvoiceParties> {
  const { rows } = await database.query({
    name: 'invoice_parties_of_order',
    text: `select seller, buyer_name, buyer_phone, buyer_address
             from invoice_parties where order_id = $1`,
    values: [orderId],
  })
  if (rows[0] !== undefined) return partiesRow.parse(rows[0])
  const { name = null, phone = null, address = null } = contact ?? {}
  return { seller, buyer_name: name, buyer_phone: phone, buyer_address: address }
}
