// The draw of this installation, put together from what the core has.
import { raffleIdSchema } from '#events/kernel/ids.ts'

import type { Core } from './core.ts'
import { keepDraw } from './commands/draw-keeper.ts'
import type { LiveNeeds } from './commands/draw-live.ts'
import { tellHolders } from './commands/draw-notices.ts'
import { openOperatorSeed } from './ledger/operator-seeds.ts'
import { drandBeacon } from './providers/beacon/drand.ts'
import type { Sweeps } from './workers/sweep.ts'

export type DrawDesk = LiveNeeds & { catalogue: Core['catalogue'] }

export function openDraws(core: Core): DrawDesk {
  const { config, database, store, clock, desk, keys, ledger, catalogue, verifier } = core
  const { kind, urls, ...chain } = config.beacon
  return {
    database,
    store,
    now: clock.now,
    desk,
    catalogue,
    ledger,
    beacon: drandBeacon({ chain, isSandbox: kind === 'sandbox', relays: urls }),
    openSeed: (raffleId) => openOperatorSeed({ database, keys }, raffleId),
    settlementSeconds: config.settlementSeconds,
    mayActAlone: config.admin.security === 'basic',
    softwareSha256: verifier.keepSoftware,
  }
}

const KEEP_MS = 2_000
const TELL_MS = 5_000

export function drawSweeps(sweeps: Sweeps, draws: DrawDesk): void {
  // A draw that was drawn is looked at once more by each process: it may not have been published.
  const ended = new Set<string>()
  sweeps.sweep('draws', KEEP_MS, () => keepDraws(draws, ended))
  sweeps.sweep('draw notices', TELL_MS, () => tellHolders(draws))
}

const underWay = new Set(['sealed', 'diced', 'revealed', 'beacon', 'drawn'])

/** Of all raffles whose draw is sealed; one that fails does not hold up the others. */
async function keepDraws(draws: DrawDesk, ended: Set<string>): Promise<void> {
  const failures: unknown[] = []
  for (const { raffleId, status, draw } of draws.catalogue.raffles()) {
    if (draw === null || status === 'cancelled') continue
    if (!underWay.has(draw.stage) || ended.has(draw.drawId)) continue
    try {
      await keepDraw(draws, raffleIdSchema.parse(raffleId))
      if (draw.stage === 'drawn') ended.add(draw.drawId)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'draws could not go on')
}
