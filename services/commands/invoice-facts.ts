// What the facts of an order say on its invoice. They keep what later ones take back: a sheet that
// was handed out is read as it was, and says what became of it.
import type { LineId } from '#events/kernel/ids.ts'
import type { OrderEvent } from '#events/order/events.ts'
import { isSurplusCause } from '#events/order/evolve.ts'

type Facts = readonly { event: OrderEvent; recordedAt: Date }[]

/** `withdrawnAt`: staff said then that nobody had paid it. */
export type InvoicedSale = { paidAt: string; withdrawnAt: string | null }

/** Null: it was never paid, nor was that ever written down. */
export function saleIn(facts: Facts): InvoicedSale | null {
  let paidAt: string | null = null
  let withdrawnAt: string | null = null
  for (const { event, recordedAt } of facts) {
    if (event.type === 'PaymentConfirmed' && event.data.sale !== null) paidAt ??= event.data.paidAt
    if (event.type === 'RefundWithdrawn' && event.data.reason === 'never_paid')
      withdrawnAt ??= recordedAt.toISOString()
  }
  return paidAt === null ? null : { paidAt, withdrawnAt }
}

export type CreditNote = {
  /** From 1, in the order of the facts: it never changes. */
  suffix: number
  paidAt: string
  amountCents: number
  /** Null: it is for the sale as a whole. */
  lineId: LineId | null
  /** The money was not given back after all: the number stays taken. */
  withdrawnAt: string | null
}

export type GivenBack = {
  /** Before the invoice was issued, and so a line on it: as it was then, for ever. */
  beforeCents: number
  /** Of that, oldest first: staff said after the issue that it was not given back after all. */
  beforeWithdrawn: { withdrawnAt: string; amountCents: number }[]
  /** One for each payment after it. */
  creditNotes: CreditNote[]
}

/**
 * Of the sale: money that never was of it is on no invoice and has no credit note. A payment that
 * is withdrawn after the issue stays on the sheet, or keeps its note, with the day on which that
 * was said; the refund's next payment has a note in either case. So the sheet's line and the notes,
 * less what is withdrawn, are what the file for the VAT return has as given back (ADR 43).
 */
export function givenBackIn(facts: Facts, issuedAt: Date): GivenBack {
  const surplus = new Set<string>()
  const lines = new Map<string, LineId | null>()
  const before = new Map<string, number>()
  const current = new Map<string, CreditNote>()
  const creditNotes: CreditNote[] = []
  const beforeWithdrawn: GivenBack['beforeWithdrawn'] = []
  for (const { event, recordedAt } of facts) {
    if (event.type === 'RefundDue') {
      lines.set(event.data.refundId, event.data.lineId)
      if (isSurplusCause(event.data.cause)) surplus.add(event.data.refundId)
    }
    if (event.type === 'RefundPaid' && !surplus.has(event.data.refundId)) {
      const { refundId, amountCents } = event.data
      if (recordedAt <= issuedAt) before.set(refundId, amountCents)
      else {
        const suffix = creditNotes.length + 1
        const paidAt = recordedAt.toISOString()
        const lineId = lines.get(refundId) ?? null
        const note = { suffix, paidAt, amountCents, lineId, withdrawnAt: null }
        creditNotes.push(note)
        current.set(refundId, note)
      }
    }
    if (event.type === 'RefundPaymentWithdrawn' && !surplus.has(event.data.refundId)) {
      const { refundId, amountCents } = event.data
      const withdrawnAt = recordedAt.toISOString()
      const note = current.get(refundId)
      if (recordedAt <= issuedAt) before.delete(refundId)
      else if (note === undefined) beforeWithdrawn.push({ withdrawnAt, amountCents })
      else note.withdrawnAt = withdrawnAt
      current.delete(refundId)
    }
  }
  const beforeCents = [...before.values()].reduce((sum, cents) => sum + cents, 0)
  return { beforeCents, beforeWithdrawn, creditNotes }
}
