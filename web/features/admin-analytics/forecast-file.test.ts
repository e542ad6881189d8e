import { expect, it } from 'vitest'

import type { Insight } from '#services/contract/admin-insight.ts'

import { analyticsEn } from '../../lib/text/admin-analytics-en.ts'
import { csvOfRows } from './csv.ts'
import { soldColumns, soldOutColumns, spreadColumns } from './forecast-file.ts'

type Forecast = Insight['forecasts'][number]

const text = analyticsEn.insight
const columns = [
  ...soldColumns(text),
  ...soldOutColumns(text),
  ...spreadColumns(text, text.byEnd, ({ byEnd }: Forecast) => byEnd),
]
const watch: Forecast = {
  id: '5f0c2a5e-8d4e-4a7e-9d3c-0a1b2c3d4e5f',
  name: 'Watch',
  sold: 1_200,
  totalTickets: 5_000,
  endsAt: '2026-11-30T22:30:00.000Z',
  perDay: 40,
  byEnd: { likely: 2_400, least: 1_900, most: 3_100 },
  soldOut: { likely: null, soonest: '2026-11-29', latest: null },
}

it('has a figure or a day in each column, and nothing else', () =>
  expect(csvOfRows(columns, [watch]).slice(1).split('\r\n')).toEqual([
    [
      'Sold',
      'Total tickets',
      'Sold out (likely)',
      'Sold out (soonest)',
      'Sold out (latest)',
      'Ends',
      'Tickets by the end (likely)',
      'Tickets by the end (at least)',
      'Tickets by the end (at most)',
    ].join(','),
    '1200,5000,,2026-11-29,,2026-12-01,2400,1900,3100',
    '',
  ]))
