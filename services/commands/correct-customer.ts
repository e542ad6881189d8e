// A customer's name and e-mail, mended by staff: rows, because they are erasable. The fact is the
// one of a customer who changes them himself; the note beside it says how they stood before and
// after. Those of staff are no customer's: they sign in with them.
import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import type { CommandId, CustomerId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import { conflictWith, noteAct, staffActor } from './audit.ts'
import type { Actor } from './audit.ts'
import { changeStream } from './change-stream.ts'
import { namesOf } from './order-acts.ts'
import type { ActNeeds } from './staff-acts.ts'

type Names = { fullName: string | null; email: string | null }

type Correcting = {
  customerId: CustomerId
  right: Names
  note: string | null
  actor: Actor
  /** Undefined: the caller does not mind what it was. */
  ifVersion: number | undefined
}

/** Asked once more, it changes nothing. */
export async function correctCustomer(
  { database, store }: ActNeeds,
  { customerId, right, note, actor, ifVersion }: Correcting,
): Promise<void> {
  const known = await readNames(database, customerId)
  const fields = (['fullName', 'email'] as const).filter((field) => known[field] !== right[field])
  if (fields.length === 0) return
  const subject = `customer/${customerId}`
  const commandId = newId<CommandId>()
  await changeStream(store, {
    streamId: subject,
    decider: customerDecider,
    actor: staffActor(actor),
    commandId,
    ifVersion,
    onConflict: async (last) => conflictWith((await namesOf(database, [last])).get(last)),
    commands: (): CustomerCommand[] => [{ type: 'ChangeProfile', fields }],
  })
  await database.query({
    name: 'customer_correct',
    text: `update people set full_name = $2, email = $3 where person_id = $1 and role is null`,
    values: [customerId, right.fullName, right.email],
  })
  const only = (names: Names) => Object.fromEntries(fields.map((field) => [field, names[field]]))
  const details = { ...(note !== null && { note }), before: only(known), after: only(right) }
  await noteAct(database, { subject, commandId, actor, act: 'correct_customer', details })
}

type PersonRow = { fullName: string | null; email: string | null; isStaff: boolean }

async function readNames(database: Queryable, customerId: CustomerId): Promise<Names> {
  const { rows } = await database.query<PersonRow>({
    name: 'names_of_customer',
    text: `select full_name as "fullName", email, role is not null as "isStaff"
             from people where person_id = $1 and phone is not null`,
    values: [customerId],
  })
  const [person] = rows
  if (person === undefined) throw new Rejection('not_found', 'There is no such customer')
  const { isStaff, ...names } = person
  if (isStaff)
    throw new Rejection('not_allowed', 'Name and e-mail of staff are changed with their account.')
  return names
}
