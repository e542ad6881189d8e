import { expect, it } from 'vitest'

import type { HolderRow } from '#projections/ticket-register/queries.ts'

import { entryLines } from './entry-rows.ts'

const seconds = (instant: string) => Date.parse(instant) / 1_000

const range: HolderRow = {
  first: 7,
  last: 9,
  channel: 'online',
  voided: [[8, 8]],
  reference: 'QR-000001',
  name: 'Haddad, Rana',
  phone: '+96170123456',
  email: null,
  issuedAtSeconds: seconds('2026-10-24T21:59:59.000Z'),
}

it('each ticket has a line, and says of itself whether it was voided', async () =>
  expect(await linesOf([[range]])).toEqual([
    '000007,valid,QR-000001,"Haddad, Rana",\'+96170123456,,online,2026-10-24 23:59:59',
    '000008,void,QR-000001,"Haddad, Rana",\'+96170123456,,online,2026-10-24 23:59:59',
    '000009,valid,QR-000001,"Haddad, Rana",\'+96170123456,,online,2026-10-24 23:59:59',
  ]))

it('times are by the clocks of Beirut, also where they are set', async () => {
  const at = (instant: string) => ({
    ...range,
    first: 1,
    last: 1,
    issuedAtSeconds: seconds(instant),
  })
  const lines = await linesOf([
    [at('2026-10-24T20:30:00.000Z'), at('2026-10-24T21:30:00.000Z')],
    [at('2026-10-24T22:00:01.000Z'), at('2026-03-28T21:59:59.000Z')],
    [at('2026-03-28T22:00:00.000Z'), at('1969-12-31T23:00:00.000Z')],
  ])
  expect(lines.map((line) => line.split(',').at(-1))).toEqual([
    '2026-10-24 23:30:00',
    '2026-10-24 23:30:00',
    '2026-10-25 00:00:01',
    '2026-03-28 23:59:59',
    '2026-03-29 01:00:00',
    '1970-01-01 01:00:00',
  ])
})

it('none is lost between two pages, of whatever size', async () => {
  const pages = [[{ ...range, first: 1, last: 2_345 }], [{ ...range, first: 2_346, last: 4_000 }]]
  const numbers = (await linesOf(pages)).map((line) => Number(line.split(',')[0]))
  expect(numbers).toEqual(Array.from({ length: 4_000 }, (_, index) => index + 1))
  expect(await linesOf([])).toEqual([])
})

async function linesOf(pages: HolderRow[][]): Promise<string[]> {
  let text = ''
  for await (const lines of entryLines(given(pages))) text += lines
  return text.split('\r\n').slice(0, -1)
}

async function* given(pages: HolderRow[][]) {
  yield* pages
}
