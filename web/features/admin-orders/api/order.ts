// One order: reading it, and everything staff may do to it. Each act names the version it was
// decided on and answers the order as it now stands.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { adminOrderDetail, seenOf } from '#services/contract/admin-order-acts.ts'
import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'
import { adminOrder } from '#services/contract/admin-orders.ts'
import type { ChangeOrderRequest } from '#services/contract/admin-orders.ts'

import { send } from '../../../lib/admin/calls.ts'
import { get } from '../../../lib/http.ts'
import { ordersPath } from './list-orders.ts'

const keyOf = (orderId: string) => [ordersPath, orderId] as const
const pathOf = (orderId: string) => `${ordersPath}/${encodeURIComponent(orderId)}`

export const useAdminOrder = (orderId: string) =>
  useQuery({
    queryKey: keyOf(orderId),
    queryFn: ({ signal }) => get(pathOf(orderId), adminOrderDetail, signal),
    refetchOnMount: 'always',
  })

type Seen = Pick<AdminOrderDetail, 'id' | 'version' | 'proof'>

/** Marked as paid, handed over or cancelled. */
export function useChangeOrder(order: Seen) {
  const { id } = order
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ChangeOrderRequest) =>
      send(pathOf(id), { method: 'PATCH', body, version: seenOf(order) }, adminOrder),
    onSettled: () => {
      void queryClient.invalidateQueries({ predicate: isOfDesks })
      return queryClient.invalidateQueries({ queryKey: [ordersPath] })
    },
  })
}

export type OrderActPath =
  | 'handover'
  | 'hold'
  | 'holder'
  | 'contact'
  | 'exclusion'
  | 'refunds'
  | 'refund-duties'
  | 'returns'
  | 'refund-withdrawals'
  | 'refund-payment-withdrawals'
  | 'answers'
  | 'proof'
  | 'receipt'
  | 'check'

export function useOrderAct(order: Seen) {
  const { id } = order
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ path, body }: { path: OrderActPath; body: object }) =>
      send(
        `${pathOf(id)}/${path}`,
        { method: 'POST', body, version: seenOf(order) },
        adminOrderDetail,
      ),
    onSuccess: (order) => queryClient.setQueryData(keyOf(id), order),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [ordersPath, 'list'] })
      void queryClient.invalidateQueries({ predicate: isOfDesks })
    },
  })
}

const desks = ['/api/admin/attention', '/api/admin/fulfilment', '/api/admin/money']

/** Whatever was read of the desks, where the order stands too, under addresses of their own. */
export const isOfDesks = ({ queryKey: [address] }: { queryKey: readonly unknown[] }): boolean =>
  typeof address === 'string' && desks.some((desk) => address.startsWith(desk))
