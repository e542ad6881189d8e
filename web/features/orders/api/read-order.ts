import { useQuery } from '@tanstack/react-query'

import { orderPageResponse } from '#services/contract/order-page.ts'
import type { OrderPageResponse } from '#services/contract/order-page.ts'

import { get } from '../../../lib/http.ts'
import { pathOf } from '../../../lib/query-client.ts'

export const orderKey = (orderId: string) => ['/api/orders', encodeURIComponent(orderId)] as const

const POLL_MS = 4_000
const POLLS_MAX = 45

/** While money or numbers are on their way the page looks again by itself, for three minutes. */
export const useOrder = (orderId: string) =>
  useQuery({
    queryKey: orderKey(orderId),
    queryFn: ({ queryKey, signal }) => get(pathOf(queryKey), orderPageResponse, signal),
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isMoving(state.data) && state.dataUpdateCount < POLLS_MAX ? POLL_MS : false,
  })

const isMoving = (order: OrderPageResponse | undefined) => order?.status === 'pending'
