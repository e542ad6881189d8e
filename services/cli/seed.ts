// npm run seed: gives an empty demo database its past, without leaving a shop running.
import { parseArgs } from 'node:util'

import { seedScale } from '../bench/seed-scale.ts'
import type { Seeded } from '../bench/seed-scale.ts'
import type { ScaleSize } from '../bench/scale-types.ts'
import { readConfig } from '../config.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { startService } from '../main.ts'
import { tellRefusal, wrongUse } from './refusals.ts'
import { bar, wantsHelp } from './terminal.ts'

const help = `npm run seed [-- --orders=100000 --customers=50000 --tickets=1000000]

Lives the demo's past (75 days of real commands) in the database of this installation, and ends.
The first \`npm start\` of a demo does the same by itself. A past that is there is left as it is.

With a size, a made-up year of a large shop is written behind it, for looking at and measuring: not
by commands but as facts, straight into the tables, as the benchmarks do. Its raffles' logs verify;
their tickets have no openings, and its receipts were never sent. Once for each database.

  --orders=N     orders of the year
  --customers=N  who signed up in it; half as many as orders when left out
  --tickets=N    about so many tickets; ten for an order when left out
  --json   one JSON object instead of a sentence
  --help   this text

Exit status 0: the past is there; 1: failed, or this is not a demo.`

function read() {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string' },
      customers: { type: 'string' },
      tickets: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const { json: isJson, ...sizes } = values
  return { isJson, size: sizeOf(sizes) }
}

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  const { isJson, size } = read()
  const config = readConfig(process.env)
  if (config.mode !== 'demo') throw wrongUse('only a demo is given a made-up past')
  const startedAt = performance.now()
  const shown = bar('seeding')
  const database = await prepareDatabase(config)
  try {
    const isSeeded = database.installation.seededAt !== null
    if (!isSeeded) {
      const service = await startService(config, database, {
        distFolder: null,
        progress: ({ name, done = 0, total = 0 }) => shown.update(done, name, total),
      })
      await service.stop()
    }
    const year =
      size === null
        ? null
        : await seedScale(database.ownerUrl, {
            size,
            until: new Date(),
            progress: (step, done, total) => shown.update(done, step, total),
          })
    shown.stop()
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    const answer = { seeded: !isSeeded, seconds, ...(year !== null && { year }) }
    console.log(isJson ? JSON.stringify(answer) : sentenceOf(answer))
  } finally {
    shown.stop()
    await database.stop()
  }
}

type Answer = { seeded: boolean; seconds: number; year?: Seeded }

function sentenceOf({ seeded, seconds, year }: Answer): string {
  if (year !== undefined) {
    const [orders, customers, tickets] = [year.orders, year.customers, year.tickets].map((n) =>
      n.toLocaleString('en'),
    )
    return `${orders} orders, ${customers} customers and ${tickets} tickets, in ${seconds} s.`
  }
  return seeded ? `The past was lived in ${seconds} s.` : 'This shop has its past.'
}

/** Null when no size was asked for. */
function sizeOf(given: Partial<Record<keyof ScaleSize, string | undefined>>): ScaleSize | null {
  const number = (name: keyof ScaleSize) => {
    const text = given[name]
    if (text === undefined) return undefined
    if (!/^[1-9]\d{0,7}$/.test(text)) throw wrongUse(`--${name} is a whole number above zero`)
    return Number(text)
  }
  const [orders, customers, tickets] = [number('orders'), number('customers'), number('tickets')]
  if (orders === undefined && customers === undefined && tickets === undefined) return null
  const placed = orders ?? 100_000
  return {
    orders: placed,
    customers: customers ?? Math.ceil(placed / 2),
    tickets: tickets ?? placed * 10,
  }
}

if (import.meta.main) await main().catch((error: unknown) => tellRefusal(error))
