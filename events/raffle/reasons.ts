// Why something was done to a raffle, as its public log says it: codes from these lists, never the
// words of a person. What staff write beside a code is a note and stands in the erasable audit.
export const raffleReasons = [
  'typo',
  'prize_unavailable',
  'licence',
  'under_sold',
  'published_by_mistake',
  'authority',
  'other',
] as const
export type RaffleReason = (typeof raffleReasons)[number]

/** The one for which a prize is corrected after a sale: another prize is another raffle. */
export const correctionReason: RaffleReason = 'typo'

export const voidReasons = ['returned', 'order_cancelled', 'refunded', 'other'] as const
export type VoidReason = (typeof voidReasons)[number]

/** Why a draw was put off. */
export const postponeReasons = [
  'quorum_late',
  'inputs_late',
  'power_failure',
  'network_failure',
  'representative_absent',
  'authority',
  'other',
] as const
export type PostponeReason = (typeof postponeReasons)[number]

/** A draw is annulled for a proven error of its register, and for nothing else. */
export const annulReasons = [
  'ticket_wrongly_voided',
  'ticket_not_voided',
  'register_error',
] as const
export type AnnulReason = (typeof annulReasons)[number]

export const forfeitReasons = ['unclaimed', 'declined', 'not_eligible', 'refunded'] as const
export type ForfeitReason = (typeof forfeitReasons)[number]

/** What the hash in a delivery's leaf is of. */
export const deliveryEvidence = ['signed_receipt', 'photograph', 'notary_record'] as const
export type DeliveryEvidence = (typeof deliveryEvidence)[number]
