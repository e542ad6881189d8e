import { expect, it } from 'vitest'

import { amountCell, csvOf } from './csv.ts'

it('guards what a spreadsheet would run, and wraps what would break a line', () =>
  expect(
    csvOf(
      ['Name', 'Sold'],
      [
        ['=1+1', -3],
        ['A "Trip", twice', 4],
        ['-5', 0],
      ],
    ),
  ).toBe('\uFEFFName,Sold\r\n\'=1+1,-3\r\n"A ""Trip"", twice",4\r\n\'-5,0\r\n'))

it('writes an amount as a number also below zero, and guards a name that looks like one', () =>
  expect(
    csvOf(
      ['Product', 'Revenue'],
      [
        ['-12.50', amountCell('-12.50')],
        ['Watch', amountCell('-0.05')],
        ['Mug', amountCell('1299.00')],
      ],
    ),
  ).toBe("\uFEFFProduct,Revenue\r\n'-12.50,-12.50\r\nWatch,-0.05\r\nMug,1299.00\r\n"))

it.each(['\n=1', '\0=1', '＝1', '＋1', '－1', '＠1'])('guards %j as the server does', (cell) =>
  expect(csvOf([cell], [])).toContain(`'${cell}`),
)
