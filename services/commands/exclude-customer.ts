// The exclude list: while a number is on it nothing is sold to it, online or at the counter. Staff
// put it there and take it off, each time with a reason, at the customer or at any order of the
// number, since most who buy have no account; a pause that the customer has set himself is another
// matter, and nobody shortens it.
import type { CustomerId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { ExcludeCustomerRequest } from '../contract/admin-customers.ts'
import type { Database } from '../io/database.ts'
import { phoneOfCustomer, readBars } from './account-limits.ts'
import type { LimitNeeds } from './account-limits.ts'
import type { Actor } from './audit.ts'
import type { PurchaseRows } from './purchase-rows.ts'
import { recordAct } from './staff-acts.ts'
import type { ActNeeds } from './staff-acts.ts'

export type ExclusionNeeds = LimitNeeds & Pick<ActNeeds, 'store'>

type Excluding = ExcludeCustomerRequest & { actor: Actor }

export async function excludeCustomer(
  needs: ExclusionNeeds,
  { customerId, ...excluding }: Excluding & { customerId: CustomerId },
): Promise<void> {
  const phone = await phoneOfCustomer(needs.database, customerId)
  if (phone === null) throw new Rejection('not_found', 'There is no such customer')
  await exclude(needs, { ...excluding, phone, subject: `customer/${customerId}` })
}

/** The number that the order stands by, whoever bought. */
export async function excludeNumber(
  needs: ExclusionNeeds & { rows: Pick<PurchaseRows, 'contact'> },
  { orderId, ...excluding }: Excluding & { orderId: OrderId },
): Promise<void> {
  const contact = await needs.rows.contact.add(orderId)
  if (contact === null) throw new Rejection('not_found', 'This order has no number')
  await exclude(needs, { ...excluding, phone: contact.phone, subject: `order/${orderId}` })
}

type Barring = Excluding & { phone: string; subject: string }

/** Asked once more, it changes nothing. The act first: without it there is no exclusion. */
async function exclude(
  needs: ExclusionNeeds,
  { phone, subject, isExcluded, reason, note = null, actor }: Barring,
): Promise<void> {
  const { excludedSince } = await readBars(needs, phone)
  if (isExcluded === (excludedSince !== null)) return
  const kind = isExcluded ? 'customer_excluded' : 'exclusion_lifted'
  const details = { reason, ...(note !== null && { note }) }
  await recordAct(needs, { kind, actor, subject, details })
  await write(needs.database, { personKey: needs.personKeyOf(phone), isExcluded })
}

async function write(
  database: Database,
  { personKey, isExcluded }: { personKey: string; isExcluded: boolean },
): Promise<void> {
  await database.query({
    name: 'buying_exclusion',
    text: `
      insert into buying_limits as own (person_key, excluded_by_staff_at, changed_at)
      values ($1, case when $2 then clock_now() end, clock_now())
          on conflict (person_key) do update
         set excluded_by_staff_at =
               case when $2 then coalesce(own.excluded_by_staff_at, clock_now()) end,
             changed_at = clock_now()`,
    values: [personKey, isExcluded],
  })
}
