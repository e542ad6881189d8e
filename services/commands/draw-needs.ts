// What the ceremony needs of the world, handed in by `main`.
import type { RaffleId } from '#events/kernel/ids.ts'

import type { EventStore } from '../event-store/types.ts'
import type { Database } from '../io/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Beacon } from '../providers/beacon/port.ts'
import type { OrderDesk } from './order-desk.ts'

export type DrawNeeds = {
  database: Database
  store: EventStore
  now: () => Date
  desk: OrderDesk
  beacon: Beacon
  /** Checkpoints and cosignatures of the raffles' logs. */
  ledger: Pick<Ledger, 'publish' | 'cosign' | 'quorumAt'>
  /** The operator's seed: called by the reveal, and by nothing else. */
  openSeed: (raffleId: RaffleId) => Promise<Uint8Array>
  settlementSeconds: number
  /** With ADMIN_SECURITY=basic, in the demo: one person may do what else needs two. */
  mayActAlone: boolean
  /** Of the verifier that is handed out with the evidence, and is kept from then on. */
  softwareSha256: () => Promise<string>
}
