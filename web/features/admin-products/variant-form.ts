// The variant form as text: its defaults, what is wrong with it, and what is sent.
import type { AdminVariant } from '#services/contract/admin-products.ts'

import { formOf } from '../../lib/admin/calls.ts'
import { plain } from '../../lib/admin/plain.ts'
import { toCents } from '../../lib/money.ts'
import type { AdminTexts } from '../../lib/text/admin-en.ts'
import type { CatalogueTexts } from '../../lib/text/admin-catalogue-en.ts'

export type VariantFields = {
  name: string
  sku: string
  priceAdjustment: string
  /** Empty: nobody counts its pieces. */
  stock: string
  lowAt: string
}

const LOW_AT = '5'

export const newVariant: VariantFields = {
  name: '',
  sku: '',
  priceAdjustment: '0',
  stock: '',
  lowAt: LOW_AT,
}

export const fieldsOfVariant = ({
  name,
  sku,
  priceAdjustment,
  stock,
}: AdminVariant): VariantFields => ({
  name,
  sku,
  priceAdjustment,
  stock: stock === null ? '' : String(stock.pieces),
  lowAt: stock === null ? LOW_AT : String(stock.lowAt),
})

export type VariantErrors = Partial<Record<keyof VariantFields | 'image', string>>

const SIGNED = /^[+-]?\d{1,8}(\.\d{1,2})?$/
const PIECES = /^\d{1,6}$/

type Words = { admin: AdminTexts; catalogue: CatalogueTexts }

/** Empty: it may be sent. An emptied adjustment is none. */
export function variantErrors(
  { name, sku, priceAdjustment, stock, lowAt }: VariantFields,
  { admin, catalogue }: Words,
): VariantErrors {
  const adjustment = plain(priceAdjustment)
  return {
    ...(name.trim() === '' && { name: admin.required }),
    ...(sku.trim() === '' && { sku: admin.required }),
    ...(adjustment !== '' &&
      !SIGNED.test(adjustment) && { priceAdjustment: catalogue.variants.badAdjustment }),
    ...(stock.trim() !== '' &&
      !PIECES.test(stock.trim()) && { stock: catalogue.variants.badPieces }),
    ...(stock.trim() !== '' &&
      !PIECES.test(lowAt.trim()) && { lowAt: catalogue.variants.badPieces }),
  }
}

type Adjusted = Pick<VariantFields, 'priceAdjustment'>

/** For nothing: allowed, and said before it is saved. */
export const isFree = (price: string, { priceAdjustment }: Adjusted): boolean =>
  SIGNED.test(plain(priceAdjustment)) &&
  toCents(price) + toCents(plain(priceAdjustment).replace(/^\+/, '')) === 0

/**
 * The count is sent only when somebody has counted: what was sold while the form stood open is no
 * correction. With it goes what it was, so that a sale in between is noticed.
 */
export function variantFormData(
  fields: VariantFields,
  image: File | null,
  edited: AdminVariant | null = null,
): FormData {
  const before = edited === null ? newVariant : fieldsOfVariant(edited)
  const stock = fields.stock.trim()
  const isCounted = stock !== before.stock
  const seen = isCounted && before.stock !== '' ? before.stock : undefined
  const lowAt = fields.lowAt.trim()
  return formOf({
    name: fields.name,
    sku: fields.sku,
    priceAdjustment: plain(fields.priceAdjustment) || '0',
    stock: isCounted ? stock : undefined,
    stockSeen: seen,
    lowAt: stock !== '' && (isCounted || lowAt !== before.lowAt) ? lowAt : undefined,
    image,
  })
}
