import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { adminVariant, adminVariantList } from '#services/contract/admin-products.ts'
import type { AdjustStockRequest } from '#services/contract/admin-products.ts'
import { deleted } from '#services/contract/shared.ts'

import { send } from '../../../lib/admin/calls.ts'
import { get } from '../../../lib/http.ts'
import { useRefreshProducts } from './products.ts'

const pathOf = (productId: string) => `/api/admin/products/${productId}/variants`

export const useAdminVariants = (productId: string) =>
  useQuery({
    queryKey: [pathOf(productId)],
    queryFn: ({ signal }) => get(pathOf(productId), adminVariantList, signal),
    refetchOnMount: 'always',
  })

export type SaveVariant = {
  productId: string
  /** Null: a new one. */
  variantId: string | null
  /** Of the product, whose part its variants are; undefined: it was not read yet. */
  version: string | undefined
  form: FormData
}

export function useSaveVariant() {
  const refresh = useRefreshVariants()
  return useMutation({
    mutationFn: ({ productId, variantId, version, form: body }: SaveVariant) =>
      variantId === null
        ? send(pathOf(productId), { method: 'POST', body, version }, adminVariant)
        : send(`${pathOf(productId)}/${variantId}`, { method: 'PUT', body, version }, adminVariant),
    onSuccess: (_saved, { productId }) => refresh(productId),
  })
}

export type AdjustStock = AdjustStockRequest & {
  productId: string
  variantId: string
  /** Of the product; undefined: these pieces add to whatever others have left there. */
  version: string | undefined
  idempotencyKey: string
}

export function useAdjustStock() {
  const refresh = useRefreshVariants()
  return useMutation({
    mutationFn: ({ productId, variantId, version, idempotencyKey, ...body }: AdjustStock) =>
      send(
        `${pathOf(productId)}/${variantId}/stock`,
        { method: 'POST', body, version, headers: { 'idempotency-key': idempotencyKey } },
        adminVariant,
      ),
    onSuccess: (_saved, { productId }) => refresh(productId),
  })
}

export type DeleteVariant = Omit<SaveVariant, 'variantId' | 'form'> & { variantId: string }

export function useDeleteVariant() {
  const refresh = useRefreshVariants()
  return useMutation({
    mutationFn: ({ productId, variantId, version }: DeleteVariant) =>
      send(`${pathOf(productId)}/${variantId}`, { method: 'DELETE', version }, deleted),
    onSuccess: (_gone, { productId }) => refresh(productId),
  })
}

function useRefreshVariants() {
  const queryClient = useQueryClient()
  const refreshProducts = useRefreshProducts()
  return async (productId: string) => {
    await queryClient.invalidateQueries({ queryKey: [pathOf(productId)] })
    await refreshProducts()
  }
}
