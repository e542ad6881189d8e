// What every payment provider must offer; `contract-suite.ts` holds all of them to it.
import type { AttemptId, OrderId } from '#events/kernel/ids.ts'

export type Attempt = {
  attemptId: AttemptId
  orderId: OrderId
  /** Digits only, at most 15: Whish `externalId`, MontyPay `order.number`. */
  ref: string
  amountCents: number
  currency: 'USD'
  /** Plain ASCII, for instance `Order 1A2B3C4D`. */
  description: string
  /** The provider's own key for the payment, once it is known. */
  providerRef: string | null
  /** The buyer's language and contact are never needed here. */
  successUrl: string
  failureUrl: string
  /** Whish: our callback with our own HMAC; MontyPay: fixed in their panel. */
  successCallbackUrl: string
  failureCallbackUrl: string
  sessionMinutes: number
}

export type Started =
  | { kind: 'started'; redirectUrl: string; providerRef: string | null }
  /** The answer never came: ask for the status, never make a second attempt blindly. */
  | { kind: 'indeterminate' }
  /**
   * Nothing was started. `reason`: the provider's own code, or `unavailable` (nothing was sent),
   * `redirect_not_allowed`, `amount_too_small`.
   */
  | { kind: 'refused'; reason: string }

export type PaymentState =
  | 'pending'
  | 'authorized'
  | 'paid'
  | 'declined'
  | 'expired'
  | 'refunded'
  | 'unknown'

export type PaymentStatus = {
  state: PaymentState
  /** The provider's own word, for `whishPayStatus` and `montyPayStatus`. */
  providerStatus: string
  /** Null where the provider does not say (Whish): then the attempt's own amount holds. */
  amountCents: number | null
  currency: string | null
  providerRef: string | null
}

export type RawRequest = {
  method: string
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** A hint to ask again, never proof of payment. */
export type CallbackHint = {
  attemptRef: string | null
  dedupeKey: string
  isAuthentic: boolean
  /**
   * It says that a payment has come, and nothing else. Whoever can make it authentic can write any
   * words, so this says only whether a payment that has come is to be asked about once more.
   */
  isPaidWord: boolean
}

export type RefundState = 'accepted' | 'done' | 'refused' | 'indeterminate'

export type PaymentProvider = {
  code: 'whishpay' | 'montypay'
  capabilities: { refund: 'none' | 'full' | 'partial'; expiry: boolean; cancel: boolean }
  start: (attempt: Attempt) => Promise<Started>
  parseCallback: (request: RawRequest) => CallbackHint
  /** Throws ProviderOutage; `unknown` is an answer, its word `not_found` says it never started. */
  fetchStatus: (attempt: Attempt) => Promise<PaymentStatus>
  /** Throws when nothing was sent; `indeterminate`: ask for the status before trying again. */
  refund?: (attempt: Attempt, amountCents: number, reason: string) => Promise<RefundState>
}
