import { useQuery } from '@tanstack/react-query'

import { variantList } from '#services/contract/products.ts'

import { get } from '../../../lib/http.ts'
import { pathOf } from '../../../lib/query-client.ts'

const variantsKey = (productId: string) => ['/api/products', productId, 'variants'] as const

export const useVariants = (productId: string) =>
  useQuery({
    queryKey: variantsKey(productId),
    queryFn: ({ signal }) => get(pathOf(variantsKey(productId)), variantList, signal),
  })
