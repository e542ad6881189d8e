// A report as lines, so that what the verifier says of a bundle can be written down and compared:
// `known-reports.json` has it for the true bundle in full, and for every other one what differs.
import type { Check } from '../report.ts'
import type { Report } from '../verify.ts'

export type KnownReports = Readonly<Record<string, readonly string[]>>

export const theTrueBundle = 'the true bundle'

export function linesOf({ checks, exitCode, size, story, outcomes }: Report): string[] {
  return [
    `exit ${exitCode}`,
    `entries ${size}, phase ${story?.phase}, issued ${story?.issued}`,
    ...checks.flatMap(checkLines),
    ...outcomes.map((outcome) => JSON.stringify(outcome)),
  ]
}

function checkLines({ id, verdict, examined, failures, isOptional, findings }: Check): string[] {
  const failed = failures > 0 ? `, ${failures} failures` : ''
  return [
    `(${id}) ${verdict}, ${examined} examined${failed}${isOptional ? ', optional' : ''}`,
    ...findings.map(
      ({ kind, code, values }) => `(${id}) ${kind} ${code} ${JSON.stringify(values)}`,
    ),
  ]
}

/** What is said otherwise than of the true bundle. */
export const difference = (report: Report, truth: readonly string[]): string[] =>
  linesOf(report).filter((line) => !truth.includes(line))
