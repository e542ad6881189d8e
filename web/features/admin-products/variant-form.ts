// The variant form as text: its defaults, what is wrong with it, and what is sent.
import type { Variant } from '#services/contract/products.ts'

import { formOf } from '../../lib/admin/calls.ts'
import { toCents } from '../../lib/money.ts'
import type { AdminTexts } from '../../lib/text/admin-en.ts'
import type { CatalogueTexts } from '../../lib/text/admin-catalogue-en.ts'

export type VariantFields = { name: string; sku: string; priceAdjustment: string }

export const newVariant: VariantFields = { name: '', sku: '', priceAdjustment: '0' }

export const fieldsOfVariant = ({ name, sku, priceAdjustment }: Variant): VariantFields => ({
  name,
  sku,
  priceAdjustment,
})

export type VariantErrors = Partial<Record<keyof VariantFields, string>>

const SIGNED = /^[+-]?\d{1,8}(\.\d{1,2})?$/

type Words = { admin: AdminTexts; catalogue: CatalogueTexts }

/** Empty: it may be sent. An emptied adjustment is none. */
export function variantErrors(
  { name, sku, priceAdjustment }: VariantFields,
  { admin, catalogue }: Words,
): VariantErrors {
  const adjustment = priceAdjustment.trim()
  return {
    ...(name.trim() === '' && { name: admin.required }),
    ...(sku.trim() === '' && { sku: admin.required }),
    ...(adjustment !== '' &&
      !SIGNED.test(adjustment) && { priceAdjustment: catalogue.variants.badAdjustment }),
  }
}

/** For nothing: allowed, and said before it is saved. */
export const isFree = (price: string, { priceAdjustment }: VariantFields): boolean =>
  SIGNED.test(priceAdjustment.trim()) &&
  toCents(price) + toCents(priceAdjustment.trim().replace(/^\+/, '')) === 0

export const variantFormData = (fields: VariantFields, image: File | null): FormData =>
  formOf({ ...fields, priceAdjustment: fields.priceAdjustment.trim() || '0', image })
