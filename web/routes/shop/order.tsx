// The page of one order, for whoever placed it or holds its link.
import { Box, Flex, Grid, Text } from '@chakra-ui/react'
import { Global } from '@emotion/react'
import { useParams } from 'react-router-dom'

import type { OrderPageResponse } from '#services/contract/order-page.ts'

import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { EmptyTicket } from '../../components/empty-ticket.tsx'
import { PageSpinner } from '../../components/page-spinner.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Wrap } from '../../components/section.tsx'
import { useOrder } from '../../features/orders/api/read-order.ts'
import { OrderReceipt } from '../../features/orders/components/order-receipt.tsx'
import { OrderRequests } from '../../features/orders/components/order-requests.tsx'
import { OrderTicketStubs } from '../../features/orders/components/order-tickets.tsx'
import { OrderTimeline } from '../../features/orders/components/order-timeline.tsx'
import { headlineOf } from '../../features/orders/order-steps.ts'
import { useNewPayment } from '../../features/payment/api/new-payment.ts'
import { dayOf, timeOf } from '../../lib/day.ts'
import { ApiError, sentenceOf } from '../../lib/http.ts'
import { useMinute } from '../../lib/minute.ts'
import { orderTones } from '../../lib/order-tones.ts'
import { paths } from '../../lib/paths.ts'
import { onPaper } from '../../lib/on-paper.ts'
import { useAccountTexts } from '../../lib/text/account.tsx'
import { useOrderTexts } from '../../lib/text/account-order.ts'
import { useLanguage, useTexts } from '../../lib/text/text.tsx'
import { showToast } from '../../lib/toasts.ts'
import { NotFound } from './not-found.tsx'
import { OrderBuyAgain } from './order-buy-again.tsx'

export function OrderPage() {
  const { id = '' } = useParams()
  const text = useTexts()
  const texts = useOrderTexts()
  const { data: order, error, refetch } = useOrder(id)
  if (order) return <Order order={order} />
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  if (!error) return <PageSpinner />
  return (
    <Wrap narrow>
      <Box py="12">
        <EmptyTicket line={texts.failed} isAlert isTitle>
          <Button variant="outline" onClick={() => void refetch()}>
            {text.retry}
          </Button>
        </EmptyTicket>
      </Box>
    </Wrap>
  )
}

function Order({ order }: { order: OrderPageResponse }) {
  return (
    <Wrap>
      <Global styles={onPaper} />
      <Box py={{ base: '6', md: '10' }}>
        <OrderHead order={order} />
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' }}
          gap="6"
          mt="6"
          alignItems="start"
          _print={{ display: 'block' }}
        >
          <Flex direction="column" gap="6">
            <OrderTicketStubs order={order} />
            <OrderReceipt order={order} />
          </Flex>
          <Flex direction="column" gap="6" _print={{ display: 'none' }}>
            <OrderTimeline order={order} />
            <OrderRequests order={order} />
          </Flex>
        </Grid>
      </Box>
    </Wrap>
  )
}

function OrderHead({ order }: { order: OrderPageResponse }) {
  const texts = useOrderTexts()
  const { dashboard } = useAccountTexts()
  const language = useLanguage()
  return (
    <Flex justify="space-between" align="flex-start" wrap="wrap" gap="4">
      <Box>
        <Flex gap="3" align="center" wrap="wrap">
          <PageTitle>{texts.title(order.reference)}</PageTitle>
          <Badge tone={orderTones[order.status]}>{dashboard.status[order.status]}</Badge>
        </Flex>
        <Text mt="2" fontSize="lg" role="status">
          {headlineOf(order, texts)}
        </Text>
        <Text fontSize="sm" color="fg.muted" mt="1">
          {texts.placedOn(dayOf(order.createdAt, language))}
        </Text>
      </Box>
      <Flex justify={{ md: 'flex-end' }} gap="2" wrap="wrap" _print={{ display: 'none' }}>
        <PayAgain order={order} />
        <OrderBuyAgain order={order} />
      </Flex>
    </Flex>
  )
}

/** While the hold lives, the same order is paid: its numbers are still reserved. */
function PayAgain({ order }: { order: OrderPageResponse }) {
  const texts = useOrderTexts()
  const language = useLanguage()
  const now = useMinute()
  const newPayment = useNewPayment()
  const { holdUntil } = order
  if (holdUntil === null || Date.parse(holdUntil) <= now || order.orderType === 'offline')
    return null

  const pay = () =>
    newPayment.mutate(order.id, {
      onSuccess: ({ id, redirectUrl }) => location.assign(redirectUrl ?? paths.paymentSuccess(id)),
      onError: (reason) => showToast({ title: sentenceOf(reason, texts.payFailed), isError: true }),
    })
  return (
    <>
      <Button variant="gold" disabled={newPayment.isPending} onClick={pay}>
        {texts.payNow}
      </Button>
      {/* Under the buttons. */}
      <Text
        order="1"
        flexBasis="100%"
        fontSize="xs"
        color="fg.muted"
        textAlign={{ base: 'start', md: 'end' }}
      >
        {texts.hold(timeOf(holdUntil, language))}
      </Text>
    </>
  )
}
