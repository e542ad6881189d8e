import { Box, Center, chakra, Grid, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'

import type { OrderTickets } from '#services/contract/order-page.ts'
import type { OrderEntry } from '#services/contract/orders.ts'
import type { PaymentStatusResponse } from '#services/contract/payment-status.ts'

import { Button } from '../../components/button.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Spinner } from '../../components/page-spinner.tsx'
import { Paper } from '../../components/paper.tsx'
import { useMe } from '../../features/auth/api/me.ts'
import { clearCart } from '../../features/cart/cart-store.ts'
import { endPurchase } from '../../features/checkout/purchase-key.ts'
import { useOrder } from '../../features/orders/api/read-order.ts'
import { ShareTickets } from '../../features/orders/components/share-tickets.tsx'
import { PrintedTickets } from '../../features/payment/components/printed-tickets.tsx'
import { usePaymentOutcome } from '../../features/payment/use-payment-outcome.ts'
import { useHydrated } from '../../lib/hydrated.ts'
import { paths } from '../../lib/paths.ts'
import { useAccountTexts } from '../../lib/text/account.tsx'
import { useOrderTexts } from '../../lib/text/account-order.ts'
import { areInPlay } from '../../lib/ticket-in-play.ts'
import { useKeptTickets } from '../../lib/use-kept-tickets.ts'
import { showToast } from '../../lib/toasts.ts'
import { PaymentFailure } from './payment-failure.tsx'
import { trackPurchase } from './tracking.ts'

export function PaymentSuccess() {
  const { payment } = useAccountTexts()
  const [search] = useSearchParams()
  const isHydrated = useHydrated()
  const orderId = search.get('orderId')
  if (orderId) return <PaymentOf key={orderId} orderId={orderId} />
  // The server writes one page for all orders, and has not looked which one is asked for.
  if (!isHydrated) return <Waiting />
  return <PaymentFailure orderId={null} sentence={payment.missing} />
}

function PaymentOf({ orderId }: { orderId: string }) {
  const [round, setRound] = useState(0)
  return <Wait key={round} orderId={orderId} onCheckAgain={() => setRound(round + 1)} />
}

function Wait({ orderId, onCheckAgain }: { orderId: string; onCheckAgain: () => void }) {
  const { payment } = useAccountTexts()
  const view = usePaymentOutcome(orderId)
  const isPaid = view.kind === 'success'
  const paidOrder = isPaid ? view.order : null
  useEffect(() => {
    if (paidOrder) trackPurchase(paidOrder)
  }, [paidOrder])
  useEffect(() => {
    if (!isPaid) return
    if (endPurchase(orderId)) clearCart()
    showToast({ title: payment.successToast })
  }, [isPaid, orderId, payment])

  switch (view.kind) {
    case 'loading':
      return <Waiting />
    case 'success':
      return <Paid order={view.order} />
    case 'error':
      return (
        <PaymentFailure
          orderId={orderId}
          isDeclined={view.cause === 'failed'}
          sentence={
            {
              failed: payment.failedHint,
              timeout: payment.timeout,
              unreachable: payment.unreachable,
            }[view.cause]
          }
          {...(view.cause !== 'failed' && { onCheckAgain })}
        />
      )
  }
}

function Waiting() {
  const { payment } = useAccountTexts()
  return (
    <Paper>
      <Box role="status">
        <Center mb="5">
          <Spinner size="72px" />
        </Center>
        <PageTitle>{payment.processing}</PageTitle>
        <Text color="fg.soft" mt="2">
          {payment.processingHint}
        </Text>
      </Box>
    </Paper>
  )
}

function Paid({ order }: { order: PaymentStatusResponse }) {
  const { payment } = useAccountTexts()
  const { page } = useOrderTexts()
  const { data: user, isPending } = useMe()
  const isGuest = !isPending && !user
  // The status names no raffle's picture; the order's own page, which comes next, does.
  const { data: whole } = useOrder(order.id)
  const wholeOf = (entryId: string) => whole?.raffleEntries.find(({ id }) => id === entryId)
  useKeptTickets(whole?.raffleEntries ?? [])
  return (
    <Paper>
      <PageTitle color="success.fg">{payment.success}</PageTitle>
      <Text color="fg.soft" mt="2">
        {payment.successHint}
      </Text>
      <Text fontFamily="serial" fontSize="sm" mt="3">
        {payment.order}{' '}
        <chakra.strong>
          <bdi>{order.reference}</bdi>
        </chakra.strong>
      </Text>
      <PrintedTickets
        order={order}
        imageOf={({ id }) => wholeOf(id)?.raffleImage ?? null}
        actionsFor={(entry) => <Share entry={entry} whole={wholeOf(entry.id)} />}
      />
      {isGuest && (
        <Text fontSize="sm" color="fg.soft" mt="4">
          {payment.seeTickets}
        </Text>
      )}
      <Grid
        gap="3"
        mt="6"
        templateColumns={{ base: '1fr', sm: '1fr 1fr' }}
        css={{ '& > :last-child': { gridColumn: '1 / -1', justifySelf: 'center' } }}
      >
        <Button asChild>
          <Link to={paths.dashboard}>{payment.orders}</Link>
        </Button>
        <Button asChild variant="outline">
          <Link to={paths.raffles}>{payment.shop}</Link>
        </Button>
        <Button asChild variant="ghost">
          <Link to={paths.order(order.id)}>{page}</Link>
        </Button>
      </Grid>
    </Paper>
  )
}

type ShareProps = { entry: OrderEntry; whole: OrderTickets | undefined }

/** Also before they are read as a whole: they were issued a moment ago. */
function Share({ entry, whole }: ShareProps) {
  if (whole !== undefined && !areInPlay(whole)) return null
  return (
    <ShareTickets
      raffleId={entry.raffleId}
      raffleName={entry.raffleName}
      raffleValue={whole?.raffleValue ?? null}
      numbers={entry.ticketNumbers}
    />
  )
}
