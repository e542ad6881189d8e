import { useQuery } from '@tanstack/react-query'

import { adminProductPage } from '#services/contract/admin-products.ts'

import { get } from '../../../lib/http.ts'

const path = '/api/admin/products'
/** As many as the picker offers. */
const PRODUCTS_MAX = 1_000

export const usePickerProducts = () =>
  useQuery({
    queryKey: [path, 'picker'],
    queryFn: ({ signal }) => get(`${path}?page=1&limit=${PRODUCTS_MAX}`, adminProductPage, signal),
    refetchOnMount: 'always', // prices and names may have been edited a moment ago
  })
