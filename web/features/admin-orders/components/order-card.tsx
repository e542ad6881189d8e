import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import type { AdminOrder } from '#services/contract/admin-orders.ts'

import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Money } from '../../../components/money.tsx'
import { momentOf } from '../../../lib/day.ts'
import { readablePhone } from '../../../lib/phone.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { badgeOf, shortIdOf } from '../order-words.ts'
import { OrderEntries, OrderItems } from './order-parts.tsx'

type Props = { order: AdminOrder; onOpen: () => void }

export function OrderCard({ order, onOpen }: Props) {
  const text = useAdminOrdersTexts()
  const shortId = shortIdOf(order.id)
  return (
    <Box
      as="article"
      aria-label={text.order(shortId)}
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="ticket"
      overflow="hidden"
      display="flex"
      flexDirection="column"
    >
      <CardHead order={order} />
      <Box px="4" py="3" flex="1">
        <CardFacts order={order} />
        <SubTitle>{text.items}</SubTitle>
        <OrderItems items={order.items} />
        {order.raffleEntries.length > 0 && (
          <>
            <SubTitle>{text.entries}</SubTitle>
            <OrderEntries entries={order.raffleEntries} />
          </>
        )}
      </Box>
      <Flex px="4" py="3" borderTopWidth="1px" borderTopStyle="dashed">
        <Button
          variant="outline"
          size="sm"
          width="full"
          aria-label={text.openOf(shortId)}
          onClick={onOpen}
        >
          {text.open}
        </Button>
      </Flex>
    </Box>
  )
}

function CardHead({ order }: { order: AdminOrder }) {
  const text = useAdminOrdersTexts()
  const language = useLanguage()
  return (
    <Grid
      px="4"
      py="3"
      columnGap="3"
      rowGap="1"
      templateColumns="minmax(0, 1fr) auto"
      // On a phone the day has a line to itself: in Arabic it needs one.
      templateAreas={{ base: '"name sum" "day day"', md: '"name sum" "day sum"' }}
      bg="bg.sunk"
      borderBottomWidth="1px"
    >
      <Flex gridArea="name" gap="2" align="center" alignContent="flex-start" wrap="wrap">
        <chakra.h3 fontFamily="serial" fontWeight="bold" fontSize="md">
          <bdi>#{shortIdOf(order.id)}</bdi>
        </chakra.h3>
        <OrderBadges order={order} ground="sunk" />
      </Flex>
      <Flex gridArea="day" columnGap="3" wrap="wrap" fontSize="xs" color="fg.soft">
        <bdi>{momentOf(order.createdAt, language)}</bdi>
        <chakra.bdi whiteSpace="nowrap">{order.reference}</chakra.bdi>
      </Flex>
      <Box gridArea="sum" textAlign="end">
        <Text fontWeight="heavy" fontSize="lg" lineHeight="snug">
          <chakra.span srOnly>{text.total} </chakra.span>
          <Money amount={order.total} />
        </Text>
        <Text fontSize="xs" color="fg.soft">
          {text.subtotal} <Money amount={order.subtotal} />
        </Text>
      </Box>
    </Grid>
  )
}

type BadgesProps = {
  order: Pick<AdminOrder, 'status' | 'orderType' | 'refundStatus'>
  ground?: 'surface' | 'sunk'
}

export function OrderBadges({ order, ground = 'surface' }: BadgesProps) {
  const text = useAdminOrdersTexts()
  return (
    <>
      <StatusBadge kind={badgeOf(order.status)} ground={ground}>
        {text.statuses[order.status]}
      </StatusBadge>
      {order.orderType === 'offline' && <Badge tone="saffron">{text.offlineBadge}</Badge>}
      {order.refundStatus === 'due' && <Badge tone="danger">{text.refundDue}</Badge>}
      {order.refundStatus === 'paid' && (
        <StatusBadge kind="secondary" ground={ground}>
          {text.refundPaid}
        </StatusBadge>
      )}
    </>
  )
}

function CardFacts({ order }: { order: AdminOrder }) {
  const text = useAdminOrdersTexts()
  const isPickup = order.shippingMethod === 'pickup'
  return (
    <Grid as="dl" templateColumns="minmax(76px, auto) 1fr" columnGap="4" rowGap="1" fontSize="sm">
      <Fact label={text.customer}>{order.userName || (order.userPhone ? '–' : text.nobody)}</Fact>
      {order.userPhone && (
        <Fact label={text.phone}>
          <bdi dir="ltr">{readablePhone(order.userPhone)}</bdi>
        </Fact>
      )}
      <Fact label={text.shipping}>
        {isPickup ? text.pickup : text.delivery}
        {!isPickup && (
          <>
            {' '}
            (<Money amount={order.shipping} />)
          </>
        )}
      </Fact>
      {order.deliveryAddress && (
        <Fact label={text.address}>
          <bdi>{order.deliveryAddress}</bdi>
        </Fact>
      )}
      <Fact label={text.payment}>{text.methods[order.paymentMethod]}</Fact>
    </Grid>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <chakra.dt color="fg.muted">{label}</chakra.dt>
      <chakra.dd minW="0" overflowWrap="anywhere">
        {children}
      </chakra.dd>
    </>
  )
}

function SubTitle({ children }: { children: ReactNode }) {
  return (
    <chakra.h4 fontSize="xs" fontWeight="bold" color="fg.muted" mt="3" mb="1">
      {children}
    </chakra.h4>
  )
}
