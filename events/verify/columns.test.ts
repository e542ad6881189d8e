// What the verifier keeps of a million sales: numbers in columns, commitments by their beginnings.
import { expect, it } from 'vitest'

import { hexOf, textOf, u32be, utf8 } from '../kernel/bytes.ts'
import { sha256 } from '../testing/hashes.ts'
import { registerCsv } from './bundle-files.ts'
import { newIssues, registerOf } from './facts.ts'
import { newSeen } from './seen.ts'

/** Sale n holds the numbers 3n + 1 … 3n + 3 and is leaf n + 10. */
function threeEach(count: number) {
  const issues = newIssues()
  for (let sale = 0; sale < count; sale += 1)
    issues.add({ first: sale * 3 + 1, last: sale * 3 + 3, index: sale + 10 })
  return issues
}

it('finds the sale of every ticket, past the room that there was at first', () => {
  const issues = threeEach(2_500)
  expect(issues.count()).toBe(2_500)
  for (const sale of [0, 1, 1_023, 1_024, 1_025, 2_047, 2_048, 2_499]) {
    expect([issues.first(sale), issues.last(sale)]).toEqual([sale * 3 + 1, sale * 3 + 3])
    expect(issues.index(sale)).toBe(sale + 10)
    for (const number of [1, 2, 3]) expect(issues.holding(sale * 3 + number)).toBe(sale)
  }
  expect(issues.holding(0)).toBe(-1)
  expect(issues.holding(7_501)).toBe(-1)
})

it('finds no sale of a number that was left out', () => {
  const issues = newIssues()
  issues.add({ first: 1, last: 2, index: 1 })
  issues.add({ first: 5, last: 6, index: 2 })
  expect([1, 2, 3, 4, 5, 6].map((number) => issues.holding(number))).toEqual([0, 0, -1, -1, 1, 1])
  expect(newIssues().holding(1)).toBe(-1)
  // Not even behind the last sale, where the room that there was at first is full.
  for (const count of [1_023, 1_024, 1_025])
    expect(threeEach(count).holding(count * 3 + 1)).toBe(-1)
})

it('lists the tickets of the first so many sales, and which of them are void', () => {
  const voids = [[2, 2] as const, [6, 8] as const]
  const rows = [...registerOf(threeEach(4), { issueCount: 3, voids })]
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(rows.filter(({ isVoid }) => isVoid).map(({ number }) => number)).toEqual([2, 6, 7, 8])
  expect(rows.map(({ index }) => index)).toEqual([10, 10, 10, 11, 11, 11, 12, 12, 12])
})

it('writes the register in pieces that join without a seam', () => {
  for (const [sales, pieces] of [
    [7_000, 2],
    [20_000, 3],
    [1, 1],
  ] as const) {
    const written = [...registerCsv({ issues: threeEach(sales), voids: [[3, 3]] })]
    expect(written).toHaveLength(sales === 20_000 ? 3 : pieces)
    const lines = written.map(textOf).join('').split('\n')
    expect(lines).toHaveLength(sales * 3 + 2)
    expect(lines.slice(0, 4)).toEqual([
      'number,issueLeafIndex,state',
      '1,10,valid',
      '2,10,valid',
      '3,10,void',
    ])
    expect(lines.at(-2)).toBe(`${sales * 3},${sales + 9},${sales === 1 ? 'void' : 'valid'}`)
    expect(lines.at(-1)).toBe('')
  }
})

const commitment = (number: number) => hexOf(sha256(u32be(number)))

it('remembers ten thousand commitments, and takes none for another', () => {
  const seen = newSeen()
  for (let number = 0; number < 10_000; number += 2)
    expect(seen.hasBoth(commitment(number), commitment(number + 1))).toBe(false)
  for (let number = 0; number < 10_000; number += 1)
    expect(seen.hasBoth(commitment(number), commitment(20_000 + number))).toBe(true)
})

it('says it when either of two was there before, and when both are one', () => {
  const seen = newSeen()
  const [one, two, three, four] = [1, 2, 3, 4].map(commitment) as [string, string, string, string]
  expect(seen.hasBoth(one, two)).toBe(false)
  expect(seen.hasBoth(three, one)).toBe(true)
  expect(seen.hasBoth(two, four)).toBe(true)
  expect(seen.hasBoth(three, four)).toBe(true)
  const twin = hexOf(sha256(utf8('twin')))
  expect(seen.hasBoth(twin, twin)).toBe(true)
})

it('tells commitments apart by all of their first eight bytes', () => {
  const seen = newSeen()
  const like = (top: string, bottom: string) => `${top}${bottom}${'0'.repeat(48)}`
  expect(seen.hasBoth(like('00000001', '00000007'), like('00000002', '00000007'))).toBe(false)
  expect(seen.hasBoth(like('00000001', '00000008'), like('00000000', '00000007'))).toBe(false)
  expect(seen.hasBoth(like('00000009', '00000000'), like('00000001', '00000000'))).toBe(false)
  expect(seen.hasBoth(like('00000009', '00000000'), like('00000001', '00000001'))).toBe(true)
  // One whose half is zero stands there like any other, and one that shares the other's place.
  expect(seen.hasBoth(like('00000000', '00000007'), like('00000003', '00000003'))).toBe(true)
  expect(seen.hasBoth(like('00000009', '00001000'), like('00000009', '00002000'))).toBe(false)
})

it('keeps those whose half is zero when it grows', () => {
  const seen = newSeen()
  const [low, high] = [`00000000${'7'.repeat(56)}`, `${'9'.repeat(8)}${'0'.repeat(56)}`]
  expect(seen.hasBoth(low, high)).toBe(false)
  for (let number = 0; number < 5_000; number += 2)
    seen.hasBoth(commitment(number), commitment(number + 1))
  expect(seen.hasBoth(low, commitment(5_001))).toBe(true)
  expect(seen.hasBoth(high, commitment(5_003))).toBe(true)
})
