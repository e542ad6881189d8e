import { chakra, Flex, Text } from '@chakra-ui/react'
import { Link } from 'react-router-dom'

import type { Order } from '#services/contract/orders.ts'

import { Badge } from '../../../components/badge.tsx'
import { Money } from '../../../components/money.tsx'
import { dayOf } from '../../../lib/day.ts'
import { orderTones } from '../../../lib/order-tones.ts'
import { paths } from '../../../lib/paths.ts'
import { useAccountTexts } from '../../../lib/text/account.tsx'
import { useLanguage } from '../../../lib/text/text.tsx'
import { usePurchases } from '../api/list-purchases.ts'
import { stateOf } from '../list-state.ts'
import { ListCard } from './list-card.tsx'

const SHORT_ID = 8

export function OrderList({ userId }: { userId: string }) {
  const { dashboard } = useAccountTexts()
  const query = usePurchases(userId)
  const orders = query.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <ListCard
      title={dashboard.orders}
      state={stateOf(query, orders.length)}
      emptyLine={dashboard.noOrders}
      failedLine={dashboard.ordersFailed}
      hasMore={query.hasNextPage}
      isLoadingMore={query.isFetchingNextPage}
      onMore={() => void query.fetchNextPage()}
      onRetry={() => void query.refetch()}
    >
      <chakra.ul listStyleType="none">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </chakra.ul>
    </ListCard>
  )
}

function OrderRow({ order }: { order: Order }) {
  const { dashboard } = useAccountTexts()
  const language = useLanguage()
  return (
    <chakra.li
      py="3"
      borderBottomWidth="1px"
      borderBottomStyle="dashed"
      _first={{ pt: '0' }}
      _last={{ borderBottomWidth: '0' }}
    >
      <Flex justify="space-between" gap="3" align="baseline">
        <chakra.span
          asChild
          fontFamily="serial"
          fontSize="sm"
          fontWeight="bold"
          color="cedar.fg"
          textDecoration="underline"
          py="1"
        >
          <Link to={paths.order(order.id)}>{dashboard.order(order.id.slice(0, SHORT_ID))}</Link>
        </chakra.span>
        <chakra.strong>
          <Money amount={order.total} />
        </chakra.strong>
      </Flex>
      <Flex justify="space-between" gap="3" align="center" mt="1">
        <chakra.time dateTime={order.createdAt} fontSize="xs" color="fg.muted">
          {dayOf(order.createdAt, language)}
        </chakra.time>
        <Badge tone={orderTones[order.status]}>{dashboard.status[order.status]}</Badge>
      </Flex>
      {order.items.map((item) => (
        <Text key={item.id} fontSize="sm" color="fg.soft" mt="1">
          {item.quantity} ×{' '}
          <bdi>{[item.productName, item.variantName].filter(Boolean).join(', ')}</bdi>
          {item.tickets > 0 && ` · ${dashboard.tickets(item.tickets)}`}
        </Text>
      ))}
    </chakra.li>
  )
}
