import { chakra } from '@chakra-ui/react'
import { TrendingDown, TrendingUp } from 'lucide-react'

import type { Analytics } from '#services/contract/admin-analytics.ts'

import { worth } from '../../../lib/money.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { grouped, signedPercent } from '../words.ts'
import { StatTile, StatTiles } from './stat-tile.tsx'

export function OverviewTiles({ overview }: { overview: Analytics['overview'] }) {
  const { tiles, hints } = useAnalyticsTexts()
  return (
    <StatTiles label={tiles.title}>
      <StatTile label={tiles.revenue} value={worth(overview.totalRevenue)} hint={hints.revenue}>
        <Change percent={overview.revenueChange} />
      </StatTile>
      <StatTile label={tiles.orders} value={grouped(overview.totalOrders)}>
        <Change percent={overview.ordersChange} />
      </StatTile>
      <StatTile
        label={tiles.average}
        value={worth(overview.averageOrderValue)}
        hint={hints.average}
      >
        <Change percent={overview.aovChange} />
      </StatTile>
      <StatTile label={tiles.customers} value={grouped(overview.totalCustomers)}>
        {tiles.buyers(overview.newCustomers, overview.returningCustomers)}
      </StatTile>
    </StatTiles>
  )
}

function Change({ percent }: { percent: number | null }) {
  const { tiles } = useAnalyticsTexts()
  if (percent === null)
    return (
      <>
        <span aria-hidden>–</span>
        <chakra.span srOnly>{tiles.noChange}</chakra.span>
      </>
    )
  const isDown = percent < 0
  const Arrow = isDown ? TrendingDown : TrendingUp
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1"
      color={percent === 0 ? 'fg.muted' : isDown ? 'pomegranate.fg' : 'success.fg'}
      fontWeight="medium"
    >
      {percent !== 0 && <Arrow size={14} aria-hidden />}
      <span>{tiles.change(signedPercent(percent))}</span>
    </chakra.span>
  )
}
