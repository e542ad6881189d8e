// The product form as text: its defaults, what is wrong with it, and what is sent.
import type { AdminProduct, AdminVariant } from '#services/contract/admin-products.ts'

import { formOf } from '../../lib/admin/calls.ts'
import { toCents } from '../../lib/money.ts'
import type { AdminTexts } from '../../lib/text/admin-en.ts'
import type { CatalogueTexts } from '../../lib/text/admin-catalogue-en.ts'
import { isFree } from './variant-form.ts'

export type ProductFields = {
  name: string
  description: string
  price: string
  tickets: string
  totalTickets: string
  /** Empty: linked to no raffle. */
  raffleId: string
  active: '1' | '0'
  /** 1: sold as goods, without tickets. */
  withoutEntry: '1' | '0'
}

export const newProduct: ProductFields = {
  name: '',
  description: '',
  price: '',
  tickets: '1',
  totalTickets: '100',
  raffleId: '',
  active: '1',
  withoutEntry: '0',
}

export const fieldsOf = (product: AdminProduct): ProductFields => ({
  name: product.name,
  description: product.description,
  price: product.price,
  tickets: String(product.tickets),
  totalTickets: String(product.totalTickets),
  raffleId: product.raffleId ?? '',
  active: product.active === 1 ? '1' : '0',
  withoutEntry: product.withoutEntry ? '1' : '0',
})

export type ProductErrors = Partial<Record<keyof ProductFields | 'image', string>>

const MONEY = /^\d{1,8}(\.\d{1,2})?$/
const WHOLE = /^\d{1,9}$/
const PRICE_CENTS_MAX = 9_999_999

/** What would cost its buyer nothing: the product, or the first such variant by its name. */
export function freeAt(price: string, variants: readonly AdminVariant[]): string | true | null {
  if (!MONEY.test(price.trim())) return null
  if (variants.length === 0) return toCents(price.trim()) === 0 ? true : null
  return variants.find((variant) => isFree(price.trim(), variant))?.name ?? null
}

type Words = { admin: AdminTexts; catalogue: CatalogueTexts }

/** Empty: it may be sent. */
export function productErrors(
  fields: ProductFields,
  { hasImage, words: { admin, catalogue } }: { hasImage: boolean; words: Words },
): ProductErrors {
  const errors: ProductErrors = {}
  const check = (field: keyof ProductFields, pattern: RegExp, message: string) => {
    const value = fields[field].trim()
    if (value === '') errors[field] = admin.required
    else if (!pattern.test(value)) errors[field] = message
  }
  if (!hasImage) errors.image = admin.requiredImage
  for (const field of ['name', 'description'] as const) check(field, /./, admin.required)
  check('price', MONEY, admin.badMoney)
  for (const field of ['tickets', 'totalTickets'] as const) check(field, WHOLE, admin.badNumber)
  if (!errors.price && toCents(fields.price) > PRICE_CENTS_MAX)
    errors.price = catalogue.productForm.dearest
  return errors
}

export const productFormData = (fields: ProductFields, image: File | null): FormData =>
  formOf({ ...fields, image })
