import { Box, chakra, Flex, Text } from '@chakra-ui/react'

import type { Insight } from '#services/contract/admin-insight.ts'

import { dayOf } from '../../../lib/day.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { soldColumns, soldOutColumns, spreadColumns } from '../forecast-file.ts'
import { grouped, percentOf, wholeDay } from '../words.ts'
import { ChartCard, ChartTable } from './chart-card.tsx'
import type { ChartColumn } from './chart-card.tsx'

type Props = { insight: Insight }
type Row = Insight['forecasts'][number]
type Past = Insight['past'][number]

/** Each raffle on sale: how much of it is sold, and what is likely by its end. */
export function Forecasts({ insight }: Props) {
  const { insight: text, chart } = useAnalyticsTexts()
  const words = useForecastWords()
  const tested = insight.past.flatMap(({ error }) => (error === null ? [] : [error]))
  const meanError = tested.reduce((sum, error) => sum + error, 0) / Math.max(1, tested.length)
  return (
    <ChartCard
      title={text.forecasts}
      hint={text.forecastHint(percentOf(meanError, 1), tested.length)}
      rows={insight.forecasts}
      keyOf={({ id }) => id}
      emptyLine={text.noForecast}
      fileName={`forecast_${insight.period.endDate}`}
      columns={[
        { key: 'name', header: chart.raffle, show: ({ name }: Row) => name },
        {
          key: 'sold',
          header: text.sold,
          show: (row: Row) => `${grouped(row.sold)} / ${grouped(row.totalTickets)}`,
          inFile: soldColumns(text),
          isNumber: true,
        },
        {
          key: 'perDay',
          header: text.perDay,
          show: ({ perDay }: Row) => perDay.toFixed(1),
          raw: ({ perDay }: Row) => perDay,
          isNumber: true,
        },
        {
          key: 'soldOut',
          header: text.soldOut,
          show: words.soldOut,
          inFile: soldOutColumns(text),
        },
        {
          key: 'byEnd',
          header: text.byEnd,
          show: words.byEnd,
          inFile: spreadColumns(text, text.byEnd, ({ byEnd }: Row) => byEnd),
          isNumber: true,
        },
      ]}
    >
      <chakra.ul
        listStyleType="none"
        display="grid"
        gridTemplateColumns={{ base: '1fr', lg: '1fr 1fr' }}
        columnGap="8"
        rowGap="5"
      >
        {insight.forecasts.map((row) => (
          <ForecastBar key={row.id} row={row} />
        ))}
      </chakra.ul>
    </ChartCard>
  )
}

/** Sold, then the likely rest in a lighter colour, then the marks of least and most. */
function ForecastBar({ row }: { row: Row }) {
  const { insight: text } = useAnalyticsTexts()
  const words = useForecastWords()
  const part = (tickets: number) => `${(tickets / row.totalTickets) * 100}%`
  return (
    <li>
      <Flex justify="space-between" gap="3" fontSize="sm">
        <chakra.bdi fontWeight="bold" minW="0" truncate>
          {row.name}
        </chakra.bdi>
        <chakra.bdi flexShrink={0}>
          {grouped(row.sold)} / {grouped(row.totalTickets)}
        </chakra.bdi>
      </Flex>
      <Box
        position="relative"
        bg="line"
        borderRadius="full"
        height="12px"
        my="1"
        overflow="hidden"
        aria-hidden
      >
        <Strip colour="cedar.subtle" style={{ width: part(row.byEnd.most) }} />
        <Strip colour="saffron.solid" style={{ width: part(row.byEnd.likely) }} />
        <Strip colour="cedar.solid" style={{ width: part(row.sold) }} />
      </Box>
      <Text fontSize="xs" color="fg.soft">
        {text.soldOut}: {words.soldOut(row)}
      </Text>
      <Text fontSize="xs" color="fg.muted">
        {text.byEnd}: {words.byEnd(row)}
      </Text>
    </li>
  )
}

const Strip = ({ colour, style }: { colour: string; style: { width: string } }) => (
  <Box
    position="absolute"
    insetInlineStart="0"
    top="0"
    bottom="0"
    bg={colour}
    borderRadius="full"
    style={style}
  />
)

function useForecastWords() {
  const { insight: text } = useAnalyticsTexts()
  const language = useLanguage()
  return {
    soldOut({ soldOut, endsAt }: Row): string {
      const end = text.notBefore(dayOf(endsAt, language))
      if (soldOut.likely === null && soldOut.soonest === null) return end
      const likely = soldOut.likely === null ? end : wholeDay(soldOut.likely, language)
      const soonest = wholeDay(soldOut.soonest ?? soldOut.likely ?? '', language)
      const latest =
        soldOut.latest === null ? dayOf(endsAt, language) : wholeDay(soldOut.latest, language)
      return soonest === latest ? likely : `${likely} (${text.between(soonest, latest)})`
    },
    byEnd: ({ byEnd }: Row): string =>
      `${grouped(byEnd.likely)} (${text.range(grouped(byEnd.least), grouped(byEnd.most))})`,
  }
}

/** What was foretold of raffles that have ended, and what came: a table, and a file. */
export function PastForecasts({ insight }: Props) {
  const { insight: text, chart } = useAnalyticsTexts()
  const keyOf = ({ id }: Past) => id
  const columns: ChartColumn<Past>[] = [
    { key: 'name', header: chart.raffle, show: ({ name }) => name },
    {
      key: 'foretold',
      header: text.foretold,
      show: ({ foretold: { likely, least, most } }) =>
        `${grouped(likely)} (${text.range(grouped(least), grouped(most))})`,
      inFile: spreadColumns(text, text.foretold, ({ foretold }: Past) => foretold),
      isNumber: true,
    },
    {
      key: 'actual',
      header: text.actual,
      show: ({ actual }) => grouped(actual),
      raw: ({ actual }) => actual,
      isNumber: true,
    },
    {
      key: 'error',
      header: text.error,
      show: ({ error }) => (error === null ? '–' : percentOf(error, 1)),
      raw: ({ error }) => error ?? '',
      isNumber: true,
    },
    {
      key: 'inside',
      header: text.isInside,
      show: ({ isInside }) => (isInside ? text.yes : text.no),
    },
  ]
  return (
    <ChartCard
      title={text.past}
      hint={text.pastHint}
      rows={insight.past}
      keyOf={keyOf}
      columns={columns}
      emptyLine={text.noPast}
      fileName={`past_forecasts_${insight.period.endDate}`}
      hasTable={false}
    >
      <ChartTable
        caption={chart.tableOf(text.past)}
        rows={insight.past}
        keyOf={keyOf}
        columns={columns}
      />
    </ChartCard>
  )
}
