// The second factor of a customer: set up and taken away in his account, given at the sign-in and
// before what would take the account away. And where he is signed in.
import { Router } from 'express'
import type { Request, Response } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

import {
  customerFactorNote,
  forgetIdleRecoveryCodes,
  hasFactor,
  pendingSignIn,
  recentProof,
  signInOver,
  takePendingSignIn,
} from '../../commands/customer-factors.ts'
import type { CustomerFactorNeeds } from '../../commands/customer-factors.ts'
import { requireRight } from '../../commands/account-phone.ts'
import { liveSessions } from '../../commands/live-sessions.ts'
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
import { tryCode } from '../../commands/sign-in-codes.ts'
import { RESEND_SECONDS } from '../../commands/sign-in-limits.ts'
import { sendCode } from '../../commands/sign-in.ts'
import type { SignInNeeds } from '../../commands/sign-in.ts'
import { erasureCodeRequest } from '../../contract/account.ts'
import type { CustomerSecurity, CustomerSessions } from '../../contract/customer-security.ts'
import { codeRequest } from '../../contract/second-factor.ts'
import { id, noBody } from '../../contract/shared.ts'
import { clientAddress } from '../client-address.ts'
import type { Limits } from '../limits.ts'
import { madeIn, passkeyWire, signedIn } from '../passkey-wire.ts'
import { notFound } from '../problem.ts'
import { sessionWire } from '../session-wire.ts'
import { requireCustomer, requireFresh, viewerOf } from '../session.ts'
import type { Sessions } from '../session.ts'
import { toldOf } from '../sign-in-lines.ts'
import type { SignInLog } from '../sign-in-lines.ts'
import { signedInAs } from '../wire.ts'

export type CustomerSecurityNeeds = PasskeyNeeds &
  CustomerFactorNeeds &
  SignInNeeds & { sessions: Sessions; limits: Limits; log: SignInLog }

export function customerSecurityRoutes(needs: CustomerSecurityNeeds): Router {
  const router = Router()
  proofRoutes(router, needs)
  totpRoutes(router, needs)
  passkeyRoutes(router, needs)
  sessionRoutes(router, needs)
  signInRoutes(router, needs)
  return router
}

type Holder = { personId: string; sessionId: string; phone: string; isStaff: boolean }

function holderOf(response: Response): Holder {
  const { person, sessionId } = requireCustomer(response)
  const { personId, phone, role } = person
  if (phone === null) throw notFound()
  return { personId, sessionId, phone, isStaff: role !== null }
}

async function answer(needs: CustomerSecurityNeeds, response: Response, holder: Holder) {
  const { hasTotp, recoveryCodesLeft } = await factorsOf(needs.database, holder.personId)
  const passkeys = await listPasskeys(needs.database, holder.personId)
  response.json({
    hasTotp,
    passkeys: passkeys.map(passkeyWire),
    recoveryCodesLeft,
    isFresh: (await recentProof(needs.database, holder)) === 'fresh',
  } satisfies CustomerSecurity)
}

/**
 * Who has a factor must have given it just now; who has none, have signed in or given a code by SMS
 * just now: a stolen cookie alone would else make the account the thief's.
 */
async function freshHolder(needs: CustomerSecurityNeeds, response: Response): Promise<Holder> {
  const holder = holderOf(response)
  // A code by SMS must not decide what opens the staff's area.
  if (holder.isStaff)
    throw new Rejection('not_allowed', 'Staff set up their second factor in the staff area.')
  requireFresh(await recentProof(needs.database, holder))
  return holder
}

/** Other browsers came in without it: they come again with it. */
async function proven({ sessions }: CustomerSecurityNeeds, { personId, sessionId }: Holder) {
  await sessions.prove(sessionId)
  await sessions.endAllOf(personId, sessionId)
}

function proofRoutes(router: Router, needs: CustomerSecurityNeeds): void {
  const { limits, sessions } = needs

  router.get('/api/account/security', async (_request, response) => {
    await answer(needs, response, holderOf(response))
  })

  router.post('/api/account/security/proof', async (request, response) => {
    const holder = holderOf(response)
    const { code } = codeRequest.parse(request.body)
    limits.take('codeTriesPerBrowser', holder.sessionId)
    await proveSelf(needs, { ...holder, code })
    await sessions.prove(holder.sessionId)
    await answer(needs, response, holder)
  })

  router.post('/api/account/security/code', async (request, response) => {
    const { language = 'en' } = erasureCodeRequest.parse(request.body) ?? {}
    const { personId, phone, sessionId } = holderOf(response)
    if (await hasFactor(needs.database, personId))
      throw new Rejection('factor_exists', 'You have a second factor: please give that one.')
    limits.take('codesPerBrowser', sessionId)
    await sendCode(needs, { phone, sessionId, language })
    response.json({ sent: true, resendInSeconds: RESEND_SECONDS })
  })

  router.post('/api/account/security/passkey-question', async (request, response) => {
    noBody.parse(request.body)
    response.json(await askPasskey(needs, holderOf(response)))
  })

  router.post('/api/account/security/passkey-proof', async (request, response) => {
    const holder = holderOf(response)
    const { sessionId, personId } = holder
    const signed = signedIn(request)
    limits.take('codeTriesPerBrowser', sessionId)
    await proveByPasskey(needs, { sessionId, personId, ...signed })
    await sessions.prove(sessionId)
    await answer(needs, response, holder)
  })
}

/** By what he has set up; who has set up nothing, by the number he signs in with. */
async function proveSelf(
  needs: CustomerSecurityNeeds,
  { personId, phone, sessionId, code }: Holder & { code: string },
): Promise<void> {
  const note = customerFactorNote(needs, { personId })
  if (await hasFactor(needs.database, personId)) return proveByCode(needs, { personId, code, note })
  requireRight(await tryCode(needs, { phone, sessionId, code }, async () => true))
}

function totpRoutes(router: Router, needs: CustomerSecurityNeeds): void {
  const { database, limits } = needs

  router.post('/api/account/security/totp', async (request, response) => {
    noBody.parse(request.body)
    const { personId, phone } = await freshHolder(needs, response)
    response.json(await beginTotp(needs, { personId, account: phone }))
  })

  router.post('/api/account/security/totp/confirm', async (request, response) => {
    const { code } = codeRequest.parse(request.body)
    const holder = await freshHolder(needs, response)
    const { personId, sessionId } = holder
    limits.take('codeTriesPerBrowser', sessionId)
    const note = customerFactorNote(needs, { personId })
    const codes = await confirmTotp(needs, { personId, code, note })
    await proven(needs, holder)
    response.json(codes)
  })

  router.delete('/api/account/security/totp', async (_request, response) => {
    const holder = await freshHolder(needs, response)
    const { personId } = holder
    await removeTotp(needs, { personId, note: customerFactorNote(needs, { personId }) })
    await forgetIdleRecoveryCodes(database, personId)
    await answer(needs, response, holder)
  })

  router.post('/api/account/security/recovery-codes', async (request, response) => {
    noBody.parse(request.body)
    const { personId } = await freshHolder(needs, response)
    if (!(await hasFactor(database, personId)))
      throw new Rejection('no_factor', 'Set up a code app or a passkey first.')
    const note = customerFactorNote(needs, { personId })
    response.json({ recoveryCodes: await newRecoveryCodes(needs, { personId, note }) })
  })
}

function passkeyRoutes(router: Router, needs: CustomerSecurityNeeds): void {
  router.post('/api/account/security/passkeys', async (request, response) => {
    const made = madeIn(request)
    const holder = await freshHolder(needs, response)
    const { personId, sessionId } = holder
    const note = customerFactorNote(needs, { personId })
    await addPasskey(needs, { sessionId, personId, note, ...made })
    await proven(needs, holder)
    await answer(needs, response, holder)
  })

  router.delete('/api/account/security/passkeys/:id', async (request, response) => {
    const passkeyId = id().safeParse(request.params.id)
    if (!passkeyId.success) throw notFound()
    const holder = await freshHolder(needs, response)
    const { personId } = holder
    const note = customerFactorNote(needs, { personId })
    const removed = await removePasskeys(needs, { personId, passkeyId: passkeyId.data, note })
    if (removed === 0) throw notFound()
    await forgetIdleRecoveryCodes(needs.database, personId)
    await answer(needs, response, holder)
  })
}

function sessionRoutes(router: Router, { database, sessions }: CustomerSecurityNeeds): void {
  /** Who has proven himself just now: by his second factor, or by a code by SMS. */
  async function mayEnd(response: Response): Promise<Holder> {
    const holder = holderOf(response)
    requireFresh(await recentProof(database, holder))
    return holder
  }

  router.get('/api/account/sessions', async (_request, response) => {
    const { personId, sessionId } = holderOf(response)
    const live = await liveSessions(database, { personId, kind: 'customer' })
    response.json({
      sessions: live.map((session) => sessionWire(session, sessionId)),
    } satisfies CustomerSessions)
  })

  router.delete('/api/account/sessions', async (_request, response) => {
    const { personId, sessionId } = await mayEnd(response)
    response.json({ revoked: await sessions.endAllOf(personId, sessionId) })
  })

  router.delete('/api/account/sessions/:id', async (request, response) => {
    const ended = id().safeParse(request.params.id)
    if (!ended.success) throw notFound()
    const { personId } = await mayEnd(response)
    if (!(await sessions.endOne(personId, ended.data))) throw notFound()
    response.json({ revoked: 1 })
  })
}

/** The browser is still a guest's, and has given the code by SMS. */
function signInRoutes(router: Router, needs: CustomerSecurityNeeds): void {
  const { database, limits, sessions } = needs

  async function waiting(response: Response): Promise<{ sessionId: string; personId: string }> {
    const viewer = viewerOf(response)
    if (viewer === null) throw signInOver()
    const { sessionId } = viewer
    return { sessionId, personId: await pendingSignIn(database, sessionId) }
  }

  async function finish(
    request: Request,
    response: Response,
    prove: (pending: { sessionId: string; personId: string }) => Promise<void>,
  ): Promise<void> {
    limits.take('signInsPerAddress', clientAddress(request))
    const pending = await waiting(response)
    limits.take('codeTriesPerBrowser', pending.sessionId)
    const { personId } = pending
    await toldOf(needs.log, { factor: 'second factor', personId }, async () => {
      await prove(pending)
      return personId
    })
    await takePendingSignIn(database, pending)
    const viewer = await sessions.signIn(request, response, { kind: 'customer', personId })
    await sessions.prove(viewer.sessionId)
    response.json(signedInAs(viewer))
  }

  router.post('/api/auth/second-factor', async (request, response) => {
    const { code } = codeRequest.parse(request.body)
    await finish(request, response, ({ personId }) =>
      proveByCode(needs, { personId, code, note: customerFactorNote(needs, { personId }) }),
    )
  })

  router.post('/api/auth/second-factor/passkey-question', async (request, response) => {
    noBody.parse(request.body)
    response.json(await askPasskey(needs, await waiting(response)))
  })

  router.post('/api/auth/second-factor/passkey', async (request, response) => {
    const signed = signedIn(request)
    await finish(request, response, (pending) => proveByPasskey(needs, { ...pending, ...signed }))
  })
}
