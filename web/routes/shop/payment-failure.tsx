import { chakra, Flex, Text } from '@chakra-ui/react'
import { Link, useNavigate } from 'react-router-dom'

import { Button } from '../../components/button.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Paper } from '../../components/paper.tsx'
import { forgetPurchaseKey } from '../../features/checkout/purchase-key.ts'
import { useNewPayment } from '../../features/payment/api/new-payment.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { paths } from '../../lib/paths.ts'
import { useAccountTexts } from '../../lib/text/account.tsx'

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
      <Flex gap="3" mt="6" wrap="wrap" justify="center">
        {onCheckAgain && <Button onClick={onCheckAgain}>{payment.again}</Button>}
        {!onCheckAgain && <TryAgain orderId={isDeclined ? orderId : null} />}
        <Button asChild variant="outline">
          <Link to={paths.home}>{payment.home}</Link>
        </Button>
      </Flex>
    </Paper>
  )
}

/** While its tickets are held the order is paid again; later the kept cart makes a new one. */
function TryAgain({ orderId }: { orderId: string | null }) {
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
      onError: buyAgain,
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
    <chakra.div textAlign="start" mt="5" p="4" bg="bg.sunk" borderRadius="control" fontSize="sm">
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
