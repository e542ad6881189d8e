// npm run test:frauds: the attack suite as a table, fraud → check. The same runs in `npm test`.
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { textOf, utf8 } from '#events/kernel/bytes.ts'
import { makeBundle } from '#events/verify/testing/bundle.ts'
import { cases } from '#events/verify/testing/cases.ts'
import {
  bundleAfter,
  failed,
  frauds,
  isGreenBut,
  judged,
} from '#events/verify/testing/frauds/all.ts'
import { families, isResigned } from '#events/verify/testing/frauds/fraud.ts'
import { difference, digestOf, linesOf, theTrueBundle } from '#events/verify/testing/told.ts'
import { trueRaffle } from '#events/verify/testing/true-raffle.ts'

import { writeWhole } from '../io/files.ts'
import { tellWrongOption, wantsHelp } from './terminal.ts'

const help = `npm run test:frauds [-- --write]

Commits known frauds against a true bundle, and shows which check of the verifier reports each.

  --write   the known answers in events/verify/testing are written anew: every report, the digest
            of every bundle, and the true one's files
  --help    this text

Exit status 0: the true bundle passes and each fraud is reported; 1: not so.`

/** What the verifier says of each bundle, by the name of the fraud or the case. */
type Known = Record<string, string[]>

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
  const truth = await judged()
  const known: Known = { [theTrueBundle]: linesOf(truth) }
  console.log(`true bundle: ${failed(truth).length === 0 ? 'passes' : 'IS REFUSED'}\n`)
  const { hidden, missed } = await commitAll(known)
  console.log(`
● signed with the log's real key, every other check passes
${frauds.length} frauds, ${hidden} of them ●, ${missed} missed`)
  if (values.write) await writeKnown(known)
  process.exitCode = truth.exitCode === 0 && missed === 0 ? 0 : 1
}

/** A line for each fraud; what the verifier says of it comes into `known`. */
async function commitAll(known: Known): Promise<{ hidden: number; missed: number }> {
  let hidden = 0
  let missed = 0
  for (const family of families) {
    console.log(family)
    for (const fraud of frauds.filter((one) => one.family === family)) {
      const report = await judged(fraud)
      known[fraud.name] = difference(report, known[theTrueBundle]!)
      const found = failed(report).map(({ id }) => id)
      const isFound = found.includes(fraud.check)
      const isAlone = isGreenBut(report, fraud.check) && isResigned(fraud)
      if (isAlone) hidden += 1
      if (!isFound) missed += 1
      const mark = isFound ? `(${found.join(')(')})` : 'MISSED'
      console.log(`  ${mark.padEnd(12)} ${isAlone ? '●' : ' '} ${fraud.name}`)
    }
  }
  return { hidden, missed }
}

async function writeKnown(known: Known): Promise<void> {
  for (const [name, one] of Object.entries(cases))
    known[name] = difference(await judged(one), known[theTrueBundle]!)
  const { files } = makeBundle(trueRaffle())
  const digests: Record<string, string> = { [theTrueBundle]: digestOf(files) }
  for (const fraud of frauds) digests[fraud.name] = digestOf(bundleAfter(fraud).files)
  for (const [name, one] of Object.entries(cases)) digests[name] = digestOf(bundleAfter(one).files)
  await write('known-reports.json', known)
  await write('known-digests.json', digests)
  await write('known-bundle.json', JSON.parse(textOf(files.get('manifest.json')!)))
}

async function write(name: string, value: unknown): Promise<void> {
  const path = join(import.meta.dirname, '../../events/verify/testing', name)
  await writeWhole(path, utf8(`${JSON.stringify(value, null, 2)}\n`))
  console.log(`${name} written`)
}

if (import.meta.main) await main().catch(tellWrongOption)
