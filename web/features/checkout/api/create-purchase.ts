import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { purchaseResponse } from '#services/contract/purchases.ts'
import type { PurchaseRequest } from '#services/contract/purchases.ts'

import { post } from '../../../lib/http.ts'
import { languageOfPage } from '../../../lib/text/text.tsx'
import { keyForPurchase, notePurchased } from '../purchase-key.ts'
import { untilRoom } from '../until-room.ts'

/** The key is stored before the call: whatever happens to it, a repeat is the same purchase. */
export function createPurchase(purchase: PurchaseRequest) {
  const body = { ...purchase, language: languageOfPage() } // of the receipt
  const headers = { 'idempotency-key': keyForPurchase(body) }
  return post('/api/purchases', { body, headers }, purchaseResponse)
}

/** `waiting`: what the shop says while it lets the buyer wait. */
export function useCreatePurchase() {
  const queryClient = useQueryClient()
  const [waiting, setWaiting] = useState<string | null>(null)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const here = new AbortController()
    leaving.current = here
    return () => here.abort()
  }, [])
  const purchase = useMutation({
    mutationFn: (wanted: PurchaseRequest) =>
      untilRoom(() => createPurchase(wanted), {
        onWait: setWaiting,
        signal: leaving.current.signal,
      }),
    // Also where its buyer has closed the checkout: the order may be paid from elsewhere.
    onSuccess: ({ id }) => notePurchased(id),
    onSettled: () => {
      setWaiting(null)
      return queryClient.invalidateQueries({ queryKey: ['/api/raffles'] }) // counts moved
    },
  })
  return { ...purchase, waiting }
}
