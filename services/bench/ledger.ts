// The public log: what checkpoints cost the sales they describe, how late they are under full load,
// and how a log of a million leaves is built, grown and served.
import express from 'express'

import type { RaffleId } from '#events/kernel/ids.ts'
import { checkInclusion } from '#events/ledger/merkle.ts'
import { checkTiles, tilePath, tilesOf, tileWidth } from '#events/ledger/tiles.ts'
import type { TileReader } from '#events/ledger/tiles.ts'
import { allProjections } from '#projections/all.ts'

import { listen } from '../http/listen.ts'
import { ledgerRoutes } from '../http/routes/ledger.ts'
import { every } from '../io/timers.ts'
import { issueOf } from '../event-store/testing/shop.ts'
import type { Core } from '../core.ts'
import { openProjector } from '../workers/projector.ts'
import { sha256 } from '../ledger/keys.ts'
import { inclusionFromTiles, readTile } from '../ledger/tree.ts'
import { publishLog } from '../ledger/testing/log-rig.ts'
import type { OpenLog } from '../ledger/testing/log-rig.ts'
import type { BenchAddresses } from './append.ts'
import { openBenchCore } from './bench-core.ts'
import { hold, type Outcome, type Pace } from './contest.ts'
import { fillLog } from './long-log.ts'
import { alwaysPaid, buy, rush } from './place.ts'
import { sellRaffle } from './raffle-on-sale.ts'

/** As the product sweeps. */
const SWEEP_MS = 2_000
const DELAY_MS_MAX = 10_000
const LEAVES = 1_000_000
const LEAVES_QUICK = 100_000

export async function benchLedger(
  { url, ownerUrl }: BenchAddresses,
  pace: Pace & { isQuick: boolean },
  progress: (step: string) => void,
): Promise<Outcome[]> {
  const { core, close } = await openBenchCore(url)
  try {
    const sales = await benchSales(core, pace, progress)
    const leaves = pace.isQuick ? LEAVES_QUICK : LEAVES
    const log = await openLog(core)
    progress(`ledger: ${leaves.toLocaleString('en')} leaves are written`)
    await fillLog(ownerUrl, log, leaves)
    const grown = await benchGrowth(core, log, progress)
    return [...sales, grown, await benchServing(core, log, { leaves, pace, progress })]
  } finally {
    await close()
  }
}

const openLog = (core: Core) => publishLog(core, { witnesses: [], quorum: 0 })

const sell = (core: Core, log: OpenLog) =>
  core.store.raffle(log.raffleId).issue(issueOf(log.productId))

/** The same purchases in two raffles, of which one is published as the product does it. */
async function benchSales(core: Core, pace: Pace, progress: (step: string) => void) {
  const [published, silent] = [await sellRaffle(core, rush), await sellRaffle(core, rush)]
  await openProjector({ ...core, projections: allProjections }).catchUp()
  await core.catalogue.refresh()
  const desk = { ...core.desk, providers: { whishpay: alwaysPaid } }
  const publishing = publishEvery(core, published.raffleId)
  const outcome = await hold(
    {
      name: 'whole purchases with a checkpoint every two seconds',
      callers: 50,
      contenders: [
        { name: 'with checkpoints', act: () => buy(desk, published.productId) },
        { name: 'without', act: () => buy(desk, silent.productId) },
      ],
      targets: [{ against: ['without'], ratio: 0.9 }],
    },
    pace,
    progress,
  )
  return [outcome, delayOutcome(await publishing.stop())]
}

/** Answers, in the end, how long each fact waited for the checkpoint that holds it. */
function publishEvery({ store, ledger }: Core, raffleId: RaffleId) {
  const waiting: { position: number; at: number }[] = []
  const delaysMs: number[] = []
  let failure: unknown = null
  const stopHearing = store.onGrowth((logId, position) => {
    if (logId === `raffle/${raffleId}`) waiting.push({ position, at: performance.now() })
  })
  const repeating = every(
    'bench checkpoints',
    SWEEP_MS,
    async () => {
      const { size } = await ledger.publish(raffleId)
      const now = performance.now()
      const held = waiting.findIndex(({ position }) => position > size)
      for (const { at } of waiting.splice(0, held < 0 ? waiting.length : held))
        delaysMs.push(now - at)
    },
    (error) => (failure = error),
  )
  return {
    async stop() {
      await repeating.now()
      await repeating.stop()
      stopHearing()
      if (failure !== null) throw failure
      return delaysMs
    },
  }
}

function delayOutcome(delaysMs: number[]): Outcome {
  const sorted = delaysMs.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return lateness('from a sale to the checkpoint that holds it, under full load', {
    contender: `p50 ${at(0.5)} ms, at most ${at(1)} ms, of ${sorted.length} batches`,
    ms: at(1),
    msMax: DELAY_MS_MAX,
  })
}

export type Lateness = { contender: string; ms: number; msMax: number }

export function lateness(contest: string, { contender, ms, msMax }: Lateness): Outcome {
  const ratio = Number((msMax / Math.max(1, ms)).toFixed(2))
  const against = `${msMax.toLocaleString('en')} ms, more than it took`
  return {
    contest,
    callers: 1,
    figures: [{ contender, perSecond: 0, rounds: [], p99Ms: Math.round(ms) }],
    ratios: [{ against, ratio, target: 1, isReached: ratio >= 1 }],
  }
}

/** The whole tree at once, then one sale after another: the second must not feel the first. */
async function benchGrowth(core: Core, log: OpenLog, progress: (step: string) => void) {
  progress('ledger: the tree is built')
  const buildMs = await timed(() => core.ledger.publish(log.raffleId))
  progress('ledger: the tree grows')
  const steps: number[] = []
  for (let n = 0; n < 50; n += 1) {
    await sell(core, log)
    steps.push(await timed(() => core.ledger.publish(log.raffleId)))
  }
  progress('ledger: every tile and a hundred proofs are checked')
  const checkMs = await timed(() => requireWhole(core, log))
  const sorted = steps.toSorted((a, b) => a - b)
  const median = Math.round(sorted[25] ?? 0)
  return lateness('a checkpoint for one sale more in a long log', {
    contender:
      `built in ${Math.round(buildMs)} ms, then ${median} ms each (median); ` +
      `all tiles checked in ${Math.round(checkMs)} ms`,
    ms: sorted.at(-1) ?? 0,
    msMax: 1_000,
  })
}

/** Makers and checkers at full length: every tile against the root, and proofs all over the log. */
async function requireWhole({ database, ledger }: Core, { logId, raffleId }: OpenLog) {
  const { size, root } = await ledger.publish(raffleId)
  const tiles = new Map<string, Uint8Array>()
  for (const tile of tilesOf(size)) {
    const hashes = await readTile(database, logId, tile)
    if (hashes !== null) tiles.set(tilePath(tile), hashes)
  }
  const read: TileReader = (tile) => tiles.get(tilePath(tile)) ?? new Uint8Array(0)
  if (!checkTiles({ size, root, read }, sha256)) throw new Error('the tiles do not make the root')
  for (let n = 0; n < 100; n += 1) {
    const index = Math.floor(Math.random() * size)
    const level0 = { level: 0, index: Math.floor(index / 256) }
    const tile = read({ ...level0, width: tileWidth(size, level0) })
    const leaf = tile.slice((index % 256) * 32, (index % 256) * 32 + 32)
    const proof = await inclusionFromTiles(database, logId, { index, size })
    if (!checkInclusion({ index, size, leaf, proof, root }, sha256))
      throw new Error(`leaf ${index} of ${size} is not proved`)
  }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

type Serving = { leaves: number; pace: Pace; progress: (step: string) => void }

/** Over HTTP, client and server in this one process; tiles and bundles at random. */
async function benchServing(core: Core, log: OpenLog, { leaves, pace, progress }: Serving) {
  const app = express()
  const { database, ledger, catalogue, clock } = core
  app.use(ledgerRoutes({ database, ledger, catalogue, now: clock.now }))
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${server.port}/ledger/${log.raffleId}`
  const full = Math.floor(leaves / 256)
  const get = async (path: string) => {
    const response = await fetch(`${base}/${path}`, { headers: { 'Accept-Encoding': 'gzip' } })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  }
  try {
    return await hold(
      {
        name: `a log of ${leaves.toLocaleString('en')} leaves, served`,
        callers: 16,
        contenders: [
          { name: 'hash tiles', act: () => get(`tile/0/${placeOf(full)}`) },
          { name: 'entry bundles, packed', act: () => get(`tile/entries/${placeOf(full)}`) },
          { name: 'checkpoint', act: () => get('checkpoint') },
        ],
        targets: [],
      },
      { ...pace, rounds: 1 },
      progress,
    )
  } finally {
    await server.stop()
  }
}

function placeOf(full: number): string {
  const index = Math.floor(Math.random() * full)
  const last = String(index % 1_000).padStart(3, '0')
  const first = Math.floor(index / 1_000)
  return first === 0 ? last : `x${String(first).padStart(3, '0')}/${last}`
}
