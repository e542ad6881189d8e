import { expect, it } from 'vitest'

import { typedCount, wrongCount } from './till-form.ts'

const noPounds = { expectedLbp: null }
const somePounds = { expectedLbp: '895000' }

const check = (dollars: string, pounds: string, till: { expectedLbp: string | null }) =>
  wrongCount(typedCount({ dollars, pounds }), till)

it.each([
  ['12.50', ''],
  ['0', '0'],
  ['-45.00', '-44750'],
  ['-0.5', '895000'],
  [' −45 ', '−44750'],
  ['١٢٫٥', '-٤٤٧٥٠'],
])('takes %j dollars and %j pounds, where no pounds were expected', (dollars, pounds) =>
  expect(check(dollars, pounds, noPounds)).toBe(null),
)

it('sends the signs that the wire knows', () => {
  const typed = typedCount({ dollars: ' −١٢٫٥٠ ', pounds: '−٤٤٧٥٠' })
  expect(typed).toEqual({ dollars: '-12.50', pounds: '-44750' })
})

it.each(['', '-', '+5', '--5', '5-', '- 5', '1.999', '1e3', '12,50', '007', '123456789'])(
  'takes no %j for dollars',
  (dollars) => expect(check(dollars, '0', somePounds)).toBe('dollars'),
)

it.each(['-', '-0', '+5', '12.5', '-12.5', '007', '1234567890123'])(
  'takes no %j for pounds, expected or not',
  (pounds) => {
    expect(check('0', pounds, noPounds)).toBe('pounds')
    expect(check('0', pounds, somePounds)).toBe('pounds')
  },
)

it('asks for the pounds that were taken', () => {
  expect(check('0', ' ', noPounds)).toBe(null)
  expect(check('0', ' ', somePounds)).toBe('pounds')
})
