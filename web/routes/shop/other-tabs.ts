// Signing in or out in one tab is seen in the others at once: nobody's orders stay on a screen that
// he has left.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { meKey } from '../../features/auth/api/me.ts'
import { CART_OWNER } from '../../features/cart/cart-owner.ts'
import { forgetPerson, isPersonal } from '../../lib/forget-person.ts'

/** Whose cart this browser has is written down at each sign-in and sign-out. */
export function useOtherTabs(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const heard = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key !== CART_OWNER || ownerIn(oldValue) === ownerIn(newValue)) return
      forgetPerson(queryClient)
      const readAnew = () => queryClient.refetchQueries({ type: 'active', predicate: isPersonal })
      void queryClient.invalidateQueries({ queryKey: meKey }).then(readAnew)
      // The page of an order is no customer's alone: its link opens it to guests as well.
      void queryClient.refetchQueries({ queryKey: ['/api/orders'], type: 'active' })
    }
    addEventListener('storage', heard)
    return () => removeEventListener('storage', heard)
  }, [queryClient])
}

const ownerIn = (stored: string | null) => /"userId":"([^"]*)"/.exec(stored ?? '')?.[1]
