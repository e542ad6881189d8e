// The public logs. Everything but the index is in the formats of C2SP, not JSON: checkpoints are
// signed notes, tiles and entry bundles are bytes.
import * as z from 'zod/mini'

import { rafflePhases } from '#events/raffle/phase.ts'

import { count, id } from './shared.ts'

export const ledgerIndex = z.strictObject({
  raffles: z.array(
    z.strictObject({
      raffleId: id(),
      /** `<host>[:port]/ledger/<raffleId>`: everything of the log is served under it. */
      origin: z.string(),
      /** C2SP verifier key, `name+keyId+base64`. */
      verifierKey: z.string(),
      /** Leaves under the newest checkpoint; 0 before the first. */
      size: count(),
      phase: z.enum(rafflePhases),
    }),
  ),
})
export type LedgerIndex = z.infer<typeof ledgerIndex>
