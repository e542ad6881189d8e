// In at the door of staff, and to the figures of a shop in which nothing was sold yet.
import { ownerEmail, ownerPassword } from '#services/testing/running-service.ts'

import { notification } from './row.ts'
import type { Row } from './row.ts'
import { press } from './steps.ts'

export const signInRows: readonly Row[] = [
  {
    ...notification('Error', 'Please enter email and password'),
    cause: 'nothing is filled in',
    provoke: (page) => press(page, 'Sign In'),
  },
  {
    ...notification('Error', 'Invalid email or password'),
    cause: 'the line is cut before the shop can say what is wrong with them',
    async provoke(page, { wire }) {
      await page.getByLabel('Email').fill(ownerEmail)
      await page.getByLabel('Password').fill(ownerPassword)
      wire.cut({ call: /^POST .*\/admin-login$/, at: 'request' })
      await press(page, 'Sign In')
    },
  },
  {
    ...notification('Success!', 'Admin logged in successfully.'),
    cause: 'they are right',
    provoke: (page) => press(page, 'Sign In'),
  },
]

/** Begins on the way in. */
export const figureRows: readonly Row[] = [
  {
    message: 'Failed to load analytics data',
    cause: 'the line is cut when they are read',
    async provoke(page, { wire }) {
      await page.getByRole('tab', { name: 'Analytics' }).waitFor()
      wire.cut({ call: /^GET \/api\/admin\/analytics$/, at: 'answer' })
      await page.reload()
    },
  },
  {
    message: 'No product data available',
    cause: 'they are read again, and nothing was sold',
    provoke: (page) => press(page, 'Retry'),
  },
  {
    message: 'No payment data available',
    cause: 'nothing was paid either',
    provoke: async () => {},
  },
]
