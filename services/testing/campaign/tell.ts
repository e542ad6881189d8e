// What a step has counted, out of what its commands printed.
export type Told = {
  /** For the closing table: `3 tests`, `90 storms, 1,204 faults`. */
  cases: string
  /** False: it ended well and has looked at nothing. */
  isProof: boolean
  /** It could not look at all of it here, and has said why. */
  isSkipped?: boolean
  /** Where a whole night asks for a number. */
  amounts?: readonly Amount[]
}

export type Amount = { what: string; done: number; of: number }

const count = (n: number) => n.toLocaleString('en')
const plural = (n: number, one: string) => `${count(n)} ${one}${n === 1 ? '' : 's'}`

/** A test that finds nothing to look at here skips itself, and says why. */
const SKIPPED = /^F\d+: (SKIPPED.*)$/m

/** The last line of each run of tests, and the last in which a fault's test tells its figures. */
export function ofTests(printed: readonly string[]): Told {
  const text = printed.join('\n')
  const passed = printed
    .map((one) => Number(/(\d+) passed, \d+ failed\s*$/.exec(one)?.[1] ?? 0))
    .reduce((sum, of) => sum + of, 0)
  const figures = [...text.matchAll(/^F\d+\b[^:\n]*: (.+)$/gm)].map(([line]) => line)
  const isSkipped = SKIPPED.test(text)
  return {
    cases: [plural(passed, 'test'), ...figures.slice(-1)].join('; '),
    isProof: passed > 0,
    isSkipped,
  }
}

export function ofPlanted(printed: readonly string[]): Told {
  const [, caught = '0', planted = '0'] =
    /caught (\d+) \/ planted (\d+)/.exec(printed.join('\n')) ?? []
  return { cases: `${caught} of ${planted} bugs caught`, isProof: Number(caught) > 0 }
}

type Drilled = {
  backupSeconds: number
  restoreSeconds: number
  findings: { examined: number; violations: number }[]
  /** With the archive of the log; left out where there is none. */
  base?: { backupSeconds: number; restoreSeconds: number }
}

/** The seed says something first; the drill's object is the last line. */
export function ofDrill(printed: readonly string[]): Told {
  const drilled = lastObject<Drilled>(printed.at(-1))
  if (drilled === null) return { cases: 'said nothing', isProof: false }
  const { findings, base } = drilled
  const minutes = ({ backupSeconds, restoreSeconds }: NonNullable<Drilled['base']>) =>
    `${((backupSeconds + restoreSeconds) / 60).toFixed(1)} minutes`
  const cases =
    `${findings.length} invariants, back in ${minutes(drilled)}` +
    (base === undefined ? '' : `, from files in ${minutes(base)}`)
  return { cases, isProof: findings.length > 0 }
}

const STORM =
  /^storm \d+: \d+ processes; (\d+) faults; (.*?); \d+ approved; calm after ([\d.]+) s; (.*)$/gm

/** A line for each storm as it ends; between them the alarms of the shop's processes. */
export function ofStorms(printed: readonly string[]): Told & { raged: number } {
  const text = printed.join('\n')
  const storms = [...text.matchAll(STORM)].map(([, faults, said = '', calm, verdict]) => ({
    faults: Number(faults),
    purchases: [...said.matchAll(/(?:^|, )(\d+) /g)].reduce((sum, [, n]) => sum + Number(n), 0),
    calmSeconds: Number(calm),
    isKept: verdict === 'every promise kept',
  }))
  const sum = (of: 'faults' | 'purchases') => storms.reduce((all, storm) => all + storm[of], 0)
  const broken = storms.filter(({ isKept }) => !isKept).length
  const alarms = text.match(/^\{"level":"fatal"/gm)?.length ?? 0
  const calm = Math.max(0, ...storms.map(({ calmSeconds }) => calmSeconds))
  const parts = [
    plural(storms.length, 'storm'),
    plural(sum('faults'), 'fault'),
    plural(sum('purchases'), 'purchase'),
    `calm within ${calm.toFixed(1)} s`,
    ...(broken > 0 ? [`${broken} BROKEN`] : []),
    ...(alarms > 0 ? [plural(alarms, 'alarm')] : []),
  ]
  return { cases: parts.join(', '), isProof: sum('purchases') > 0, raged: storms.length }
}

type Simulated = { worlds: number; happenings: number }

export function ofWorlds(printed: readonly string[]): Told {
  const { worlds, happenings } = lastObject<Simulated>(printed.at(-1)) ?? noWorlds
  const cases = `${plural(worlds, 'world')}, ${plural(happenings, 'happening')}`
  return { cases, isProof: worlds > 0 }
}

const noWorlds: Simulated = { worlds: 0, happenings: 0 }

/** Of our own commands' `--json`; null when a command ended before it said anything. */
function whole<Shape>(text = ''): Shape | null {
  try {
    return JSON.parse(text) as Shape
  } catch {
    return null
  }
}

const lastObject = <Shape>(text = ''): Shape | null =>
  whole<Shape>(text.trimEnd().split('\n').at(-1))
