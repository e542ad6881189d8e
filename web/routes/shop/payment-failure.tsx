import { chakra, Flex, Text } from '@chakra-ui/react'
import { Link, useNavigate } from 'react-router-dom'

import { Button } from '../../components/button.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Paper } from '../../components/paper.tsx'
import { forgetPurchaseKey } from '../../features/checkout/purchase-key.ts'
import { useNewPayment } from '../../features/payment/api/new-payment.ts'
import { ApiError, sentenceOf } from '../../lib/http.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { paths } from '../../lib/paths.ts'
import { useAccountTexts } from '../../lib/text/account.tsx'
import { useTexts } from '../../lib/text/text.tsx'
import { showToast } from '../../lib/toasts.ts'

type Props = {
  orderId: string | null
  sentence: string
  /** The provider said no: another attempt may be made. Else the money may still arrive. */
  isDeclined?: boolean
  withReasons?: boolean
  onCheckAgain?: () => void
}

export function PaymentFailure(props: Props) {
  const { orderId, sentence, isDeclined = false, withReasons = false, onCheckAgain } = props
  const { payment } = useAccountTexts()
  return (
    <Paper>
      <chakra.div role="alert">
        <PageTitle color="pomegranate.fg">{payment.failed}</PageTitle>
        <Text mt="3" color="fg.soft">
          {sentence}
        </Text>
      </chakra.div>
      {withReasons && <Reasons />}
      <Flex gap="3" mt="6" wrap="wrap" css={halves}>
        {onCheckAgain && <Button onClick={onCheckAgain}>{payment.again}</Button>}
        {!onCheckAgain && <TryAgain orderId={isDeclined ? orderId : null} />}
        <Button asChild variant="outline">
          <Link to={paths.home}>{payment.home}</Link>
        </Button>
      </Flex>
    </Paper>
  )
}

/** Side by side as wide as each other; words that are too long for it get a row. */
const halves = { '& > *': { flex: '1 0 auto', minW: 'calc(50% - 6px)', px: '3' } }

const PAID = new Set(['order_paid', 'order_settling'])
const OVER = new Set([
  'order_cancelled',
  'hold_expired',
  'too_many_attempts',
  'nothing_to_pay',
  'not_found',
])

/** While its tickets are held the order is paid again; later the kept cart makes a new one. */
function TryAgain({ orderId }: { orderId: string | null }) {
  const text = useTexts()
  const { payment } = useAccountTexts()
  const newPayment = useNewPayment()
  const navigate = useNavigate()

  const buyAgain = () => {
    forgetPurchaseKey()
    void navigate(paths.raffles)
    openOverlay({ kind: 'cart' })
  }
  const tryAgain = () => {
    if (!orderId) return buyAgain()
    newPayment.mutate(orderId, {
      onSuccess: ({ id, redirectUrl }) => location.assign(redirectUrl ?? paths.paymentSuccess(id)),
      onError: (error) => {
        const code = error instanceof ApiError ? (error.problem?.code ?? '') : ''
        // Paid after all, while this page was open.
        if (PAID.has(code)) return location.assign(paths.paymentSuccess(orderId))
        if (OVER.has(code)) return buyAgain()
        const words = sentenceOf(error, payment.failedHint)
        showToast({ title: text.toast.error, text: words, isError: true })
      },
    })
  }

  return (
    <Button disabled={newPayment.isPending} onClick={tryAgain}>
      {payment.retry}
    </Button>
  )
}

function Reasons() {
  const { payment } = useAccountTexts()
  return (
    <chakra.div
      textAlign="start"
      mt="5"
      p="4"
      bg="bg.sunk"
      boxShadow="sunk"
      borderRadius="control"
      fontSize="sm"
    >
      <Text fontWeight="bold">{payment.reasonsTitle}</Text>
      <chakra.ul ps="5" mt="1" listStyleType="disc">
        {payment.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </chakra.ul>
      <Text mt="3" fontWeight="bold">
        {payment.saved}
      </Text>
    </chakra.div>
  )
}
