// What the closing table says of a step is read out of what its commands printed.
import { expect, it } from 'vitest'

import { ofDrill, ofPlanted, ofStorms, ofTests, ofWorlds } from './tell.ts'

it('tests: how many passed, and the figures that faults tell', () => {
  const printed = 'F2: 812 orders told, longest outage 2310 ms\n ✓ x\n\n1 passed, 0 failed\n'
  expect(ofTests([printed])).toMatchObject({
    cases: '1 test; F2: 812 orders told, longest outage 2310 ms',
    isProof: true,
  })
  expect(ofTests(['nothing of the kind'])).toMatchObject({ cases: '0 tests', isProof: false })
  const skipped = 'F19: SKIPPED, for this checkout has no earlier commit\n0 passed, 0 failed\n'
  expect(ofTests([skipped])).toMatchObject({ isProof: false, isSkipped: true })
})

it('storms: of all shops together, with the alarms of their processes', () => {
  const kept =
    'storm 7: 3 processes; 6 faults; 8 409, 24 paid, 9 left unpaid; 24 approved; ' +
    'calm after 12.3 s; every promise kept'
  const broken =
    'storm 8: 3 processes; 1 faults; 2 paid; 2 approved; calm after 1.0 s; 3 BROKEN\n  order 1: …'
  expect(ofStorms([`{"level":"fatal","at":"x"}\n${kept}\n`, broken])).toMatchObject({
    cases: '2 storms, 7 faults, 43 purchases, calm within 12.3 s, 1 BROKEN, 1 alarm',
    isProof: true,
  })
  expect(ofStorms(['ended early'])).toMatchObject({ isProof: false })
})

it('worlds, bugs and the drill: by their last lines', () => {
  expect(ofWorlds(['{"worlds":1200,"happenings":5}\n']).cases).toBe('1,200 worlds, 5 happenings')
  expect(ofPlanted(['caught 19 / planted 19\n'])).toMatchObject({ isProof: true })
  const drilled = { backupSeconds: 20, restoreSeconds: 70, findings: [{}, {}] }
  expect(ofDrill(['{"seeded":true}', JSON.stringify(drilled)])).toMatchObject({
    cases: '2 invariants, back in 1.5 minutes',
  })
  const base = { backupSeconds: 6, restoreSeconds: 12 }
  expect(ofDrill([JSON.stringify({ ...drilled, base })]).cases).toBe(
    '2 invariants, back in 1.5 minutes, from files in 0.3 minutes',
  )
  expect(ofDrill([''])).toMatchObject({ isProof: false })
})
