import { useEffect } from 'react'

import { disownCart } from '../../features/cart/cart-owner.ts'
import { patiently } from '../../lib/patient.ts'

/** `undefined`: not known yet. What keeps the cart is loaded for customers alone. */
export function useAccountCart(userId: string | null | undefined): void {
  useEffect(() => {
    if (userId === undefined) return
    if (userId === null) return disownCart()
    let isOver = false
    let stop = () => {}
    void patiently(() => import('./account-cart.ts')).then(({ followCartOf }) => {
      if (!isOver) stop = followCartOf(userId)
    })
    return () => {
      isOver = true
      stop()
    }
  }, [userId])
}
