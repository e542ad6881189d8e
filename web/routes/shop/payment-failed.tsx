import { useSearchParams } from 'react-router-dom'

import { useAccountTexts } from '../../lib/text/account.tsx'
import { PaymentFailure } from './payment-failure.tsx'

export function PaymentFailed() {
  const { payment } = useAccountTexts()
  const [search] = useSearchParams()
  return (
    <PaymentFailure
      orderId={search.get('orderId')}
      sentence={payment.failedHint}
      isDeclined
      withReasons
    />
  )
}
