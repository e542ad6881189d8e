// What message gateways report of our texts. Each of them proves itself in its own way; whoever
// does not is told nothing and changes nothing. A report that comes twice, late or in the wrong
// order is harmless (`message-reports.ts`).
import { timingSafeEqual } from 'node:crypto'

import { Router } from 'express'
import type { Request, Response } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

import { recordReports } from '../../commands/message-reports.ts'
import type { Queryable } from '../../io/database.ts'
import type { MessageGateways, Reporter } from '../../message-gateways.ts'
import { clientAddress } from '../client-address.ts'
import type { Limits } from '../limits.ts'
import { notFound } from '../problem.ts'
import { rawRequest } from './callbacks.ts'

export type MessageCallbackNeeds = {
  database: Queryable
  readers: MessageGateways['readers']
  /** What Meta is told in its panel, and says back once; null: WhatsApp is not set. */
  whatsappVerifyToken: string | null
  limits: Limits
  log: { warn: (fields: object, message: string) => void }
}

const reporters: readonly Reporter[] = ['twilio', 'infobip', 'whatsapp']

export function messageCallbackRoutes(needs: MessageCallbackNeeds): Router {
  const { database, readers, whatsappVerifyToken, limits, log } = needs
  const router = Router()

  function refuse(request: Request, reporter: Reporter): Rejection {
    limits.take('doubtfulCallbacksPerAddress', clientAddress(request))
    limits.take('doubtfulCallbacks', 'all')
    log.warn({ reporter }, 'report of a text not authentic')
    return new Rejection('not_allowed', 'This report is not signed as agreed.')
  }

  async function receive(reporter: Reporter, request: Request, response: Response) {
    const read = readers[reporter]
    if (read === undefined) throw notFound()
    const reports = read(rawRequest(request))
    if (reports === null) throw refuse(request, reporter)
    await recordReports(database, reports)
    response.json({ ok: true })
  }

  for (const reporter of reporters)
    router.post(`/api/${reporter}/callback`, (request, response) =>
      receive(reporter, request, response),
    )

  /** Meta's handshake: the challenge goes back as it came, to who knows the token. */
  router.get('/api/whatsapp/callback', (request, response) => {
    if (whatsappVerifyToken === null) throw notFound()
    const { query } = rawRequest(request)
    const challenge = query['hub.challenge'] ?? ''
    const isAsked = query['hub.mode'] === 'subscribe' && /^[\w-]{1,200}$/.test(challenge)
    if (!isAsked || !isSame(query['hub.verify_token'] ?? '', whatsappVerifyToken))
      throw refuse(request, 'whatsapp')
    response.type('text/plain').send(challenge)
  })

  return router
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
