// A second factor of a customer beside the code by SMS: whoever takes over his number does not have
// his account yet. Between the two the browser stays a guest's; who it wants to be stands in a row
// that counts for five minutes.
import { unreachable } from '#events/kernel/assert.ts'
import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { EventStore } from '../event-store/types.ts'
import type { Queryable } from '../io/database.ts'
import { changeStream } from './change-stream.ts'
import { removePasskeys } from './passkeys.ts'
import { forgetRecoveryCodes } from './recovery-codes.ts'
import { factorsOf, removeTotp } from './second-factor.ts'
import type { FactorChange, FactorNeeds, NoteFactor } from './second-factor.ts'

export type CustomerFactorNeeds = FactorNeeds & {
  store: Pick<EventStore, 'append' | 'readStream'>
}

const PENDING_SECONDS = 300

export function customerFactorNote(
  { store }: Pick<CustomerFactorNeeds, 'store'>,
  { personId, actor = `customer:${personId}` }: { personId: string; actor?: string },
): NoteFactor {
  return async (change) => {
    await changeStream(store, {
      streamId: `customer/${personId}`,
      decider: customerDecider,
      actor,
      commands: () => [commandOf(change)],
    })
  }
}

function commandOf(change: FactorChange): CustomerCommand {
  switch (change.act) {
    case 'added':
      return { type: 'AddFactor', kind: change.kind }
    case 'removed':
      return { type: 'RemoveFactor', kind: change.kind }
    case 'made recovery codes':
      return { type: 'MakeRecoveryCodes' }
    case 'used recovery code':
      return { type: 'UseRecoveryCode' }
    default:
      return unreachable(change)
  }
}

export async function hasFactor(database: Queryable, personId: string): Promise<boolean> {
  const { hasTotp, passkeys } = await factorsOf(database, personId)
  return hasTotp || passkeys > 0
}

type Pending = { sessionId: string; personId: string }

/** After the code by SMS: throws where a second factor must follow, and remembers who waits. */
export async function requireFactorIfSet(
  database: Queryable,
  { sessionId, personId }: Pending,
): Promise<void> {
  if (!(await hasFactor(database, personId))) return
  await database.query({
    name: 'sign_in_pend',
    text: `insert into pending_sign_ins (session_id, person_id, expires_at)
           values ($1, $2, clock_now() + make_interval(secs => $3))
           on conflict (session_id) do update
              set person_id = excluded.person_id, expires_at = excluded.expires_at`,
    values: [sessionId, personId, PENDING_SECONDS],
  })
  throw new Rejection('second_factor_required', 'Please confirm that it is you.')
}

/** Throws `code_expired` where nobody waits: the code by SMS must be asked for anew. */
export async function pendingSignIn(database: Queryable, sessionId: string): Promise<string> {
  const { rows } = await database.query<{ person_id: string }>({
    name: 'sign_in_pending',
    text: `select person_id from pending_sign_ins
            where session_id = $1 and expires_at > clock_now()`,
    values: [sessionId],
  })
  const [row] = rows
  if (row === undefined) throw signInOver()
  return row.person_id
}

/** Once: whoever comes second with the same proof finds nobody waiting. */
export async function takePendingSignIn(database: Queryable, pending: Pending): Promise<void> {
  const { rowCount } = await database.query({
    name: 'sign_in_take',
    text: `delete from pending_sign_ins
            where session_id = $1 and person_id = $2 and expires_at > clock_now()`,
    values: [pending.sessionId, pending.personId],
  })
  if (rowCount === 0) throw signInOver()
}

export const signInOver = () =>
  new Rejection('code_expired', 'This took too long. Please ask for a new code.')

export type CustomerProof = 'not needed' | 'missing' | 'old' | 'fresh'

/** As staff are judged: five minutes are fresh. A customer without a factor is asked for none. */
export async function customerProof(
  database: Queryable,
  { sessionId, personId }: Pending,
): Promise<CustomerProof> {
  if (!(await hasFactor(database, personId))) return 'not needed'
  const { rows } = await database.query<{ is_proven: boolean; is_fresh: boolean }>({
    name: 'session_proof',
    text: `select proven_at is not null as is_proven,
                  coalesce(proven_at > clock_now() - interval '5 minutes', false) as is_fresh
             from sessions where session_id = $1`,
    values: [sessionId],
  })
  const { is_proven = false, is_fresh = false } = rows[0] ?? {}
  if (!is_proven) return 'missing'
  return is_fresh ? 'fresh' : 'old'
}

/** As above; who has no factor is asked for a sign-in, or a code by SMS, of those five minutes. */
export async function recentProof(database: Queryable, pending: Pending): Promise<CustomerProof> {
  const proof = await customerProof(database, pending)
  if (proof !== 'not needed') return proof
  const { rows } = await database.query<{ is_fresh: boolean }>({
    name: 'session_recent',
    text: `select greatest(created_at, proven_at) > clock_now() - interval '5 minutes' as is_fresh
             from sessions where session_id = $1`,
    values: [pending.sessionId],
  })
  return rows[0]?.is_fresh === true ? 'fresh' : 'old'
}

/** Recovery codes open what is locked: without a lock there is nothing to open. */
export async function forgetIdleRecoveryCodes(database: Queryable, personId: string) {
  if (!(await hasFactor(database, personId))) await forgetRecoveryCodes(database, personId)
}

/** For who has lost phone, passkeys and recovery codes; who asks for it has made sure of him. */
export async function resetCustomerFactors(
  needs: Pick<CustomerFactorNeeds, 'database' | 'store'>,
  { personId, actor }: { personId: string; actor: string },
): Promise<void> {
  const note = customerFactorNote(needs, { personId, actor })
  await removeTotp(needs, { personId, note })
  await removePasskeys(needs, { personId, passkeyId: null, note })
  await forgetRecoveryCodes(needs.database, personId)
}
