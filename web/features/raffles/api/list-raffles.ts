import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'
import { useEffect } from 'react'

import { raffleList } from '#services/contract/raffles.ts'

import { get } from '../../../lib/http.ts'
import { useMinute } from '../../../lib/minute.ts'
import { pathOf } from '../../../lib/query-client.ts'

export const rafflesKey = ['/api/raffles'] as const
const FRESH_MS = 55_000

export const listRaffles = (signal?: AbortSignal) => get(pathOf(rafflesKey), raffleList, signal)

export const useRaffles = () =>
  useQuery({ queryKey: rafflesKey, queryFn: ({ signal }) => listRaffles(signal) })

/** Ticket counts grow old: they are read again with the minute of the countdowns. */
export function useTicketCountsByTheMinute(path: string): void {
  const queryClient = useQueryClient()
  const minute = useMinute()
  useEffect(() => {
    const isOld = ({ queryKey, state }: Query) =>
      pathOf(queryKey as string[]) === path && // every key of ours is a path in parts
      state.dataUpdatedAt > 0 &&
      minute - state.dataUpdatedAt > FRESH_MS
    void queryClient.invalidateQueries({ predicate: isOld })
  }, [minute, queryClient, path])
}
