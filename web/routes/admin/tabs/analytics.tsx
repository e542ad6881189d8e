import { Flex, Grid, Text } from '@chakra-ui/react'

import type { Analytics } from '#services/contract/admin-analytics.ts'

import { AdminPage } from '../../../components/admin/admin-page.tsx'
import { ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { useAnalytics } from '../../../features/admin-analytics/api/analytics.ts'
import { OverviewTiles } from '../../../features/admin-analytics/components/overview-tiles.tsx'
import { RangeSelect } from '../../../features/admin-analytics/components/range-select.tsx'
import {
  PaymentMethods,
  TicketsByRaffle,
  TopProducts,
} from '../../../features/admin-analytics/components/rankings.tsx'
import { SalesCharts } from '../../../features/admin-analytics/components/sales-charts.tsx'
import { isWhole } from '../../../features/admin-analytics/range.ts'
import { useRange } from '../../../features/admin-analytics/use-range.ts'
import { wholeDay } from '../../../features/admin-analytics/words.ts'
import { useUnread } from '../../../lib/admin/use-unread.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useLanguage } from '../../../lib/text/text.tsx'

export function AnalyticsTab() {
  const admin = useAdminTexts()
  const text = useAnalyticsTexts()
  const [range, setRange] = useRange()
  const read = useAnalytics(range)
  useUnread(read)
  const { data, error, isError, refetch, isPlaceholderData } = read
  return (
    <AdminPage
      title={admin.tabs.analytics}
      lead={isWhole(range) && data && <Days period={data.period} />}
      actions={<RangeSelect range={range} onChange={setRange} />}
    >
      {!isWhole(range) ? (
        <Text role="status" color="fg.soft" py="10" textAlign="center">
          {text.range.needsBoth}
        </Text>
      ) : isError && !data ? (
        <ErrorRetry line={text.failed} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Figures analytics={data} isOld={isPlaceholderData} />
      ) : (
        <ListSpinner />
      )}
    </AdminPage>
  )
}

function Days({ period }: Pick<Analytics, 'period'>) {
  const { range } = useAnalyticsTexts()
  const language = useLanguage()
  const first = wholeDay(period.startDate, language)
  const last = wholeDay(period.endDate, language)
  return <bdi>{first === last ? first : range.chosen(first, last)}</bdi>
}

/** `isOld`: of the range before, while the chosen one is on its way. */
function Figures({ analytics, isOld }: { analytics: Analytics; isOld: boolean }) {
  return (
    <Flex
      direction="column"
      aria-busy={isOld}
      opacity={isOld ? 0.55 : 1}
      transition="opacity token(durations.fade)"
    >
      <OverviewTiles overview={analytics.overview} />
      <Grid templateColumns={{ base: '1fr', lg: '2fr 1fr' }} gap="4" alignItems="start">
        <Flex direction="column" gap="4" minW="0">
          <SalesCharts analytics={analytics} />
          <TicketsByRaffle analytics={analytics} />
        </Flex>
        <Flex direction="column" gap="4" minW="0">
          <TopProducts analytics={analytics} />
          <PaymentMethods analytics={analytics} />
        </Flex>
      </Grid>
    </Flex>
  )
}
