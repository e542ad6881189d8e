// The first order of the shop, taken by hand: one unit, in its one variant, of its one product.
import type { Page } from 'playwright-core'

import { dialogOf } from '#services/testing/staff-steps.ts'

import { notification } from './row.ts'
import type { Row } from './row.ts'
import { closeDialog, openTab, press } from './steps.ts'

export const buyer = { phone: '+96170123456', fullName: 'Maya Haddad' }

/** Begins with an open dialog. */
export const orderRows: readonly Row[] = [
  {
    message: 'Failed to fetch orders',
    cause: 'the line is cut when they are read',
    async provoke(page, { wire }) {
      await closeDialog(page)
      wire.cut({ call: /^GET \/api\/admin\/orders$/, at: 'answer' })
      await openTab(page, 'Orders')
    },
  },
  {
    message: 'No orders yet.',
    cause: 'they are read again, and none',
    provoke: (page) => press(page, 'Retry'),
  },
  {
    message: 'Failed to fetch products',
    cause: 'the line is cut when those to choose from are read',
    async provoke(page, { wire }) {
      wire.cut({ call: /^GET \/api\/admin\/products$/, at: 'answer' })
      await press(page, 'Create Order')
    },
  },
  {
    ...notification(
      'Missing Information',
      'Please provide customer phone and at least one product.',
    ),
    cause: 'nothing is filled in',
    async provoke(page) {
      await press(page, 'Retry')
      await press(formOf(page), 'Create Order')
    },
  },
  {
    ...notification('Invalid Products', 'Please select valid products with quantities.'),
    cause: 'the second line has no product',
    async provoke(page) {
      const form = formOf(page)
      await form.getByRole('textbox', { name: 'Customer phone' }).fill(buyer.phone)
      await form.getByLabel('Name (optional)').fill(buyer.fullName)
      await form.getByLabel('Product', { exact: true }).selectOption({ index: 1 })
      await form.getByLabel('Variant', { exact: true }).selectOption({ index: 1 })
      await press(form, 'Add Product')
      await press(form, 'Create Order')
    },
  },
  {
    ...notification('Failed to Create Order', 'Failed to create order'),
    cause: 'the line is cut before the shop hears of it',
    async provoke(page, { wire }) {
      const form = formOf(page)
      await press(form, 'Remove Product 2')
      wire.cut({ call: /^POST \/api\/admin\/orders\/manual$/, at: 'request' })
      await press(form, 'Create Order')
    },
  },
  {
    ...notification(
      'Order Created Successfully',
      /^Order #[0-9a-f]{8} for Maya Haddad: 2 raffle tickets generated\.$/,
    ),
    cause: 'it is sent again',
    provoke: (page) => press(formOf(page), 'Create Order'),
  },
]

const formOf = (page: Page) => dialogOf(page, 'Create Order')
