// The second factor of a customer: set up and taken away in his account, given at the sign-in and
// before what would take the account away.
import { Router } from 'express'
import type { Request, Response } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

import {
  customerFactorNote,
  customerProof,
  forgetIdleRecoveryCodes,
  hasFactor,
  pendingSignIn,
  signInOver,
  takePendingSignIn,
} from '../../commands/customer-factors.ts'
import type { CustomerFactorNeeds } from '../../commands/customer-factors.ts'
import { addPasskey, askPasskey, listPasskeys } from '../../commands/passkeys.ts'
import { proveByPasskey, removePasskeys } from '../../commands/passkeys.ts'
import type { PasskeyNeeds } from '../../commands/passkeys.ts'
import {
  beginTotp,
  confirmTotp,
  factorsOf,
  newRecoveryCodes,
  proveByCode,
  removeTotp,
} from '../../commands/second-factor.ts'
import type { CustomerSecurity } from '../../contract/customer-security.ts'
import { codeRequest } from '../../contract/second-factor.ts'
import { id, noBody } from '../../contract/shared.ts'
import { clientAddress } from '../client-address.ts'
import type { Limits } from '../limits.ts'
import { madeIn, passkeyWire, signedIn } from '../passkey-wire.ts'
import { notFound } from '../problem.ts'
import { requireCustomer, requireFresh, viewerOf } from '../session.ts'
import type { Sessions } from '../session.ts'
import { signedInAs } from '../wire.ts'

export type CustomerSecurityNeeds = PasskeyNeeds &
  CustomerFactorNeeds & { sessions: Sessions; limits: Limits }

export function customerSecurityRoutes(needs: CustomerSecurityNeeds): Router {
  const router = Router()
  proofRoutes(router, needs)
  totpRoutes(router, needs)
  passkeyRoutes(router, needs)
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
  const proof = await customerProof(needs.database, holder)
  response.json({
    hasTotp,
    passkeys: passkeys.map(passkeyWire),
    recoveryCodesLeft,
    isFresh: proof === 'fresh' || proof === 'not needed',
  } satisfies CustomerSecurity)
}

/** Who has no factor yet may set one up; who has one must have given it just now. */
async function freshHolder(needs: CustomerSecurityNeeds, response: Response): Promise<Holder> {
  const holder = holderOf(response)
  // A code by SMS must not decide what opens the staff's area.
  if (holder.isStaff)
    throw new Rejection('not_allowed', 'Staff set up their second factor in the staff area.')
  requireFresh(await customerProof(needs.database, holder))
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
    await proveByCode(needs, { personId: holder.personId, code })
    await sessions.prove(holder.sessionId)
    await answer(needs, response, holder)
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
    response.json({ recoveryCodes: await newRecoveryCodes(database, personId) })
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
    await prove(pending)
    await takePendingSignIn(database, pending)
    const { personId } = pending
    const viewer = await sessions.signIn(request, response, { kind: 'customer', personId })
    await sessions.prove(viewer.sessionId)
    response.json(signedInAs(viewer))
  }

  router.post('/api/auth/second-factor', async (request, response) => {
    const { code } = codeRequest.parse(request.body)
    await finish(request, response, ({ personId }) => proveByCode(needs, { personId, code }))
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
