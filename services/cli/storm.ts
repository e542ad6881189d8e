// npm run storm: faults at random under load, one storm after the other, and the promises kept.
import { parseArgs } from 'node:util'

import { StartRefused } from '../database/start-refused.ts'
import { examinedInWords, soldOut, unproven } from '../testing/storm/judge.ts'
import { openRig, PROCESSES } from '../testing/storm/rig.ts'
import { isSoldOut, SCARCE_TICKETS } from '../testing/storm/scarce.ts'
import { rageStorm } from '../testing/storm/storm.ts'
import type { Storm } from '../testing/storm/storm.ts'
import { bar } from './terminal.ts'
import { explain } from './until-asked.ts'

const PROCESSES_MIN = 2
const PROCESSES_MAX = 4
/** Each storm of a night has one of its own to sell out; the start waits for all of them. */
const SCARCE_RAFFLES_MAX = 25

const help = `npm run storm [-- options]

Starts a shop of several processes with a PostgreSQL of its own and lets people buy while faults
come at random: processes killed and restarted, connections cut, replies of commits lost, PostgreSQL
killed, the provider slow, failing or lying about it, callbacks lost, doubled and late. After each
storm every promise that was made must have been kept: orders exist, once; what was paid has its
tickets; no invariant is broken; whoever got no order was refused by a rule or told to come later.
A raffle of ${SCARCE_TICKETS} tickets sells out meanwhile, and then the next one. In the end it
says how many rows the check of each invariant has examined.

  --runs <n>       storms in a row (default 3; the campaign asks for 90)
  --processes <n>  of the shop: 2, 3 or 4 (default 3)
  --seconds <n>    how long each rages (default 15)
  --seed <n>       of the first; each following one has the next (default: by chance, and printed)
  --json           one JSON object in the end instead of text
  --help           this text

Exit status 0: every promise was kept; 1: not, or nobody could buy, or there was nothing to examine
for I1-I6, I9, I11 or I16, or storms of 45 seconds together have sold no raffle out.`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '3' },
      processes: { type: 'string', default: String(PROCESSES) },
      seconds: { type: 'string', default: '15' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return void console.log(help)
  const runs = whole('runs', values.runs, 1)
  const seconds = whole('seconds', values.seconds, 1)
  const processes = whole('processes', values.processes, PROCESSES_MIN, PROCESSES_MAX)
  const first = whole('seed', values.seed, 0)
  const shown = bar('storm')
  shown.update(0, 'starting the shop')
  const rig = await openRig(processes, { scarceRaffles: Math.min(runs, SCARCE_RAFFLES_MAX) })
  const storms: Storm[] = []
  try {
    for (let run = 0; run < runs; run++) {
      const seed = first + run
      shown.update(run, `seed ${seed}`, runs)
      const storm = await rageStorm(rig, seed, seconds)
      storms.push(storm)
      if (!values.json) console.log(inWords(storm))
    }
  } finally {
    shown.stop()
    await rig.stop()
  }
  const missing = unproven(storms, seconds)
  const broken = storms.flatMap((storm) => storm.broken).length
  if (values.json) console.log(JSON.stringify({ storms, missing, broken }, null, 2))
  else console.log(closing(storms, { missing, broken }))
  process.exitCode = broken + missing.length === 0 ? 0 : 1
}

function closing(
  storms: readonly Storm[],
  { missing, broken }: { missing: readonly string[]; broken: number },
): string {
  const lines = [
    'Rows that were examined after the last storm:',
    examinedInWords(storms.at(-1)?.examined ?? {}),
    ...missing.map((one) => `NOT PROVEN: ${one}`),
    `${storms.length} storms, ${soldOut(storms)} raffles sold out, ${broken} promises broken`,
  ]
  return lines.join('\n')
}

/** A word that is no number would be a run of nothing, in which nothing is broken. */
function whole(name: string, text: string, min: number, max = Infinity): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= min && number <= max) return number
  const most = max === Infinity ? '' : `, ${max} at most`
  throw new StartRefused(`--${name} ${text}: a whole number, ${min} at least${most}`)
}

function inWords({
  seed,
  processes,
  faults,
  purchases,
  approved,
  scarce,
  calmAfterMs,
  broken,
}: Storm): string {
  const said = Object.entries(purchases).map(([what, count]) => `${count} ${what}`)
  const lines = [
    `storm ${seed}: ${processes} processes; ${faults.length} faults; ${said.join(', ')}; ` +
      `${approved} approved; calm after ${(calmAfterMs / 1_000).toFixed(1)} s; ` +
      (broken.length === 0 ? 'every promise kept' : `${broken.length} BROKEN`),
    `  of ${SCARCE_TICKETS} tickets ${scarce.issued} issued, ${scarce.held} held` +
      (isSoldOut(scarce) ? ': sold out' : ''),
    ...broken.map((one) => `  ${one}`),
  ]
  return lines.join('\n')
}

// A storm that could not rage, or whose end was never seen, is told, and is no success.
if (import.meta.main)
  await main()
    .catch(explain)
    .finally(() => process.exit())
