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

export const voidReasons = ['returned', 'order_cancelled', 'refunded', 'other'] as const
export type VoidReason = (typeof voidReasons)[number]
