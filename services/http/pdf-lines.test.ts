// How a line of mixed letters is put on paper: each letter a unit wide, Arabic ones in a font of
// their own. Runs are told from left to right, and an Arabic run as it is read.
import { describe, expect, it } from 'vitest'

import { linesOf } from './pdf-lines.ts'
import type { Line, Type } from './pdf-lines.ts'

const type = (direction: 'ltr' | 'rtl'): Type => ({
  direction,
  fontOf: (letter) => (/[\u0600-\u06ff]/.test(letter) ? 'arabic' : 'latin'),
  isArabic: (font) => font === 'arabic',
  widthOf: (text) => [...text].length,
})

const seen = ({ runs }: Line) => runs.map(({ text }) => text)
const one = (text: string, direction: 'ltr' | 'rtl' = 'rtl') => {
  const [line, ...more] = linesOf(text, type(direction), 100)
  expect(more).toEqual([])
  return line === undefined ? [] : seen(line)
}

const wide = (text: string, widthMax: number, direction: 'ltr' | 'rtl' = 'rtl') =>
  linesOf(text, type(direction), widthMax).map(seen)

describe('the order of a line', () => {
  it('runs from right to left in Arabic, and numbers in it from left to right', () => {
    expect(one('رقم 12')).toEqual(['12', ' ', 'رقم'])
    expect(one('رقم 12', 'ltr')).toEqual(['12', ' ', 'رقم'])
    expect(one('طابق \u2066-$9.99\u2069')).toEqual(['-$9.99', ' ', 'طابق'])
  })

  it('keeps Latin words among Arabic ones in their own order', () => {
    expect(one('ساعة Apple Watch جديدة')).toEqual([
      'جديدة',
      ' ',
      'Apple',
      ' ',
      'Watch',
      ' ',
      'ساعة',
    ])
    expect(one('Order ساعة new', 'ltr')).toEqual(['Order', ' ', 'ساعة', ' ', 'new'])
  })

  it('turns what opens and closes, and follows a name in its own direction', () => {
    expect(one('مايا (بيروت)')).toEqual(['(', 'بيروت', ')', ' ', 'مايا'])
    expect(one('\u2068A7-12\u2069')).toEqual(['A7-12'])
    expect(one('2 × \u2068ساعة (A)\u2069', 'ltr')).toEqual([
      '2',
      ' ',
      '×',
      ' ',
      '(',
      'A',
      ')',
      ' ',
      'ساعة',
    ])
  })

  it('draws Arabic digits one by one: the font would turn them', () => {
    expect(one('بناية ١٢')).toEqual(['١', '٢', ' ', 'بناية'])
  })

  it('parts letters where a sign that is not seen parts them', () => {
    expect(one('می\u200cخواهم')).toEqual(['خواهم', 'می'])
  })
})

describe('the breaking of lines', () => {
  it('breaks between words in the order of reading', () => {
    expect(wide('شارع Bliss بيروت', 10)).toEqual([['Bliss', ' ', 'شارع'], ['بيروت']])
  })

  it('breaks a word that is wider than all there is, and keeps accents with their letters', () => {
    expect(wide('abcdefg', 3, 'ltr')).toEqual([['abc'], ['def'], ['g']])
    expect(wide('كِتَاب', 2)).toEqual([['كِ'], ['تَ'], ['اب']])
    expect(wide('abc', 0, 'ltr')).toEqual([['a'], ['b'], ['c']])
  })

  it('makes one line of nothing, and one space of any room', () => {
    expect(wide(' \n ', 10)).toEqual([[]])
    expect(one(' a\n\t b ', 'ltr')).toEqual(['a', ' ', 'b'])
  })
})
