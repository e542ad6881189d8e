import { useQuery, useQueryClient } from '@tanstack/react-query'

import { raffle } from '#services/contract/raffles.ts'
import type { Raffle } from '#services/contract/raffles.ts'

import { get } from '../../../lib/http.ts'
import { pathOf } from '../../../lib/query-client.ts'
import { rafflesKey } from './list-raffles.ts'

export const raffleKey = (id: string) => ['/api/raffles', id] as const

export const getRaffle = (id: string, signal?: AbortSignal) =>
  get(pathOf(raffleKey(id)), raffle, signal)

/** Who comes from the list sees at once what stood there, until it has been read anew. */
export function useRaffle(id: string) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: raffleKey(id),
    queryFn: ({ signal }) => getRaffle(id, signal),
    placeholderData: () =>
      queryClient.getQueryData<Raffle[]>(rafflesKey)?.find((listed) => listed.id === id),
  })
}
