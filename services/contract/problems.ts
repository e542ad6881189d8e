// Every error code the wire may carry and the HTTP status it travels under. A code that is not
// here is a conflict with the rules: 409. Words for people stand in the Rejection itself.
import * as z from 'zod/mini'

import { drawProblemStatus } from './draw-problems.ts'
import { count, fieldProblem } from './shared.ts'

export const problemStatus = {
  invalid_request: 400,
  variant_required: 400,
  unknown_variant: 400,
  wrong_code: 400,
  code_expired: 400,
  unreadable_file: 400,
  import_has_errors: 400,
  unsupported_image: 400,
  weak_password: 400,
  passkey_refused: 400,
  invitation_over: 400,
  not_signed_in: 401,
  wrong_password: 401,
  not_admin: 403,
  not_allowed: 403,
  origin_refused: 403,
  password_change_required: 403,
  second_factor_required: 403,
  step_up_required: 403,
  address_refused: 403,
  not_found: 404,
  method_not_allowed: 405,
  raffle_ended: 409,
  raffle_not_open: 409,
  raffle_cancelled: 409,
  staff_excluded: 409,
  tickets_left: 409,
  import_changed: 409,
  stock_left: 409,
  stock_short: 409,
  stock_changed: 409,
  stock_not_tracked: 409,
  person_limit: 409,
  price_changed: 409,
  tickets_changed: 409,
  product_unavailable: 409,
  edit_conflict: 409,
  cannot_delete_raffle: 409,
  cannot_delete_product: 409,
  cannot_delete_variant: 409,
  already_published: 409,
  odds_would_change: 409,
  shortening_refused: 409,
  terms_are_published: 409,
  below_sold_and_held: 409,
  not_drawn: 409,
  nothing_signed: 409,
  evidence_not_public: 409,
  unknown_tickets: 409,
  already_void: 409,
  sku_taken: 409,
  price_below_zero: 409,
  licence_required: 409,
  already_invited: 409,
  last_owner: 409,
  factor_exists: 409,
  factor_unreadable: 409,
  no_factor: 409,
  last_factor: 409,
  no_tickets: 409,
  approval_required: 409,
  approval_expired: 409,
  own_request: 409,
  already_decided: 409,
  request_in_flight: 409,
  needs_reason: 409,
  order_cancelled: 409,
  order_handed_over: 409,
  order_holds_prize: 409,
  order_in_draw: 409,
  order_not_paid: 409,
  order_paid: 409,
  order_settling: 409,
  hold_expired: 409,
  other_shipping: 409,
  nothing_to_pay: 409,
  nothing_to_refund: 409,
  refund_too_large: 409,
  statement_settled: 409,
  request_not_possible: 409,
  credit_chosen: 409,
  credit_not_chosen: 409,
  buying_paused: 409,
  buying_excluded: 409,
  monthly_cap: 409,
  account_in_use: 409,
  phone_taken: 409,
  limit_is_stricter: 409,
  reference_used: 409,
  too_many_attempts: 409,
  too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  internal: 500,
  payment_provider_unavailable: 502,
  busy: 503,
  waiting_room: 503,
  ...drawProblemStatus,
} as const

export type ProblemCode = keyof typeof problemStatus

export function statusOf(code: string): number {
  return Object.hasOwn(problemStatus, code) ? problemStatus[code as ProblemCode] : 409
}

/** One line of a cart as it is sold now, with `price_changed` and `tickets_changed`. */
export const repricedLine = z.strictObject({
  productId: z.string(),
  variantId: z.nullable(z.string()),
  quantity: count(),
  price: z.string(),
  subtotal: z.string(),
  tickets: count(),
})

/** The one shape of every failed answer. What is not for acting on is not in it. */
export const problem = z.object({
  /** For people, in English; the code is for programs and translations. */
  error: z.string().check(z.minLength(1)),
  code: z.string(),
  fields: z.optional(z.array(fieldProblem)),
  /** Tickets that are left, with `tickets_left`; pieces, with `stock_left` and `stock_short`. */
  available: z.optional(count()),
  raffleId: z.optional(z.string()),
  raffleName: z.optional(z.string()),
  productId: z.optional(z.string()),
  variantId: z.optional(z.string()),
  /** Product and variant in words, with `stock_left`. */
  goods: z.optional(z.string()),
  ticketsPerPersonMax: z.optional(count()),
  ticketsSold: z.optional(count()),
  /** Tickets sold or reserved, with `below_sold_and_held`; lines, with `statement_settled`. */
  used: z.optional(count()),
  sold: z.optional(count()),
  held: z.optional(count()),
  field: z.optional(z.string()),
  /** With `price_changed` and `tickets_changed`: what the cart costs now. */
  total: z.optional(z.string()),
  lines: z.optional(z.array(repricedLine)),
  retryAfterSeconds: z.optional(count()),
  changedBy: z.optional(z.string()),
  triesLeft: z.optional(count()),
  /** With `approval_required`: what a second person is asked for. */
  approvalId: z.optional(z.string()),
  /** With `monthly_cap`: what may be spent in a month, and what of it is left. */
  monthlyCap: z.optional(z.string()),
  left: z.optional(z.string()),
})
export type Problem = z.infer<typeof problem>
