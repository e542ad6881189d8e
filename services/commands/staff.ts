// Staff sign in by e-mail and password. Ten failures for an account or from an address close that
// account or address, each by itself, for a quarter of an hour (docs/security.md, K18, K19).
import type { CommandId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { staffDecider } from '#events/staff/decide.ts'

import type { EventStore } from '../event-store/types.ts'
import { newId } from '../ids.ts'
import type { Database, Queryable } from '../io/database.ts'
import type { Ring } from '../secrets.ts'
import { noteAct, staffActor } from './audit.ts'
import type { Actor } from './audit.ts'
import { changeStream } from './change-stream.ts'
import { failureCounters } from './failure-counters.ts'
import type { FailureCounters } from './failure-counters.ts'
import { hashPassword, isPassword, oneTimePassword, requireStrong } from './passwords.ts'
import type { Breached } from './passwords.ts'

const FAILURES_MAX = 10
const CLOSED_SECONDS = 900

export type StaffNeeds = {
  database: Database
  store: Pick<EventStore, 'append' | 'readStream'>
  /** Outside the database; blind e-mails and addresses in the failure counters. */
  codeKeys: Ring<Uint8Array>
  /** New passwords are looked up there; left out: nowhere. */
  breached?: Breached
}

export type StaffSignIn = { email: string; password: string; address: string }

/** Answers the person; a wrong e-mail and a wrong password look and take the same. */
export async function signInStaff(needs: StaffNeeds, signIn: StaffSignIn): Promise<string> {
  const email = signIn.email.trim().toLowerCase()
  if (email === '' || signIn.password.trim() === '')
    throw new Rejection('invalid_request', 'Please enter email and password')
  const failures = failureCounters(needs.database, needs.codeKeys)
  await reserveTry(failures, { email, address: signIn.address })

  const account = await findAccount(needs.database, email)
  const isRight = await isPassword(signIn.password, account?.password_hash ?? null)
  if (account === null || !isRight) throw wrongPassword()
  await failures.clear('wrong password', email)
  await failures.giveBack('wrong password from', signIn.address)
  return account.person_id
}

type Tried = { email: string; address: string }

/** The try stands as a failure until the password has proven right. */
async function reserveTry(failures: FailureCounters, { email, address }: Tried): Promise<void> {
  const limit = { max: FAILURES_MAX, seconds: CLOSED_SECONDS }
  if (!(await failures.reserve('wrong password from', address, limit)))
    throw closed(await failures.read('wrong password from', address))
  if (await failures.reserve('wrong password', email, limit)) return
  // One closed account must not close the address for its other accounts, nor the other way round.
  await failures.giveBack('wrong password from', address)
  throw closed(await failures.read('wrong password', email))
}

function closed({ secondsLeft }: { secondsLeft: number }): Rejection {
  return new Rejection('too_many_requests', 'Too many failed attempts. Please try again later.', {
    retryAfterSeconds: secondsLeft,
  })
}

const wrongPassword = () => new Rejection('wrong_password', 'Invalid email or password')

type Account = {
  person_id: string
  email: string
  full_name: string | null
  password_hash: string
}

async function findAccount(database: Queryable, email: string): Promise<Account | null> {
  const { rows } = await database.query<Account>({
    name: 'staff_by_email',
    text: `select person_id, email, full_name, password_hash
             from people
            where lower(email) = $1 and role is not null and disabled_at is null`,
    values: [email],
  })
  return rows[0] ?? null
}

export type PasswordChange = {
  actor: Actor
  email: string
  currentPassword: string
  newPassword: string
  /** The account's other sessions: whoever dies behind the change cannot end them any more. */
  endOthers: () => Promise<unknown>
}

/** The other sessions end before it, and those that began meanwhile behind it. */
export async function changeOwnPassword(needs: StaffNeeds, change: PasswordChange): Promise<void> {
  const { actor, email, newPassword } = change
  const { personId, address } = actor
  await signInStaff(needs, { email, address, password: change.currentPassword })
  const account = await findAccount(needs.database, email.toLowerCase())
  await requireStrong(newPassword, [email, account?.full_name ?? null], needs.breached)
  if (newPassword === change.currentPassword)
    throw new Rejection('weak_password', 'Please choose a password you have not used before.')

  const passwordHash = await hashPassword(newPassword)
  const commandId = newId<CommandId>()
  const subject = `staff/${personId}`
  await changeStream(needs.store, {
    streamId: subject,
    decider: staffDecider,
    actor: staffActor(actor),
    commandId,
    commands: () => [{ type: 'ChangePassword', isForcedNext: false } as const],
  })
  await change.endOthers()
  // Recorded before it holds: an act of staff without its fact must not exist.
  await needs.database.query({
    name: 'staff_set_password',
    text: `update people set password_hash = $2, must_change_password = false
            where person_id = $1`,
    values: [personId, passwordHash],
  })
  await change.endOthers()
  const act = 'change password'
  await noteAct(needs.database, { subject, commandId, actor, act, details: {} })
}

export type FirstOwner =
  | { kind: 'exists' }
  /** `oneTimePassword`: to be shown once and never again; null when the settings gave one. */
  | { kind: 'created'; email: string; oneTimePassword: string | null }

const FIRST_OWNER_LOCK = 7_173_404

/** While there is no owner, ADMIN_EMAIL becomes one. Safe to call at every start. */
export async function ensureFirstOwner(
  needs: StaffNeeds,
  { email, password }: { email: string; password: string | null },
): Promise<FirstOwner> {
  const oneTime = password === null ? oneTimePassword() : null
  const passwordHash = await hashPassword(password ?? oneTime ?? '')
  const { personId, isNew } = await needs.database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [FIRST_OWNER_LOCK])
    const known = await findOwner(tx)
    if (known !== null) return { personId: known, isNew: false }
    if (password !== null) await requireUnleaked(needs, password)
    return {
      personId: await insertOwner(tx, { email, passwordHash, isForced: oneTime !== null }),
      isNew: true,
    }
  })
  // A start that died here finds the owner without a fact, and records it now.
  await changeStream(needs.store, {
    streamId: `staff/${personId}`,
    decider: staffDecider,
    actor: 'system:first-owner',
    commands: (staff) =>
      staff.status === 'none' ? [{ type: 'InviteStaff', role: 'owner' } as const] : [],
  })
  return isNew ? { kind: 'created', email, oneTimePassword: oneTime } : { kind: 'exists' }
}

/** The setting counts for the first owner alone, and is looked up when he is made. */
async function requireUnleaked({ breached }: StaffNeeds, password: string): Promise<void> {
  if ((await breached?.has(password)) !== true) return
  const message = 'ADMIN_PASSWORD is on the list of breached passwords: please choose another.'
  throw new Rejection('weak_password', message)
}

async function findOwner(tx: Queryable): Promise<string | null> {
  const { rows } = await tx.query<{ person_id: string }>(
    `select person_id from people where role = 'owner' order by created_at limit 1`,
  )
  return rows[0]?.person_id ?? null
}

async function insertOwner(
  tx: Queryable,
  owner: { email: string; passwordHash: string; isForced: boolean },
): Promise<string> {
  const personId = newId<string>()
  await tx.query(
    `insert into people
       (person_id, email, role, password_hash, must_change_password, created_at)
     values ($1, $2, 'owner', $3, $4, clock_now())`,
    [personId, owner.email.trim().toLowerCase(), owner.passwordHash, owner.isForced],
  )
  return personId
}
