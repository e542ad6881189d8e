// A report as lines, so that what the verifier says of a bundle can be written down and compared:
// `known-reports.json` has it for the true bundle in full, and for every other one what differs.
// `known-digests.json` says of which bytes.
import { concat, hexOf, utf8 } from '../../kernel/bytes.ts'
import { sha256 } from '../../testing/hashes.ts'
import type { Check } from '../report.ts'
import type { Report } from '../verify.ts'
import type { Files } from './bundle.ts'

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

/** By the name of the fraud or the case. */
export type KnownDigests = Readonly<Record<string, string>>

/** Of every file, its name and its bytes, in their order. */
export const digestOf = (files: Files): string =>
  hexOf(sha256(concat(...[...files].flatMap(([name, bytes]) => [utf8(name), sha256(bytes)]))))
