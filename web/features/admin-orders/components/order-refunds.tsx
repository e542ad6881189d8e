import { Box, Flex, Text } from '@chakra-ui/react'

import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'

import { Goods } from '../../../components/admin/goods.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Money } from '../../../components/money.tsx'
import { readableRate } from '../../../lib/admin/pounds.ts'
import { dayOf } from '../../../lib/day.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { mayAct } from '../order-act-forms.ts'
import { DetailSection } from './detail-section.tsx'
import type { DetailPart } from './order-facts.tsx'

/** Money that is owed back, and what has been paid of it. */
export function OrderRefunds({ order, role, onAct }: DetailPart) {
  const text = useAdminOrdersTexts()
  const language = useLanguage()
  if (order.refunds.length === 0) return null
  return (
    <DetailSection title={text.detail.refunds}>
      {order.refunds.map(({ id, amount, cause, isPaid, method, reference, ...paid }) => (
        <Flex key={id} justify="space-between" align="center" gap="3" py="1.5" wrap="wrap">
          <Box minW="0">
            <Flex gap="2" align="center" wrap="wrap">
              <Text fontWeight="bold">
                <Money amount={amount} />
              </Text>
              <Badge tone={isPaid ? 'success' : 'danger'}>
                {isPaid ? text.detail.refundPaid : text.detail.refundDue}
              </Badge>
            </Flex>
            <Text fontSize="xs" color="fg.muted">
              {text.causes[cause]}
              {isPaid && method !== null && <> · {methodOf(method, text.methods)}</>}
              {reference !== null && (
                <>
                  {' · '}
                  <bdi>{reference}</bdi>
                </>
              )}
              {paid.currency !== null && (
                <>
                  {' · '}
                  <bdi>{paid.currency}</bdi>
                </>
              )}
              {paid.rate !== null && <> · {text.detail.rate(readableRate(paid.rate))}</>}
              {paid.creditUntil !== null && (
                <> · {text.detail.creditUntil(dayOf(paid.creditUntil, language))}</>
              )}
              {paid.goods !== null && (
                <>
                  {' · '}
                  <Goods {...paid.goods} />
                </>
              )}
            </Text>
          </Box>
          {mayAct(role, 'pay_refund') && (
            <Flex gap="2" wrap="wrap">
              {actsOf({ isPaid, withdrawable: paid.withdrawable }).map((kind) => (
                <Button
                  key={kind}
                  data-act={kind}
                  size="sm"
                  variant="outline"
                  onClick={() => onAct({ kind, refundId: id })}
                >
                  {text.acts[kind]}
                </Button>
              ))}
            </Flex>
          )}
        </Flex>
      ))}
    </DetailSection>
  )
}

type Refund = AdminOrderDetail['refunds'][number]

function actsOf({ isPaid, withdrawable }: Pick<Refund, 'isPaid' | 'withdrawable'>) {
  if (isPaid) return ['withdraw_refund_payment'] as const
  return withdrawable === null
    ? (['pay_refund'] as const)
    : (['pay_refund', 'withdraw_refund'] as const)
}

const methodOf = (method: string, words: Record<string, string>) => words[method] ?? method
