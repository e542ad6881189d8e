import { Flex, SimpleGrid, Text } from '@chakra-ui/react'

import type { Insight } from '#services/contract/admin-insight.ts'

import { AdminPage } from '../../components/admin/admin-page.tsx'
import { ErrorRetry, ListSpinner } from '../../components/admin/list-faces.tsx'
import { useInsight } from '../../features/admin-analytics/api/insight.ts'
import { CardLevel } from '../../features/admin-analytics/components/chart-card.tsx'
import { Forecasts, PastForecasts } from '../../features/admin-analytics/components/forecasts.tsx'
import {
  Funnel,
  InsightTiles,
  MethodConversion,
  ReturningBuyers,
  Rush,
} from '../../features/admin-analytics/components/insight-sales.tsx'
import { RangeSelect } from '../../features/admin-analytics/components/range-select.tsx'
import { isWhole } from '../../features/admin-analytics/range.ts'
import { useRange } from '../../features/admin-analytics/use-range.ts'
import { useUnread } from '../../lib/admin/use-unread.ts'
import { useAnalyticsTexts } from '../../lib/text/admin-analytics.ts'
import { StaffPage } from './staff-page.tsx'

export const InsightPage = () => <StaffPage>{() => <InsightView />}</StaffPage>

function InsightView() {
  const { insight: text, range: rangeText } = useAnalyticsTexts()
  const [range, setRange] = useRange()
  const read = useInsight(range)
  useUnread(read)
  const { data, error, isError, refetch, isPlaceholderData } = read
  return (
    <AdminPage
      level="h1"
      title={text.title}
      lead={text.lead}
      actions={<RangeSelect range={range} onChange={setRange} />}
    >
      {!isWhole(range) ? (
        <Text role="status" color="fg.soft" py="10" textAlign="center">
          {rangeText.needsBoth}
        </Text>
      ) : isError && !data ? (
        <ErrorRetry line={text.failed} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Parts insight={data} isOld={isPlaceholderData} />
      ) : (
        <ListSpinner />
      )}
    </AdminPage>
  )
}

function Parts({ insight, isOld }: { insight: Insight; isOld: boolean }) {
  return (
    <CardLevel value="h2">
      <Flex direction="column" gap="4" aria-busy={isOld} opacity={isOld ? 0.55 : 1}>
        <InsightTiles insight={insight} />
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
          <Funnel insight={insight} />
          <MethodConversion insight={insight} />
          <Rush insight={insight} />
          <ReturningBuyers insight={insight} />
        </SimpleGrid>
        <Forecasts insight={insight} />
        <PastForecasts insight={insight} />
      </Flex>
    </CardLevel>
  )
}
