import { useInfiniteQuery } from '@tanstack/react-query'

import { orderPage } from '#services/contract/orders.ts'
import { PAGE_SIZE } from '#services/contract/shared.ts'

import { get } from '../../../lib/http.ts'

export const usePurchases = (userId: string) =>
  useInfiniteQuery({
    queryKey: ['/api/users', userId, 'purchases'],
    queryFn: ({ pageParam, signal }) =>
      get(`/api/users/${userId}/purchases?page=${pageParam}&limit=${PAGE_SIZE}`, orderPage, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.pagination.hasMore ? pages.length + 1 : undefined),
    refetchOnMount: 'always', // an order may just have been paid
  })
