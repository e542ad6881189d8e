// What may follow what in a raffle's log (check e). A table, so that it can be read.
import type { EntryType } from './entry.ts'

export type Phase =
  | 'unpublished'
  | 'open'
  | 'closed'
  | 'sealed'
  | 'diced'
  | 'revealed'
  | 'beacon'
  | 'drawn'
  | 'postponed'
  | 'annulled'
  | 'cancelled'

const sales = { RaffleAmended: 'stays', TicketsIssued: 'stays', TicketsVoided: 'stays' } as const
/** A page may be corrected and a key changed at any time. */
const always = { RaffleAmended: 'stays', SigningKeyRotated: 'stays' } as const
/** Whether in time, and countersigned, is judged by (o). */
const mayEnd = { DrawPostponed: 'postponed', DrawAnnulled: 'annulled' } as const
const mayBeCalledOff = { ...mayEnd, RaffleCancelled: 'cancelled' } as const

const table: Readonly<Record<Phase, Partial<Record<EntryType, Phase | 'stays'>>>> = {
  // A ticket, or anything else, before the terms is judged by (h) alone.
  unpublished: { RafflePublished: 'open', TicketsIssued: 'stays' },
  open: {
    ...always,
    ...sales,
    RafflePublished: 'stays', // a second one is judged by (h)
    RaffleExtended: 'stays',
    RaffleClosed: 'closed',
    RaffleCancelled: 'cancelled',
  },
  closed: { ...always, ...sales, RegisterSealed: 'sealed', RaffleCancelled: 'cancelled' },
  // A second seal is judged by (o), as is a second result.
  sealed: { ...always, ...mayBeCalledOff, EntropySealed: 'diced', RegisterSealed: 'sealed' },
  diced: {
    ...always,
    ...mayBeCalledOff,
    OperatorRevealed: 'revealed',
    DrawCompleted: 'drawn', // a drum
    RegisterSealed: 'sealed',
  },
  revealed: {
    ...always,
    ...mayBeCalledOff,
    BeaconRecorded: 'beacon',
    DrawCompleted: 'drawn', // without a beacon
    RegisterSealed: 'sealed',
  },
  beacon: { ...always, ...mayEnd, DrawCompleted: 'drawn', RegisterSealed: 'sealed' },
  drawn: {
    ...always,
    DrawCompleted: 'stays',
    PrizeForfeited: 'stays',
    PrizePromoted: 'stays',
    PrizeDelivered: 'stays',
    ...mayEnd, // a postponement is refused by (o)
    RegisterSealed: 'sealed',
  },
  postponed: {
    ...always,
    RegisterSealed: 'sealed',
    DrawAnnulled: 'annulled',
    RaffleCancelled: 'cancelled',
  },
  // What was wrong in the register is voided; nothing is sold once a register was sealed.
  annulled: {
    ...always,
    TicketsVoided: 'stays',
    RegisterSealed: 'sealed',
    RaffleCancelled: 'cancelled',
  },
  cancelled: { ...always, TicketsVoided: 'stays' },
}

/** Null: not allowed here. */
export function nextPhase(phase: Phase, type: EntryType): Phase | null {
  const next = table[phase][type]
  if (next === undefined) return null
  return next === 'stays' ? phase : next
}
