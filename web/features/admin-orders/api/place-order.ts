import { useMutation, useQueryClient } from '@tanstack/react-query'

import { manualOrderResponse } from '#services/contract/admin-orders.ts'
import type { ManualOrderRequest, ManualOrderResponse } from '#services/contract/admin-orders.ts'

import { send } from '../../../lib/admin/calls.ts'
import { ordersPath } from './list-orders.ts'

type Placing = { order: ManualOrderRequest; idempotencyKey: string }

type Told = {
  onPlaced: (placed: ManualOrderResponse, asked: ManualOrderRequest) => void
  onRefused: (reason: Error) => void
}

/** Told also to who has left the page meanwhile: an order that nobody heard of is placed twice. */
export function usePlaceOrder({ onPlaced, onRefused }: Told) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ order, idempotencyKey }: Placing) =>
      send(
        `${ordersPath}/manual`,
        { method: 'POST', body: order, headers: { 'idempotency-key': idempotencyKey } },
        manualOrderResponse,
      ),
    onSuccess: async (placed, { order }) => {
      await queryClient.invalidateQueries({ queryKey: [ordersPath] })
      onPlaced(placed, order)
    },
    onError: onRefused,
  })
}
