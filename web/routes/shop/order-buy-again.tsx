import { useMutation } from '@tanstack/react-query'

import type { OrderPageResponse } from '#services/contract/order-page.ts'

import { Button } from '../../components/button.tsx'
import { addLine, isSame, lineFor, setQuantity } from '../../features/cart/cart.ts'
import type { CartLine } from '../../features/cart/cart.ts'
import { changeCart } from '../../features/cart/cart-store.ts'
import { listProducts } from '../../features/orders/api/list-products.ts'
import { sentenceOf } from '../../lib/http.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { useOrderTexts } from '../../lib/text/account-order.ts'
import { useTexts } from '../../lib/text/text.tsx'
import { showToast } from '../../lib/toasts.ts'

type Wanted = { line: CartLine; quantity: number }

/** Puts what is still sold into the cart, at the prices of today. */
export function OrderBuyAgain({ order }: { order: OrderPageResponse }) {
  const { again } = useOrderTexts()
  const text = useTexts()
  const find = useMutation({ mutationFn: () => findAgain(order) })

  const fill = (wanted: Wanted[]) => {
    if (wanted.length === 0) return showToast({ title: again.none, isError: true })
    for (const { line, quantity } of wanted)
      changeCart((cart) => {
        const known = cart.find((other) => isSame(other, line))?.quantity ?? 0
        return setQuantity(addLine(cart, line), line, known + quantity)
      })
    openOverlay({ kind: 'cart' })
    if (wanted.length < order.items.length) showToast({ title: again.some })
  }

  return (
    <Button
      variant="outline"
      disabled={find.isPending}
      onClick={() =>
        find.mutate(undefined, {
          onSuccess: fill,
          onError: (reason) =>
            showToast({ title: sentenceOf(reason, text.failed.title), isError: true }),
        })
      }
    >
      {again.button}
    </Button>
  )
}

async function findAgain({ items, raffleEntries }: OrderPageResponse): Promise<Wanted[]> {
  const products = await listProducts()
  return items.flatMap(({ productId, variantId, quantity }) => {
    const product = products.find(({ id, active }) => id === productId && active === 1)
    const variant = product?.variants.find(({ id }) => id === variantId) ?? null
    if (!product || (variantId !== null && variant === null)) return []
    if (variantId === null && product.variants.length > 0) return []
    const entry = raffleEntries.find(({ raffleName }) => raffleName === product.raffleName)
    const prizeImage = entry?.raffleImage ?? null
    return [{ line: lineFor({ product, variant, prizeImage }), quantity }]
  })
}
