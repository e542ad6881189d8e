// "Enter raffle": the first product of the raffle goes into the cart, after its variant was chosen
// where there is a choice.
import type { Raffle } from '#services/contract/raffles.ts'

import { addLine, lineFor } from '../../features/cart/cart.ts'
import { changeCart } from '../../features/cart/cart-store.ts'
import { openOverlay } from '../../lib/overlay.ts'
import type { Texts } from '../../lib/text/en.ts'
import { showToast } from '../../lib/toasts.ts'
import { trackAdded } from './tracking.ts'

const WIDE_SCREEN = '(min-width: 768px)'

export function enterRaffle(raffle: Raffle, text: Texts): void {
  const { product, image, name } = raffle
  if (!product) {
    showToast({ title: text.toast.error, text: text.cart.lost, isError: true })
    return
  }
  if (product.variants.length > 0) {
    openOverlay({ kind: 'variant', product, raffleName: name, raffleImage: image })
    return
  }
  const line = lineFor({ product, variant: null, prizeImage: image })
  changeCart((cart) => addLine(cart, line))
  trackAdded(line)
  cartOpened(text)
}

/** Something was added: the cart shows it; on a wide screen a note says so too. */
export function cartOpened(text: Texts): void {
  openOverlay({ kind: 'cart' })
  if (matchMedia(WIDE_SCREEN).matches) showToast({ title: text.cart.added })
}
