// How a member of staff gives a second factor, sets one up and takes one away. Open to whoever gave
// the password: that is what the staff's area still asks of him.
import { Router } from 'express'
import type { Request, Response } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

import type { Actor } from '../../commands/audit.ts'
import { addPasskey, askPasskey, listPasskeys } from '../../commands/passkeys.ts'
import { proveByPasskey, removePasskeys } from '../../commands/passkeys.ts'
import type { PasskeyNeeds } from '../../commands/passkeys.ts'
import { newRecoveryCodes } from '../../commands/recovery-codes.ts'
import {
  beginTotp,
  confirmTotp,
  factorsOf,
  proveByCode,
  removeTotp,
} from '../../commands/second-factor.ts'
import { noteSignIn } from '../../commands/sign-in-history.ts'
import { acceptInvitation } from '../../commands/staff-accounts.ts'
import { staffFactorNote } from '../../commands/staff-factors.ts'
import type { StaffNeeds } from '../../commands/staff.ts'
import { codeRequest } from '../../contract/second-factor.ts'
import { id as idSchema, noBody } from '../../contract/shared.ts'
import * as contract from '../../contract/staff-security.ts'
import { clientAddress } from '../client-address.ts'
import type { Limits } from '../limits.ts'
import { madeIn, passkeyWire, signedIn } from '../passkey-wire.ts'
import { notFound } from '../problem.ts'
import { requireAnyStaff, requireFresh } from '../session.ts'
import type { Sessions, Staff } from '../session.ts'
import type { AdminSecurity, Proof } from '../session-rows.ts'

export type StaffSecurityNeeds = PasskeyNeeds &
  StaffNeeds & {
    sessions: Sessions
    limits: Limits
    adminSecurity: AdminSecurity
  }

export function staffSecurityRoutes(needs: StaffSecurityNeeds): Router {
  const router = Router()
  proofRoutes(router, needs)
  totpRoutes(router, needs)
  passkeyRoutes(router, needs)

  router.post('/api/auth/invitation', async (request, response) => {
    const address = clientAddress(request)
    needs.limits.take('signInsPerAddress', address)
    const accepted = contract.acceptInvitationRequest.parse(request.body)
    const { personId, email } = await acceptInvitation(needs, { ...accepted, address })
    await needs.sessions.endAllOf(personId, null)
    response.json({ email })
  })
  return router
}

function proofRoutes(router: Router, needs: StaffSecurityNeeds): void {
  const { database, sessions } = needs

  router.get('/api/auth/admin-session', async (_request, response) => {
    const staff = requireAnyStaff(response)
    response.json(await stateOf(needs, staff, staff.proof))
  })

  router.post('/api/auth/admin-proof', async (request, response) => {
    const staff = settledStaff(response)
    const { code } = codeRequest.parse(request.body)
    const { personId } = staff.person
    const note = noteOf(needs, request, staff)
    await proving(request, staff, () => proveByCode(needs, { personId, code, note }))
    response.json(await stateOf(needs, staff, 'fresh'))
  })

  router.post('/api/auth/admin-passkey-proof', async (request, response) => {
    const staff = settledStaff(response)
    const signed = signedIn(request)
    const { sessionId, person } = staff
    await proving(request, staff, () =>
      proveByPasskey(needs, { sessionId, personId: person.personId, ...signed }),
    )
    response.json(await stateOf(needs, staff, 'fresh'))
  })

  /** Every try stands in the history, the refused ones too. */
  async function proving(
    request: Request,
    { sessionId, person: { personId } }: Staff,
    prove: () => Promise<void>,
  ): Promise<void> {
    const note = (outcome: 'proven' | 'wrong_proof') =>
      noteSignIn(database, { who: { personId }, outcome, seen: seenAt(request), sessionId })
    try {
      await prove()
    } catch (error) {
      if (error instanceof Rejection) await note('wrong_proof')
      throw error
    }
    await sessions.prove(sessionId)
    await note('proven')
  }
}

function totpRoutes(router: Router, needs: StaffSecurityNeeds): void {
  const { database, sessions } = needs

  router.post('/api/auth/admin-totp', async (request, response) => {
    const staff = await mayAddFactor(needs, response)
    noBody.parse(request.body)
    const { personId, email } = staff.person
    response.json(await beginTotp(needs, { personId, account: email ?? personId }))
  })

  router.post('/api/auth/admin-totp/confirm', async (request, response) => {
    const staff = await mayAddFactor(needs, response)
    const { code } = codeRequest.parse(request.body)
    const { personId } = staff.person
    const note = noteOf(needs, request, staff)
    const codes = await confirmTotp(needs, { personId, code, note })
    await sessions.prove(staff.sessionId)
    response.json(codes)
  })

  router.delete('/api/auth/admin-totp', async (request, response) => {
    const staff = settledStaff(response)
    requireFresh(staff.proof)
    const { personId } = staff.person
    const note = noteOf(needs, request, staff)
    await removeTotp(needs, { personId, note, keepsOne: needs.adminSecurity === 'strict' })
    response.json(await stateOf(needs, staff, staff.proof))
  })

  router.post('/api/auth/admin-recovery-codes', async (request, response) => {
    const staff = settledStaff(response)
    noBody.parse(request.body)
    requireFresh(staff.proof)
    const { personId } = staff.person
    const { hasTotp, passkeys } = await factorsOf(database, personId)
    if (!hasTotp && passkeys === 0)
      throw new Rejection('no_factor', 'Set up a code app or a passkey first.')
    const note = noteOf(needs, request, staff)
    response.json({ recoveryCodes: await newRecoveryCodes(needs, { personId, note }) })
  })
}

function passkeyRoutes(router: Router, needs: StaffSecurityNeeds): void {
  const { sessions } = needs

  router.post('/api/auth/admin-passkey-question', async (request, response) => {
    const { sessionId, person } = settledStaff(response)
    noBody.parse(request.body)
    response.json(await askPasskey(needs, { sessionId, personId: person.personId }))
  })

  router.post('/api/auth/admin-passkeys', async (request, response) => {
    const staff = await mayAddFactor(needs, response)
    await addPasskey(needs, {
      sessionId: staff.sessionId,
      personId: staff.person.personId,
      note: noteOf(needs, request, staff),
      ...madeIn(request),
    })
    await sessions.prove(staff.sessionId)
    response.json(await stateOf(needs, staff, 'fresh'))
  })

  router.delete('/api/auth/admin-passkeys/:id', async (request, response) => {
    const staff = settledStaff(response)
    const passkeyId = idSchema().safeParse(request.params.id)
    if (!passkeyId.success) throw notFound()
    requireFresh(staff.proof)
    const { personId } = staff.person
    const note = noteOf(needs, request, staff)
    const removing = { personId, note, keepsOne: needs.adminSecurity === 'strict' }
    const removed = await removePasskeys(needs, { ...removing, passkeyId: passkeyId.data })
    if (removed === 0) throw notFound()
    response.json(await stateOf(needs, staff, staff.proof))
  })
}

/** A one-time password is replaced before anything else. */
function settledStaff(response: Response): Staff {
  const staff = requireAnyStaff(response)
  if (staff.person.mustChangePassword)
    throw new Rejection('password_change_required', 'Please choose a new password first.')
  return staff
}

/** The first one by who gave the password; another one by who has just proven himself. */
async function mayAddFactor({ database }: StaffSecurityNeeds, response: Response): Promise<Staff> {
  const staff = settledStaff(response)
  const { hasTotp, passkeys } = await factorsOf(database, staff.person.personId)
  if (hasTotp || passkeys > 0) requireFresh(staff.proof)
  return staff
}

async function stateOf(
  needs: StaffSecurityNeeds,
  { person: { personId } }: Staff,
  proof: Proof,
): Promise<contract.StaffSecurity> {
  const { hasTotp, passkeys: count, recoveryCodesLeft } = await factorsOf(needs.database, personId)
  const passkeys = await listPasskeys(needs.database, personId)
  const hasFactor = hasTotp || count > 0
  const isAsked = needs.adminSecurity === 'strict' || hasFactor
  return {
    needs: !isAsked || proof === 'old' || proof === 'fresh' ? 'nothing' : asks(hasFactor),
    isFresh: !isAsked || proof === 'fresh',
    hasTotp,
    passkeys: passkeys.map(passkeyWire),
    recoveryCodesLeft,
  }
}

const noteOf = (needs: StaffSecurityNeeds, request: Request, staff: Staff) =>
  staffFactorNote(needs, { personId: staff.person.personId, actor: actorIn(request, staff) })

const asks = (hasFactor: boolean) => (hasFactor ? 'prove' : 'enrol')

export const actorIn = (request: Request, { person }: Staff): Actor => ({
  personId: person.personId,
  role: person.role,
  address: clientAddress(request),
})

export const seenAt = (request: Request) => ({
  address: clientAddress(request),
  device: request.get('User-Agent') ?? '',
})
