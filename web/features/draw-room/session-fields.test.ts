import { expect, it } from 'vitest'

import { entropyText, valuesIn } from './entropy-text.ts'
import { beirutField, beirutInstant } from './session-fields.ts'

it.each([
  ['2026-01-15T20:00', '2026-01-15T18:00:00.000Z'],
  ['2026-07-15T20:00', '2026-07-15T17:00:00.000Z'],
])('reads %s on Beirut’s clock', (field, instant) => {
  expect(beirutInstant(field)).toBe(instant)
  expect(beirutField(instant)).toBe(field)
})

it('writes throws exactly as they enter the derivation', () => {
  const values = valuesIn(' 3 1,6\n2 ')
  expect(entropyText({ values, isDrum: false, isSimulated: false })).toBe('D6:3 1 6 2')
  expect(entropyText({ values, isDrum: false, isSimulated: true })).toBe('D6-simulated:3 1 6 2')
  expect(entropyText({ values: [42, 7], isDrum: true, isSimulated: false })).toBe('DRUM:42 7')
})
