// What the checkout asks of the buyer before it calls the shop.
import type { Problem } from '#services/contract/problems.ts'
import { emailPattern } from '#services/contract/purchases.ts'
import type { PurchaseRequest } from '#services/contract/purchases.ts'

import type { CheckoutTexts } from '../../lib/text/checkout-en.ts'

export type CheckoutForm = {
  name: string
  email: string
  phone: string
  shippingMethod: 'pickup' | 'delivery'
  street: string
  city: string
  postalCode: string
  paymentMethod: 'whishpay' | 'montypay'
}

export const emptyCheckout: CheckoutForm = {
  name: '',
  email: '',
  phone: '',
  shippingMethod: 'pickup',
  street: '',
  city: '',
  postalCode: '',
  paymentMethod: 'whishpay',
}

export type FormProblem = { title: string; text: string; fields: (keyof CheckoutForm)[] }

/** The first thing that is missing or wrong, or null. A bare country code is no phone number. */
export function checkoutProblem(form: CheckoutForm, text: CheckoutTexts): FormProblem | null {
  const contact = missing(form, ['name', 'email', 'phone'])
  if (contact.length > 0) return { title: text.missing, text: text.missingContact, fields: contact }

  if (!emailPattern.test(form.email.trim()))
    return { title: text.invalidEmail, text: text.invalidEmailHint, fields: ['email'] }

  if (form.shippingMethod === 'delivery') {
    const address = missing(form, ['street', 'city', 'postalCode'])
    if (address.length > 0)
      return { title: text.missing, text: text.missingAddress, fields: address }
  }
  return null
}

/** Of the request, as they stand in the form. An address is one text there: it begins here. */
const fieldOf: Readonly<Partial<Record<string, keyof CheckoutForm>>> = {
  customerName: 'name',
  customerEmail: 'email',
  customerPhone: 'phone',
  deliveryAddress: 'street',
}

/** The fields that the shop refuses, or null: marked like those that the form finds wrong. */
export function refusedFields(
  problem: Problem | null,
  said: Pick<FormProblem, 'title' | 'text'>,
): FormProblem | null {
  const fields = (problem?.fields ?? []).flatMap(({ path }) => fieldOf[path] ?? [])
  return fields.length > 0 ? { ...said, fields } : null
}

/** One text of name, phone, street, city and postal code. */
export function deliveryAddress(form: CheckoutForm): string {
  return [form.name, form.phone, form.street, form.city, form.postalCode]
    .map((part) => part.trim())
    .join(', ')
}

type Ordered = { id: string; variantId: string | null; quantity: number }
type Expected = { lines: readonly Ordered[]; expectedTotal: string; expectedTickets: number }

export function purchaseOf(form: CheckoutForm, { lines, ...expected }: Expected): PurchaseRequest {
  const isDelivery = form.shippingMethod === 'delivery'
  return {
    shippingMethod: form.shippingMethod,
    paymentMethod: form.paymentMethod,
    deliveryAddress: isDelivery ? deliveryAddress(form) : null,
    customerName: form.name.trim(),
    customerEmail: form.email.trim(),
    customerPhone: form.phone.trim(),
    items: lines.map(({ id, quantity, variantId }) => ({ productId: id, quantity, variantId })),
    ...expected,
  }
}

const MIN_PHONE_DIGITS = 6

function missing(form: CheckoutForm, fields: (keyof CheckoutForm)[]): (keyof CheckoutForm)[] {
  return fields.filter((field) =>
    field === 'phone'
      ? form.phone.replace(/\D/g, '').length < MIN_PHONE_DIGITS
      : form[field].trim() === '',
  )
}
