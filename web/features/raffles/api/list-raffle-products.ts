import { useQuery } from '@tanstack/react-query'

import { raffleProducts } from '#services/contract/raffles.ts'

import { get } from '../../../lib/http.ts'
import { pathOf } from '../../../lib/query-client.ts'

export const raffleProductsKey = (id: string) => ['/api/raffles', id, 'products'] as const

/** The first one is the product that enters the raffle. */
export const useRaffleProducts = (id: string) =>
  useQuery({
    queryKey: raffleProductsKey(id),
    queryFn: ({ signal }) => get(pathOf(raffleProductsKey(id)), raffleProducts, signal),
  })
