import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'

import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'

import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Money } from '../../../components/money.tsx'
import { readableRate } from '../../../lib/admin/pounds.ts'
import { moneyIn } from '../../../lib/admin/received.ts'
import { momentOf } from '../../../lib/day.ts'
import { readablePhone } from '../../../lib/phone.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { mayAct } from '../order-act-forms.ts'
import type { ChosenAct } from '../order-act-forms.ts'
import { DetailSection } from './detail-section.tsx'
import { Fact } from './order-card.tsx'

export type DetailPart = {
  order: AdminOrderDetail
  role: string | null
  onAct: (act: ChosenAct) => void
}

export function DetailFacts({ order }: { order: AdminOrderDetail }) {
  const text = useAdminOrdersTexts()
  const language = useLanguage()
  const { detail } = text
  const isPickup = order.shippingMethod === 'pickup'
  const spoken = (['en', 'ar', 'fr'] as const).find((known) => known === order.language)
  return (
    <Grid as="dl" templateColumns="minmax(96px, auto) 1fr" columnGap="4" rowGap="1" fontSize="sm">
      <Fact label={text.customer}>{order.userName || (order.userPhone ? '–' : text.nobody)}</Fact>
      {order.userPhone && (
        <Fact label={text.phone}>
          <chakra.a href={`tel:${order.userPhone}`} color="cedar.fg" textDecoration="underline">
            <bdi dir="ltr">{readablePhone(order.userPhone)}</bdi>
          </chakra.a>
        </Fact>
      )}
      {order.userEmail && (
        <Fact label={detail.email}>
          <bdi>{order.userEmail}</bdi>
        </Fact>
      )}
      <Fact label={text.shipping}>{isPickup ? text.pickup : text.delivery}</Fact>
      {order.deliveryAddress && (
        <Fact label={text.address}>
          <bdi>{order.deliveryAddress}</bdi>
        </Fact>
      )}
      {spoken && <Fact label={detail.language}>{detail.languages[spoken]}</Fact>}
      {order.holdUntil && (
        <Fact label={detail.reservedUntil}>
          <bdi>{momentOf(order.holdUntil, language)}</bdi>
        </Fact>
      )}
    </Grid>
  )
}

export function DetailMoney({ order, role, onAct }: DetailPart) {
  const text = useAdminOrdersTexts()
  const { detail } = text
  return (
    <DetailSection title={detail.money}>
      <Grid as="dl" templateColumns="1fr auto" gap="1" fontSize="sm" css={endings}>
        <dt>{text.subtotal}</dt>
        <dd>
          <Money amount={order.subtotal} />
        </dd>
        <dt>{text.shippingFee}</dt>
        <dd>{Number(order.shipping) === 0 ? text.free : <Money amount={order.shipping} />}</dd>
        <chakra.dt fontWeight="bold">{text.total}</chakra.dt>
        <chakra.dd fontWeight="bold">
          <Money amount={order.total} />
        </chakra.dd>
      </Grid>
      {order.payments.length === 0 && (
        <Text fontSize="sm" color="fg.soft" mt="2">
          {detail.unpaid}
        </Text>
      )}
      <Payments order={order} />
      <Proof order={order} />
      <Attempts order={order} role={role} onAct={onAct} />
    </DetailSection>
  )
}

const endings = { '& > dd': { textAlign: 'end' } } as const

function Payments({ order }: { order: AdminOrderDetail }) {
  const text = useAdminOrdersTexts()
  const language = useLanguage()
  return order.payments.map(({ method, amount, paidAt, isSale }, index) => (
    <Flex key={index} justify="space-between" gap="3" mt="2" fontSize="sm">
      <Text>
        {text.detail.paidBy(text.methods[method], momentOf(paidAt, language))}
        {!isSale && (
          <>
            {' '}
            <Badge tone="danger">{text.detail.onTop}</Badge>
          </>
        )}
      </Text>
      <chakra.span color="success.fg" fontWeight="bold">
        <Money amount={amount} />
      </chakra.span>
    </Flex>
  ))
}

function Proof({ order: { proof } }: { order: AdminOrderDetail }) {
  const { detail } = useAdminOrdersTexts()
  if (proof === null) return null
  const { reference, collector, currency, rate, takenBy } = proof
  const parts = [
    reference,
    collector && detail.collected(collector),
    currency,
    rate && detail.rate(readableRate(rate)),
    takenBy && detail.takenBy(takenBy),
  ].filter((part) => part !== null && part !== '')
  return (
    <Text fontSize="xs" color="fg.soft" mt="1">
      {detail.proof}: {reference === null && collector === null && `${detail.noProof} `}
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          <bdi>{part}</bdi>
        </span>
      ))}
    </Text>
  )
}

const mismatchOf = (attemptId: string) => ({ kind: 'refund_mismatch', attemptId }) as const

function Attempts({ order, role, onAct }: DetailPart) {
  const text = useAdminOrdersTexts()
  const language = useLanguage()
  const { detail } = text
  if (order.attempts.length === 0) return null
  const isOwed = (id: string) =>
    order.refunds.some((refund) => refund.id.startsWith(`mismatch:${id}`))
  return (
    <Box mt="3">
      <chakra.h4 fontSize="xs" fontWeight="bold" color="fg.muted">
        {detail.attempts}
      </chakra.h4>
      {order.attempts.map(({ id, ref, method, amount, state, received, checkedAt, ...rest }) => (
        <Box key={id} mt="1" fontSize="sm">
          <Flex gap="2" wrap="wrap" align="center">
            {text.methods[method]} <Money amount={amount} />
            <Badge tone={state === 'paid' ? 'success' : state === 'open' ? 'plain' : 'danger'}>
              {detail.attempt[state]}
            </Badge>
            {received !== null && <bdi dir="ltr">{moneyIn(received, rest.receivedCurrency)}</bdi>}
          </Flex>
          <Text fontSize="xs" color="fg.muted">
            <bdi dir="ltr">{ref}</bdi>
            {rest.providerStatus && (
              <>
                {' · '}
                <bdi>{rest.providerStatus}</bdi>
              </>
            )}
            {checkedAt && <> · {detail.asked(momentOf(checkedAt, language))}</>}
          </Text>
          {state === 'mismatched' && !isOwed(id) && mayAct(role, 'refund_mismatch') && (
            <Button
              data-act="refund_mismatch"
              size="sm"
              variant="outline"
              mt="1"
              onClick={() =>
                onAct({ ...mismatchOf(id), received, currency: rest.receivedCurrency })
              }
            >
              {text.acts.owe_refund}
            </Button>
          )}
        </Box>
      ))}
    </Box>
  )
}
