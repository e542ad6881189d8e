// Everything that opens over a page. Loaded on the first intent, not with the page.
import { useEffect } from 'react'

import { useMe } from '../../features/auth/api/me.ts'
import { addLine, lineFor } from '../../features/cart/cart.ts'
import { changeCart, useCart } from '../../features/cart/cart-store.ts'
import { CartDrawer } from '../../features/cart/components/cart-drawer.tsx'
import { recommendedFor, Recommendations } from '../../features/cart/components/recommendations.tsx'
import { MenuDrawer } from '../../features/chrome/components/menu-drawer.tsx'
import { useRaffles } from '../../features/raffles/api/list-raffles.ts'
import { VariantDialog } from '../../features/raffles/components/variant-dialog.tsx'
import { useMinute } from '../../lib/minute.ts'
import { closeOverlay, openOverlay, useOverlay } from '../../lib/overlay.ts'
import type { Overlay } from '../../lib/overlay.ts'
import { useTexts } from '../../lib/text/text.tsx'
import { showToast } from '../../lib/toasts.ts'
import { LazyCheckout } from './lazy-checkout.tsx'
import { cartOpened, enterRaffle } from './enter-raffle.ts'
import { trackAdded, trackCart } from './tracking.ts'

export function Overlays() {
  const overlay = useOverlay()
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

  const choose = (raffleId: string) => {
    const raffle = raffles.find(({ id }) => id === raffleId)
    if (raffle) enterRaffle(raffle, text)
    else showToast({ title: text.toast.error, text: text.cart.lost, isError: true })
  }

  return (
    <CartDrawer
      cart={cart}
      onChange={changeCart}
      onCheckout={() => openOverlay({ kind: 'checkout' })}
      onClose={closeOverlay}
      recommendations={
        <Recommendations raffles={recommendedFor(cart, raffles, minute)} onChoose={choose} />
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
