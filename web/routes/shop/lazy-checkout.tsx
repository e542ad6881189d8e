import { Suspense } from 'react'

import { VeilSpinner } from '../../components/page-spinner.tsx'
import { lazily } from '../../lib/patient.ts'

const Checkout = lazily(async () => (await import('./checkout.tsx')).Checkout)

/** Forms and phones of all countries: wanted by those who buy, and only then. */
export function LazyCheckout() {
  return (
    <Suspense fallback={<VeilSpinner />}>
      <Checkout />
    </Suspense>
  )
}
