// Signing in, and who is signed in. What protects a phone number is decided by the commands, in the
// database; here is only what protects us from one browser or one address.
import { Router } from 'express'
import type { Request } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

import { requireFactorIfSet } from '../../commands/customer-factors.ts'
import { isKnownPhone, sendCode, signInWithCode, type SignInNeeds } from '../../commands/sign-in.ts'
import { CODE_SECONDS } from '../../commands/sign-in-codes.ts'
import { RESEND_SECONDS } from '../../commands/sign-in-limits.ts'
import { phoneRange, signInPhone } from '../../commands/sign-in-phone.ts'
import { noteSignIn } from '../../commands/sign-in-history.ts'
import { changeOwnPassword, signInStaff, type StaffNeeds } from '../../commands/staff.ts'
import * as contract from '../../contract/auth.ts'
import { noBody } from '../../contract/shared.ts'
import { clientAddress } from '../client-address.ts'
import type { LimitMode, Limits } from '../limits.ts'
import type { Metrics } from '../metrics.ts'
import type { PhoneWalks } from '../phone-walk.ts'
import { requireAnyStaff, requireFresh, viewerOf } from '../session.ts'
import type { Sessions, Viewer } from '../session.ts'
import { toldOf } from '../sign-in-lines.ts'
import type { SignInLog } from '../sign-in-lines.ts'
import { signedInAs, userWire } from '../wire.ts'
import { seenAt } from './staff-security.ts'

export type AuthNeeds = SignInNeeds &
  StaffNeeds & {
    sessions: Sessions
    limits: Limits
    limitMode: LimitMode
    walks: PhoneWalks
    metrics: Pick<Metrics, 'codesSent' | 'codesVerified'>
    log: SignInLog
  }

export function authRoutes(needs: AuthNeeds): Router {
  const router = Router()
  customerRoutes(router, needs)
  staffRoutes(router, needs)
  return router
}

function customerRoutes(router: Router, needs: AuthNeeds): void {
  const { sessions, limits, metrics, walks } = needs

  router.get('/api/auth/me', (_request, response) => {
    const viewer = viewerOf(response)
    const user = viewer === null ? null : userWire(viewer)
    response.json({ user } satisfies contract.MeResponse)
  })

  router.post('/api/auth/check-phone', async (request, response) => {
    const { phone: typed } = contract.checkPhoneRequest.parse(request.body)
    const phone = signInPhone(typed)
    const address = clientAddress(request)
    // The address first: who drops his cookie each time must not fill the table of sessions.
    limits.take('phoneChecksPerAddress', address)
    const viewer = await sessions.ensureGuest(request, response)
    limits.take('phoneChecksPerBrowser', viewer.sessionId)
    if (needs.limitMode === 'strict') {
      walks.note(viewer.sessionId, phone)
      walks.noteShared(address, phone)
    }
    response.json({ exists: await isKnownPhone(needs, phone) })
  })

  router.post('/api/auth/send-otp', async (request, response) => {
    const { phone: typed, language = 'en' } = contract.sendOtpRequest.parse(request.body)
    const phone = signInPhone(typed)
    limits.take('codesPerAddress', clientAddress(request))
    const { sessionId } = await sessions.ensureGuest(request, response)
    limits.take('codesPerBrowser', sessionId)
    await sendCode(needs, { phone, sessionId, language })
    metrics.codesSent.inc({ prefix: phoneRange(phone) })
    response.json({
      sent: true,
      resendInSeconds: RESEND_SECONDS,
      expiresInSeconds: CODE_SECONDS,
    })
  })

  router.post('/api/auth/verify-otp', async (request, response) => {
    const { phone: typed, code, fullName = null } = contract.verifyOtpRequest.parse(request.body)
    const phone = signInPhone(typed)
    limits.take('signInsPerAddress', clientAddress(request))
    const { sessionId } = await sessions.ensureGuest(request, response)
    limits.take('codeTriesPerBrowser', sessionId)
    const personId = await counted(needs, phone, () =>
      signInWithCode(needs, { phone, sessionId, code, fullName }),
    )
    await requireFactorIfSet(needs.database, { sessionId, personId })
    const viewer = await sessions.signIn(request, response, { kind: 'customer', personId })
    response.json(signedInAs(viewer))
  })

  router.post('/api/auth/logout', async (request, response) => {
    noBody.parse(request.body)
    await sessions.signOut(request, response)
    // Not "storage": the cart lives there and is the visitor's, signed in or not.
    response.set('Clear-Site-Data', '"cache"').json({ user: null })
  })
}

function staffRoutes(router: Router, needs: AuthNeeds): void {
  const { sessions, limits } = needs

  router.post('/api/auth/admin-login', async (request, response) => {
    const { email, password } = contract.adminLoginRequest.parse(request.body)
    limits.take('signInsPerAddress', clientAddress(request))
    const personId = await noted(needs.database, request, email, () =>
      signInStaff(needs, { email, password, address: clientAddress(request) }),
    )
    const viewer = await sessions.signIn(request, response, { kind: 'admin', personId })
    const { sessionId } = viewer
    await noteSignIn(needs.database, {
      who: { personId },
      outcome: 'signed_in',
      seen: seenAt(request),
      sessionId,
    })
    response.json(signedInAs(viewer))
  })

  router.post('/api/auth/admin-password', async (request, response) => {
    const { sessionId, person, proof } = requireAnyStaff(response)
    // Who has learned the password alone must not make the account his own; a one-time password is
    // replaced before any factor is asked for.
    if (!person.mustChangePassword) requireFresh(proof)
    const change = contract.adminPasswordRequest.parse(request.body)
    const { personId, role } = person
    await changeOwnPassword(needs, {
      ...change,
      email: person.email ?? '',
      actor: { personId, role, address: clientAddress(request) },
      endOthers: () => sessions.endAllOf(personId, sessionId),
    })
    const viewer = { sessionId, kind: 'admin', person: { ...person, mustChangePassword: false } }
    response.json(signedInAs(viewer as Viewer))
  })
}

/** A refused try stands in the history of whoever has this e-mail. */
async function noted(
  database: StaffNeeds['database'],
  request: Request,
  email: string,
  act: () => Promise<string>,
): Promise<string> {
  try {
    return await act()
  } catch (error) {
    const outcome = error instanceof Rejection ? refusedSignIn[error.code] : undefined
    if (outcome !== undefined)
      await noteSignIn(database, { who: { email }, outcome, seen: seenAt(request) })
    throw error
  }
}

const refusedSignIn: Partial<Record<string, 'wrong_password' | 'closed'>> = {
  wrong_password: 'wrong_password',
  too_many_requests: 'closed',
}

async function counted(
  { log, metrics: { codesVerified } }: Pick<AuthNeeds, 'log' | 'metrics'>,
  phone: string,
  act: () => Promise<string>,
): Promise<string> {
  const prefix = phoneRange(phone)
  try {
    const personId = await toldOf(log, { factor: 'code by text', range: prefix }, act)
    codesVerified.inc({ prefix, outcome: 'right' })
    return personId
  } catch (error) {
    codesVerified.inc({ prefix, outcome: 'refused' })
    throw error
  }
}
