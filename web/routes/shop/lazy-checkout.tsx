import { lazy, Suspense } from 'react'

import { patiently } from '../../lib/patient.ts'

const Checkout = lazy(async () => ({
  default: (await patiently(() => import('./checkout.tsx'))).Checkout,
}))

/** Forms and phones of all countries: wanted by those who buy, and only then. */
export function LazyCheckout() {
  return (
    <Suspense>
      <Checkout />
    </Suspense>
  )
}
