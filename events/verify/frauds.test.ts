// The attack suite of the protocol: each fraud is reported by the check it belongs to, and those
// that are called hidden by no other. `npm run test:frauds` prints the table.
import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { cases } from './testing/cases.ts'
import { failed, frauds, isGreenBut, judged } from './testing/frauds/all.ts'
import { families, isResigned } from './testing/frauds/fraud.ts'
import { difference, linesOf, theTrueBundle } from './testing/told.ts'
import type { KnownDigests, KnownReports } from './testing/told.ts'

// Known answers: `npm run test:frauds -- --write` writes them anew, and what changed is looked at.
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`./testing/${name}`, import.meta.url), 'utf8'))
const known: KnownReports = read('known-reports.json')
const digests: KnownDigests = read('known-digests.json')
const truth = known[theTrueBundle]!

describe('the attack suite', () => {
  it('has four frauds in each of ten families, forty in all, each a different one', () => {
    for (const family of families)
      expect(frauds.filter((fraud) => fraud.family === family).length).toBeGreaterThanOrEqual(4)
    expect(new Set(frauds.map(({ name }) => name)).size).toBe(frauds.length)
    expect(frauds.length).toBeGreaterThanOrEqual(40)
  })

  it('is made of bundles whose bytes are all known', () => {
    const names = [theTrueBundle, ...frauds.map(({ name }) => name), ...Object.keys(cases)]
    expect(Object.keys(digests)).toEqual(names)
  })

  it('signs at least twenty of them with the real key, with nothing else to give them away', () => {
    const hidden = frauds.filter((fraud) => fraud.isHidden && isResigned(fraud))
    expect(hidden.length).toBeGreaterThanOrEqual(20)
  })
})

it('passes the true bundle', async () => {
  const report = await judged(undefined, digests[theTrueBundle])
  expect(failed(report)).toEqual([])
  expect(report.exitCode).toBe(0)
  expect(linesOf(report)).toEqual(truth)
})

it.each(Object.entries(cases))('says of %s what it has always said', async (name, one) =>
  expect(difference(await judged(one, digests[name]), truth)).toEqual(known[name]),
)

describe.each(families)('%s', (family) => {
  it.each(frauds.filter((fraud) => fraud.family === family))('($check) $name', async (fraud) => {
    const report = await judged(fraud, digests[fraud.name])
    expect(failed(report).map(({ id }) => id)).toContain(fraud.check)
    expect(report.exitCode).toBe(1)
    expect(difference(report, truth)).toEqual(known[fraud.name])
    if (fraud.isHidden) {
      expect(failed(report).map(({ id }) => id)).toEqual([fraud.check])
      expect(isGreenBut(report, fraud.check)).toBe(true)
    }
  })
})
