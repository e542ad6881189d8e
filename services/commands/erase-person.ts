// Erasing a person at the terminal, for somebody who cannot do it alone: the same rules and the
// same order as when a customer does, but nobody gives back a code. Who asks is for the operator to
// make sure of.
import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import type { CommandId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { EventStore } from '../event-store/types.ts'
import { newId } from '../ids.ts'
import type { Database, Queryable } from '../io/database.ts'
import { finishErasure, requireErasable } from './account-erasure.ts'
import { noteAct, staffActor, terminal } from './audit.ts'
import { changeStream, readState } from './change-stream.ts'

export type PersonFound = {
  personId: string
  /** Null: he was erased before. */
  phone: string | null
  orders: number
  tickets: number
  addresses: number
  texts: number
  /**
   * Placed without an account under the same number and never claimed: nobody has proven that they
   * are his, so they keep their contact until RETENTION_YEARS.
   */
  guestOrders: number
}

/** By a number in E.164 or the id that stands in the log. */
export async function findPerson(database: Queryable, who: string): Promise<PersonFound> {
  const { rows } = await database.query<PersonFound>(
    `select person.person_id as "personId", person.phone,
            (select count(*)::int from customer_orders as owned
              where coalesce(owned.claimed_by, owned.placed_by) = person.person_id) as orders,
            (select coalesce(sum(entry.last - entry.first + 1), 0)::int
               from raffle_entries as entry
               join customer_orders as owned using (order_id)
              where coalesce(owned.claimed_by, owned.placed_by) = person.person_id) as tickets,
            (select count(*)::int from saved_addresses as saved
              where saved.person_id = person.person_id) as addresses,
            (select count(*)::int from messages where to_phone = person.phone) as texts,
            (select count(*)::int from order_contacts as contact
               join customer_orders as owned using (order_id)
              where contact.phone = person.phone
                and coalesce(owned.claimed_by, owned.placed_by) is distinct from person.person_id
            ) as "guestOrders"
       from people as person
      where person.role is null and (person.phone = $1 or person.person_id::text = $1)`,
    [who],
  )
  const [found] = rows
  if (found === undefined) throw new Rejection('not_found', `No customer has ${who}.`)
  return found
}

export type TerminalErasure = {
  database: Database
  store: EventStore
  now: () => Date
  /** Kept outside of the database, for the day a backup brings him back; right behind the fact. */
  remember: (personId: string) => Promise<void>
}

/** Whoever was erased is asked nothing any more. */
export async function requireMayErase(
  needs: Omit<TerminalErasure, 'remember'>,
  { personId, giveUpTickets }: { personId: string; giveUpTickets: boolean },
): Promise<void> {
  const { state } = await readState(needs.store, customerDecider, `customer/${personId}`)
  if (state.status !== 'erased') await requireErasable(needs, { personId, giveUpTickets })
}

/** May be done again: whatever a first time left undone is done then. */
export async function erasePerson(
  needs: TerminalErasure,
  { personId, giveUpTickets }: { personId: string; giveUpTickets: boolean },
): Promise<void> {
  const { database, store, remember } = needs
  await requireMayErase(needs, { personId, giveUpTickets })
  const commandId = newId<CommandId>()
  const subject = `customer/${personId}`
  const { facts } = await changeStream(store, {
    streamId: subject,
    decider: customerDecider,
    actor: staffActor(terminal),
    commandId,
    commands: (): CustomerCommand[] => [{ type: 'ErasePerson' }],
  })
  await remember(personId)
  await finishErasure(database, personId)
  if (facts.length > 0)
    await noteAct(database, {
      subject,
      commandId,
      actor: terminal,
      act: 'erase person',
      details: { giveUpTickets },
    })
}
