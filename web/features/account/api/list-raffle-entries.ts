import { useInfiniteQuery } from '@tanstack/react-query'

import { raffleEntryPage } from '#services/contract/entries.ts'
import { PAGE_SIZE } from '#services/contract/shared.ts'

import { get } from '../../../lib/http.ts'

export const useRaffleEntries = (userId: string) =>
  useInfiniteQuery({
    queryKey: ['/api/users', userId, 'raffle-entries'],
    queryFn: ({ pageParam, signal }) =>
      get(
        `/api/users/${userId}/raffle-entries?page=${pageParam}&limit=${PAGE_SIZE}`,
        raffleEntryPage,
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.pagination.hasMore ? pages.length + 1 : undefined),
    refetchOnMount: 'always', // tickets may just have been granted
  })
