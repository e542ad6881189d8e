// The columns of the file of forecasts: a figure or a day in each, where the screen has sentences.
import { wallClockOf } from '#events/kernel/beirut-clock.ts'
import type { Insight } from '#services/contract/admin-insight.ts'

import type { AnalyticsTexts } from '../../lib/text/admin-analytics-en.ts'
import type { FileColumn } from './csv.ts'

type Forecast = Insight['forecasts'][number]
type Spread = Forecast['byEnd']
type Texts = AnalyticsTexts['insight']

export const soldColumns = (text: Texts): FileColumn<Forecast>[] => [
  { header: text.sold, raw: ({ sold }) => sold },
  { header: text.total, raw: ({ totalTickets }) => totalTickets },
]

/** An empty day: not before the end, which stands beside it. */
export const soldOutColumns = (text: Texts): FileColumn<Forecast>[] => [
  { header: within(text.soldOut, text.likely), raw: ({ soldOut }) => soldOut.likely ?? '' },
  { header: within(text.soldOut, text.soonest), raw: ({ soldOut }) => soldOut.soonest ?? '' },
  { header: within(text.soldOut, text.latest), raw: ({ soldOut }) => soldOut.latest ?? '' },
  { header: text.ends, raw: ({ endsAt }) => dayIn(endsAt) },
]

export const spreadColumns = <Row>(
  text: Texts,
  header: string,
  of: (row: Row) => Spread,
): FileColumn<Row>[] => [
  { header: within(header, text.likely), raw: (row) => of(row).likely },
  { header: within(header, text.least), raw: (row) => of(row).least },
  { header: within(header, text.most), raw: (row) => of(row).most },
]

const within = (header: string, part: string) => `${header} (${part})`

/** In Beirut, `yyyy-MM-dd`. */
const dayIn = (instant: string) => wallClockOf(new Date(instant)).slice(0, 'yyyy-MM-dd'.length)
