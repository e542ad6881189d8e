// Accounts of staff: who is invited, what each may do, and who is let in no longer. The rule that
// the shop keeps an owner is the decider's; what is written here first is the fact, then the row
// that makes it hold. A start or a retry finds a fact without its row by asking again.
import { createHash, randomBytes } from 'node:crypto'

import type { CommandId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { staffDecider } from '#events/staff/decide.ts'
import type { StaffCommand } from '#events/staff/decide.ts'
import type { StaffRole } from '#events/staff/events.ts'

import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import type { ActName } from './act-names.ts'
import { noteAct, staffActor } from './audit.ts'
import type { Actor } from './audit.ts'
import { changeStream } from './change-stream.ts'
import { checkoutPhone } from './checkout-phone.ts'
import { findCutShort, insertMember, writeMember } from './new-member.ts'
import { changedOwners, countOtherOwners } from './other-owners.ts'
import { hashPassword, oneTimePassword, requireStrong } from './passwords.ts'
import type { StaffNeeds } from './staff.ts'
import { requireAccountVersion } from './staff-version.ts'

/** How a person gets the first password: by a link to set it, or one to change at once. */
export type Entry = 'link' | 'password'

/** Shown once, to whoever invited; nothing of it can be read again. */
export type EntryGiven =
  | { kind: 'link'; token: string; expiresAt: Date }
  | { kind: 'password'; password: string }

const LINK_HOURS = 72

export type Invitation = {
  email: string
  fullName: string
  /** As typed; blank or left out: none. */
  phone?: string | undefined
  role: StaffRole
  entry: Entry
  actor: Actor
}

export async function inviteStaff(
  needs: StaffNeeds,
  { email, fullName, phone: typed = '', role, entry, actor }: Invitation,
): Promise<{ personId: string; given: EntryGiven }> {
  const oneTime = oneTimePassword()
  const phone = staffPhone(typed)
  const member = { email, fullName, phone, role, passwordHash: await hashPassword(oneTime) }
  const made = await insertMember(needs.database, member)
  const personId = made ?? (await findCutShort(needs, email))
  const commandId = await record(needs, { personId, actor }, () => [{ type: 'InviteStaff', role }])
  // Of two who take over what was cut short the fact lets one through, and he alone writes.
  if (made === null) await writeMember(needs.database, { personId, ...member })
  const details = { after: { email: email.toLowerCase(), fullName, phone, role }, entry }
  await note(needs, { personId, actor, commandId, act: 'invite staff', details })
  return { personId, given: await give(needs, personId, { entry, oneTime }) }
}

async function give(
  { database }: StaffNeeds,
  personId: string,
  { entry, oneTime }: { entry: Entry; oneTime: string },
): Promise<EntryGiven> {
  await endInvitations(database, personId)
  if (entry === 'password') return { kind: 'password', password: oneTime }
  const token = randomBytes(32).toString('base64url')
  const { rows } = await database.query<{ expires_at: Date }>({
    name: 'staff_invite',
    text: `insert into staff_invitations (token_sha256, person_id, created_at, expires_at)
           values ($1, $2, clock_now(), clock_now() + make_interval(hours => $3))
        returning expires_at`,
    values: [tokenHash(token), personId, LINK_HOURS],
  })
  return { kind: 'link', token, expiresAt: rows[0]?.expires_at ?? new Date(0) }
}

const tokenHash = (token: string) => createHash('sha256').update(token).digest()

async function endInvitations(database: Queryable, personId: string): Promise<void> {
  await database.query({
    name: 'staff_invitations_end',
    text: `update staff_invitations set ended_at = clock_now()
            where person_id = $1 and ended_at is null`,
    values: [personId],
  })
}

/** Once: the link is used up in the statement that finds it. Answers whose account it was. */
export async function acceptInvitation(
  needs: StaffNeeds,
  { token, newPassword, address }: { token: string; newPassword: string; address: string },
): Promise<{ personId: string; email: string }> {
  const { person_id: personId, email, role, full_name } = await findInvited(needs.database, token)
  // A weak password is refused before the link is used up.
  await requireStrong(newPassword, [email, full_name], needs.breached)
  const passwordHash = await hashPassword(newPassword)
  const { rowCount } = await needs.database.query({
    name: 'staff_invitation_use',
    text: `update staff_invitations set ended_at = clock_now()
            where token_sha256 = $1 and ended_at is null and expires_at > clock_now()`,
    values: [tokenHash(token)],
  })
  if (rowCount !== 1) throw linkIsOver()
  const actor = { personId, role, address }
  const commandId = await record(needs, { personId, actor }, () => [
    { type: 'ChangePassword', isForcedNext: false },
  ])
  await setPassword(needs.database, { personId, passwordHash, isForcedNext: false })
  const details = { entry: 'link' }
  await note(needs, { personId, actor, commandId, act: 'change password', details })
  return { personId, email }
}

type Invited = { person_id: string; email: string; role: StaffRole; full_name: string | null }

async function findInvited(database: Queryable, token: string): Promise<Invited> {
  const { rows } = await database.query<Invited>({
    name: 'staff_invited',
    text: `select person.person_id, person.email, person.role, person.full_name
             from staff_invitations as invitation
             join people as person using (person_id)
            where invitation.token_sha256 = $1
              and invitation.ended_at is null
              and invitation.expires_at > clock_now()
              and person.role is not null
              and person.disabled_at is null`,
    values: [tokenHash(token)],
  })
  const [row] = rows
  if (row === undefined) throw linkIsOver()
  return row
}

const linkIsOver = () =>
  new Rejection('invitation_over', 'This link has been used or is too old. Please ask for another.')

async function setPassword(
  database: Queryable,
  given: { personId: string; passwordHash: string; isForcedNext: boolean },
): Promise<void> {
  await database.query({
    name: 'staff_password',
    text: `update people set password_hash = $2, must_change_password = $3 where person_id = $1`,
    values: [given.personId, given.passwordHash, given.isForcedNext],
  })
}

export type MemberAct = {
  personId: string
  actor: Actor
  /** Of the account that was read; left out: whatever it is now. */
  ifVersion?: string | undefined
}

/** A new way in for who has lost the old one: the password that was there holds no longer. */
export async function resetPassword(
  needs: StaffNeeds,
  { personId, actor, entry }: MemberAct & { entry: Entry },
): Promise<EntryGiven> {
  await requireMember(needs.database, personId)
  const oneTime = oneTimePassword()
  const passwordHash = await hashPassword(oneTime)
  const commandId = await record(needs, { personId, actor }, () => [
    { type: 'ChangePassword', isForcedNext: true },
  ])
  await setPassword(needs.database, { personId, passwordHash, isForcedNext: true })
  await note(needs, { personId, actor, commandId, act: 'reset password', details: { entry } })
  return give(needs, personId, { entry, oneTime })
}

/** Counts from the next call on: rights are read from the row each time (docs/security.md, K30). */
export async function changeRole(
  needs: StaffNeeds,
  { personId, actor, ifVersion, role }: MemberAct & { role: StaffRole },
): Promise<void> {
  const before = await requireMember(needs.database, personId)
  const commandId = await changedOwners(needs.database, async () => {
    const ownersLeft = await countOtherOwners(needs.database, personId)
    const recorded = await record(needs, { personId, actor, ifVersion }, () => [
      { type: 'ChangeStaffRole', role, ownersLeft },
    ])
    await needs.database.query({
      name: 'staff_role',
      text: 'update people set role = $2 where person_id = $1 and role is not null',
      values: [personId, role],
    })
    return recorded
  })
  const details = { before: { role: before.role }, after: { role } }
  await note(needs, { personId, actor, commandId, act: 'change role', details })
}

export async function renameStaff(
  needs: StaffNeeds,
  { personId, actor, ifVersion, fullName }: MemberAct & { fullName: string },
): Promise<void> {
  const { full_name } = await requireMember(needs.database, personId)
  await amend(
    needs,
    { personId, actor, ifVersion },
    {
      kind: 'member_renamed',
      act: 'rename staff',
      statement: { name: 'staff_name', text: setFieldOf('full_name') },
      details: { before: { fullName: full_name }, after: { fullName } },
      value: fullName,
    },
  )
}

/** The number by which a purchase of staff is known; nobody signs in with it. */
export async function setStaffPhone(
  needs: StaffNeeds,
  { personId, actor, ifVersion, phone: typed }: MemberAct & { phone: string },
): Promise<void> {
  const phone = staffPhone(typed)
  const before = await requireMember(needs.database, personId)
  if (phone === before.staff_phone) return
  await amend(
    needs,
    { personId, actor, ifVersion },
    {
      kind: 'member_phone_set',
      act: 'set staff phone',
      statement: { name: 'staff_phone', text: setFieldOf('staff_phone') },
      details: { before: { phone: before.staff_phone }, after: { phone } },
      value: phone,
    },
  )
}

const setFieldOf = (column: 'full_name' | 'staff_phone') =>
  `update people set ${column} = $2 where person_id = $1`

type Amendment = {
  kind: 'member_renamed' | 'member_phone_set'
  act: ActName
  statement: { name: string; text: string }
  value: string | null
  details: Readonly<Record<'before' | 'after', object>>
}

/** What stands beside the facts: recorded as an act, written, and noted with what stood before. */
async function amend(
  needs: StaffNeeds,
  { personId, actor, ifVersion }: MemberAct,
  { kind, act, statement, value, details }: Amendment,
): Promise<void> {
  const commandId = await record(needs, { personId, actor, ifVersion }, () => [
    { type: 'NoteAct', kind, subject: '-' },
  ])
  await needs.database.query({ ...statement, values: [personId, value] })
  await note(needs, { personId, actor, commandId, act, details })
}

/** As a buyer's is written, so that the two can be compared. */
const staffPhone = (typed: string) => (typed.trim() === '' ? null : checkoutPhone(typed, 'phone'))

export async function disableStaff(
  needs: StaffNeeds,
  { personId, actor, ifVersion }: MemberAct,
): Promise<void> {
  await requireMember(needs.database, personId)
  if (personId === actor.personId)
    throw new Rejection('not_allowed', 'Nobody disables his own account.')
  const commandId = await changedOwners(needs.database, async () => {
    const ownersLeft = await countOtherOwners(needs.database, personId)
    const recorded = await record(needs, { personId, actor, ifVersion }, () => [
      { type: 'DisableStaff', ownersLeft },
    ])
    await needs.database.query({
      name: 'staff_disable',
      text: `update people set disabled_at = clock_now()
              where person_id = $1 and disabled_at is null`,
      values: [personId],
    })
    return recorded
  })
  await endInvitations(needs.database, personId)
  await note(needs, { personId, actor, commandId, act: 'disable staff', details: {} })
}

export async function enableStaff(
  needs: StaffNeeds,
  { personId, actor, ifVersion }: MemberAct,
): Promise<void> {
  await requireMember(needs.database, personId)
  const commandId = await record(needs, { personId, actor, ifVersion }, () => [
    { type: 'EnableStaff' },
  ])
  await needs.database.query({
    name: 'staff_enable',
    text: 'update people set disabled_at = null where person_id = $1',
    values: [personId],
  })
  await note(needs, { personId, actor, commandId, act: 'enable staff', details: {} })
}

/** After sessions were ended by hand: `count` of them. */
export async function noteRevoked(
  needs: StaffNeeds,
  { personId, actor, count }: MemberAct & { count: number },
): Promise<void> {
  const commandId = await record(needs, { personId, actor }, () => [
    { type: 'RevokeSessions', count },
  ])
  await note(needs, { personId, actor, commandId, act: 'revoke sessions', details: { count } })
}

async function record(
  needs: Pick<StaffNeeds, 'store' | 'database'>,
  { personId, actor, ifVersion }: MemberAct,
  commands: () => readonly StaffCommand[] | Promise<readonly StaffCommand[]>,
): Promise<CommandId> {
  const commandId = newId<CommandId>()
  await changeStream(needs.store, {
    streamId: `staff/${personId}`,
    decider: staffDecider,
    actor: staffActor(actor),
    commandId,
    commands: async (staff) => {
      await requireAccountVersion(needs, { personId, staff, ifVersion })
      return commands()
    },
  })
  return commandId
}

const note = (
  { database }: Pick<StaffNeeds, 'database'>,
  { personId, ...act }: MemberAct & { commandId: CommandId; act: ActName; details: object },
) => noteAct(database, { subject: `staff/${personId}`, ...act, details: { ...act.details } })

type Member = { full_name: string | null; staff_phone: string | null; role: StaffRole }

async function requireMember(database: Queryable, personId: string): Promise<Member> {
  const { rows } = await database.query<Member>({
    name: 'staff_member',
    text: `select full_name, staff_phone, role from people
            where person_id = $1 and role is not null`,
    values: [personId],
  })
  const [row] = rows
  if (row === undefined) throw new Rejection('not_found', 'There is no such member of staff')
  return row
}
