import { expect, it } from 'vitest'

import { entropyText, valuesIn } from './entropy-text.ts'
import { areSame, bodyOf } from './session-fields.ts'

const session = {
  mode: 'beacon',
  drawAt: '',
  place: 'Beirut',
  streamUrl: '',
  representative: { name: 'S. A.', office: 'Lottery', documentNumber: '5', verifierKey: '' },
  witnesses: [],
}

it('leaves out what was left empty: the time, the video, the key', () => {
  expect(bodyOf(session)).toEqual({
    mode: 'beacon',
    place: 'Beirut',
    representative: { name: 'S. A.', office: 'Lottery', documentNumber: '5' },
    witnesses: [],
  })
})

it.each([
  ['2026-01-15T20:00', '2026-01-15T18:00:00.000Z'],
  ['2026-07-15T20:00', '2026-07-15T17:00:00.000Z'],
])('reads %s on Beirut’s clock', (field, instant) => {
  expect(bodyOf({ ...session, drawAt: field })).toMatchObject({ drawAt: instant })
})

it('leaves out a witness of whom nothing was written, and no other', () => {
  const empty = { name: ' ', title: '', office: '', documentNumber: '' }
  const nameless = { ...empty, title: 'Notary', office: 'Beirut 12' }
  const named = { ...empty, name: 'R. S.' }
  expect(bodyOf({ ...session, witnesses: [empty, nameless, empty, named] })).toMatchObject({
    witnesses: [nameless, named],
  })
})

it('knows whether anything was typed', () => {
  const witness = { name: 'R. S.', title: 'Notary', office: 'Beirut 12', documentNumber: '' }
  expect(areSame(session, { ...session, witnesses: [] })).toBe(true)
  expect(areSame(session, { ...session, witnesses: [witness] })).toBe(false)
  expect(areSame(session, { ...session, place: 'Tripoli' })).toBe(false)
})

it('writes throws exactly as they enter the derivation', () => {
  const values = valuesIn(' 3 1,6\n2 ')
  expect(entropyText({ values, isDrum: false, isSimulated: false })).toBe('D6:3 1 6 2')
  expect(entropyText({ values, isDrum: false, isSimulated: true })).toBe('D6-simulated:3 1 6 2')
  expect(entropyText({ values: [42, 7], isDrum: true, isSimulated: false })).toBe('DRUM:42 7')
})
