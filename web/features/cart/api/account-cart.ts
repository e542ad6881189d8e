import { cartResponse } from '#services/contract/cart.ts'

import { get, put } from '../../../lib/http.ts'
import type { Cart } from '../cart.ts'

export const readAccountCart = () => get('/api/cart', cartResponse)

export const keepAccountCart = (cart: Cart) =>
  put(
    '/api/cart',
    {
      lines: cart.map(({ id, variantId, quantity }) => ({ productId: id, variantId, quantity })),
    },
    cartResponse,
  )
