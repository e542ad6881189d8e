import { describe, expect, it } from 'vitest'

import type { VerifyInput } from './needs.ts'
import { makeBundle, type Files } from './testing/bundle.ts'
import { beacon, log, nextLog, representative, testCrypto, witnesses } from './testing/keys.ts'
import { openingOf, rotateAtClose, trueRaffle } from './testing/true-raffle.ts'
import { verifyBundle } from './verify.ts'

const trust = {
  keys: [log, ...witnesses, representative].map(({ verifierKey }) => verifierKey),
  beacons: [beacon.chain.chainHash],
  sandbox: false,
}

const inputOf = (files: Files): VerifyInput => ({
  files: { names: [...files.keys()], read: async (name) => files.get(name)! },
  crypto: testCrypto,
  trust,
})

describe('the true bundle', () => {
  const made = makeBundle(trueRaffle())

  it('passes every check', async () => {
    const openings = [1, 2, 3].map((which) => ({ index: which, ...openingOf(which) }))
    const report = await verifyBundle({ ...inputOf(made.files), openings })
    expect(report.checks.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
    expect(report.exitCode).toBe(0)
    expect(report.outcomes[0]!.numbers).toHaveLength(4)
  })
})

it('follows the log to its next key, for who knows the first one only', async () => {
  const plan = trueRaffle()
  rotateAtClose(plan, nextLog, true)
  const report = await verifyBundle(inputOf(makeBundle(plan).files))
  expect(report.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  expect(report.exitCode).toBe(0)
})
