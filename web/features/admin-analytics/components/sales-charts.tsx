import { SimpleGrid } from '@chakra-ui/react'

import type { Analytics, Moment } from '#services/contract/admin-analytics.ts'

import { toCents, worth } from '../../../lib/money.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { amountCell } from '../csv.ts'
import { grouped, startWord } from '../words.ts'
import { ChartCard } from './chart-card.tsx'
import type { ChartColumn } from './chart-card.tsx'
import { shortCount, shortDollars, shownCents } from './money-words.ts'
import { TimeChart } from './time-chart.tsx'

/** Revenue, orders, and where they came from, over the units of the range. */
export function SalesCharts({ analytics }: { analytics: Analytics }) {
  const { chart, titles, hints } = useAnalyticsTexts()
  const { points, columns, files, isEmpty } = usePoints(analytics)
  const common = { rows: analytics.series, keyOf: (one: Moment) => one.start, isEmpty }
  const empty = { emptyLine: chart.nothing }
  return (
    <>
      <ChartCard
        {...common}
        {...empty}
        title={titles.revenue}
        hint={hints.revenue}
        columns={[columns.time, columns.revenue, columns.orders]}
        fileName={files('revenue')}
      >
        <TimeChart
          label={titles.revenue}
          points={points}
          series={[{ key: 'revenue', label: chart.revenue, colour: 'cedar', kind: 'area' }]}
          show={shownCents}
          tick={shortDollars}
        />
      </ChartCard>
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
        <ChartCard
          {...common}
          {...empty}
          title={titles.orders}
          columns={[columns.time, columns.orders]}
          fileName={files('orders')}
        >
          <TimeChart
            label={titles.orders}
            points={points}
            series={[{ key: 'orders', label: chart.orders, colour: 'sea', kind: 'bar' }]}
            show={grouped}
            tick={shortCount}
          />
        </ChartCard>
        <ChartCard
          {...common}
          {...empty}
          title={titles.channels}
          columns={[columns.time, columns.online, columns.offline]}
          fileName={files('channels')}
        >
          <TimeChart
            label={titles.channels}
            points={points}
            series={[
              { key: 'online', label: chart.online, colour: 'cedar', kind: 'bar', stack: 'all' },
              {
                key: 'offline',
                label: chart.offline,
                colour: 'saffron',
                kind: 'bar',
                stack: 'all',
              },
            ]}
            show={shownCents}
            tick={shortDollars}
          />
        </ChartCard>
      </SimpleGrid>
    </>
  )
}

function usePoints({ series, period }: Analytics) {
  const { chart } = useAnalyticsTexts()
  const language = useLanguage()
  const { unit, startDate, endDate } = period
  const points = series.map((one) => ({
    start: one.start,
    label: startWord(one.start, unit, language),
    orders: one.orders,
    revenue: toCents(one.revenue),
    online: toCents(one.onlineRevenue),
    offline: toCents(one.offlineRevenue),
  }))
  const money = (key: string, header: string, of: (one: Moment) => string) => ({
    key,
    header,
    show: (one: Moment) => worth(of(one)),
    raw: (one: Moment) => amountCell(of(one)),
    isNumber: true,
  })
  const columns = {
    time: {
      key: 'time',
      header: chart.time,
      show: (one: Moment) => startWord(one.start, unit, language),
      raw: (one: Moment) => one.start,
    },
    revenue: money('revenue', chart.revenue, (one) => one.revenue),
    orders: {
      key: 'orders',
      header: chart.orders,
      show: (one: Moment) => grouped(one.orders),
      raw: (one: Moment) => one.orders,
      isNumber: true,
    },
    online: money('online', chart.online, (one) => one.onlineRevenue),
    offline: money('offline', chart.offline, (one) => one.offlineRevenue),
  } satisfies Record<string, ChartColumn<Moment>>
  return {
    points,
    columns,
    files: (name: string) => `${name}_${startDate}_${endDate}`,
    isEmpty: series.every(({ orders, revenue }) => orders === 0 && toCents(revenue) === 0),
  }
}
