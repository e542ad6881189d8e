// Of which raffles the writer has just said that none is left. In a rush most of the crowd comes
// after the last ticket is reserved, while those who hold it still pay: who is told at once writes
// no row, and is in nobody's way.
import { Rejection } from '#events/kernel/rejection.ts'
import type { ProductId, RaffleId } from '#events/kernel/ids.ts'

/** A product may have fewer tickets than its raffle: none of its own is nobody else's business. */
export type Sought = { raffleId: RaffleId; productId: ProductId }

export type SoldOut = {
  /** What the writer has refused; only that none at all is left is kept in mind. */
  note: (refusal: unknown) => void
  /** Whether to ask the writer at all. Says no now and then, so that somebody asks anew. */
  isKnown: (sought: Sought) => boolean
  /** Something is given back, here: elsewhere that is known after `BELIEVED_MS`. */
  forget: (raffleId: RaffleId) => void
}

/** As old as the catalogue may be. */
export const BELIEVED_MS = 1_000
/** One of those who come is let through after so long. */
export const ASKED_AGAIN_MS = 250
const REMEMBERED_MAX = 1_000

type Heard = { raffleId: RaffleId; heardMs: number; askedMs: number }

export function openSoldOut(now: () => Date): SoldOut {
  const heard = new Map<string, Heard>()
  const nowMs = () => now().getTime()

  return {
    note(refusal) {
      const sought = soughtOf(refusal)
      if (sought === null) return
      heard.delete(keyOf(sought))
      heard.set(keyOf(sought), { raffleId: sought.raffleId, heardMs: nowMs(), askedMs: nowMs() })
      const [oldest] = heard.size > REMEMBERED_MAX ? heard.keys() : []
      if (oldest !== undefined) heard.delete(oldest)
    },
    isKnown(sought) {
      const known = heard.get(keyOf(sought))
      if (known === undefined || nowMs() - known.heardMs >= BELIEVED_MS) return false
      if (nowMs() - known.askedMs < ASKED_AGAIN_MS) return true
      known.askedMs = nowMs()
      return false
    },
    forget(raffleId) {
      for (const [key, known] of heard) if (known.raffleId === raffleId) heard.delete(key)
    },
  }
}

const keyOf = ({ raffleId, productId }: Sought) => `${raffleId} ${productId}`

/** `holdTickets` names the raffle and the product. */
function soughtOf(refusal: unknown): Sought | null {
  if (!(refusal instanceof Rejection) || refusal.code !== 'tickets_left') return null
  const { available, raffleId, productId } = refusal.details
  if (available !== 0 || raffleId === undefined || productId === undefined) return null
  return { raffleId, productId } as Sought
}
