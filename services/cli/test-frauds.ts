// npm run test:frauds: the attack suite as a table, fraud → check. The same runs in `npm test`.
// With --write the known answers beside it are written anew: every report, the digest of
// every bundle, and the true one's files.
import { join } from 'node:path'

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

const truth = await judged()
const known: Record<string, string[]> = { [theTrueBundle]: linesOf(truth) }
console.log(`true bundle: ${failed(truth).length === 0 ? 'passes' : 'IS REFUSED'}\n`)
let missed = truth.exitCode === 0 ? 0 : 1
let hidden = 0

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

console.log(`
● signed with the log's real key, every other check passes
${frauds.length} frauds, ${hidden} of them ●, ${missed} missed`)
if (process.argv.includes('--write')) {
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
process.exitCode = missed === 0 ? 0 : 1

async function write(name: string, value: unknown): Promise<void> {
  const path = join(import.meta.dirname, '../../events/verify/testing', name)
  await writeWhole(path, utf8(`${JSON.stringify(value, null, 2)}\n`))
  console.log(`${name} written`)
}
