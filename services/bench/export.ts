// The entries export over HTTP: a million tickets with their holders, read as fast as the service
// writes them, and what its memory grows by meanwhile. Once with ten tickets an order, once with
// one, which is the most there is to read for as many lines.
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import type { BenchAddresses } from './append.ts'
import type { Outcome, Pace } from './contest.ts'
import { startShop } from './running-shop.ts'
import type { RunningShop } from './running-shop.ts'

const TICKETS = 1_000_000
const PER_SECOND_MIN = 100_000
const GROWTH_MB_MAX = 50
const SAMPLE_MS = 100

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
    const cookie = await signIn(shop)
    for (const [nth, { ticketsPerOrder }] of raffles.entries()) {
      const { raffleId } = shop.onSale[nth]!
      progress(`export: a million tickets, ${ticketsPerOrder} an order`)
      await sellOut({ ownerUrl, raffleId, ticketsPerOrder })
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

async function signIn({ origin }: RunningShop): Promise<string> {
  const response = await fetch(`${origin}/api/auth/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@qura.example', password: 'a rush comes at noon today' }),
  })
  if (response.status !== 200) throw new Error(`signing in: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

type Sold = { ownerUrl: string; raffleId: string; ticketsPerOrder: number }

/** Rows of the read models alone: the export reads nothing else. Ids are made of the numbers. */
async function sellOut({ ownerUrl, raffleId, ticketsPerOrder }: Sold): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const orders = [TICKETS / ticketsPerOrder, ticketsPerOrder, raffleId]
    await client.query(
      `insert into order_contacts (order_id, name, phone, email, language, created_at)
       select md5($3::text || n)::uuid, 'Rana Haddad ' || n, '+96170' || lpad(n::text, 6, '0'),
              'rana' || n || '@example.com', 'en', now()
         from generate_series(1, $1::int) as n where $2::int > 0`,
      orders,
    )
    await client.query(
      `insert into order_status (order_id, reference, order_type, status)
       select md5($3::text || n)::uuid, 'QR-' || lpad(n::text, 7, '0'), 'online', 'paid'
         from generate_series(1, $1::int) as n where $2::int > 0`,
      orders,
    )
    await client.query(
      `insert into ticket_register
              (raffle_id, first, last, position, order_id, channel, tickets_per_unit, issued_at)
       select $3::text::uuid, (n - 1) * $2::int + 1, n * $2::int, n + 1,
              md5($3::text || n)::uuid, 'online', 1, now() - n * interval '1 second'
         from generate_series(1, $1::int) as n`,
      orders,
    )
    await client.query('analyze')
  } finally {
    await client.end()
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
  const before = await shop.memory(true)
  let isOver = false
  let highestMb = before.rssMb
  const watching = (async () => {
    while (!isOver) {
      highestMb = Math.max(highestMb, (await shop.memory()).rssMb)
      await sleep(SAMPLE_MS)
    }
  })()
  const startedMs = performance.now()
  const lines = await fetchAll(asked)
  const ms = performance.now() - startedMs
  isOver = true
  await watching
  const { processorMs } = await shop.memory()
  return {
    perSecond: lines / (ms / 1_000),
    growthMb: highestMb - before.rssMb,
    ms,
    lines,
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
