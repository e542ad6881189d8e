// The attack suite of the protocol: each fraud is reported by the check it belongs to, and those
// that are called hidden by no other. `npm run test:frauds` prints the table.
import { describe, expect, it } from 'vitest'

import { failed, frauds, isGreenBut, judged } from './testing/frauds/all.ts'
import { families, isResigned } from './testing/frauds/fraud.ts'

describe('the attack suite', () => {
  it('has four frauds in each of ten families, forty in all, each a different one', () => {
    for (const family of families)
      expect(frauds.filter((fraud) => fraud.family === family).length).toBeGreaterThanOrEqual(4)
    expect(new Set(frauds.map(({ name }) => name)).size).toBe(frauds.length)
    expect(frauds.length).toBeGreaterThanOrEqual(40)
  })

  it('signs at least twenty of them with the real key, with nothing else to give them away', () => {
    const hidden = frauds.filter((fraud) => fraud.isHidden && isResigned(fraud))
    expect(hidden.length).toBeGreaterThanOrEqual(20)
  })
})

it('passes the true bundle', async () => {
  const report = await judged()
  expect(failed(report)).toEqual([])
  expect(report.exitCode).toBe(0)
})

describe.each(families)('%s', (family) => {
  it.each(frauds.filter((fraud) => fraud.family === family))('($check) $name', async (fraud) => {
    const report = await judged(fraud)
    expect(failed(report).map(({ id }) => id)).toContain(fraud.check)
    expect(report.exitCode).toBe(1)
    if (fraud.isHidden) {
      expect(failed(report).map(({ id }) => id)).toEqual([fraud.check])
      expect(isGreenBut(report, fraud.check)).toBe(true)
    }
  })
})
