import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import type { CustomerDetail } from '#services/contract/admin-customers.ts'

import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import type { BadgeKind } from '../../../components/admin/status-badge.tsx'
import { Money } from '../../../components/money.tsx'
import { dayOf, momentOf } from '../../../lib/day.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { Nothing } from './nothing.tsx'

const SHORT_ID = 8
type Order = CustomerDetail['orders'][number]

export function CustomerEntries({ entries }: { entries: CustomerDetail['raffleEntries'] }) {
  const { customer: text } = useAnalyticsTexts()
  const language = useLanguage()
  // An order that was cancelled, or is not paid, has no part in its raffle.
  const taking = entries.filter(({ ticketCount }) => ticketCount > 0)
  if (taking.length === 0) return <Nothing line={text.noEntries} />
  return (
    <Window label={text.entries}>
      {taking.map((entry) => (
        <chakra.li
          key={entry.id}
          py="2"
          borderTopWidth="1px"
          borderTopStyle="dashed"
          _first={{ borderTopWidth: 0 }}
        >
          <Flex justify="space-between" gap="3" align="baseline">
            <chakra.bdi fontWeight="bold">{entry.raffleName}</chakra.bdi>
            <chakra.span whiteSpace="nowrap">{text.ticketCount(entry.ticketCount)}</chakra.span>
          </Flex>
          <Flex justify="space-between" gap="3" align="center" mt="0.5">
            <Text fontSize="xs" color="fg.muted">
              {text.ends(dayOf(entry.raffleEndDate, language))}
            </Text>
            <StatusBadge kind={entry.raffleStatus === 'active' ? 'highlighted' : 'secondary'}>
              {text.raffleStatus[entry.raffleStatus]}
            </StatusBadge>
          </Flex>
        </chakra.li>
      ))}
    </Window>
  )
}

/** What still counts, and until when; what ends first stands first. */
export function CustomerCredits({ credits }: { credits: CustomerDetail['credits'] }) {
  const { customer: text } = useAnalyticsTexts()
  const language = useLanguage()
  return (
    <Window label={text.credits}>
      {credits.map(({ orderId, reference, amount, until }, index) => (
        <chakra.li
          key={`${orderId} ${index}`}
          py="2"
          borderTopWidth="1px"
          borderTopStyle="dashed"
          _first={{ borderTopWidth: 0 }}
        >
          <Flex justify="space-between" gap="3" align="baseline">
            <span>
              <bdi dir="ltr">{reference ?? orderId.slice(0, SHORT_ID)}</bdi> ·{' '}
              {text.creditUntil(dayOf(until, language))}
            </span>
            <strong>
              <Money amount={amount} />
            </strong>
          </Flex>
        </chakra.li>
      ))}
    </Window>
  )
}

export function CustomerOrders({ orders }: { orders: CustomerDetail['orders'] }) {
  const { customer: text } = useAnalyticsTexts()
  if (orders.length === 0) return <Nothing line={text.noOrders} />
  return (
    <Window label={text.orders}>
      {orders.map((order) => (
        <OrderLine key={order.id} order={order} />
      ))}
    </Window>
  )
}

/** As they are shown to staff. */
const kinds: Record<Order['status'], BadgeKind> = {
  completed: 'highlighted',
  paid: 'highlighted',
  pending: 'secondary',
  cancelled: 'destructive',
}

function OrderLine({ order }: { order: Order }) {
  const { customer: text, methods } = useAnalyticsTexts()
  const language = useLanguage()
  return (
    <chakra.li py="3" borderTopWidth="1px" borderTopStyle="dashed" _first={{ borderTopWidth: 0 }}>
      <Flex justify="space-between" gap="3" align="center">
        <Flex gap="2" align="center" wrap="wrap">
          <chakra.bdi fontWeight="bold">{text.order(order.id.slice(0, SHORT_ID))}</chakra.bdi>
          <StatusBadge kind={kinds[order.status]}>{text.orderStatus[order.status]}</StatusBadge>
        </Flex>
        <strong>
          <Money amount={order.total} />
        </strong>
      </Flex>
      <Text fontSize="xs" color="fg.muted" mt="0.5">
        <bdi>{momentOf(order.createdAt, language)}</bdi> · {methods[order.paymentMethod]} ·{' '}
        {text[order.shippingMethod]}
      </Text>
      {order.items.map((item) => (
        <Flex key={item.id} justify="space-between" gap="3" fontSize="sm" color="fg.soft" mt="1">
          <span>
            {item.quantity} × <bdi>{item.productName}</bdi>
          </span>
          <Money amount={item.subtotal} />
        </Flex>
      ))}
    </chakra.li>
  )
}

/** A list in a window that the keyboard can scroll. */
const Window = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box
    role="region"
    aria-label={label}
    tabIndex={0}
    maxH="400px"
    overflowY="auto"
    borderWidth="1px"
    borderRadius="control"
    px="3"
  >
    <chakra.ul listStyleType="none">{children}</chakra.ul>
  </Box>
)
