// A product from its form to its end; variants of another, one of which stays to be ordered; and
// what was ordered, which nobody can delete.
import { dialogOf } from '#services/testing/staff-steps.ts'

import { notification } from './row.ts'
import type { Row } from './row.ts'
import { choosePicture, closeDialog, openTab, press, remove } from './steps.ts'

const sold = { name: 'A Trip to Egypt', productName: 'Olive Oil', totalTickets: 100 }

export const productRows: readonly Row[] = [
  {
    message: 'Failed to fetch products',
    cause: 'the line is cut when they are read',
    async provoke(page, { shop, wire }) {
      const { productId } = await shop.sell(sold)
      const variant = new FormData()
      variant.set('name', 'Half litre')
      variant.set('sku', 'OIL-H')
      await (await shop.owner()).post(`/api/admin/products/${productId}/variants`, variant)
      wire.cut({ call: /^GET \/api\/admin\/products$/, at: 'answer' })
      await openTab(page, 'Products')
    },
  },
  {
    ...notification('Error', 'Failed to save product'),
    cause: 'the line is cut before the shop hears of it',
    async provoke(page, { wire }) {
      await press(page, 'Retry')
      await press(page, 'Add Product')
      const form = dialogOf(page, 'Add New Product')
      await choosePicture(form)
      await form.getByLabel('Name').fill('Soap')
      await form.getByLabel('Description').fill('Olive oil and laurel')
      await form.getByLabel('Price ($)').fill('4.50')
      wire.cut({ call: /^POST \/api\/admin\/products$/, at: 'request' })
      await press(form, 'Create Product')
    },
  },
  {
    ...notification('Product created'),
    cause: 'it is sent again',
    provoke: (page) => press(page, 'Create Product'),
  },
  {
    ...notification('Product updated'),
    cause: 'its name is another',
    async provoke(page) {
      await press(page, 'Edit: Soap')
      await dialogOf(page, 'Edit Product').getByLabel('Name').fill('Laurel soap')
      await press(page, 'Update Product')
    },
  },
  {
    ...notification('Cannot delete product', 'Failed to delete product'),
    cause: 'the line is cut before the shop hears of it',
    async provoke(page, { wire }) {
      wire.cut({ call: /^DELETE /, at: 'request' })
      await remove(page, 'Laurel soap')
    },
  },
  {
    ...notification('Product deleted'),
    cause: 'nobody has ordered it',
    provoke: (page) => remove(page, 'Laurel soap'),
  },
]

export const variantRows: readonly Row[] = [
  {
    message: 'Failed to fetch variants',
    cause: 'the line is cut when they are read',
    async provoke(page, { wire }) {
      wire.cut({ call: /^GET .*\/variants$/, at: 'answer' })
      await press(page, `Manage variants: ${sold.productName}`)
    },
  },
  {
    ...notification('Error', 'The SKU OIL-H is used by another variant'),
    cause: 'the shop refuses it, and says why itself',
    async provoke(page) {
      await press(page, 'Retry')
      await page.getByRole('button', { name: 'Edit: Half litre' }).waitFor()
      await press(page, 'Add Variant')
      const form = dialogOf(page, 'Add New Variant')
      await form.getByLabel('Variant Name').fill('Litre')
      await form.getByLabel('SKU').fill('OIL-H')
      await press(form, 'Create Variant')
    },
  },
  {
    ...notification('Error', 'Failed to save variant'),
    cause: 'the line is cut before the shop hears of another SKU',
    async provoke(page, { wire }) {
      const form = dialogOf(page, 'Add New Variant')
      await form.getByLabel('SKU').fill('OIL-L')
      wire.cut({ call: /^POST .*\/variants$/, at: 'request' })
      await press(form, 'Create Variant')
    },
  },
  {
    ...notification('Variant created'),
    cause: 'it is sent again',
    provoke: (page) => press(page, 'Create Variant'),
  },
  {
    ...notification('Variant updated'),
    cause: 'its name is another',
    async provoke(page) {
      await press(page, 'Edit: Litre')
      await dialogOf(page, 'Edit Variant').getByLabel('Variant Name').fill('One litre')
      await press(page, 'Update Variant')
    },
  },
  {
    ...notification('Cannot delete variant', 'Failed to delete variant'),
    cause: 'the line is cut before the shop hears of it',
    async provoke(page, { wire }) {
      wire.cut({ call: /^DELETE /, at: 'request' })
      await remove(page, 'One litre')
    },
  },
  {
    ...notification('Variant deleted'),
    cause: 'nobody has ordered it',
    provoke: (page) => remove(page, 'One litre'),
  },
]

/** Begins with an open dialog, when the variant that is left was ordered. */
export const orderedRows: readonly Row[] = [
  {
    ...notification(
      'Cannot delete variant',
      'It was ordered, so it stays in the books. Set its stock to 0 and it is sold no more.',
    ),
    cause: 'the shop refuses what was ordered',
    async provoke(page) {
      await closeDialog(page)
      await openTab(page, 'Products')
      await press(page, `Manage variants: ${sold.productName}`)
      await remove(page, 'Half litre')
    },
  },
  {
    ...notification(
      'Cannot delete product',
      'It was ordered, so it stays in the books. You can make it inactive.',
    ),
    cause: 'the same of its product',
    async provoke(page) {
      await closeDialog(page)
      await remove(page, sold.productName)
    },
  },
  {
    ...notification(
      'Cannot delete raffle',
      'It has a product, a reservation or tickets. You can cancel it instead.',
    ),
    cause: 'the same of its raffle, which has tickets',
    async provoke(page) {
      await press(page.getByRole('alertdialog'), 'Cancel')
      await openTab(page, 'Raffles')
      await remove(page, sold.name)
    },
  },
]
