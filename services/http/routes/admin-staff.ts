// Accounts of staff. Owners manage them; managers and auditors see who is there; everybody sees
// himself and ends his own sessions.
import { Router } from 'express'
import type { Request, Response } from 'express'

import type { StaffRole } from '#events/staff/events.ts'

import { removePasskeys } from '../../commands/passkeys.ts'
import { forgetRecoveryCodes } from '../../commands/recovery-codes.ts'
import { removeTotp } from '../../commands/second-factor.ts'
import type { FactorNeeds } from '../../commands/second-factor.ts'
import {
  changeRole,
  disableStaff,
  enableStaff,
  inviteStaff,
  noteRevoked,
  renameStaff,
  resetPassword,
  setStaffPhone,
} from '../../commands/staff-accounts.ts'
import type { EntryGiven as Given, MemberAct } from '../../commands/staff-accounts.ts'
import { staffFactorNote } from '../../commands/staff-factors.ts'
import { liveSessions } from '../../commands/live-sessions.ts'
import { listStaff, readMember, signInHistory, statusOf } from '../../commands/staff-rows.ts'
import type { StaffRow } from '../../commands/staff-rows.ts'
import { readAccountVersion } from '../../commands/staff-version.ts'
import type { StaffNeeds } from '../../commands/staff.ts'
import * as contract from '../../contract/admin-staff.ts'
import { id as idSchema, pageQuerySchema } from '../../contract/shared.ts'
import { notFound } from '../problem.ts'
import { sessionWire } from '../session-wire.ts'
import { requireStaff } from '../session.ts'
import type { Sessions } from '../session.ts'
import { actorOf, etagOf, ifMatch } from './admin-shared.ts'

export type AdminStaffNeeds = FactorNeeds &
  StaffNeeds & {
    sessions: Sessions
    publicOrigin: string
    /** After an account was changed: who sells knows its staff anew. */
    staffChanged: () => Promise<void>
  }

const readers: readonly StaffRole[] = ['owner', 'manager', 'auditor']
const owners: readonly StaffRole[] = ['owner']

export function adminStaffRoutes(needs: AdminStaffNeeds): Router {
  const router = Router()
  readRoutes(router, needs)
  accountRoutes(router, needs)
  sessionRoutes(router, needs)
  return router
}

function readRoutes(router: Router, { database, store }: AdminStaffNeeds): void {
  router.get('/api/admin/staff', async (request, response) => {
    requireStaff(response, readers)
    const { page, limit } = pageQuerySchema.parse(request.query)
    const offset = (page - 1) * limit
    const { rows, total } = await listStaff(database, { limit, offset })
    response.json({
      data: rows.map(memberWire),
      pagination: { hasMore: offset + rows.length < total, total },
    })
  })

  router.get('/api/admin/staff/:id', async (request, response) => {
    const { sessionId } = requireSelfOr(readers, request, response)
    const member = await readMember(database, idOf(request.params.id))
    if (member === null) throw notFound()
    const [version, live] = await Promise.all([
      readAccountVersion({ store }, member.person_id),
      liveSessions(database, { personId: member.person_id, kind: 'admin' }),
    ])
    const detail: contract.StaffDetail = {
      ...memberWire(member),
      version,
      liveSessions: live.map((session) => ({
        ...sessionWire(session, sessionId),
        expiresAt: session.expires_at.toISOString(),
        provenAt: session.proven_at?.toISOString() ?? null,
        address: session.address,
      })),
    }
    response.set('ETag', etagOf(version)).json(detail)
  })

  router.get('/api/admin/staff/:id/sign-ins', async (request, response) => {
    requireSelfOr(readers, request, response)
    const { page, limit, kind } = contract.signInsQuery.parse(request.query)
    const member = await readMember(database, idOf(request.params.id))
    if (member === null) throw notFound()
    const offset = (page - 1) * limit
    const { rows, total } = await signInHistory(database, member.person_id, { kind, limit, offset })
    response.json({
      data: rows.map(({ at, ...signIn }) => ({ at: at.toISOString(), ...signIn })),
      pagination: { hasMore: offset + rows.length < total, total },
    })
  })
}

function accountRoutes(router: Router, needs: AdminStaffNeeds): void {
  const { sessions } = needs

  router.post('/api/admin/staff', async (request, response) => {
    const actor = actorOf(request, response, owners)
    const invitation = contract.inviteStaffRequest.parse(request.body)
    const { personId, given } = await inviteStaff(needs, { ...invitation, actor })
    await needs.staffChanged()
    response
      .status(201)
      .json({ member: await memberNow(needs, personId), entry: entryWire(needs, given) })
  })

  router.patch('/api/admin/staff/:id', async (request, response) => {
    const actor = actorOf(request, response, owners)
    const personId = idOf(request.params.id)
    const change = contract.changeStaffRequest.parse(request.body)
    const member = { personId, actor, ifVersion: ifMatch(request) }
    await changeMember(needs, member, change).finally(needs.staffChanged)
    const version = await readAccountVersion(needs, personId)
    const changed: contract.StaffChanged = { ...(await memberNow(needs, personId)), version }
    response.set('ETag', etagOf(version)).json(changed)
  })

  router.post('/api/admin/staff/:id/password', async (request, response) => {
    const actor = actorOf(request, response, owners)
    const personId = idOf(request.params.id)
    const { entry } = contract.resetPasswordRequest.parse(request.body)
    const given = await resetPassword(needs, { personId, actor, entry })
    await sessions.endAllOf(personId, null)
    response.json(entryWire(needs, given))
  })

  router.delete('/api/admin/staff/:id/factors', async (request, response) => {
    const actor = actorOf(request, response, owners)
    const personId = idOf(request.params.id)
    await memberNow(needs, personId)
    const note = staffFactorNote(needs, { personId, actor })
    await removeTotp(needs, { personId, note })
    await removePasskeys(needs, { personId, passkeyId: null, note })
    await forgetRecoveryCodes(needs.database, personId)
    await sessions.endAllOf(personId, null)
    response.json(await memberNow(needs, personId))
  })
}

async function changeMember(
  needs: AdminStaffNeeds,
  { personId, actor, ifVersion }: MemberAct,
  { role, fullName, phone, isEnabled }: contract.ChangeStaffRequest,
): Promise<void> {
  const steps: ((act: MemberAct) => Promise<void>)[] = []
  if (role !== undefined) steps.push((act) => changeRole(needs, { ...act, role }))
  if (fullName !== undefined) steps.push((act) => renameStaff(needs, { ...act, fullName }))
  if (phone !== undefined) steps.push((act) => setStaffPhone(needs, { ...act, phone }))
  if (isEnabled !== undefined)
    steps.push((act) => (isEnabled ? enableStaff(needs, act) : disableStaff(needs, act)))
  // The first is held against what was read; those after it stand on the first.
  for (const [nth, step] of steps.entries())
    await step({ personId, actor, ifVersion: nth === 0 ? ifVersion : undefined })
  if (isEnabled === false) await needs.sessions.endAllOf(personId, null)
}

function sessionRoutes(router: Router, needs: AdminStaffNeeds): void {
  const { sessions } = needs

  router.delete('/api/admin/staff/:id/sessions', async (request, response) => {
    const { sessionId, actor } = requireSelfOr(owners, request, response)
    const personId = idOf(request.params.id)
    await memberNow(needs, personId)
    const revoked = await sessions.endAllOf(personId, sessionId)
    await noteRevoked(needs, { personId, actor, count: revoked })
    response.json({ revoked })
  })

  router.delete('/api/admin/staff/:id/sessions/:sessionId', async (request, response) => {
    const { actor } = requireSelfOr(owners, request, response)
    const personId = idOf(request.params.id)
    const isEnded = await sessions.endOne(personId, idOf(request.params.sessionId))
    if (!isEnded) throw notFound()
    await noteRevoked(needs, { personId, actor, count: 1 })
    response.json({ revoked: 1 })
  })
}

/** Everybody about himself; about others, these roles. */
function requireSelfOr(roles: readonly StaffRole[], request: Request, response: Response) {
  const { person, sessionId } = requireStaff(response)
  const isSelf = request.params.id === person.personId
  return { sessionId, actor: actorOf(request, response, isSelf ? [person.role] : roles) }
}

/** An id of another shape names nobody. */
function idOf(given: unknown): string {
  const parsed = idSchema().safeParse(given)
  if (!parsed.success) throw notFound()
  return parsed.data
}

async function memberNow({ database }: AdminStaffNeeds, personId: string) {
  const row = await readMember(database, personId)
  if (row === null) throw notFound()
  return memberWire(row)
}

const memberWire = (row: StaffRow): contract.StaffMember => ({
  id: row.person_id,
  email: row.email,
  fullName: row.full_name,
  phone: row.staff_phone,
  role: row.role,
  status: statusOf(row),
  hasTotp: row.has_totp,
  passkeys: row.passkeys,
  sessions: row.sessions,
  lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

/** The token stands behind the hash, which browsers send to no server and write in no log. */
const entryWire = ({ publicOrigin }: AdminStaffNeeds, given: Given): contract.EntryGiven => ({
  link: given.kind === 'link' ? `${publicOrigin}/admin/invitation#${given.token}` : null,
  linkExpiresAt: given.kind === 'link' ? given.expiresAt.toISOString() : null,
  oneTimePassword: given.kind === 'password' ? given.password : null,
})
