// What payment providers tell us. Stored as it came, answered 200, then the provider is asked: a
// callback is a hint and never proof, and it must be safe to send it a hundred times or to forge
// it.
import { Router } from 'express'
import type { Request, Response } from 'express'

import type { OrderDesk } from '../../commands/order-desk.ts'
import type { PaymentWatch } from '../../commands/payment-watch.ts'
import type { OnlineMethod } from '../../commands/purchase-rows.ts'
import { paymentCallbacks } from '../../io/figures.ts'
import type { CallbackHint, RawRequest } from '../../providers/payments/port.ts'
import { clientAddress } from '../client-address.ts'
import type { Limits } from '../limits.ts'
import { notFound } from '../problem.ts'

export type CallbackNeeds = { desk: OrderDesk; watch: PaymentWatch; limits: Limits }

export function callbackRoutes({ desk, watch, limits }: CallbackNeeds): Router {
  const router = Router()

  async function receive(method: OnlineMethod, request: Request, response: Response) {
    const provider = desk.providers[method]
    if (provider === undefined) throw notFound()
    const raw = rawRequest(request)
    const hint = provider.parseCallback(raw)
    requireQuiet(limits, { method, hint, address: clientAddress(request) })

    const { copies } = await desk.callbacks.store({ method, raw, hint })
    const authentic = copies > 1 ? 'repeated' : 'verified'
    paymentCallbacks.inc({ provider: method, outcome: hint.isAuthentic ? authentic : 'doubtful' })
    if (hint.isAuthentic && hint.attemptRef !== null) watch.ringForCallback(hint.attemptRef)
    else desk.log.warn({ method, attemptRef: hint.attemptRef }, 'callback not authentic')
    response.json({ ok: true })
  }

  router.get('/api/whishpay/callback', (request, response) =>
    receive('whishpay', request, response),
  )
  router.post('/api/montypay/callback', (request, response) =>
    receive('montypay', request, response),
  )
  return router
}

/**
 * Per attempt, so that nobody's noise about one order hides another (docs/security.md, K43). What
 * is not authentic has an allowance of its own: it must neither hide the real callback nor fill the
 * disk.
 */
function requireQuiet(
  limits: Limits,
  { method, hint, address }: { method: OnlineMethod; hint: CallbackHint; address: string },
): void {
  const attempt = `${method} ${hint.attemptRef ?? 'unknown'}`
  if (hint.isAuthentic) return limits.take('callbacksPerAttempt', attempt)
  limits.take('callbacksPerAttempt', `doubtful ${attempt}`)
  limits.take('doubtfulCallbacksPerAddress', address)
  limits.take('doubtfulCallbacks', 'all')
}

export function rawRequest(request: Request): RawRequest {
  const at = request.originalUrl.indexOf('?')
  const query = new URLSearchParams(at === -1 ? '' : request.originalUrl.slice(at + 1))
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !name.startsWith('cookie') ? [[name, value] as const] : [],
  )
  return {
    method: request.method,
    query: Object.fromEntries(query),
    headers: Object.fromEntries(headers),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  }
}
