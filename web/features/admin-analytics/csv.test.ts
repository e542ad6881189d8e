import { expect, it } from 'vitest'

import { csvOf } from './csv.ts'

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
