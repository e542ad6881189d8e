// A test runner for Stryker that loads the test files once and runs their tests again and again in
// one process: a change is switched on, the tests that come by it are run until one fails, and it
// is switched off. That takes milliseconds, where a fresh vitest takes a fifth of a second.
//
// What a change leaves behind in the process must not be taken for the work of the next: a test
// that has failed is run once more without the change. If it fails then too, the process is given
// up, and the change is tried in a new one.
import { glob } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import type {
  DryRunResult,
  MutantRunOptions,
  MutantRunResult,
  TestResult,
  TestRunner,
} from '@stryker-mutator/api/test-runner'
import {
  determineHitLimitReached,
  DryRunStatus,
  MutantRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'

import { readText, writeWhole } from '../../io/files.ts'
import { processorLimit, wasEndless } from './processor-limit.ts'
import type { ProcessorLimit } from './processor-limit.ts'
import type { KeptTest } from './tests-api.ts'

/** What the instrumented code looks at, under the name that the options give. */
type Switches = {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  mutantCoverage?: {
    static: Record<string, number>
    perTest: Record<string, Record<string, number>>
  }
  hitCount?: number | undefined
  hitLimit?: number | undefined
}
const switches: Switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {})

const api = import.meta.resolve('./tests-api.ts')
registerHooks({
  resolve: (name, context, next) =>
    name === 'vitest' && context.parentURL !== api
      ? { url: api, shortCircuit: true }
      : next(name, context),
})

/** A failure that nobody waits for is a failure of the test that runs. */
let stray: unknown
process.on('unhandledRejection', (reason) => void (stray = reason))

let tests: KeptTest[] = []
/** Something in this process is not as it was loaded. */
let isSpent = false
let isFresh = true
let limit: ProcessorLimit | undefined
/** The changed code counts how often it is come by, and throws above a limit. */
let hits: number | undefined
Object.defineProperty(switches, 'hitCount', {
  get: () => (limit?.isReached() ? Infinity : hits),
  set(count: number | undefined) {
    hits = count
  },
})
/** When each test was the last to notice a change: what noticed one notices its neighbours too. */
const noticedAt = new Map<string, number>()
let noticed = 0
/** Microseconds of the processor that each test took without a change. */
const costs = new Map<string, number>()
/** For the processes that come after, in the copy of the project that a run makes. */
const COSTS = '.costs.json'

/** No test waits for a database: the memory of a simulated one has to do. */
function isPure(): boolean {
  return process.env.MUTANTS_DATABASE !== '1'
}

/**
 * Plans of PostgreSQL and outages of the network are no question of the writer's code; a random
 * draw comes to its end only in very many sequences; one test reads the source as it is written.
 */
const isLeftOut = (path: string): boolean =>
  /((plans|outage)\.db|draw\.property|verify\/words)\.test\.ts$/.test(path) ||
  (isPure() && path.endsWith('.db.test.ts'))

/** What takes no database comes first. */
const isSlow = (path: string): boolean => path.endsWith('.db.test.ts')

async function load(): Promise<void> {
  if (isPure()) hasten()
  const known = JSON.parse((await readText(COSTS)) ?? '[]') as [string, number][]
  for (const [id, cost] of known) costs.set(id, cost)
  const { testsOf } = await import('./tests-api.ts')
  const patterns = (process.env.MUTANTS_TESTS ?? 'events/**/*.test.ts').split(',')
  const paths: string[] = []
  for await (const path of glob(patterns)) if (!isLeftOut(path)) paths.push(path)
  const ordered = paths.toSorted((a, b) => Number(isSlow(a)) - Number(isSlow(b)))
  for (const path of ordered)
    tests.push(...(await testsOf(path, () => import(pathToFileURL(resolve(path)).href))))
}

/** Without a database nobody outside is waited for: pauses are shorter, and in their order. */
const HASTE = 20

function hasten(): void {
  const real = globalThis.setTimeout
  const hasty = (act: () => void, ms = 0) => real(act, ms / HASTE)
  globalThis.setTimeout = Object.assign(hasty, real)
}

async function dryRun(): Promise<DryRunResult> {
  const mutantCoverage = { static: {}, perTest: {} }
  switches.mutantCoverage = mutantCoverage
  tests = []
  await load()
  const results: TestResult[] = []
  const tooLong: string[] = []
  for (const [file, own] of byFile(tests)) {
    for (const act of file.before) await act()
    for (const one of own) {
      switches.currentTestId = one.id
      const first = await timed(one)
      // What is made once, such as a bundle that many tests look at, is no cost of the test.
      const isLong = first.cpuMicroseconds > CPU_MICROSECONDS_MAX
      const { cpuMicroseconds } = isLong && first.failure === null ? await timed(one) : first
      switches.currentTestId = undefined
      if (cpuMicroseconds > CPU_MICROSECONDS_MAX) tooLong.push(one.id)
      costs.set(one.id, cpuMicroseconds)
      const { id } = one
      const told = { id, name: id, timeSpentMs: first.ms, fileName: resolve(file.path) }
      results.push(
        first.failure === null
          ? { ...told, status: TestStatus.Success }
          : { ...told, status: TestStatus.Failed, failureMessage: first.failure },
      )
    }
    for (const act of file.after) await act()
  }
  await writeWhole(COSTS, JSON.stringify([...costs]))
  const { perTest }: { perTest: Record<string, unknown> } = mutantCoverage
  for (const id of tooLong) delete perTest[id]
  if (tooLong.length > 0) process.stderr.write(`too long to be run so often: ${tooLong.join()}\n`)
  return { status: DryRunStatus.Complete, tests: results, mutantCoverage }
}

async function timed(one: KeptTest) {
  const start = performance.now()
  const startCpu = process.cpuUsage()
  const failure = await failureOf(one)
  const { user, system } = process.cpuUsage(startCpu)
  return { failure, ms: performance.now() - start, cpuMicroseconds: user + system }
}

/**
 * What takes longer notices nothing here: a survivor has every test run that comes by it. Figures
 * can only be lower for it.
 */
const CPU_MICROSECONDS_MAX = 700_000

async function mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
  const { id } = options.activeMutant
  if (wasEndless(id)) return { status: MutantRunStatus.Timeout, reason: 'an endless loop' }
  if (isSpent) throw new Error('this process is spent')
  if (tests.length === 0) await load()
  const wanted = new Set(options.testFilter)
  const chosen = inOrder(tests.filter((one) => !options.testFilter || wanted.has(one.id)))
  switches.hitLimit = options.hitLimit
  hits = options.hitLimit === undefined ? undefined : 0
  limit ??= processorLimit()
  const failed = await firstFailure(chosen, id)
  const reached = determineHitLimitReached(hits, options.hitLimit)
  hits = undefined
  if (reached !== undefined) return toMutantRunResult(reached)
  const isLone = isFresh
  isFresh = false
  if (failed === null) return { status: MutantRunStatus.Survived, nrOfTests: chosen.length }
  noticedAt.set(failed.test.id, (noticed += 1))

  if ((await firstFailure([failed.test], undefined)) !== null) {
    isSpent = true
    if (!isLone) throw new Error('something before has changed this process')
  }
  return {
    status: MutantRunStatus.Killed,
    killedBy: [failed.test.id],
    failureMessage: failed.failure,
    nrOfTests: chosen.length,
  }
}

/** The first failure ends a run: what noticed the change before comes first, then what is quick. */
function inOrder(chosen: readonly KeptTest[]): KeptTest[] {
  return chosen
    .map((test) => ({ test, rank: rankOf(test) }))
    .toSorted((a, b) => a.rank.reduce((sum, one, at) => sum || one - b.rank[at]!, 0))
    .map(({ test }) => test)
}

const rankOf = ({ id, file }: KeptTest): number[] => [
  isSlow(file.path) ? 1 : 0,
  -(noticedAt.get(id) ?? 0),
  costs.get(id) ?? 0,
]

async function firstFailure(
  chosen: readonly KeptTest[],
  mutant: string | undefined,
): Promise<{ test: KeptTest; failure: string } | null> {
  for (const [file, own] of byFile(chosen)) {
    switches.activeMutant = mutant
    try {
      const before = { id: `${file.path} before`, file, act: () => inTurn(file.before) }
      for (const one of file.before.length > 0 ? [before, ...own] : own) {
        if (mutant !== undefined) limit?.begin(mutant, cpuMsMaxOf(one))
        const failure = await failureOf(one)
        limit?.end()
        if (failure !== null) return { test: one === before ? own[0]! : one, failure }
      }
    } finally {
      switches.activeMutant = undefined
      await inTurn(file.after).catch(() => (isSpent = true))
    }
  }
  return null
}

/** The clock on the wall is not asked. */
const cpuMsMaxOf = ({ id }: KeptTest): number =>
  500 + 4 * ((costs.get(id) ?? CPU_MICROSECONDS_MAX) / 1_000)

async function inTurn(acts: readonly (() => unknown)[]): Promise<void> {
  for (const act of acts) await act()
}

/** Null: it passes. */
async function failureOf({ act }: KeptTest): Promise<string | null> {
  stray = undefined
  const still = standstill()
  try {
    await Promise.race([act(), still.reached])
    return stray === undefined ? null : String(stray)
  } catch (error) {
    return String(error)
  } finally {
    still.stop()
  }
}

/**
 * A test waits for what will not come when the event loop has gone round so often, once a tick,
 * without anything to compute. Ticks are counted, not time: a process that is not let to the
 * processor does not tick either.
 */
const TICK_MS = 200
const IDLE_TICKS = isPure() ? 10 : 50
const IDLE_CPU_MICROSECONDS = 1_500

function standstill(): { reached: Promise<never>; stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  const reached = new Promise<never>((_, reject) => {
    let before = process.cpuUsage()
    let idle = 0
    timer = setInterval(() => {
      const { user, system } = process.cpuUsage(before)
      idle = user + system < IDLE_CPU_MICROSECONDS ? idle + 1 : 0
      if (idle >= IDLE_TICKS) reject(new Error('nothing happens any more'))
      before = process.cpuUsage()
    }, TICK_MS)
  })
  return { reached, stop: () => clearInterval(timer) }
}

function byFile(of: readonly KeptTest[]): Map<KeptTest['file'], KeptTest[]> {
  const files = new Map<KeptTest['file'], KeptTest[]>()
  for (const one of of) files.set(one.file, [...(files.get(one.file) ?? []), one])
  return files
}

const runner: TestRunner = {
  // Code that runs once, when its file is loaded, cannot be changed here; it is left out anyway.
  // What runs then and in tests too is changed for the tests, which takes no loading anew.
  capabilities: () => ({ reloadEnvironment: true }),
  dryRun,
  mutantRun,
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'in-process', () => runner),
]
