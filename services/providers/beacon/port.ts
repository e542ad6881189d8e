// The randomness beacon as the draw sees it. Whatever comes out of here is proven: its signature
// was checked against the pinned key. A round that has not come is no outage.
import type { BeaconChain } from '#events/ledger/beacon.ts'

import type { Breaker } from '../breaker.ts'

export type ProvenRound = {
  readonly round: number
  /** 48 bytes, hex. */
  readonly signature: string
  /** SHA-256 of the signature, hex. */
  readonly randomness: string
}

export type Beacon = {
  readonly chain: BeaconChain
  /** A chain of our own: proves the mechanism, not the moment. */
  readonly isSandbox: boolean
  /** Null: no relay has it yet. Throws ProviderOutage when none answers with sense. */
  readonly round: (round: number) => Promise<ProvenRound | null>
  readonly latest: () => Promise<ProvenRound>
  /** A round from a phone, QR code or paper; null when it does not prove itself. */
  readonly prove: (given: { round: number; signature: string }) => ProvenRound | null
  readonly breaker: Breaker
}
