import { expect, it } from 'vitest'

import { valuesAnew } from './values-anew.ts'

const was = { name: 'Lamp', price: '4.00', day: '2030-01-01' }
const now = { name: 'Brass lamp', price: '5.00', day: '2030-02-01' }

it('keeps what was typed, and takes the newest of everything else', () => {
  expect(valuesAnew({ typed: { ...was, price: '4.50' }, was, now })).toEqual({
    ...now,
    price: '4.50',
  })
  expect(valuesAnew({ typed: was, was, now })).toEqual(now)
})

it('keeps a field that was emptied', () =>
  expect(valuesAnew({ typed: { ...was, name: '' }, was, now })).toEqual({ ...now, name: '' }))

it('takes what nobody may change any more as it stands', () => {
  const typed = { ...was, day: '2031-01-01', price: '4.50' }
  expect(valuesAnew({ typed, was, now, fixed: ['day'] })).toEqual({ ...now, price: '4.50' })
})
