import { useMutation, useQueryClient } from '@tanstack/react-query'

import { manualOrderResponse } from '#services/contract/admin-orders.ts'
import type { ManualOrderRequest } from '#services/contract/admin-orders.ts'

import { send } from '../../../lib/admin/calls.ts'
import { ordersPath } from './list-orders.ts'

type Placing = { order: ManualOrderRequest; idempotencyKey: string }

export function usePlaceOrder() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ order, idempotencyKey }: Placing) =>
      send(
        `${ordersPath}/manual`,
        { method: 'POST', body: order, headers: { 'idempotency-key': idempotencyKey } },
        manualOrderResponse,
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [ordersPath] }),
  })
}
