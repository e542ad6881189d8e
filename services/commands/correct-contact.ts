// Name, e-mail and address of who an order is for, mended by staff. They stand beside the facts,
// where they can be erased: the fact says which of them was wrong, the note beside the act how it
// stood before and after. A process that dies between the fact and the row leaves an order that can
// be corrected once more.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { ContactField } from '#events/order/evolve.ts'
import { contactFields } from '#events/order/words.ts'

import type { OrderDesk } from './order-desk.ts'
import type { Guard } from './orders.ts'
import { requirePlaced } from './orders.ts'
import type { ContactRow } from './purchase-rows.ts'
import { markStaffPurchase, requireMayEnter } from './staff-entries.ts'

/** `address`: left out, it stays as it is. */
export type RightContact = { name: string; email: string | null; address?: string | undefined }

type Written = Pick<ContactRow, ContactField>

type Noted = Readonly<Record<string, string | null>>

/** Of the fields that were wrong: as they stood, and as they stand. */
export type ContactChange = { before: Noted; after: Noted }

type Correcting = { orderId: OrderId; right: RightContact; staffId: string; guard: Guard }

export async function correctContact(
  desk: OrderDesk,
  { orderId, right, staffId, guard }: Correcting,
): Promise<ContactChange> {
  const { lines, shippingMethod } = requirePlaced(
    (await desk.orders.load(orderId, { fresh: true })).order,
  )
  const contact = await desk.rows.contact.add(orderId)
  if (contact === null) throw new Rejection('not_found', 'The person of this order was erased.')
  if (right.address !== undefined && shippingMethod === 'pickup')
    throw refused('address', 'This order is fetched by its buyer.')
  const after: Written = { ...right, address: right.address ?? contact.address }
  const fields = contactFields.filter((field) => contact[field] !== after[field])
  if (fields.length === 0) throw refused('name', 'This is how it is written already.')
  const entrant = { lines, buyer: { phones: [contact.phone], email: after.email } }
  if (fields.includes('email')) requireMayEnter(desk, entrant)

  await desk.orders.change(orderId, {
    ...guard,
    actor: `staff:${staffId}`,
    commands: () => [{ type: 'CorrectContact', fields }],
  })
  if (fields.includes('email')) await markStaffPurchase(desk, { orderId, ...entrant })
  await desk.database.query({
    name: 'order_contact_correct',
    text: 'update order_contacts set name = $2, email = $3, address = $4 where order_id = $1',
    values: [orderId, after.name, after.email, after.address],
  })
  return changeOf(fields, { before: contact, after })
}

const refused = (path: ContactField, message: string) =>
  new Rejection('invalid_request', message, { fields: [{ path, message }] })

export const changeOf = (
  fields: readonly ContactField[],
  { before, after }: { before: Written; after: Written },
): ContactChange => ({ before: only(fields, before), after: only(fields, after) })

const only = (fields: readonly ContactField[], written: Written): Noted =>
  Object.fromEntries(fields.map((field) => [field, written[field]]))
