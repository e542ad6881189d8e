import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readCsv } from './read-csv.ts'

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells)

describe('a CSV file', () => {
  it('is read with commas, semicolons or tabs, with and without its mark', () => {
    for (const sign of [',', ';', '\t'])
      for (const mark of ['', '\uFEFF'])
        expect(cellsOf(`${mark}a${sign}b\r\n1${sign}2`)).toEqual([
          ['a', 'b'],
          ['1', '2'],
        ])
  })

  it('keeps separators, quotes and lines inside quotes, and counts those lines', () => {
    const rows = readCsv('a,b\n"1,""x""\n2",3\n\n4,5\n')
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1,"x"\n2', '3'] },
      { line: 5, cells: ['4', '5'] },
    ])
  })

  it('is refused with its line where a cell cannot be told from its neighbour', () => {
    expect(() => readCsv('a,b\n1,"2')).toThrow('Line 2: a quote is opened and never closed.')
    expect(() => readCsv('a,b\n\n1,2"3')).toThrow('Line 3: a quote stands inside a cell')
    expect(() => readCsv('a,b\n"1"x,2')).toThrow('Line 2: text stands behind a closing quote.')
  })

  it('that is empty has no rows', () => {
    expect(readCsv('')).toEqual([])
    expect(readCsv('\uFEFF\r\n;;\n ; ')).toEqual([])
  })
})

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', 'ع', '"', ',', ';', '\t', ' ', '=', '\n'),
})
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 12 })

it('reads back whatever is written by the book, with every separator and end of line', () => {
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      (rows, sign, end) => {
        const header = ['first', 'second', 'third', 'fourth']
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
        const written = [header, ...rows].map((cells) => cells.map(quoted).join(sign)).join(end)
        const full = rows.filter((cells) => cells.some((text) => text.trim() !== ''))
        expect(cellsOf(written)).toEqual([header, ...full])
      },
    ),
    { numRuns: 2_000 },
  )
})

it('never hangs and never fails otherwise, whatever it is given', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\r', '\n', '\0') }),
      (text) => {
        try {
          for (const { line, cells } of readCsv(text))
            expect(line * cells.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toMatchObject({ code: 'unreadable_file' })
        }
      },
    ),
    { numRuns: 5_000 },
  )
})
