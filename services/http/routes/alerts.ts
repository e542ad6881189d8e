// Who wants to be told of a raffle: a guest by his number, a customer with one tap.
import { Router } from 'express'
import type { Request, Response } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

import { askForAlert, forgetAlert, listAlerts, stopAlerts } from '../../commands/raffle-alerts.ts'
import type { AlertNeeds } from '../../commands/raffle-alerts.ts'
import { phoneRange, signInPhone } from '../../commands/sign-in-phone.ts'
import { alertRequest, stopRequest } from '../../contract/alerts.ts'
import type { AlertList } from '../../contract/alerts.ts'
import { id, noQuery } from '../../contract/shared.ts'
import { clientAddress } from '../client-address.ts'
import type { Limits } from '../limits.ts'
import type { Metrics } from '../metrics.ts'
import { notFound } from '../problem.ts'
import { requireCustomer, viewerOf } from '../session.ts'
import type { Sessions } from '../session.ts'

export type AlertRouteNeeds = AlertNeeds & {
  sessions: Sessions
  limits: Limits
  metrics: Pick<Metrics, 'alertsAsked'>
}

export function alertRoutes(needs: AlertRouteNeeds): Router {
  const { database, limits, metrics, sessions } = needs
  const router = Router()

  router.post('/api/raffles/:id/alerts', async (request, response) => {
    const { phone: typed, language = 'en' } = alertRequest.parse(request.body)
    const raffleId = idOf(request.params.id)
    // The address first: who drops his cookie each time must not fill the table of sessions.
    limits.take('alertsPerAddress', clientAddress(request))
    const { sessionId } = await sessions.ensureGuest(request, response)
    limits.take('alertsPerBrowser', sessionId)
    const asking = { raffleId, language, ...receiverOf(response, typed) }
    const isNew = await askForAlert(needs, asking)
    if (isNew) metrics.alertsAsked.inc({ prefix: phoneRange(asking.phone) })
    response.status(201).json({ asked: true })
  })

  router.post('/api/alerts/stop', async (request, response) => {
    const { code } = stopRequest.parse(request.body)
    limits.take('alertsPerAddress', clientAddress(request))
    await stopAlerts(needs, code)
    response.json({ stopped: true })
  })

  router.get('/api/account/alerts', async (request, response) => {
    noQuery.parse(request.query)
    const { person } = requireCustomer(response)
    await answer(response, person.personId)
  })

  router.delete('/api/account/alerts/:id', async (request: Request, response) => {
    const { person } = requireCustomer(response)
    await forgetAlert(database, { personId: person.personId, alertId: idOf(request.params.id) })
    await answer(response, person.personId)
  })

  async function answer(response: Response, personId: string): Promise<void> {
    response.json({ alerts: await listAlerts(needs, personId) } satisfies AlertList)
  }

  return router
}

function idOf(given: unknown): string {
  const known = id().safeParse(given)
  if (!known.success) throw notFound()
  return known.data
}

/** Whoever is signed in is told on his own number, whatever was typed. */
function receiverOf(response: Response, typed: string | undefined) {
  const viewer = viewerOf(response)
  const person = viewer?.kind === 'customer' ? viewer.person : null
  if (person !== null && person.phone !== null)
    return { phone: person.phone, personId: person.personId }
  if (typed !== undefined) return { phone: signInPhone(typed), personId: null }
  const message = 'Please enter a valid phone number with country code'
  throw new Rejection('invalid_request', message, { fields: [{ path: 'phone', message }] })
}
