// What may be done about an item right from the list of what waits for a person. Pure.
import { NOT_PAID_CODE } from '#services/contract/attention.ts'
import type { AttentionItem } from '#services/contract/attention.ts'

export type AttentionAct =
  | 'open'
  | 'recheck'
  | 'markPaid'
  | 'refund'
  | 'proof'
  | 'answer'
  | 'resend'
  | 'handled'

/** The usual next step first. Who may not act looks at the order, where there is one. */
export function actsFor(item: AttentionItem, mayAct: boolean): AttentionAct[] {
  const acts = actsOf(item).filter((act) => mayAct || act === 'open')
  return acts.length === 0 && item.orderId !== null ? ['open'] : acts
}

/** A statement says that it was paid, and we take it for unpaid. */
export const isNotPaid = ({ kind, code }: AttentionItem): boolean =>
  kind === 'unmatched' && code === NOT_PAID_CODE

function actsOf(item: AttentionItem): AttentionAct[] {
  const { kind, orderId } = item
  switch (kind) {
    case 'undecided':
      return ['recheck', 'markPaid', 'open', 'handled']
    case 'mismatched':
      return ['refund', 'open', 'handled']
    case 'paid_late':
    case 'paid_twice':
    case 'refund_due':
      return ['refund', 'open']
    case 'request':
      return ['answer']
    case 'unproven':
      return ['proof', 'open']
    case 'message_failed':
      return ['resend', 'handled']
    case 'unmatched':
      if (isNotPaid(item)) return ['recheck', 'open', 'handled']
      return orderId === null ? ['handled'] : ['open', 'handled']
    case 'staff_bought':
      return ['handled', 'open']
    default:
      return orderId === null ? [] : ['open']
  }
}
