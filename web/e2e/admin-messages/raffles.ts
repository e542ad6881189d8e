// A raffle from its form to its end, in a shop that has no other.
import { dialogOf } from '#services/testing/staff-steps.ts'

import { notification } from './row.ts'
import type { Row } from './row.ts'
import { choosePicture, openTab, press, remove } from './steps.ts'

export const raffleRows: readonly Row[] = [
  {
    message: 'Failed to fetch raffles',
    cause: 'the line is cut when they are read',
    async provoke(page, { wire }) {
      wire.cut({ call: /^GET \/api\/admin\/raffles$/, at: 'answer' })
      await openTab(page, 'Raffles')
    },
  },
  {
    message: 'No raffles yet. Create your first raffle to get started.',
    cause: 'they are read again, and none',
    provoke: (page) => press(page, 'Retry'),
  },
  {
    ...notification('Error', 'Failed to save raffle'),
    cause: 'the line is cut before the shop hears of it',
    async provoke(page, { wire }) {
      await page.getByRole('button', { name: 'Add Raffle' }).first().click()
      const form = dialogOf(page, 'Add New Raffle')
      await choosePicture(form)
      await form.getByLabel('Name').fill('Gold Lira')
      await form.getByLabel('Description').fill('One lira')
      await form.getByLabel('Prize Information').fill('Minted 1923')
      await form.getByLabel('Prize Value').fill('1050.50')
      await form.getByLabel('End Date').fill('2099-12-31')
      wire.cut({ call: /^POST \/api\/admin\/raffles$/, at: 'request' })
      await press(form, 'Create Raffle')
    },
  },
  {
    ...notification('Raffle created'),
    cause: 'it is sent again',
    provoke: (page) => press(page, 'Create Raffle'),
  },
  {
    ...notification('Raffle updated'),
    cause: 'its name is another',
    async provoke(page) {
      await press(page, 'Edit: Gold Lira')
      await dialogOf(page, 'Edit Raffle').getByLabel('Name').fill('Gold Lira 1923')
      await press(page, 'Update Raffle')
    },
  },
  {
    ...notification('Export failed', 'Failed to export raffle entries'),
    cause: 'the line is cut when the file is fetched',
    async provoke(page, { wire }) {
      await press(page, 'Export: Gold Lira 1923')
      wire.cut({ call: /^GET .*\/export$/, at: 'answer' })
      await press(page, 'Export CSV')
    },
  },
  {
    ...notification('Export successful'),
    cause: 'it is fetched again',
    provoke: (page) => press(page, 'Export CSV'),
  },
  {
    ...notification('Cannot delete raffle', 'Failed to delete raffle'),
    cause: 'the line is cut before the shop hears of it',
    async provoke(page, { wire }) {
      wire.cut({ call: /^DELETE /, at: 'request' })
      await remove(page, 'Gold Lira 1923')
    },
  },
  {
    ...notification('Raffle deleted'),
    cause: 'it never had a product or a ticket',
    provoke: (page) => remove(page, 'Gold Lira 1923'),
  },
]
