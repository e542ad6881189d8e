// npm run simulate: lives through many small worlds in which everything goes wrong, and looks
// whether the product keeps its promises in each of them.
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

import { runCampaign } from '../testing/simulation/campaign.ts'
import type { Campaigned } from '../testing/simulation/campaign.ts'
import { plant, plantedBugs } from '../testing/simulation/planted.ts'
import { runWorld } from '../testing/simulation/run.ts'
import { sealed } from '../testing/simulation/sealed.ts'
import { shrink } from '../testing/simulation/shrink.ts'
import { describeStep } from '../testing/simulation/steps.ts'
import { tellRefusal, wrongUse } from './refusals.ts'
import { bar, wantsHelp } from './terminal.ts'

const help = `npm run simulate [-- options]

Lives through small simulated worlds: the real deciders, raffle writers, purchase desk, sweeps,
projector and reactors of two processes, over a database, payment providers, a message gateway and
a clock in memory. Answers are lost, doubled, delayed and overtake each other; processes are killed
and started again, the database loses its power, buyers ask twice and pay twice, late, or wrongly.
When a world has come to rest the invariants of npm run verify must hold in it, and what buyers
were told and providers took must agree with the books.

The same seed is the same world, to the byte. The first world that breaks a promise ends the run;
its history is made as small as it gets and printed.

  --seed <n>       the first seed (default: drawn, and printed)
  --minutes <n>    how long (default 1)
  --sequences <n>  how many worlds instead: seeds n, n + 1 …
  --threads <n>    on how many cores (default: all)
  --tell           the one world of --seed, line by line
  --planted        plants known bugs one by one and says how many worlds find each (of at most
                   --sequences, default 20000)
  --json           one JSON object in the end instead of text
  --help           this text

Exit status 0: every promise was kept (--planted: bugs that this can find were found).`

type Given = ReturnType<typeof read>

function read() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      minutes: { type: 'string', default: '1' },
      sequences: { type: 'string' },
      threads: { type: 'string', default: String(availableParallelism()) },
      tell: { type: 'boolean', default: false },
      planted: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const sequences = values.sequences === undefined ? null : whole('sequences', values.sequences)
  if (sequences === 0) throw wrongUse('--sequences 0 would look at nothing')
  return {
    seed: values.seed === undefined ? randomInt(2 ** 31) : whole('seed', values.seed),
    minutes: minutesOf(values.minutes),
    sequences,
    threads: Math.max(1, whole('threads', values.threads)),
    isTold: values.tell,
    isPlanting: values.planted,
    isJson: values.json,
  }
}

function whole(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0) throw wrongUse(`--${name} is a whole number`)
  return number
}

/** Half a minute is one, too; a word would be a run without an end. */
function minutesOf(text: string): number {
  const minutes = Number(text)
  if (minutes > 0 && Number.isFinite(minutes)) return minutes
  throw wrongUse('--minutes is a number above zero')
}

async function main(): Promise<number> {
  if (wantsHelp(help)) return 0
  const given = read()
  if (given.isTold) return tell(given)
  return given.isPlanting ? plantAll(given) : simulate(given)
}

async function simulate(given: Given): Promise<number> {
  const { seed, minutes, sequences, threads } = given
  const total = sequences ?? 0
  const drawn = bar(`seed ${seed}`, total)
  const pace = pacer()
  const done = await runCampaign({
    seed,
    threads,
    worldsMax: sequences ?? Infinity,
    timeMaxMs: sequences === null ? minutes * 60_000 : Infinity,
    progress: ({ worlds, seconds }) => drawn.update(worlds, pace(worlds, seconds), total),
  })
  drawn.stop()
  const { broken } = done
  const smallest = broken === null ? null : await sealed(() => shrink({ seed: broken.seed }))
  if (given.isJson) {
    const found = smallest && { seed: broken?.seed, promise: smallest.broken, ...smallest }
    console.log(JSON.stringify({ seed, ...done, broken: found }))
    return broken === null ? 0 : 1
  }
  console.log(summary(seed, done))
  if (smallest === null || broken === null) return 0
  console.log(`
BROKEN in seed ${broken.seed}: ${smallest.broken}

The smallest history that breaks it (${smallest.steps.length} of ${broken.steps.length} steps, \
${smallest.tried} tried):
${smallest.steps.map((step) => `  ${describeStep(step)}`).join('\n')}

See it line by line: npm run simulate -- --seed ${broken.seed} --tell`)
  return 1
}

/** A new label every five seconds: a file that listens gets a line for each. */
function pacer() {
  let label = ''
  let step = -1
  return (worlds: number, seconds: number): string => {
    const now = Math.floor(seconds / 5)
    if (now > step) label = `${Math.round(worlds / seconds)} worlds/s, ${worlds} after ${now * 5} s`
    step = now
    return label
  }
}

function summary(seed: number, { worlds, happenings, seconds, reached }: Campaigned): string {
  return `${worlds} worlds from seed ${seed}, ${happenings} happenings in ${seconds.toFixed(1)} s \
(${Math.round(worlds / seconds)} worlds/s)
reached: ${reached.join(', ')}`
}

/** The smallest history of a seed that breaks a promise, else its own. */
async function tell({ seed }: Given): Promise<number> {
  const { history, broken } = await sealed(async () => {
    const { broken: first } = await runWorld({ seed })
    if (first.length === 0) return runWorld({ seed, isTold: true })
    const { steps, luck } = await shrink({ seed })
    return runWorld({ seed, steps, luck, isTold: true })
  })
  console.log(history.join('\n'))
  console.log(broken.length === 0 ? 'every promise was kept' : broken.join('\n'))
  return broken.length === 0 ? 0 : 1
}

async function plantAll({ seed, sequences, isJson }: Given): Promise<number> {
  const bugs = []
  for (const bug of plantedBugs) {
    const { worlds, steps, promise } = await plant(bug, { seed, worldsMax: sequences ?? 20_000 })
    bugs.push({ bug, worlds, steps, promise })
    if (isJson) continue
    const verdict = steps === null ? 'not seen' : `${steps} steps: ${promise}`
    console.log(`${bug.padEnd(30)} ${String(worlds).padStart(6)} worlds  ${verdict}`)
  }
  const caught = bugs.filter(({ steps }) => steps !== null).length
  if (isJson) console.log(JSON.stringify({ seed, caught, planted: bugs.length, bugs }))
  else console.log(`caught ${caught} / planted ${bugs.length}`)
  return caught > 0 ? 0 : 1
}

await main().then(
  (status) => void (process.exitCode = status),
  (error: unknown) => tellRefusal(error),
)
