// What each reactor acts on. It stands here, and not in the reactors, for whoever asks from outside
// whether one of them stands still before it (`services/verify`).
import type { Reactor } from '../reactor.ts'

export const reactorReads = {
  'cancelled-orders': { shop: ['OrderCancelled', 'RefundDue'] },
  'cancelled-raffles': { raffle: ['RaffleCancelled'] },
  erasures: { shop: ['PersonErased'] },
  'order-notices': {
    shop: [
      'OrderMadeReady',
      'OrderSentOut',
      'OrderCompleted',
      'OrderCancelled',
      'RefundDue',
      'RefundPaid',
      'RefundPaymentWithdrawn',
      'RefundWithdrawn',
    ],
  },
  receipts: { shop: ['TicketsGranted', 'PaymentConfirmed'] },
  'refund-lines': { shop: ['RefundPaid', 'RefundPaymentWithdrawn'] },
} as const satisfies Readonly<Record<string, Reactor['reads']>>
