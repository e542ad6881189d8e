import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'
import { Printer, Send } from 'lucide-react'

import type { OrderPageResponse } from '#services/contract/order-page.ts'

import { Button } from '../../../components/button.tsx'
import { Money } from '../../../components/money.tsx'
import { sentenceOf } from '../../../lib/http.ts'
import { LicenceGiven } from '../../../lib/licence.tsx'
import { readablePhone } from '../../../lib/phone.ts'
import { useSettings } from '../../../lib/page.tsx'
import { useOrderTexts } from '../../../lib/text/account-order.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useResendReceipt } from '../api/resend-receipt.ts'
import { OrderCard } from './order-card.tsx'

export function OrderReceipt({ order }: { order: OrderPageResponse }) {
  const { receipt } = useOrderTexts()
  const isPaid = order.status === 'paid' || order.status === 'completed'
  return (
    <OrderCard title={receipt.title}>
      <chakra.ul listStyleType="none">
        {order.items.map((item) => (
          <Flex asChild key={item.id} justify="space-between" gap="4" py="2" _first={{ pt: '0' }}>
            <li>
              <Box minW="0">
                <Text fontWeight="medium">
                  {item.productName}
                  {item.variantName && `, ${item.variantName}`}
                </Text>
                <Text fontSize="xs" color="fg.muted">
                  <bdi>{receipt.quantity(item.quantity, `$${item.price}`)}</bdi>
                </Text>
              </Box>
              <Money amount={item.subtotal} />
            </li>
          </Flex>
        ))}
      </chakra.ul>
      <Totals order={order} />
      <Seller />
      {isPaid && <ReceiptActions order={order} />}
    </OrderCard>
  )
}

function Totals({ order }: { order: OrderPageResponse }) {
  const { receipt } = useOrderTexts()
  const isPickup = order.shippingMethod === 'pickup'
  return (
    <Grid
      as="dl"
      templateColumns="1fr auto"
      gap="2"
      mt="3"
      pt="3"
      borderTopWidth="1px"
      borderTopStyle="dashed"
      fontSize="sm"
      css={{ '& > dd': { textAlign: 'end' } }}
    >
      <dt>{receipt.subtotal}</dt>
      <dd>
        <Money amount={order.subtotal} />
      </dd>
      <dt>
        {receipt.shipping} ({isPickup ? receipt.pickup : receipt.delivery})
      </dt>
      <dd>{Number(order.shipping) === 0 ? receipt.free : <Money amount={order.shipping} />}</dd>
      <dt>{receipt.method}</dt>
      <dd>{receipt.methods[order.paymentMethod]}</dd>
      <chakra.dt fontSize="lg" fontWeight="bold">
        {receipt.total}
      </chakra.dt>
      <chakra.dd fontSize="lg" fontWeight="bold">
        <Money amount={order.total} />
      </chakra.dd>
    </Grid>
  )
}

/** A receipt says who sold: on paper it is all there is. */
function Seller() {
  const { receipt } = useOrderTexts()
  const settings = useSettings()
  const { shopName, address, phone, licenceNumber } = settings
  return (
    <Text fontSize="xs" color="fg.muted" mt="4">
      {receipt.shop} <bdi>{shopName}</bdi>, <bdi>{address}</bdi>,{' '}
      <chakra.bdi dir="ltr" whiteSpace="nowrap">
        {readablePhone(phone)}
      </chakra.bdi>
      {licenceNumber && (
        <chakra.bdi display="block">
          {receipt.licence(licenceNumber)}
          <LicenceGiven licence={settings} />
        </chakra.bdi>
      )}
    </Text>
  )
}

function ReceiptActions({ order }: { order: OrderPageResponse }) {
  const { receipt } = useOrderTexts()
  const resend = useResendReceipt()
  const send = () =>
    resend.mutate(order.id, {
      onSuccess: () => showToast({ title: receipt.resent }),
      onError: (reason) =>
        showToast({ title: sentenceOf(reason, receipt.resendFailed), isError: true }),
    })
  return (
    <Box mt="4" _print={{ display: 'none' }}>
      <Flex gap="2" wrap="wrap">
        <Button type="button" variant="outline" size="sm" onClick={() => window.print()}>
          <Printer size={16} aria-hidden />
          {receipt.print}
        </Button>
        {order.phoneEnding !== null && (
          <Button
            type="button"
            variant="outline"
            size="sm"
            disabled={resend.isPending}
            onClick={send}
          >
            <Send size={16} aria-hidden />
            {receipt.resend}
          </Button>
        )}
      </Flex>
      {order.phoneEnding !== null && (
        <Text fontSize="xs" color="fg.muted" mt="2">
          {receipt.resendTo(order.phoneEnding)}
        </Text>
      )}
    </Box>
  )
}
