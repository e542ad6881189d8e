// The entries export over HTTP: a million tickets with their holders, read as fast as the service
// writes them, and what its memory grows by meanwhile. Once with ten tickets an order, once with
// one, which is the most there is to read for as many lines.
import type { BenchAddresses } from './append.ts'
import type { Outcome, Pace } from './contest.ts'
import { growthDuring } from './memory-growth.ts'
import { startShop } from './running-shop.ts'
import type { RunningShop } from './running-shop.ts'
import { sellOut, signInOwner } from './sold-out.ts'

const TICKETS = 1_000_000
const PER_SECOND_MIN = 100_000
const GROWTH_MB_MAX = 50

export async function benchExport(
  { ownerUrl }: BenchAddresses,
  { rounds }: Pace,
  progress: (step: string) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const raffles = [10, 1].map((ticketsPerOrder) => ({
    ticketsPerOrder,
    name: `${ticketsPerOrder} an order`,
    ticketsMax: TICKETS,
    ticketsPerUnit: 1,
    priceUsd: '1.00',
  }))
  const shop = await startShop({ databaseUrl: ownerUrl, raffles })
  try {
    const cookie = await signInOwner(shop)
    for (const [nth, { ticketsPerOrder }] of raffles.entries()) {
      const { raffleId } = shop.onSale[nth]!
      progress(`export: a million tickets, ${ticketsPerOrder} an order`)
      await sellOut({ ownerUrl, raffleId, tickets: TICKETS, ticketsPerOrder })
      const address = `${shop.origin}/api/admin/raffles/${raffleId}/export`
      await fetchAll({ address, cookie }) // caches fill and code is compiled before it counts
      const measured: Measured[] = []
      for (let round = 1; round <= rounds; round++) {
        progress(`export: ${ticketsPerOrder} an order, ${round}/${rounds}`)
        measured.push(await measure(shop, { address, cookie }))
      }
      outcomes.push(outcomeOf(ticketsPerOrder, measured))
    }
    return outcomes
  } finally {
    await shop.stop()
  }
}

type Asked = { address: string; cookie: string }

async function fetchAll({ address, cookie }: Asked): Promise<number> {
  const response = await fetch(address, { headers: { cookie } })
  if (response.status !== 200) throw new Error(`the export: ${await response.text()}`)
  let lines = -1 // the header is none
  for await (const chunk of response.body ?? [])
    for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1
  return lines
}

type Measured = {
  perSecond: number
  growthMb: number
  ms: number
  lines: number
  /** Of the service alone: what is left of it when others use the machine too. */
  processorMs: number
}

async function measure(shop: RunningShop, asked: Asked): Promise<Measured> {
  const before = await shop.memory()
  const { growthMb, result } = await growthDuring(shop, async () => {
    const startedMs = performance.now()
    const lines = await fetchAll(asked)
    return { lines, ms: performance.now() - startedMs }
  })
  const { processorMs } = await shop.memory()
  return {
    ...result,
    growthMb,
    perSecond: result.lines / (result.ms / 1_000),
    processorMs: processorMs - before.processorMs,
  }
}

function outcomeOf(ticketsPerOrder: number, measured: readonly Measured[]): Outcome {
  const sorted = measured.toSorted((a, b) => a.perSecond - b.perSecond)
  const { perSecond, ms, processorMs } = sorted[Math.floor(sorted.length / 2)]!
  const growthMb = Math.max(...measured.map((round) => round.growthMb))
  const lines = Math.min(...measured.map((round) => round.lines))
  return {
    contest: `entries export, tickets an order: ${ticketsPerOrder}`,
    callers: 1,
    figures: [
      {
        contender: `rows, ${(processorMs / 1_000).toFixed(1)} s of processor`,
        perSecond: Math.round(perSecond),
        rounds: measured.map((round) => Math.round(round.perSecond)),
        p99Ms: Math.round(ms),
      },
    ],
    ratios: [
      reached('100,000 rows/s', perSecond / PER_SECOND_MIN),
      reached(
        `memory grows by ${growthMb.toFixed(0)} MB (less than ${GROWTH_MB_MAX})`,
        GROWTH_MB_MAX / Math.max(growthMb, 1),
      ),
      reached(`all ${TICKETS.toLocaleString('en')} rows`, lines / TICKETS),
    ],
  }
}

function reached(against: string, exact: number): Outcome['ratios'][number] {
  return { against, ratio: Number(exact.toFixed(2)), target: 1, isReached: exact >= 1 }
}
