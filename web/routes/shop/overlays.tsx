// Everything that opens over a page. Loaded on the first intent, not with the page.
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Raffle } from '#services/contract/raffles.ts'

import { useMe } from '../../features/auth/api/me.ts'
import { addLine, lineFor } from '../../features/cart/cart.ts'
import { changeCart, useCart } from '../../features/cart/cart-store.ts'
import { CartDrawer } from '../../features/cart/components/cart-drawer.tsx'
import { recommendedFor, Recommendations } from '../../features/cart/components/recommendations.tsx'
import { MenuDrawer } from '../../features/chrome/components/menu-drawer.tsx'
import { getRaffle } from '../../features/raffles/api/get-raffle.ts'
import { useRaffles } from '../../features/raffles/api/list-raffles.ts'
import { VariantDialog } from '../../features/raffles/components/variant-dialog.tsx'
import { ApiError } from '../../lib/http.ts'
import { useMinute } from '../../lib/minute.ts'
import { offerOf } from '../../lib/offer.ts'
import { closeOverlay, openOverlay, useOverlay } from '../../lib/overlay.ts'
import type { Overlay } from '../../lib/overlay.ts'
import { useTexts } from '../../lib/text/text.tsx'
import { showToast } from '../../lib/toasts.ts'
import { LazyCheckout } from './lazy-checkout.tsx'
import { cartOpened, enterRaffle } from './enter-raffle.ts'
import { trackAdded, trackCart } from './tracking.ts'

export function Overlays() {
  const overlay = useOverlay()
  useEffect(() => {
    addEventListener('popstate', closeOverlay) // what is open belongs to the page that was left
    return () => removeEventListener('popstate', closeOverlay)
  }, [])
  const { data: user } = useMe()
  switch (overlay.kind) {
    case 'menu':
      return <MenuDrawer isSignedIn={Boolean(user)} onClose={closeOverlay} />
    case 'cart':
      return <Cart />
    case 'variant':
      return <Variant {...overlay} />
    case 'checkout':
      return <LazyCheckout />
    case 'none':
      return null
  }
}

function Cart() {
  const text = useTexts()
  const cart = useCart()
  const minute = useMinute()
  const { data: raffles = [] } = useRaffles()
  useEffect(trackCart, [])

  const enter = (raffle: Raffle | undefined) => {
    if (raffle && offerOf(raffle, minute).kind === 'open') enterRaffle(raffle, text)
    else showToast({ title: text.toast.error, text: text.cart.lost, isError: true })
  }
  // Read anew: staff may have taken it away since the list was read. Over a line that is cut the
  // list is what there is; the shop decides again at the purchase.
  const choice = useMutation({
    mutationFn: (raffleId: string) => getRaffle(raffleId),
    onSuccess: enter,
    onError: (error, raffleId) =>
      enter(error instanceof ApiError ? undefined : raffles.find(({ id }) => id === raffleId)),
  })

  return (
    <CartDrawer
      cart={cart}
      onChange={changeCart}
      onCheckout={() => openOverlay({ kind: 'checkout' })}
      onClose={closeOverlay}
      recommendations={
        <Recommendations
          raffles={recommendedFor(cart, raffles, minute)}
          isPending={choice.isPending}
          onChoose={choice.mutate}
        />
      }
    />
  )
}

function Variant({ product, raffleName, raffleImage }: Extract<Overlay, { kind: 'variant' }>) {
  const text = useTexts()
  return (
    <VariantDialog
      product={product}
      raffleName={raffleName}
      onClose={closeOverlay}
      onAdd={(variant) => {
        const line = lineFor({ product, variant, prizeImage: raffleImage })
        changeCart((cart) => addLine(cart, line))
        trackAdded(line)
        cartOpened(text)
      }}
    />
  )
}
