import { expect, it } from 'vitest'

import type { AdminProduct } from '#services/contract/admin-products.ts'

import { adminOrdersEn } from '../../lib/text/admin-orders-en.ts'
import {
  chosenLines,
  draftProblem,
  emptyDraft,
  emptyLine,
  quantityOf,
  refusedOf,
  requestOf,
  totalsOf,
} from './manual-draft.ts'
import type { Draft } from './manual-draft.ts'

const variant = {
  id: 'v',
  name: 'Red',
  sku: 'R',
  image: null,
  priceAdjustment: '-1.50',
  stock: null,
}
const product = (id: string, change: Partial<AdminProduct> = {}): AdminProduct => ({
  id,
  name: `Product ${id}`,
  description: '',
  price: '10.00',
  image: null,
  tickets: 2,
  totalTickets: 100,
  soldTickets: 0,
  raffleId: 'r',
  raffleName: 'A trip',
  active: 1,
  variants: [],
  version: '1',
  ...change,
})
const products = new Map([
  ['a', product('a')],
  ['b', product('b', { raffleId: null, raffleName: null, variants: [variant] })],
])
const drafted = (change: Partial<Draft> = {}): Draft => ({
  ...emptyDraft,
  phone: '+96170123456',
  lines: [{ ...emptyLine(0), productId: 'a', quantity: '3' }],
  ...change,
})

it('begins as the specification says', () =>
  expect(emptyDraft).toMatchObject({
    shippingMethod: 'pickup',
    paymentMethod: 'whish',
    status: 'paid',
    lines: [{ quantity: '1' }],
  }))

it.each([
  ['', 1],
  ['x', 1],
  ['0', 1],
  ['-4', 1],
  ['2.9', 2],
  ['7', 7],
  ['1e9', 100],
])('reads the quantity %j as %i', (quantity, number) =>
  expect(quantityOf({ ...emptyLine(0), quantity })).toBe(number),
)

it('counts money in cents, with variants, delivery and the tickets of linked products', () => {
  const draft = drafted({
    shippingMethod: 'delivery',
    lines: [
      { key: 0, productId: 'a', variantId: '', quantity: '3' },
      { key: 1, productId: 'b', variantId: 'v', quantity: '2' },
    ],
  })
  expect(totalsOf(draft, chosenLines(draft, products))).toEqual({
    subtotalCents: 4_700,
    shippingCents: 500,
    totalCents: 5_200,
    tickets: 6,
  })
})

it.each<[string, Partial<Draft>]>([
  ['Missing Information', { phone: '+961' }],
  ['Missing Information', { lines: [emptyLine(0)] }],
  ['Missing Information', { shippingMethod: 'delivery' }],
  ['Invalid Products', { lines: [...drafted().lines, emptyLine(1)] }],
  ['Invalid Products', { lines: [{ ...emptyLine(0), productId: 'b' }] }],
])('says %s of %j', (title, change) =>
  expect(draftProblem(drafted(change), products, adminOrdersEn.manual)?.title).toBe(title),
)

it('sends the specified payload alone when nothing more was written', () => {
  expect(draftProblem(drafted(), products, adminOrdersEn.manual)).toBeNull()
  expect(requestOf(drafted())).toEqual({
    customerPhone: '+96170123456',
    customerName: '',
    customerEmail: '',
    items: [{ productId: 'a', quantity: 3 }],
    shippingMethod: 'pickup',
    paymentMethod: 'whish',
    status: 'paid',
  })
})

it('sends the address for delivery only, and proof of what is paid only', () => {
  const written = { address: 'Hamra', reference: 'R-1', currency: 'LBP' as const, rate: '89500' }
  expect(requestOf(drafted({ ...written, shippingMethod: 'delivery' }))).toMatchObject({
    deliveryAddress: 'Hamra',
    reference: 'R-1',
    currency: 'LBP',
    rate: '89500',
  })
  const pending = requestOf(drafted({ ...written, status: 'pending' }))
  expect(Object.keys(pending)).not.toEqual(expect.arrayContaining(['reference']))
  expect(pending).not.toHaveProperty('deliveryAddress')
})

it('takes a rate as it prints one, and asks for a right one only where it is sent', () => {
  const inPounds = { currency: 'LBP', rate: '89,500.25' } as const
  const problem = (change: Partial<Draft>) =>
    draftProblem(drafted({ ...inPounds, ...change }), products, adminOrdersEn.manual)
  expect(problem({})).toBeNull()
  expect(requestOf(drafted(inPounds)).rate).toBe('89500.25')
  const rate = '89,5'
  expect(problem({ rate })).toMatchObject({ at: 'rate', text: 'Please enter a rate like 89500.' })
  expect(problem({ rate, currency: 'USD' })).toBeNull()
  expect(problem({ rate, status: 'pending' })).toBeNull()
})

it('says at its field what the shop refused', () => {
  const refused = (...names: string[]) => {
    const fields = Object.fromEntries(names.map((name) => [name, 'Invalid input']))
    return refusedOf({ fields, sentence: 'No such number' }, adminOrdersEn)
  }
  expect(refused('customerPhone')).toEqual({ phone: 'No such number' })
  expect(refused('customerEmail', 'deliveryAddress', 'items.0.quantity')).toEqual({
    email: 'Please enter an email address.',
    address: 'Please provide a delivery address.',
  })
  expect(refused()).toEqual({})
})
