// The public ledger, put together for `main.ts`: what is served, what keeps it going, what is
// watched about it.
import type { Router } from 'express'

import type { Core } from './core.ts'
import type { Metrics } from './http/metrics.ts'
import type { OrderAccess } from './http/order-access.ts'
import { ledgerRoutes } from './http/routes/ledger.ts'
import { receiptRoutes } from './http/routes/receipts.ts'
import { checkpointLagSeconds } from './ledger/checkpoints.ts'
import { headsAgeSeconds, writeHeads } from './ledger/heads.ts'
import type { HeadsNeeds } from './ledger/heads.ts'
import { ledgerSweeps } from './workers/reactors/ledger-sweeps.ts'
import type { Sweeps } from './workers/sweep.ts'

/** Before everything that sends people to the shop's newest address: an origin never moves. */
export const openLedgerRouter = ({ database, ledger, catalogue, clock }: Core): Router =>
  ledgerRoutes({ database, ledger, catalogue, now: clock.now })

export function openReceiptRouter(core: Core, access: OrderAccess): Router {
  const { desk, database, keys, ledger } = core
  return receiptRoutes({ desk, access, receipts: { database, keys, logs: ledger.logs } })
}

export function keepLedger(sweeps: Sweeps, core: Core): void {
  ledgerSweeps(sweeps, { ledger: core.ledger, writeHeads: () => writeHeads(headsOf(core)) })
}

const headsOf = ({ config, database, clock }: Core): HeadsNeeds => ({
  database,
  folder: config.headsFolder,
  now: clock.now,
})

export function watchLedger(
  { gauge, gauges }: Pick<Metrics, 'gauge' | 'gauges'>,
  core: Core,
): void {
  const { ledger, database } = core
  gauge(
    'ledger_logs_failing',
    'Public logs that could not be published at the last try',
    () => ledger.failing().size,
  )
  gauge('ledger_checkpoint_lag_seconds', 'Age of the oldest fact under no checkpoint', () =>
    checkpointLagSeconds(database),
  )
  gauges(
    'ledger_cosignature_lag_seconds',
    'How long the oldest checkpoint has waited for the cosignature of each witness that is asked',
    { label: 'witness', read: ledger.cosignatureLags },
  )
  gauge('heads_list_age_seconds', 'Since the hour of the newest list of heads in HEADS_DIR', () =>
    headsAgeSeconds(headsOf(core)),
  )
}
