import type { Insight } from '#services/contract/admin-insight.ts'

import { toCents, worth } from '../../../lib/money.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { amountCell } from '../csv.ts'
import { calendarDay, grouped, percentOf, startWord, wholeDay } from '../words.ts'
import { BarList } from './bar-list.tsx'
import { ChartCard } from './chart-card.tsx'
import { shortDollars, shownCents } from './money-words.ts'
import { StatTile, StatTiles } from './stat-tile.tsx'
import { TimeChart } from './time-chart.tsx'

type Props = { insight: Insight }

const fileOf = (name: string, { period }: Insight) =>
  `${name}_${period.startDate}_${period.endDate}`

const shareWord = (share: number | null) => (share === null ? '–' : percentOf(share, 1))

export function InsightTiles({ insight: { kpis } }: Props) {
  const { insight: text } = useAnalyticsTexts()
  return (
    <StatTiles label={text.kpis}>
      <StatTile label={text.conversion} value={shareWord(kpis.conversion)}>
        {text.conversionHint}
      </StatTile>
      <StatTile label={text.repeat} value={shareWord(kpis.repeatBuyers)}>
        {text.repeatHint}
      </StatTile>
      <StatTile
        label={text.perBuyer}
        value={kpis.revenuePerBuyer === null ? '–' : worth(kpis.revenuePerBuyer)}
      >
        {text.perBuyerHint}
      </StatTile>
      <StatTile label={text.refunded} value={shareWord(kpis.refunded)}>
        {text.refundedHint}
      </StatTile>
    </StatTiles>
  )
}

export function Funnel({ insight }: Props) {
  const { insight: text } = useAnalyticsTexts()
  const { funnel } = insight
  const first = Math.max(...funnel.map(({ count }) => count))
  type Step = Insight['funnel'][number]
  return (
    <ChartCard
      title={text.funnel}
      hint={text.funnelHint}
      rows={funnel}
      isEmpty={first === 0}
      keyOf={({ step }) => step}
      emptyLine={text.noFunnel}
      fileName={fileOf('funnel', insight)}
      columns={[
        { key: 'step', header: text.step, show: ({ step }: Step) => text.steps[step] },
        {
          key: 'count',
          header: text.count,
          show: ({ count }: Step) => grouped(count),
          raw: ({ count }: Step) => count,
          isNumber: true,
        },
        {
          key: 'share',
          header: text.ofFirst,
          show: ({ count }: Step) => percentOf(count, funnel[0]?.count ?? 0),
          isNumber: true,
        },
      ]}
    >
      <BarList
        bars={funnel.map(({ step, count }) => ({
          key: step,
          label: text.steps[step],
          shown: grouped(count),
          value: count,
        }))}
      />
    </ChartCard>
  )
}

export function MethodConversion({ insight }: Props) {
  const { insight: text, chart, methods, noMethods } = useAnalyticsTexts()
  type Row = Insight['methods'][number]
  return (
    <ChartCard
      title={text.methods}
      hint={text.methodsHint}
      rows={insight.methods}
      keyOf={({ method }) => method}
      emptyLine={noMethods}
      fileName={fileOf('conversion', insight)}
      columns={[
        { key: 'method', header: chart.method, show: ({ method }: Row) => methods[method] },
        {
          key: 'placed',
          header: text.placed,
          show: ({ placed }: Row) => grouped(placed),
          raw: ({ placed }: Row) => placed,
          isNumber: true,
        },
        {
          key: 'paid',
          header: text.paid,
          show: ({ paid }: Row) => grouped(paid),
          raw: ({ paid }: Row) => paid,
          isNumber: true,
        },
        {
          key: 'rate',
          header: text.rate,
          show: ({ paid, placed }: Row) => percentOf(paid, placed),
          isNumber: true,
        },
      ]}
    >
      <BarList
        colour="saffron"
        largest={1}
        bars={insight.methods.map(({ method, placed, paid }) => ({
          key: method,
          label: methods[method],
          shown: percentOf(paid, placed),
          value: placed === 0 ? 0 : paid / placed,
        }))}
      />
    </ChartCard>
  )
}

export function Rush({ insight }: Props) {
  const { insight: text, chart } = useAnalyticsTexts()
  const language = useLanguage()
  const hours = insight.rush?.hours ?? []
  type Hour = (typeof hours)[number]
  const hourOf = ({ start }: Hour) => startWord(start, 'hour', language)
  return (
    <ChartCard
      title={text.rush}
      {...(insight.rush && { hint: text.rushHint(wholeDay(insight.rush.day, language)) })}
      rows={hours}
      keyOf={({ start }) => start}
      emptyLine={chart.nothing}
      fileName={`rush_${insight.rush?.day ?? ''}`}
      columns={[
        { key: 'hour', header: text.hour, show: hourOf, raw: ({ start }: Hour) => start },
        {
          key: 'revenue',
          header: chart.revenue,
          show: ({ revenue }: Hour) => worth(revenue),
          raw: ({ revenue }: Hour) => amountCell(revenue),
          isNumber: true,
        },
        {
          key: 'orders',
          header: chart.orders,
          show: ({ orders }: Hour) => grouped(orders),
          raw: ({ orders }: Hour) => orders,
          isNumber: true,
        },
      ]}
    >
      <TimeChart
        label={text.rush}
        points={hours.map((hour) => ({
          start: hour.start,
          label: hourOf(hour),
          revenue: toCents(hour.revenue),
        }))}
        series={[{ key: 'revenue', label: chart.revenue, colour: 'cedar', kind: 'bar' }]}
        show={shownCents}
        tick={shortDollars}
      />
    </ChartCard>
  )
}

export function ReturningBuyers({ insight }: Props) {
  const { insight: text, chart } = useAnalyticsTexts()
  const language = useLanguage()
  type Row = Insight['months'][number]
  const monthOf = ({ month }: Row) =>
    calendarDay(month, { month: 'short', year: 'numeric' }, language)
  return (
    <ChartCard
      title={text.returning}
      hint={text.returningHint}
      rows={insight.months}
      keyOf={({ month }) => month}
      emptyLine={chart.nothing}
      fileName="returning_buyers"
      columns={[
        { key: 'month', header: text.month, show: monthOf, raw: ({ month }: Row) => month },
        {
          key: 'fresh',
          header: text.fresh,
          show: ({ newBuyers }: Row) => grouped(newBuyers),
          raw: ({ newBuyers }: Row) => newBuyers,
          isNumber: true,
        },
        {
          key: 'returning',
          header: text.cameBack,
          show: ({ returningBuyers }: Row) => grouped(returningBuyers),
          raw: ({ returningBuyers }: Row) => returningBuyers,
          isNumber: true,
        },
      ]}
    >
      <TimeChart
        label={text.returning}
        points={insight.months.map((row) => ({
          start: row.month,
          label: monthOf(row),
          fresh: row.newBuyers,
          returning: row.returningBuyers,
        }))}
        series={[
          { key: 'returning', label: text.cameBack, colour: 'cedar', kind: 'bar', stack: 'all' },
          { key: 'fresh', label: text.fresh, colour: 'saffron', kind: 'bar', stack: 'all' },
        ]}
        show={grouped}
        tick={grouped}
      />
    </ChartCard>
  )
}
