import { expect, it } from 'vitest'

import { poundsAt, readableRate, typedRate } from './pounds.ts'

it('counts whole pounds, half of one upwards, as the till does', () => {
  expect(poundsAt('10.00', '89500')).toBe('895000')
  expect(poundsAt('10.00', '89,500')).toBe('895000')
  expect(poundsAt('0.01', '89550')).toBe('896')
  expect(poundsAt('0.01', '89549.9999')).toBe('895')
  expect(poundsAt('99999999.99', '999999999.9999')).toBe('99999999989990000')
})

it('has no sum at a rate that is none', () => {
  for (const rate of ['', '0', '0.0000', '89,5', '89500.12345', 'many'])
    expect(poundsAt('10.00', rate)).toBeNull()
})

it('groups the digits of a rate, and none behind its point', () => {
  expect(readableRate('89500')).toBe('89,500')
  expect(readableRate('1234567.8901')).toBe('1,234,567.8901')
  expect(readableRate('900')).toBe('900')
})

it('reads a rate of every keyboard', () => {
  expect(typedRate('٨٩٥٠٠')).toBe('89500')
  expect(typedRate(' ٨٩٥٠٠٫٢٥ ')).toBe('89500.25')
  expect(poundsAt('10.00', '٨٩٥٠٠')).toBe('895000')
})

it('reads a rate as it prints one, and leaves any other comma to whoever typed it', () => {
  for (const rate of ['89500', '1234567.8901', '900'])
    expect(typedRate(` ${readableRate(rate)} `)).toBe(rate)
  for (const rate of ['89,5', '8,95,00', ',500', '89500,25', '1,234.', 'many'])
    expect(typedRate(rate)).toBe(rate)
})
