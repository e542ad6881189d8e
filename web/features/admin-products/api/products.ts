import { useMutation, useQueryClient } from '@tanstack/react-query'

import { adminProduct, adminProductPage } from '#services/contract/admin-products.ts'
import type { AdminProduct } from '#services/contract/admin-products.ts'
import { deleted } from '#services/contract/shared.ts'

import { send } from '../../../lib/admin/calls.ts'
import { useAdminList } from '../../../lib/admin/use-admin-list.ts'
import { get } from '../../../lib/http.ts'

const path = '/api/admin/products'

export const useAdminProducts = () =>
  useAdminList<AdminProduct>({ path, shape: adminProductPage, keyOf: ({ id }) => id })

/** As it stands now, for who had an older version before him. */
export const readProduct = (id: string) => get(`${path}/${id}`, adminProduct)

export type SaveProduct = {
  /** Null: a new one. */
  product: Pick<AdminProduct, 'id' | 'version'> | null
  form: FormData
}

export function useSaveProduct() {
  const refresh = useRefreshProducts()
  return useMutation({
    mutationFn: ({ product, form: body }: SaveProduct) =>
      product === null
        ? send(path, { method: 'POST', body }, adminProduct)
        : send(
            `${path}/${product.id}`,
            { method: 'PUT', body, version: product.version },
            adminProduct,
          ),
    onSuccess: refresh,
    onError: () => void refresh(), // somebody else may have been faster
  })
}

export function useDeleteProduct() {
  const refresh = useRefreshProducts()
  return useMutation({
    mutationFn: ({ id, version }: Pick<AdminProduct, 'id' | 'version'>) =>
      send(`${path}/${id}`, { method: 'DELETE', version }, deleted),
    onSuccess: refresh,
    onError: () => void refresh(),
  })
}

/** The shop in this same browser shows products, and raffles with theirs. */
export function useRefreshProducts() {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      [path, '/api/products', '/api/raffles', '/api/admin/raffles'].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    )
  }
}
