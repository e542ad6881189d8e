import { useMutation, useQueryClient } from '@tanstack/react-query'

import { purchaseResponse } from '#services/contract/purchases.ts'
import type { PurchaseRequest } from '#services/contract/purchases.ts'

import { post } from '../../../lib/http.ts'
import { languageOfPage } from '../../../lib/text/text.tsx'
import { keyForPurchase } from '../purchase-key.ts'

/** The key is stored before the call: whatever happens to it, a repeat is the same purchase. */
export function createPurchase(purchase: PurchaseRequest) {
  const body = { ...purchase, language: languageOfPage() } // of the receipt
  const headers = { 'idempotency-key': keyForPurchase(body) }
  return post('/api/purchases', { body, headers }, purchaseResponse)
}

export function useCreatePurchase() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createPurchase,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['/api/raffles'] }), // counts moved
  })
}
