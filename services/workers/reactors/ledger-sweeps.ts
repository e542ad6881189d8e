// What keeps the public logs going: checkpoints of everything that was recorded, cosignatures for
// them, and the list of heads that is kept outside of the database.
import type { Ledger } from '../../ledger/ledger.ts'
import type { Sweeps } from '../sweep.ts'

/** A checkpoint is promised within 60 s (docs/monitoring/README.md) and meant to come within 10. */
const CHECKPOINT_MS = 2_000
const COSIGNATURE_MS = 2_000
const HEADS_MS = 300_000

export type LedgerSweepNeeds = { ledger: Ledger; writeHeads: () => Promise<void> }

export function ledgerSweeps(sweeps: Sweeps, { ledger, writeHeads }: LedgerSweepNeeds): void {
  sweeps.sweep('checkpoints', CHECKPOINT_MS, ledger.publishDue)
  sweeps.sweep('cosignatures', COSIGNATURE_MS, ledger.cosignDue)
  sweeps.sweep('heads', HEADS_MS, writeHeads)
}
