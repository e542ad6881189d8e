// What owners edit of an account, as a version that is held against the one that was read. It
// counts the facts that changed the account, so it stands still while its holder works.
import { staffDecider } from '#events/staff/decide.ts'
import type { StaffEvent } from '#events/staff/events.ts'
import { changesAccount } from '#events/staff/evolve.ts'
import type { Staff } from '#events/staff/evolve.ts'

import type { EventStore } from '../event-store/types.ts'
import type { Queryable } from '../io/database.ts'
import { conflictWith } from './audit.ts'
import { readState } from './change-stream.ts'
import { namesOf } from './order-acts.ts'

type Reads = { store: Pick<EventStore, 'readStream'>; database: Queryable }

const streamOf = (personId: string) => `staff/${personId}`

export async function readAccountVersion(
  { store }: Pick<Reads, 'store'>,
  personId: string,
): Promise<string> {
  return accountVersion((await readState(store, staffDecider, streamOf(personId))).state)
}

const accountVersion = (staff: Staff) => String(staff.status === 'none' ? 0 : staff.changes)

type Held = {
  personId: string
  /** As the stream says that is about to be written. */
  staff: Staff
  /** Left out: whoever asks does not mind what it was. */
  ifVersion: string | undefined
}

/** A newer one is refused, with who changed it. */
export async function requireAccountVersion(needs: Reads, held: Held): Promise<void> {
  const { personId, staff, ifVersion } = held
  if (ifVersion === undefined || ifVersion === accountVersion(staff)) return
  const recorded = await needs.store.readStream<StaffEvent>(streamOf(personId))
  const actor = recorded.findLast(({ event }) => changesAccount(event))?.meta.actor ?? ''
  throw conflictWith((await namesOf(needs.database, [actor])).get(actor))
}
