// Which test files belong to a night, found by reading them. The test of a fault is named after it
// (`f02-….db.test.ts`), or says so in its first lines or in front of a title. It may be longer at
// night than in the gate, and says in its first lines how:
// `At full length: FAULT_ROUNDS=50, at most 10 minutes.` One whose buyers have a watch in their
// hands says `At full length, beside nothing: …`.
import type { HouseFile } from '../house.ts'

export type NightTest = {
  path: string
  /** By their numbers in docs/campaign.md. */
  faults: readonly number[]
  /** For the environment. */
  settings: Readonly<Record<string, string>>
  minutesMax: number
  /** What it measures is the machine's as well: nothing runs beside it. */
  isAlone: boolean
}

export const FAULTS_MAX = 24
const MINUTES_MAX = 5
/** For a test that can be longer and does not say how long. */
const ROUNDS = '10'

const fileOfFault = /\/f(\d\d)-[\w-]+(?:\.(?:db|e2e))?\.test\.ts$/
const titleOfFault = /^\s*(?:it|describe)(?:\.\w+)*\(\s*[`'"]F(\d{1,2})\b/gm

export function nightTests(files: readonly HouseFile[]): NightTest[] {
  return files
    .filter(({ path }) => /^services\/.*\.test\.ts$/.test(path))
    .map(nightTest)
    .filter(({ faults }) => faults.length > 0)
}

function nightTest({ path, text }: HouseFile): NightTest {
  const [header = ''] = /^(?:\/\/.*\n)*/.exec(text) ?? []
  const [, beside, length = ''] = /At full length(, beside nothing)?: (.*)/.exec(header) ?? []
  const settings = Object.fromEntries(
    [...length.matchAll(/\b([A-Z][A-Z_]+)=(\w+)/g)].map(([, name, value]) => [name, value]),
  ) as Record<string, string> // both groups are part of every match
  if (length === '' && text.includes('env.FAULT_ROUNDS')) settings.FAULT_ROUNDS = ROUNDS
  const minutesMax = Number(/at most (\d+) minutes/.exec(length)?.[1] ?? MINUTES_MAX)
  const isAlone = beside !== undefined
  return { path, faults: faultsOf(path, header, text), settings, minutesMax, isAlone }
}

function faultsOf(path: string, header: string, text: string): number[] {
  const named = fileOfFault.exec(path)
  if (named !== null) return [Number(named[1])]
  const said = [...header.matchAll(/\bF(\d{1,2})\b/g), ...text.matchAll(titleOfFault)]
  const faults = said.map(([, number]) => Number(number)).filter((n) => n >= 1 && n <= FAULTS_MAX)
  return [...new Set(faults)].toSorted((a, b) => a - b)
}

export type FaultTests = { faults: readonly number[]; tests: readonly NightTest[] }

/**
 * Each fault once: by the files named after it, else by all that speak of it. Faults that share
 * their files share the run.
 */
export function testsOfFaults(tests: readonly NightTest[]): FaultTests[] {
  const runs = new Map<string, { faults: number[]; tests: readonly NightTest[] }>()
  for (let fault = 1; fault <= FAULTS_MAX; fault++) {
    const speaking = tests.filter(({ faults }) => faults.includes(fault))
    const own = speaking.filter(({ path }) => fileOfFault.test(path))
    const chosen = own.length > 0 ? own : speaking
    const key = chosen.length === 0 ? `none ${fault}` : chosen.map(({ path }) => path).join()
    const run = runs.get(key)
    if (run === undefined) runs.set(key, { faults: [fault], tests: chosen })
    else run.faults.push(fault)
  }
  return [...runs.values()]
}
