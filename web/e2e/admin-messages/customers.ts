// Customers, of whom there are none at first; and what is told of one of them.
import type { Page } from 'playwright-core'

import { signUp } from '#services/testing/screens/buyers.ts'

import { buyer } from './orders.ts'
import type { Row } from './row.ts'
import { closeDialog, openTab, press } from './steps.ts'

const newcomer = { phone: '+96176200000', fullName: 'Karim Saab', email: 'karim@example.com' }

export const customerRows: readonly Row[] = [
  {
    message: 'Failed to load customers data',
    cause: 'the line is cut when they are read',
    async provoke(page, { wire }) {
      wire.cut({ call: /^GET \/api\/admin\/customers$/, at: 'answer' })
      await openTab(page, 'Customers')
    },
  },
  {
    message: 'No customers yet',
    cause: 'they are read again, and none',
    provoke: (page) => press(page, 'Retry'),
  },
  {
    message: 'No customers found matching your search',
    cause: 'somebody who is none is looked for',
    provoke: (page) => page.getByLabel('Search customers').fill('zzz'),
  },
]

/** Begins when the buyer has ordered. */
export const detailRows: readonly Row[] = [
  {
    message: 'Failed to load customer details',
    cause: 'the line is cut when they are read',
    async provoke(page, { shop, wire }) {
      await shop.service.workers.catchUp()
      await openTab(page, 'Customers')
      wire.cut({ call: /^GET \/api\/admin\/customers\/[^/]+$/, at: 'answer' })
      await lookAt(page, buyer.fullName)
    },
  },
  {
    message: 'No raffle entries yet',
    cause: 'another has signed up, and bought nothing',
    async provoke(page, { shop }) {
      await signUp(shop, newcomer)
      await shop.service.workers.catchUp()
      await closeDialog(page)
      await lookAt(page, newcomer.fullName)
    },
  },
  {
    message: 'No orders yet',
    cause: 'the same has ordered nothing',
    provoke: async () => {},
  },
]

async function lookAt(page: Page, name: string): Promise<void> {
  await page.getByLabel('Search customers').fill(name)
  await press(page, `View details of ${name}`)
}
