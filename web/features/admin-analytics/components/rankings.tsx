import type { Analytics } from '#services/contract/admin-analytics.ts'

import { toCents, worth } from '../../../lib/money.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { amountCell } from '../csv.ts'
import { grouped } from '../words.ts'
import { BarList } from './bar-list.tsx'
import { ChartCard } from './chart-card.tsx'

type Props = { analytics: Analytics }

const fileOf = (name: string, { period }: Analytics) =>
  `${name}_${period.startDate}_${period.endDate}`

export function TopProducts({ analytics }: Props) {
  const { chart, titles, hints, noProducts } = useAnalyticsTexts()
  return (
    <ChartCard
      title={titles.products}
      hint={hints.products}
      rows={analytics.topProducts}
      keyOf={({ id }) => id}
      emptyLine={noProducts}
      fileName={fileOf('top_products', analytics)}
      columns={[
        { key: 'name', header: chart.product, show: ({ name }) => name },
        {
          key: 'revenue',
          header: chart.revenue,
          show: ({ revenue }) => worth(revenue),
          raw: ({ revenue }) => amountCell(revenue),
          isNumber: true,
        },
        {
          key: 'quantity',
          header: chart.quantity,
          show: ({ quantity }) => grouped(quantity),
          raw: ({ quantity }) => quantity,
          isNumber: true,
        },
      ]}
    >
      <BarList
        bars={analytics.topProducts.map(({ id, name, revenue }) => ({
          key: id,
          label: name,
          shown: worth(revenue),
          value: toCents(revenue),
        }))}
      />
    </ChartCard>
  )
}

export function PaymentMethods({ analytics }: Props) {
  const { chart, titles, hints, methods, noMethods } = useAnalyticsTexts()
  type Row = Analytics['paymentMethods'][number]
  const nameOf = ({ method }: Row) => methods[method ?? 'other']
  return (
    <ChartCard
      title={titles.methods}
      hint={hints.methods}
      rows={analytics.paymentMethods}
      keyOf={({ method }) => method ?? 'other'}
      emptyLine={noMethods}
      fileName={fileOf('payment_methods', analytics)}
      columns={[
        { key: 'method', header: chart.method, show: nameOf },
        {
          key: 'revenue',
          header: chart.revenue,
          show: ({ revenue }) => worth(revenue),
          raw: ({ revenue }) => amountCell(revenue),
          isNumber: true,
        },
        {
          key: 'orders',
          header: chart.orders,
          show: ({ orders }) => grouped(orders),
          raw: ({ orders }) => orders,
          isNumber: true,
        },
      ]}
    >
      <BarList
        colour="saffron"
        bars={analytics.paymentMethods.map((row) => ({
          key: row.method ?? 'other',
          label: nameOf(row),
          shown: worth(row.revenue),
          value: toCents(row.revenue),
        }))}
      />
    </ChartCard>
  )
}

export function TicketsByRaffle({ analytics }: Props) {
  const { chart, titles, hints, noRaffles } = useAnalyticsTexts()
  return (
    <ChartCard
      title={titles.raffles}
      hint={hints.raffles}
      rows={analytics.raffles}
      keyOf={({ id }) => id}
      emptyLine={noRaffles}
      fileName={fileOf('tickets_by_raffle', analytics)}
      columns={[
        { key: 'name', header: chart.raffle, show: ({ name }) => name },
        {
          key: 'tickets',
          header: chart.tickets,
          show: ({ tickets }) => grouped(tickets),
          raw: ({ tickets }) => tickets,
          isNumber: true,
        },
      ]}
    >
      <BarList
        colour="sea"
        bars={analytics.raffles.map(({ id, name, tickets }) => ({
          key: id,
          label: name,
          shown: grouped(tickets),
          value: tickets,
        }))}
      />
    </ChartCard>
  )
}
