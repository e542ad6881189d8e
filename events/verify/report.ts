// What the verifier says: sixteen checks, each with its findings as codes and figures. Words for
// people stand in `words-{en,ar,fr}.ts`, so that the same report reads in every language.

/** Section 4 of `raffle-draw/v1`, line by line. */
export const checkIds = [
  'a',
  'b',
  'c',
  'd',
  'e',
  'f',
  'g',
  'h',
  'i',
  'j',
  'k',
  'l',
  'm',
  'n',
  'o',
  'p',
] as const
export type CheckId = (typeof checkIds)[number]

export type Verdict = 'pass' | 'fail' | 'not_evaluated'

export type FindingValues = Readonly<Record<string, string | number>>

/** Fail and skip decide the verdict; a note only explains what was found good. */
export type FindingKind = 'fail' | 'skip' | 'note'

export type Finding<Code extends string = string> = {
  readonly kind: FindingKind
  readonly code: Code
  readonly values: FindingValues
}

export type Check = {
  readonly id: CheckId
  readonly verdict: Verdict
  /** Things looked at: files, signatures, entries, tickets. */
  readonly examined: number
  /** Failures beyond the ones that are listed are only counted. */
  readonly failures: number
  readonly findings: readonly Finding[]
  /** Nothing was asked of it: it does not keep the whole from being complete. */
  readonly isOptional: boolean
}

export type Judge = {
  examined: (id: CheckId, things?: number) => void
  fail: (id: CheckId, code: string, values?: FindingValues) => void
  /** The check, or a part of it, could not be done. */
  skip: (id: CheckId, code: string, values?: FindingValues) => void
  note: (id: CheckId, code: string, values?: FindingValues) => void
  /** A check that nobody asked for does not lower the outcome. */
  optional: (id: CheckId) => void
  hasFailed: (id: CheckId) => boolean
  checks: () => Check[]
}

const findingsMax = 20

export function newJudge(): Judge {
  const state = new Map(checkIds.map((id) => [id, newState()]))
  const of = (id: CheckId) => state.get(id)! // the map holds every id
  const add = (id: CheckId, finding: Finding) => {
    const { findings } = of(id)
    const isKnown = findings.some(
      ({ code, kind }) => kind !== 'fail' && kind === finding.kind && code === finding.code,
    )
    if (findings.length < findingsMax && !isKnown) findings.push(finding)
  }
  return {
    examined: (id, things = 1) => void (of(id).examined += things),
    fail(id, code, values = {}) {
      of(id).failures += 1
      add(id, { kind: 'fail', code, values })
    },
    skip(id, code, values = {}) {
      of(id).skips += 1
      add(id, { kind: 'skip', code, values })
    },
    note: (id, code, values = {}) => add(id, { kind: 'note', code, values }),
    optional: (id) => void (of(id).isOptional = true),
    hasFailed: (id) => of(id).failures > 0,
    checks: () => checkIds.map((id) => checkOf(id, of(id))),
  }
}

type State = {
  examined: number
  failures: number
  skips: number
  isOptional: boolean
  findings: Finding[]
}
const newState = (): State => ({
  examined: 0,
  failures: 0,
  skips: 0,
  isOptional: false,
  findings: [],
})

function checkOf(id: CheckId, { examined, failures, skips, isOptional, findings }: State): Check {
  const verdict = failures > 0 ? 'fail' : skips > 0 || examined === 0 ? 'not_evaluated' : 'pass'
  return { id, verdict, examined, failures, findings, isOptional }
}

/** 0: everything asked for holds; 1: something is wrong; 2: something could not be evaluated. */
export function exitCodeOf(checks: readonly Check[]): 0 | 1 | 2 {
  if (checks.some(({ verdict }) => verdict === 'fail')) return 1
  return checks.some(({ verdict, isOptional }) => verdict === 'not_evaluated' && !isOptional)
    ? 2
    : 0
}
