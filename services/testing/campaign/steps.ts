// What a night is made of, in its order: what can fail most usefully first, what may take any time
// last. A step is one or a few commands of this package, each in a process of its own. What only
// computes runs beside all others, in the time that they leave the processor idle.
import { join } from 'node:path'

import type { HouseFile } from '../house.ts'
import { catchers } from '../planted-bugs.ts'
import { drillCommands } from './drill.ts'
import { FAULTS_MAX, nightTests, testsOfFaults } from './night-tests.ts'
import type { FaultTests } from './night-tests.ts'
import { ofDrill, ofPlanted, ofStorms, ofTests, ofWorlds } from './tell.ts'
import type { Told } from './tell.ts'

export type Command = {
  program: string
  given: readonly string[]
  env?: Readonly<Record<string, string>>
  /** So far it stands back behind others, as `nice` counts: 19 is the last of all. */
  nice?: number
}

/** Where a step may write, and how long it has. */
export type Room = { folder: string; secondsLeft: number }

export type Step = {
  /** `f02`, `storm`: what `--only` chooses by. One run may have several. */
  names: readonly string[]
  title: string
  /** None: there is nothing to run, which is a failure. */
  commands: (room: Room) => Promise<readonly Command[]>
  /** All of them at once; else each begins when the one before has ended. */
  areSideBySide?: boolean
  /** Before all others, with nothing beside it. */
  isAlone?: boolean
  /** From the beginning, beside the others, one of these after the other. */
  isInIdleTime?: boolean
  secondsMax: number
  needsServer: boolean
  /** From what each command has printed. */
  tell: (printed: readonly string[]) => Told
}

export type Sizes = {
  minutes: number
  seed: number
  storms: number
  stormSeconds: number
  pureSequences: number
  databaseSequences: number
  /** As long as in the gate. */
  isShort: boolean
}

/** What a whole night takes (docs/campaign.md). */
export const NIGHT_MINUTES = 60
export const NIGHT = { storms: 90, pureSequences: 10_000_000, databaseSequences: 150_000 } as const
/** And before a release: sequences and worlds as in eight nights, and so many storms. */
export const RELEASE_MINUTES = 480
const RELEASE_STORMS = 1_000
/** Fewer do not reach what the tests want to have seen. */
const PURE_MIN = 200_000
const DATABASE_MIN = 2_000

/** Storms and sequences follow the budget, beyond a night too; faults have the length they have. */
export function sizesOf(given: { minutes: number; seed: number; isShort: boolean }): Sizes {
  const { minutes, isShort } = given
  const ofNight = (what: 'pureSequences' | 'databaseSequences', min: number) =>
    Math.max(min, Math.round((NIGHT[what] * minutes) / NIGHT_MINUTES))
  if (isShort)
    return {
      ...given,
      storms: 2,
      stormSeconds: 5,
      pureSequences: PURE_MIN,
      databaseSequences: DATABASE_MIN,
    }
  return {
    ...given,
    storms: stormsIn(minutes),
    stormSeconds: 15,
    pureSequences: ofNight('pureSequences', PURE_MIN),
    databaseSequences: ofNight('databaseSequences', DATABASE_MIN),
  }
}

/** Minutes beyond a night bring more of them than those of a night: the faults are over by then. */
function stormsIn(minutes: number): number {
  const share = minutes / NIGHT_MINUTES
  if (share <= 1) return Math.max(1, Math.round(NIGHT.storms * share))
  const beyond = (minutes - NIGHT_MINUTES) / (RELEASE_MINUTES - NIGHT_MINUTES)
  return Math.round(NIGHT.storms + (RELEASE_STORMS - NIGHT.storms) * beyond)
}

const root = join(import.meta.dirname, '../../..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const cli = (name: string) => join(root, `services/cli/${name}.ts`)

export function stepsOf(files: readonly HouseFile[], sizes: Sizes): Step[] {
  return [
    ...testsOfFaults(nightTests(files)).map((tests) => faultStep(tests, sizes)),
    plantedStep(),
    drillStep(),
    stormStep(sizes),
    sequencesStep(files, sizes),
    simulationStep(sizes),
  ]
}

const nameOf = (fault: number) => `f${String(fault).padStart(2, '0')}`

function faultStep({ faults, tests }: FaultTests, { isShort }: Sizes): Step {
  const paths = tests.map(({ path }) => path)
  // Some tests are left out of the gate, and run when they are told how often. What the gate takes
  // by turns is all there at night, whatever turn the caller's environment names.
  const settings: Record<string, string> = isShort
    ? { FAULT_ROUNDS: '1', TURN: '0' }
    : { TURN: 'all' }
  if (!isShort) for (const test of tests) Object.assign(settings, test.settings)
  const isThere = tests.length > 0
  return {
    names: faults.map(nameOf),
    title: isThere ? paths.map((path) => path.split('/').at(-1)).join(', ') : 'has no test',
    commands: async () => (isThere ? [testsCommand(paths, settings)] : []),
    isAlone: tests.some(({ isAlone }) => isAlone),
    secondsMax: 60 * Math.max(...tests.map(({ minutesMax }) => minutesMax), 1),
    needsServer: true,
    tell: ofTests,
  }
}

const testsCommand = (paths: readonly string[], env: Command['env'] = {}): Command => ({
  program: vitest,
  given: ['run', ...paths],
  env,
})

const plantedStep = (): Step => ({
  names: ['planted'],
  title: `${Object.keys(catchers).length} planted bugs`,
  commands: async () => [{ program: cli('test-planted'), given: [] }],
  secondsMax: 900,
  needsServer: true,
  tell: ofPlanted,
})

const drillStep = (): Step => ({
  names: ['drill'],
  title: 'a demo’s past, its backup, and the restore of it',
  commands: ({ folder }) => drillCommands(folder),
  secondsMax: 600,
  needsServer: false,
  tell: ofDrill,
})

const count = (n: number) => n.toLocaleString('en')

/** A statement of theirs has its limits: they stand back less than those that only compute. */
const NICE_WITH_DATABASE = 10
const NICE = 19

/** Pure ones and those against PostgreSQL at once; these bring their own, as nice as they are. */
function sequencesStep(files: readonly HouseFile[], sizes: Sizes): Step {
  const { pureSequences: pure, databaseSequences: database, seed } = sizes
  const paths = files
    .filter(({ path }) => path.endsWith('.test.ts') && !path.includes('/campaign/'))
    .filter(({ text }) => /env\.QURA_SEQUENCES|PURE_SEQUENCES|property-runs\.ts/.test(text))
    .map(({ path }) => path)
  const isOfDatabase = (path: string) => path.endsWith('.db.test.ts')
  const env = {
    PURE_SEQUENCES: String(pure),
    QURA_SEQUENCES: String(database),
    QURA_SEED: String(seed),
  }
  const title = `${count(pure)} pure, ${count(database)} against PostgreSQL`
  return {
    names: ['sequences'],
    title,
    isInIdleTime: true,
    areSideBySide: true,
    commands: async () => [
      {
        ...testsCommand(
          paths.filter((path) => !isOfDatabase(path)),
          env,
        ),
        nice: NICE,
      },
      { ...testsCommand(paths.filter(isOfDatabase), env), nice: NICE_WITH_DATABASE },
    ],
    secondsMax: Infinity,
    needsServer: false,
    tell(printed) {
      const told = ofTests(printed)
      return {
        ...told,
        cases: `${title}; ${told.cases}`,
        amounts: [
          { what: 'pure', done: pure, of: Math.max(pure, NIGHT.pureSequences) },
          {
            what: 'against PostgreSQL',
            done: database,
            of: Math.max(database, NIGHT.databaseSequences),
          },
        ],
      }
    },
  }
}

/**
 * Half of a storm's time is calm in which a shop waits, and others may rage meanwhile. Each shop is
 * of as many processes as stand here.
 */
const SHOPS = [2, 3, 4, 3] as const
const CALM_SECONDS_MAX = 45

function stormStep({ storms, stormSeconds, seed }: Sizes): Step {
  const perShop = Math.ceil(storms / SHOPS.length)
  return {
    names: ['storm'],
    title:
      `${storms} storms of ${stormSeconds} s over ${SHOPS.length} shops, ` +
      `seeds ${seed}-${seed + storms - 1}`,
    areSideBySide: true,
    commands: async () =>
      Array.from({ length: Math.ceil(storms / perShop) }, (_, shop) => {
        const first = shop * perShop
        const runs = Math.min(perShop, storms - first)
        const seeds = [`--runs=${runs}`, `--seconds=${stormSeconds}`, `--seed=${seed + first}`]
        return { program: cli('storm'), given: [`--processes=${SHOPS[shop]}`, ...seeds] }
      }),
    secondsMax: 60 + perShop * (stormSeconds + CALM_SECONDS_MAX),
    needsServer: false,
    tell(printed) {
      const { raged, ...told } = ofStorms(printed)
      const amount = { what: 'storms', done: raged, of: Math.max(storms, NIGHT.storms) }
      return { ...told, amounts: [amount] }
    },
  }
}

/** For the closing table, and for the last blocks of worlds, which get little beside storms. */
const MARGIN_SECONDS = 90
const WORLDS_SECONDS_MIN = 30

function simulationStep({ isShort, seed }: Sizes): Step {
  return {
    names: ['simulation'],
    title: 'simulated worlds for the time that is left',
    isInIdleTime: true,
    commands: async ({ secondsLeft }) => {
      const left = Math.max(WORLDS_SECONDS_MIN, secondsLeft - MARGIN_SECONDS)
      const minutes = (isShort ? WORLDS_SECONDS_MIN : left) / 60
      const given = [`--minutes=${minutes.toFixed(3)}`, `--seed=${seed}`, '--json']
      return [{ program: cli('simulate'), given, nice: NICE }]
    },
    secondsMax: Infinity,
    needsServer: false,
    tell: ofWorlds,
  }
}

/** Faults without a test, of all that there are. */
export function faultsTested(steps: readonly Step[]): { tested: number; all: number } {
  const faults = steps.filter(({ names }) => /^f\d\d$/.test(names[0] ?? ''))
  const tested = faults.filter(({ title }) => title !== 'has no test')
  return { tested: tested.flatMap(({ names }) => names).length, all: FAULTS_MAX }
}
