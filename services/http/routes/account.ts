// What a signed-in customer sees and changes of himself. Every change answers with the account as
// it now is.
import { Router } from 'express'
import type { Response } from 'express'

import {
  changeProfile,
  chooseMessages,
  forgetAddress,
  readAccount,
  saveAddress,
} from '../../commands/account.ts'
import { eraseAccount } from '../../commands/account-erasure.ts'
import type { ErasureNeeds } from '../../commands/account-erasure.ts'
import { exportData } from '../../commands/account-export.ts'
import { capSpending, pauseBuying } from '../../commands/account-limits.ts'
import { changePhone, sendPhoneCodes } from '../../commands/account-phone.ts'
import type { PhoneNeeds } from '../../commands/account-phone.ts'
import { customerProof, recentProof } from '../../commands/customer-factors.ts'
import { centsOf } from '../../commands/price-purchase.ts'
import { RESEND_SECONDS } from '../../commands/sign-in-limits.ts'
import { signInPhone } from '../../commands/sign-in-phone.ts'
import { sendCode } from '../../commands/sign-in.ts'
import * as contract from '../../contract/account.ts'
import { id } from '../../contract/shared.ts'
import type { Limits } from '../limits.ts'
import { notFound } from '../problem.ts'
import { requireCustomer, requireFresh } from '../session.ts'
import type { Sessions } from '../session.ts'

export type AccountRouteNeeds = PhoneNeeds &
  ErasureNeeds & {
    sessions: Sessions
    limits: Limits
  }

export function accountRoutes(needs: AccountRouteNeeds): Router {
  const router = Router()
  profileRoutes(router, needs)
  limitRoutes(router, needs)
  phoneRoutes(router, needs)
  dataRoutes(router, needs)
  return router
}

type Holder = { personId: string; phone: string; sessionId: string }

/** Every customer has a phone: it is how he signed in. */
function holderOf(response: Response): Holder {
  const { person, sessionId } = requireCustomer(response)
  if (person.phone === null) throw notFound()
  return { personId: person.personId, phone: person.phone, sessionId }
}

async function answer(needs: AccountRouteNeeds, response: Response, holder: Holder) {
  response.json((await readAccount(needs, holder)) satisfies contract.Account)
}

function profileRoutes(router: Router, needs: AccountRouteNeeds): void {
  router.get('/api/account', async (_request, response) => {
    await answer(needs, response, holderOf(response))
  })

  router.put('/api/account/profile', async (request, response) => {
    const holder = holderOf(response)
    const change = contract.profileChange.parse(request.body)
    await changeProfile(needs, { personId: holder.personId, change })
    await answer(needs, response, holder)
  })

  router.post('/api/account/addresses', async (request, response) => {
    const holder = holderOf(response)
    const address = contract.newAddress.parse(request.body)
    await saveAddress(needs, { personId: holder.personId, address })
    response.status(201)
    await answer(needs, response, holder)
  })

  router.delete('/api/account/addresses/:id', async (request, response) => {
    const holder = holderOf(response)
    const known = id().safeParse(request.params.id)
    if (!known.success) throw notFound()
    await forgetAddress(needs, { personId: holder.personId, addressId: known.data })
    await answer(needs, response, holder)
  })

  router.put('/api/account/messages', async (request, response) => {
    const holder = holderOf(response)
    const choices = contract.messageChoices.parse(request.body)
    await chooseMessages(needs, { personId: holder.personId, choices })
    await answer(needs, response, holder)
  })
}

/** Nobody lifts a pause: it must not be a stolen cookie that begins one. */
function limitRoutes(router: Router, needs: AccountRouteNeeds): void {
  router.put('/api/account/monthly-cap', async (request, response) => {
    const holder = holderOf(response)
    const { monthlyCap } = contract.capChange.parse(request.body)
    const capCents = monthlyCap === null ? null : centsOf(monthlyCap)
    requireFresh(await recentProof(needs.database, holder))
    await capSpending(needs, { phone: holder.phone, capCents })
    await answer(needs, response, holder)
  })

  router.post('/api/account/pause', async (request, response) => {
    const holder = holderOf(response)
    const { days } = contract.pauseRequest.parse(request.body)
    requireFresh(await recentProof(needs.database, holder))
    await pauseBuying(needs, { phone: holder.phone, days })
    await answer(needs, response, holder)
  })
}

function phoneRoutes(router: Router, needs: AccountRouteNeeds): void {
  const { limits, sessions } = needs

  router.post('/api/account/phone-codes', async (request, response) => {
    const holder = holderOf(response)
    const { phone: typed, language = 'en' } = contract.phoneCodesRequest.parse(request.body)
    const newPhone = signInPhone(typed)
    limits.take('codesPerBrowser', holder.sessionId)
    await sendPhoneCodes(needs, { holder, newPhone, language })
    response.json({ sent: true, resendInSeconds: RESEND_SECONDS })
  })

  router.put('/api/account/phone', async (request, response) => {
    const holder = holderOf(response)
    const { phone, currentCode, newCode } = contract.phoneChange.parse(request.body)
    const newPhone = signInPhone(phone)
    limits.take('codeTriesPerBrowser', holder.sessionId)
    requireFresh(await customerProof(needs.database, holder))
    await changePhone(needs, { holder, newPhone, currentCode, newCode })
    await sessions.endAllOf(holder.personId, holder.sessionId)
    await answer(needs, response, { ...holder, phone: newPhone })
  })
}

function dataRoutes(router: Router, needs: AccountRouteNeeds): void {
  const { database, limits, sessions, now } = needs

  router.get('/api/account/data', async (_request, response) => {
    const holder = holderOf(response)
    const account = await readAccount(needs, holder)
    response.set('Content-Disposition', 'attachment; filename="my-data.json"')
    response.json(await exportData(database, { ...holder, account, now: now() }))
  })

  router.post('/api/account/erasure-code', async (request, response) => {
    const { language = 'en' } = contract.erasureCodeRequest.parse(request.body) ?? {}
    const { phone, sessionId } = holderOf(response)
    limits.take('codesPerBrowser', sessionId)
    await sendCode(needs, { phone, sessionId, language })
    response.json({ sent: true, resendInSeconds: RESEND_SECONDS })
  })

  router.post('/api/account/erasure', async (request, response) => {
    const holder = holderOf(response)
    const { code, giveUpTickets = false } = contract.erasureRequest.parse(request.body)
    limits.take('codeTriesPerBrowser', holder.sessionId)
    requireFresh(await customerProof(database, holder))
    await eraseAccount(needs, { ...holder, code, giveUpTickets })
    await sessions.endAllOf(holder.personId, null)
    await sessions.signOut(request, response)
    response.json({ erased: true })
  })
}
