import type { TicketWalk } from '#services/contract/admin-audit.ts'

type Walked = {
  order: object | null
  payment: Pick<TicketWalk['payment'], 'isProven'>
  leaf: Pick<TicketWalk['leaf'], 'isHashRight' | 'isIncluded' | 'isNumberInLeaf'>
}

/** A ticket that leads to an order whose payment is proven, and whose leaf proves itself. */
export const isInOrder = ({ order, payment, leaf }: Walked): boolean =>
  order !== null && payment.isProven && leaf.isHashRight && leaf.isIncluded && leaf.isNumberInLeaf
