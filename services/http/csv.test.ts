import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createSlots } from '../io/slots.ts'
import { endOfTurn } from '../io/timers.ts'
import {
  csvCells,
  csvFileName,
  csvLines,
  csvText,
  guarded,
  pagesAhead,
  pagesOf,
  quotedLine,
} from './csv.ts'
import type { Row } from './csv.ts'

describe('a cell', () => {
  it.each(['=1+1', '+961', '-2', '@sum', '\t=1', '\r=1', '\n=1', '\0=1', '\uFF1D1', '\uFF0B1'])(
    'that begins like a formula is text: %j',
    (cell) => expect(guarded(cell)).toBe(`'${cell}`),
  )

  it.each(['Rana', '70123456', "O'Neill", ' a = b', '', '1-2', null, 0, -5])(
    'that does not stays as it is: %j',
    (cell) => expect(guarded(cell)).toBe(cell),
  )
})

it.each([
  [3_800, '38.00'],
  [1_250, '12.50'],
  [-5, '-0.05'],
  [0, '0.00'],
])('an amount of %d cents has two decimals, and its minus is no formula', (cents, shown) =>
  expect(csvLines([['sale', { cents }]])).toBe(`sale,${shown}\r\n`),
)

describe('lines', () => {
  it('quote what holds a comma, a quote or a new line, and end as RFC 4180 says', () =>
    expect(
      csvLines([
        ['a,b', 'say "yes"', 'two\nlines', 'two\rlines', null, 7],
        ['=cmd,x', '', 'رنا', 'plain', null, 0],
      ]),
    ).toBe('"a,b","say ""yes""","two\nlines","two\rlines",,7\r\n"\'=cmd,x",,رنا,plain,,0\r\n'))
})

it('writes a plain row as csv-stringify does', () =>
  fc.assert(
    fc.property(
      fc.array(cell, { minLength: 1, maxLength: 6 }),
      (row) => csvLines([row]) === quotedLine(row.map(guarded)),
    ),
  ))

it('writes a line from its parts as in one piece', () =>
  fc.assert(
    fc.property(
      cells,
      cells,
      (one, other) => `${csvCells(one)},${csvCells(other)}\r\n` === csvLines([[...one, ...other]]),
    ),
  ))

const cell = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'=+-@",\r\n\t ab') }),
)
const cells = fc.array(cell, { minLength: 1, maxLength: 4 })

describe('a file', () => {
  it('begins with the byte order mark and the header, then has every page', async () => {
    const pages: Row[][] = [[['1', 'a']], [], [['2', 'b']]]
    const file = { fileName: 'x.csv', header: ['No', 'Name'], pages }
    expect(await textOf(csvText(file))).toBe('\uFEFFNo,Name\r\n1,a\r\n2,b\r\n')
  })

  it('is only the header when there is nothing', async () =>
    expect(await textOf(csvText({ fileName: 'x.csv', header: ['No'], pages: [] }))).toBe(
      '\uFEFFNo\r\n',
    ))

  it('takes pages that have their lines already', async () => {
    const pages = ['1\r\n2\r\n', '', '3\r\n']
    expect(await textOf(csvText({ fileName: 'x.csv', header: ['No'], pages }))).toBe(
      '\uFEFFNo\r\n1\r\n2\r\n3\r\n',
    )
  })

  it('is named after what it holds, safely, at the time in Beirut', () => {
    const at = new Date('2026-11-21T22:05:09.000Z')
    expect(csvFileName(['raffle_entries', 'A Trip to Egypt'], at)).toBe(
      'raffle_entries_A_Trip_to_Egypt_2026-11-22_00-05-09.csv',
    )
    expect(csvFileName(['../etc/pass"wd\r\n', 'ساعة آبل'], at)).toBe(
      '_etc_pass_wd__ساعة_آبل_2026-11-22_00-05-09.csv',
    )
  })
})

describe('pages whose places are known', () => {
  const twoAhead = { pages: 2, slots: createSlots(10) }

  it('are read ahead, and come in their order', async () => {
    const begun: number[] = []
    const reads = [1, 2, 3, 4].map((n) => async () => {
      begun.push(n)
      if (n === 1) await Promise.resolve()
      return n
    })
    const seen: number[] = []
    for await (const page of pagesAhead(reads, twoAhead)) {
      if (page === 1) expect(begun).toEqual([1, 2, 3]) // two ahead, and no more
      seen.push(page)
    }
    expect(seen).toEqual([1, 2, 3, 4])
    expect(await all(pagesAhead([], twoAhead))).toEqual([])
  })

  it('are read by so many at once, however many files are made', async () => {
    let reading = 0
    let most = 0
    const reads = [1, 2, 3, 4, 5].map((n) => async () => {
      most = Math.max(most, ++reading)
      await endOfTurn()
      reading -= 1
      return n
    })
    const ahead = { pages: 3, slots: createSlots(2) }
    const files = await Promise.all([1, 2, 3].map(() => all(pagesAhead(reads, ahead))))
    expect(files).toEqual([1, 2, 3].map(() => [1, 2, 3, 4, 5]))
    expect(most).toBe(2)
  })

  it('fail as their reading fails, each at its turn', async () => {
    const gone = async () => Promise.reject(new Error('the database is gone'))
    const seen: number[] = []
    const reading = (async () => {
      for await (const page of pagesAhead([async () => 1, gone, gone], twoAhead)) seen.push(page)
    })()
    await expect(reading).rejects.toThrow('the database is gone')
    expect(seen).toEqual([1])
  })
})

describe('pages', () => {
  const numbers = [1, 2, 3, 4, 5]
  const readTwo = async (last: number | null) => numbers.filter((n) => n > (last ?? 0)).slice(0, 2)

  it('go on after the last row until there is none', async () => {
    const seen: (readonly number[])[] = []
    for await (const page of pagesOf(readTwo)) seen.push(page)
    expect(seen).toEqual([[1, 2], [3, 4], [5]])
  })

  it('are no longer read when nobody takes them', async () => {
    const asked: (number | null)[] = []
    const pages = pagesOf(async (last: number | null) => {
      asked.push(last)
      return readTwo(last)
    })
    for await (const page of pages) if (page.includes(1)) break
    expect(asked).toEqual([null, 2]) // one page ahead, and no more
  })

  it('fail as their reading fails', async () => {
    const failing = pagesOf(async (last: number | null) => {
      if (last !== null) throw new Error('the database is gone')
      return [1]
    })
    await expect(all(failing)).rejects.toThrow('the database is gone')
  })
})

const textOf = async (text: AsyncIterable<string>) => (await all(text)).join('')

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const seen: Item[] = []
  for await (const item of items) seen.push(item)
  return seen
}
