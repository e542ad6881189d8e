// Everything that looks, every so often, for what was left undone, put together for `main.ts`.
import { sendAlerts } from './commands/raffle-alerts.ts'
import { sweepSignIns } from './commands/sweep-sign-ins.ts'
import type { Core } from './core.ts'
import { drawSweeps } from './draws.ts'
import type { DrawDesk } from './draws.ts'
import { keepLedger } from './ledger-area.ts'
import { pictureSweep } from './picture-sweep.ts'
import { orderSweeps } from './workers/reactors/order-sweeps.ts'
import type { Workers } from './workers/workers.ts'

const HOUR_MS = 3_600_000
const PICTURES_MS = 15_000
const ALERTS_MS = 10_000

type SweepNeeds = {
  core: Core
  workers: Workers
  draws: DrawDesk
  isStopping: () => boolean
}

export function openAllSweeps({ core, workers, draws, isStopping }: SweepNeeds): void {
  const { sweeps } = workers
  orderSweeps(sweeps, { desk: core.desk, watch: core.watch, isStopping })
  // What the process before left undone; nobody has to wait for it.
  void sweeps.now('stock')
  drawSweeps(sweeps, draws)
  keepLedger(sweeps, core)
  sweeps.sweep('sign-ins', HOUR_MS, async () => {
    await sweepSignIns(core.database)
  })
  sweeps.sweep('alerts', ALERTS_MS, () => sendAlerts({ ...core.desk, catalogue: core.catalogue }))
  sweeps.sweep('pictures', PICTURES_MS, pictureSweep(core, isStopping))
}
