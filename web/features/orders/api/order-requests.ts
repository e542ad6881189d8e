import { useMutation, useQueryClient } from '@tanstack/react-query'

import { orderPageResponse } from '#services/contract/order-page.ts'
import type { NewOrderRequest, OrderPageResponse } from '#services/contract/order-page.ts'

import { post, remove } from '../../../lib/http.ts'
import { orderKey } from './read-order.ts'

const path = (orderId: string) => `/api/orders/${encodeURIComponent(orderId)}/requests`

export function useAskAboutOrder(orderId: string) {
  const keep = useKeepOrder(orderId)
  return useMutation({
    mutationFn: (body: NewOrderRequest) => post(path(orderId), { body }, orderPageResponse),
    onSuccess: keep,
  })
}

export function useWithdrawRequest(orderId: string) {
  const keep = useKeepOrder(orderId)
  return useMutation({
    mutationFn: () => remove(path(orderId), orderPageResponse),
    onSuccess: keep,
  })
}

/** The answer is the order as it is now. */
function useKeepOrder(orderId: string) {
  const queryClient = useQueryClient()
  return (order: OrderPageResponse) => queryClient.setQueryData(orderKey(orderId), order)
}
