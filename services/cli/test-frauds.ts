// npm run test:frauds: the attack suite as a table, fraud → check. The same runs in `npm test`.
import { failed, frauds, isGreenBut, judged } from '#events/verify/testing/frauds/all.ts'
import { families, isResigned } from '#events/verify/testing/frauds/fraud.ts'

const truth = await judged()
console.log(`true bundle: ${failed(truth).length === 0 ? 'passes' : 'IS REFUSED'}\n`)
let missed = truth.exitCode === 0 ? 0 : 1
let hidden = 0

for (const family of families) {
  console.log(family)
  for (const fraud of frauds.filter((one) => one.family === family)) {
    const report = await judged(fraud)
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
process.exitCode = missed === 0 ? 0 : 1
