/** What happens to a raffle that ends below its minimum, as it was published (answers 56). */
export const underSoldRules = ['extend', 'draw', 'refund'] as const
export type UnderSoldRule = (typeof underSoldRules)[number]
