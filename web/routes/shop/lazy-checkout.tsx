import { lazy, Suspense } from 'react'

const Checkout = lazy(async () => ({ default: (await import('./checkout.tsx')).Checkout }))

/** Forms and phones of all countries: wanted by those who buy, and only then. */
export function LazyCheckout() {
  return (
    <Suspense>
      <Checkout />
    </Suspense>
  )
}
