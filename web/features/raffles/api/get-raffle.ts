import { useQuery } from '@tanstack/react-query'

import { raffle } from '#services/contract/raffles.ts'

import { get } from '../../../lib/http.ts'
import { pathOf } from '../../../lib/query-client.ts'

export const raffleKey = (id: string) => ['/api/raffles', id] as const

export const getRaffle = (id: string, signal?: AbortSignal) =>
  get(pathOf(raffleKey(id)), raffle, signal)

export const useRaffle = (id: string) =>
  useQuery({ queryKey: raffleKey(id), queryFn: ({ signal }) => getRaffle(id, signal) })
