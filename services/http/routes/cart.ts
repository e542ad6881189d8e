// The cart of a signed-in customer. Visitors keep theirs in the browser.
import { Router } from 'express'

import { keepCart, readCart } from '../../commands/cart.ts'
import type { CartNeeds } from '../../commands/cart.ts'
import { cartRequest } from '../../contract/cart.ts'
import type { CartResponse } from '../../contract/cart.ts'
import { requireCustomer } from '../session.ts'

export function cartRoutes(needs: CartNeeds): Router {
  const router = Router()

  router.get('/api/cart', async (_request, response) => {
    const { person } = requireCustomer(response)
    response.json((await readCart(needs, person.personId)) satisfies CartResponse)
  })

  router.put('/api/cart', async (request, response) => {
    const { person } = requireCustomer(response)
    const { lines } = cartRequest.parse(request.body)
    const cart = await keepCart(needs, { personId: person.personId, lines })
    response.json(cart satisfies CartResponse)
  })

  return router
}
