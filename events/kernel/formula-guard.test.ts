import { expect, it } from 'vitest'

import { guardFormula, unguardFormula } from './formula-guard.ts'

const starts = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠']

it.each(starts)('%j at the beginning is no formula, and is read back as it was', (start) => {
  const text = `${start}1+1`
  expect(guardFormula(text)).toBe(`'${text}`)
  expect(unguardFormula(guardFormula(text))).toBe(text)
})

it.each(['', 'Maya', '1-2', 'a=b', "'quoted'", "'"])('%j is left as it is', (text) => {
  expect(guardFormula(text)).toBe(text)
  expect(unguardFormula(text)).toBe(text)
})
