// The error catalogue of staff, as tables (`admin-messages/`): each message, what really causes it,
// and that it is seen. A line is cut (`http-wire.ts`), something is missing, the shop refuses what
// was ordered. One member of staff walks through one shop, from the door to its first order: the
// rows of all tables follow each other on one page.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { desk, openBrowser } from '#services/testing/browser.ts'
import { open } from '#services/testing/customer-steps.ts'
import { openHttpWire } from '#services/testing/http-wire.ts'
import type { HttpWire } from '#services/testing/http-wire.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

import { adminMessages } from './admin-messages/catalogue.ts'
import { customerRows, detailRows } from './admin-messages/customers.ts'
import { figureRows, signInRows } from './admin-messages/figures.ts'
import { orderRows } from './admin-messages/orders.ts'
import { orderedRows, productRows, variantRows } from './admin-messages/products.ts'
import { raffleRows } from './admin-messages/raffles.ts'
import type { Row } from './admin-messages/row.ts'

const SLOW = 90_000
let wire: HttpWire
let shop: RunningShop
let browser: Browser
let page: Page

beforeAll(async () => {
  wire = await openHttpWire()
  const env = { PUBLIC_ORIGIN: wire.origin }
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true, env }), openBrowser()])
  wire.leadTo(shop.origin)
  const context = await browser.newContext({ ...desk, reducedMotion: 'reduce' })
  page = await open(context, `${wire.origin}/admin/login`)
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await wire?.close()
  await shop?.stop()
})
beforeEach(() => wire.mend())

/** In the order in which they are walked through. */
const tables: Readonly<Record<string, readonly Row[]>> = {
  'the door of staff': signInRows,
  'the figures': figureRows,
  customers: customerRows,
  raffles: raffleRows,
  products: productRows,
  variants: variantRows,
  orders: orderRows,
  'one customer': detailRows,
  'what was ordered': orderedRows,
}

describe.each(Object.entries(tables))('%s', (_name, rows) => {
  it.each(rows)(
    'says “$message”: $cause',
    async (row) => {
      await row.provoke(page, { shop, wire })
      await says(row)
    },
    SLOW,
  )
})

it('has a row for every message of the catalogue', () => {
  const rows = Object.values(tables).flat()
  const said = rows.flatMap(({ title, message }) => [title, message])
  expect(adminMessages.filter((message) => !said.includes(message))).toEqual([])
})

/** A notification is closed again: the next of the same words is another. */
async function says({ title, message }: Row): Promise<void> {
  if (title === undefined) return page.getByText(message, { exact: true }).first().waitFor()
  const notification = page.getByRole('region', { name: /F8/ })
  await notification.getByText(title, { exact: true }).waitFor()
  await notification.getByText(message, { exact: true }).waitFor()
  await notification.getByRole('button').click()
}
