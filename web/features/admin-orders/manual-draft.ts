// An order taken by hand while it is being written: what it would cost, what is missing, and the
// call it becomes. Pure.
import type { AdminProduct } from '#services/contract/admin-products.ts'
import type { ManualOrderRequest } from '#services/contract/admin-orders.ts'

import { typedRate } from '../../lib/admin/pounds.ts'
import { toCents } from '../../lib/money.ts'
import type { AdminOrdersTexts } from '../../lib/text/admin-orders-en.ts'

export const DELIVERY_CENTS = 500
const LINES_MAX = 20
const QUANTITY_MAX = 100

export type DraftLine = { key: number; productId: string; variantId: string; quantity: string }

export type Draft = {
  phone: string
  name: string
  email: string
  /** Empty: as in the customer's last order. */
  language: '' | 'en' | 'ar' | 'fr'
  lines: readonly DraftLine[]
  shippingMethod: 'pickup' | 'delivery'
  address: string
  paymentMethod: 'whish' | 'omt' | 'card' | 'cash'
  status: 'paid' | 'pending'
  reference: string
  collector: string
  currency: '' | 'USD' | 'LBP'
  rate: string
}

export const emptyLine = (key: number): DraftLine => ({
  key,
  productId: '',
  variantId: '',
  quantity: '1',
})

export const emptyDraft: Draft = {
  phone: '',
  name: '',
  email: '',
  language: '',
  lines: [emptyLine(0)],
  shippingMethod: 'pickup',
  address: '',
  paymentMethod: 'whish',
  status: 'paid',
  reference: '',
  collector: '',
  currency: '',
  rate: '',
}

export const canAddLine = ({ lines }: Draft): boolean => lines.length < LINES_MAX

/** What is no number becomes 1, and nothing is below it. */
export function quantityOf({ quantity }: DraftLine): number {
  const number = Math.trunc(Number(quantity))
  return Number.isFinite(number) ? Math.min(Math.max(number, 1), QUANTITY_MAX) : 1
}

export type ChosenLine = {
  key: number
  name: string
  variantName: string | null
  quantity: number
  cents: number
  tickets: number
}

/** Lines whose product is chosen, priced by the list at hand; the server prices them again. */
export function chosenLines(
  { lines }: Draft,
  products: ReadonlyMap<string, AdminProduct>,
): ChosenLine[] {
  return lines.flatMap((line) => {
    const product = products.get(line.productId)
    if (product === undefined) return []
    const variant = product.variants.find(({ id }) => id === line.variantId)
    const unitCents = toCents(product.price) + toCents(variant?.priceAdjustment ?? '0.00')
    const quantity = quantityOf(line)
    const tickets = ticketsOf(product) * quantity
    return [
      {
        key: line.key,
        name: product.name,
        variantName: variant?.name ?? null,
        quantity,
        cents: unitCents * quantity,
        tickets,
      },
    ]
  })
}

export function totalsOf(draft: Draft, lines: readonly ChosenLine[]) {
  const subtotalCents = lines.reduce((sum, { cents }) => sum + cents, 0)
  const shippingCents = draft.shippingMethod === 'delivery' ? DELIVERY_CENTS : 0
  const tickets = lines.reduce((sum, line) => sum + line.tickets, 0)
  return { subtotalCents, shippingCents, totalCents: subtotalCents + shippingCents, tickets }
}

export type DraftProblem = {
  title: string
  text: string
  /** Where it shows; `line` with the key of the line. */
  at: 'phone' | 'address' | 'rate' | { line: number }
}

const PHONE_DIGITS_MIN = 7

export function draftProblem(
  draft: Draft,
  products: ReadonlyMap<string, AdminProduct>,
  text: AdminOrdersTexts['manual'],
): DraftProblem | null {
  const { lines, phone, address, shippingMethod } = draft
  const missing = (words: string, at: DraftProblem['at']) => ({
    title: text.missingTitle,
    text: words,
    at,
  })
  if (phone.replace(/\D/g, '').length < PHONE_DIGITS_MIN) return missing(text.missing, 'phone')
  const [first] = lines
  if (first === undefined || lines.every(({ productId }) => productId === ''))
    return missing(text.missing, { line: first?.key ?? 0 })
  for (const line of lines) {
    const product = products.get(line.productId)
    if (product === undefined)
      return { title: text.invalidTitle, text: text.invalid, at: { line: line.key } }
    if (product.variants.length > 0 && line.variantId === '')
      return { title: text.invalidTitle, text: text.missingVariant, at: { line: line.key } }
  }
  if (shippingMethod === 'delivery' && address.trim() === '')
    return missing(text.missingAddress, 'address')
  if (!isRateFit(draft)) return missing(text.badRate, 'rate')
  return null
}

/** Where it is asked for: of what is paid in dollars, or not yet, none is sent. */
function isRateFit({ status, currency, rate }: Draft): boolean {
  if (status !== 'paid' || currency !== 'LBP' || rate.trim() === '') return true
  return /^\d{1,9}(\.\d{1,4})?$/.test(typedRate(rate))
}

/** What the shop refused, beside its field. */
export type Refused = { phone?: string; email?: string; address?: string }

/**
 * `fields`: of the refusal, by their names on the wire; `sentence`: what it says as a whole, in the
 * reader's language.
 */
export function refusedOf(
  { fields, sentence }: { fields: Record<string, string>; sentence: string },
  text: Pick<AdminOrdersTexts, 'manual' | 'acts'>,
): Refused {
  return {
    ...given('phone', fields.customerPhone === undefined ? null : sentence),
    ...given('email', fields.customerEmail === undefined ? null : text.acts.badEmail),
    ...given('address', fields.deliveryAddress === undefined ? null : text.manual.missingAddress),
  }
}

export function requestOf(draft: Draft): ManualOrderRequest {
  const { shippingMethod, paymentMethod, status } = draft
  const isPaid = status === 'paid'
  const proof = (words: string) => (isPaid && words.trim() !== '' ? words.trim() : null)
  return {
    customerPhone: draft.phone,
    customerName: draft.name.trim(),
    customerEmail: draft.email.trim(),
    items: draft.lines.map((line) => ({
      productId: line.productId,
      quantity: quantityOf(line),
      ...(line.variantId !== '' && { variantId: line.variantId }),
    })),
    shippingMethod,
    ...(shippingMethod === 'delivery' && { deliveryAddress: draft.address.trim() }),
    paymentMethod,
    status,
    ...given('language', draft.language === '' ? null : draft.language),
    ...given('reference', proof(draft.reference)),
    ...given('collector', proof(draft.collector)),
    ...given('currency', isPaid && draft.currency !== '' ? draft.currency : null),
    ...given('rate', draft.currency === 'LBP' ? proof(typedRate(draft.rate)) : null),
  }
}

/** What nobody wrote is left out: the payload then has its fixed fields alone. */
const given = <Name extends string, Value>(name: Name, value: Value | null) =>
  (value === null ? {} : { [name]: value }) as { [Key in Name]?: Value }

/** Of one unit; what is sold without entry has none, whatever it is linked to. */
export const ticketsOf = ({ raffleId, tickets, withoutEntry }: AdminProduct): number =>
  raffleId === null || withoutEntry ? 0 : tickets
