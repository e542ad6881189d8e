// The exclude list: while a number is on it nothing is sold to it, online or at the counter. Staff
// put it there and take it off, each time with a reason, at the customer or at any order of the
// number, since most who buy have no account; a pause that the customer has set himself is another
// matter, and nobody shortens it. Who is on it is read in `exclusions.ts`.
import type { CustomerId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { ExcludeCustomerRequest } from '../contract/admin-customers.ts'
import { newId } from '../ids.ts'
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
  const personKey = needs.personKeyOf(phone)
  if (isExcluded) await bar(needs.database, { personKey, subject, reason, actor })
  else await readmit(needs.database, personKey)
}

type Barred = Pick<Barring, 'subject' | 'reason' | 'actor'> & { personKey: string }

/** Of two at once the first counts, with what it says. The hash stands beside no phone. */
async function bar(
  database: Database,
  { personKey, subject, reason, actor }: Barred,
): Promise<void> {
  await database.query({
    name: 'buying_exclusion',
    text: `
      insert into buying_limits as own
        (person_key, excluded_by_staff_at, exclusion_id, excluded_subject, excluded_by,
         excluded_reason, changed_at)
      values ($1, clock_now(), $2, $3, $4, $5, clock_now())
          on conflict (person_key) do update
         set excluded_by_staff_at = excluded.excluded_by_staff_at,
             exclusion_id = excluded.exclusion_id,
             excluded_subject = excluded.excluded_subject,
             excluded_by = excluded.excluded_by,
             excluded_reason = excluded.excluded_reason,
             changed_at = excluded.changed_at
       where own.excluded_by_staff_at is null`,
    values: [personKey, newId<string>(), subject, actor.personId, reason],
  })
}

/** Off the list, and nothing left of having been on it. */
export async function readmit(database: Database, personKey: string): Promise<void> {
  await database.query({
    name: 'buying_readmission',
    text: `
      update buying_limits
         set excluded_by_staff_at = null, exclusion_id = null, excluded_subject = null,
             excluded_by = null, excluded_reason = null, changed_at = clock_now()
       where person_key = $1`,
    values: [personKey],
  })
}
