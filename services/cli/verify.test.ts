import { expect, it } from 'vitest'

import type { Report } from '../verify/run.ts'
import { foundBy, missingWords, outsideGap } from './verify.ts'

type Found = { verdict: 'pass' | 'fail'; examined: number; violations: number }

const report = (...found: Found[]): Report => ({
  findings: found.map((one) => ({ id: 'I3' as const, title: 'Numbers', examples: [], ...one })),
  isSound: found.every(({ verdict }) => verdict === 'pass'),
  rows: 0,
  seconds: 0,
})

const passed = { verdict: 'pass', examined: 4, violations: 0 } as const
const failed = { verdict: 'fail', examined: 4, violations: 2 } as const
const nothingThere = { verdict: 'fail', examined: 0, violations: 0 } as const

it('a check is written down when everything holds, or with how many do not', () => {
  expect(foundBy(report(passed, passed))).toEqual({ broken: 0 })
  expect(foundBy(report(passed, failed, nothingThere))).toEqual({ broken: 1 })
})

it('a check that had nothing to look at is none, and is not written down', () => {
  expect(foundBy(report(passed, nothingThere))).toBeNull()
})

it('says so where nothing that was signed lies outside, once tickets are sold', () => {
  const folders = { signerFolder: '/keys', headsFolder: '/lists' }
  expect(outsideGap(report(passed), { ...folders, trees: 0 })).toBe(
    'NOT COMPARED: SIGNER_DIR (/keys) and HEADS_DIR (/lists) hold no signed tree of these raffles.',
  )
  expect(outsideGap(report(passed), { ...folders, trees: 1 })).toBeNull()
  expect(outsideGap(report(nothingThere), { ...folders, trees: 0 })).toBeNull()
})

it('names a few of the raffles that only the folders outside know, and counts the others', () => {
  const folders = { signerFolder: '/keys', headsFolder: '/lists' }
  const missing = ['raffle/a', 'raffle/b', 'raffle/c', 'raffle/d', 'raffle/e']
  const where = 'this database lacks raffles that SIGNER_DIR (/keys) and HEADS_DIR (/lists) know'
  const why = 'They are lost, or another database has used these folders.'
  expect(missingWords(missing, folders)).toBe(
    `NOT THERE: ${where}: raffle/a, raffle/b, raffle/c and 2 more. ${why}`,
  )
  expect(missingWords(missing.slice(0, 3), folders)).toBe(
    `NOT THERE: ${where}: raffle/a, raffle/b, raffle/c. ${why}`,
  )
  expect(missingWords([], folders)).toBeNull()
})
