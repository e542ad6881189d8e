// Ways to pay and reasons, as facts and the wire name them: plain lists, so that a page that shows
// one does not load the shapes of facts.
export const onlineMethods = ['whishpay', 'montypay'] as const

export const manualMethods = ['whish', 'omt', 'card', 'cash'] as const

export const paymentMethods = [...onlineMethods, ...manualMethods] as const

export const cancelReasons = [
  'expired',
  'customer',
  'staff',
  'raffle_cancelled',
  'returned',
] as const

/** Why staff ended an order; what else there is to say stands in an erasable note. */
export const staffReasons = [
  'customer_asked',
  'out_of_stock',
  'duplicate',
  'mistake',
  'unreachable',
  'suspicious',
  'other',
] as const

/** As the fact says it: they may also have accepted what the buyer asked for himself. */
export const recordedReasons = [...staffReasons, 'request_accepted'] as const

/** Why staff corrected the phone an order stands by; the phones are in no fact. */
export const holderReasons = ['mistyped', 'recycled', 'other'] as const

/** What staff correct of who an order is for; what it was and is stands in no fact. */
export const contactFields = ['name', 'email', 'address'] as const

/** Why a duty to give money back ended without any: it never was one, or nobody had paid. */
export const withdrawReasons = ['mistake', 'never_paid'] as const

export const refundCauses = [
  'paid_late',
  'paid_twice',
  'mismatch',
  'not_issuable',
  'raffle_cancelled',
  'returned',
  'cancelled',
  'staff',
] as const
