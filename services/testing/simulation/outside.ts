// The world outside of the shop: payment providers that know what was really paid, and a gateway
// that knows what was really sent. They speak the ports' words; wire formats are the sandbox's.
import type { MessageGateway } from '../../providers/messages/port.ts'
import type { PaymentProvider, PaymentStatus } from '../../providers/payments/port.ts'
import { readWhishCallback } from '../../providers/payments/whish-callback.ts'
import type { OnlineMethod } from '../../commands/purchase-rows.ts'

import type { Life, Network } from './network.ts'

export type Payment = {
  method: OnlineMethod
  ref: string
  orderId: string
  attemptId: string
  /** What the shop asked for, and what was paid; null: nothing. */
  askedCents: number
  paidCents: number | null
  isDeclined: boolean
}

export type Outside = {
  /** By the shop's ref. */
  payments: Map<string, Payment>
  /** By the shop's name for the text: what a phone received, once. */
  texts: Map<string, { to: string; text: string }>
  provider: (method: OnlineMethod, life: Life, callbackKey: string) => PaymentProvider
  gateway: (life: Life) => MessageGateway
}

export function openOutside(network: Network): Outside {
  const payments: Outside['payments'] = new Map()
  const texts: Outside['texts'] = new Map()

  const provider: Outside['provider'] = (method, life, callbackKey) => ({
    code: method,
    capabilities: { refund: 'none', expiry: false, cancel: false },
    start: ({ ref, orderId, attemptId, amountCents: askedCents }) =>
      network.call({
        life,
        where: 'payments',
        name: `${method} start`,
        act: () => {
          const known = payments.get(ref)
          const fresh = { paidCents: null, isDeclined: false }
          if (known === undefined)
            payments.set(ref, { method, ref, orderId, attemptId, askedCents, ...fresh })
          const redirectUrl = `https://pay.example/${ref}`
          return { kind: 'started', redirectUrl, providerRef: null } as const
        },
      }),
    fetchStatus: ({ ref }) =>
      network.call({
        life,
        where: 'payments',
        name: `${method} status`,
        act: () => statusOf(payments.get(ref)),
      }),
    // Both speak Whish's words here: what is signed and what is not is the same question.
    parseCallback: (raw) => readWhishCallback(raw, [callbackKey]),
  })

  const gateway: Outside['gateway'] = (life) => ({
    channel: 'sms',
    send: ({ ref, to, text }) =>
      network.call({
        life,
        where: 'messages',
        name: 'gateway send',
        act: () => {
          if (!texts.has(ref)) texts.set(ref, { to, text })
          return { kind: 'queued', gatewayId: ref } as const
        },
      }),
  })

  return { payments, texts, provider, gateway }
}

/** Whish says no amount: the attempt's own holds. */
function statusOf(payment: Payment | undefined): PaymentStatus {
  const unsaid = { amountCents: null, currency: null, providerRef: null }
  if (payment === undefined) return { state: 'unknown', providerStatus: 'not_found', ...unsaid }
  const { paidCents, isDeclined, method } = payment
  if (paidCents !== null) {
    const said = method === 'whishpay' ? unsaid : { ...unsaid, amountCents: paidCents }
    return { state: 'paid', providerStatus: 'settled', ...said }
  }
  if (isDeclined) return { state: 'declined', providerStatus: 'decline', ...unsaid }
  return { state: 'pending', providerStatus: 'pending', ...unsaid }
}
