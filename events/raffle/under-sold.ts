/** What happens to a raffle that ends below its minimum: docs/raffle-rules.md, rule 5. */
export const underSoldRules = ['extend', 'draw', 'refund'] as const
export type UnderSoldRule = (typeof underSoldRules)[number]

export type UnderSoldTerms = {
  readonly underSold: UnderSoldRule
  readonly ticketsMin: number
  /** Issued and not void. */
  readonly ticketsSold: number
  /** Its end has passed, or its last ticket was issued. */
  readonly isOver: boolean
}

/**
 * Would cancelling leave the rule that was published for too few tickets? At its end such a raffle
 * is extended or drawn, whatever moves the organiser; before it, that too few are sold is no reason
 * yet. The representative must then countersign. `reason`: of the published list.
 */
export function leavesRule(
  { underSold, ticketsMin, ticketsSold, isOver }: UnderSoldTerms,
  reason: string | null,
): boolean {
  if (underSold === 'refund' || ticketsSold === 0 || ticketsSold >= ticketsMin) return false
  return isOver || reason === 'under_sold'
}
