// Everything that looks, every so often, for what was left undone, put together for `main.ts`.
import { eraseLeftovers } from './commands/erased-leftovers.ts'
import { askOfSettled } from './commands/money-gone-back.ts'
import { closeSettledMoney } from './commands/open-money.ts'
import { openDrillSweep } from './backup/drill-folder.ts'
import { sendAlerts } from './commands/raffle-alerts.ts'
import { sealAnew } from './commands/sealed-totp.ts'
import { sweepSignIns } from './commands/sweep-sign-ins.ts'
import type { Core } from './core.ts'
import { drawSweeps } from './draws.ts'
import type { DrawDesk } from './draws.ts'
import { keepLedger } from './ledger-area.ts'
import { pictureSweep } from './picture-sweep.ts'
import { orderSweeps } from './workers/reactors/order-sweeps.ts'
import type { Workers } from './workers/workers.ts'

const HOUR_MS = 3_600_000
const CODE_APPS_MS = 300_000
const DRILLS_MS = 300_000
const PICTURES_MS = 15_000
const ALERTS_MS = 10_000
const OPEN_MONEY_MS = 30_000
const LEFTOVERS_MS = 120_000
const VERIFIERS_MS = 600_000

type SweepNeeds = {
  core: Core
  workers: Workers
  draws: DrawDesk
  isStopping: () => boolean
  /** The service's own login where there is no other: it drops no database. */
  ownerUrl: string
  /** How often the small forms of new pictures are drawn; every 15 seconds if left out. */
  picturesMs?: number | undefined
}

export function openAllSweeps(needs: SweepNeeds): void {
  const { core, workers, draws, isStopping, ownerUrl, picturesMs = PICTURES_MS } = needs
  const { sweeps } = workers
  orderSweeps(sweeps, { desk: core.desk, watch: core.watch, isStopping })
  // What the process before left undone; nobody has to wait for it.
  for (const left of ['stock', 'SKUs', 'allotments']) void sweeps.now(left)
  drawSweeps(sweeps, draws)
  keepLedger(sweeps, core)
  sweeps.sweep('sign-ins', HOUR_MS, async () => {
    await sweepSignIns(core.database)
  })
  sweeps.sweep('open money', OPEN_MONEY_MS, openMoneySweep(core, isStopping))
  void sweeps.now('open money')
  sweeps.sweep('leftovers of the erased', LEFTOVERS_MS, leftoverSweep(core))
  void sweeps.now('leftovers of the erased')
  sweeps.sweep('code-apps', CODE_APPS_MS, codeAppSweep(core))
  sweeps.sweep('alerts', ALERTS_MS, () => sendAlerts({ ...core.desk, catalogue: core.catalogue }))
  sweeps.sweep('drills', DRILLS_MS, drillSweep(core, ownerUrl))
  void sweeps.now('drills')
  sweeps.sweep('pictures', picturesMs, pictureSweep(core, isStopping))
  sweeps.sweep('verifiers', VERIFIERS_MS, verifierSweep(core))
  void sweeps.now('verifiers')
}

/** Rows of before, and of older code, carry the mark until this has looked at them. */
function openMoneySweep({ database, desk }: Core, isStopping: () => boolean): () => Promise<void> {
  return async () => {
    await askOfSettled(desk)
    while (!isStopping() && (await closeSettledMoney(database)) > 0);
  }
}

function drillSweep({ config, log }: Core, ownerUrl: string): () => Promise<void> {
  const clearAfterDrills = openDrillSweep({ drillFolder: config.drillFolder, ownerUrl })
  let told = ''
  return async () => {
    const { cleared: left, failed } = await clearAfterDrills()
    if (left.length > 0) log.warn({ left }, 'a restore drill was killed: what it left is gone')
    const now = failed.map(({ name }) => name).join(' ')
    if (now !== '' && now !== told)
      log.warn({ failed }, 'what a restore drill has left cannot be cleared: remove it by hand')
    told = now
  }
}

/** What older builds have kept in their folder alone would be in no backup. */
function verifierSweep({ verifier, log }: Core): () => Promise<void> {
  let told = 0
  return async () => {
    const missing = await verifier.takeFromFolders()
    if (missing.length > told) log.warn({ missing }, 'verifiers that draws have named are nowhere')
    told = missing.length
  }
}

function leftoverSweep({ database, log }: Core): () => Promise<void> {
  let of: 'all' | 'last_day' = 'all'
  return async () => {
    const people = await eraseLeftovers(database, { of })
    of = 'last_day'
    if (people > 0) log.info({ people }, 'what came up behind an erasure was erased')
  }
}

/** Not at the start: a process of before, which has the older key alone, may still be answering. */
function codeAppSweep({ database, secrets, log }: Core): () => Promise<void> {
  const factorKeys = secrets.keys('factors')
  let told = 0
  return async () => {
    const { sealed, unreadable } = await sealAnew({ database, factorKeys })
    if (sealed > 0) log.info({ sealed }, 'code apps were sealed under the new secret')
    if (unreadable > told) log.warn({ unreadable }, 'code apps lie under a secret that is not here')
    told = unreadable
  }
}
