// Who an order is for, and who a customer is, mended by staff in a real browser, by keys, in both
// reading directions.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { takeOrder } from '#services/testing/admin-furnishing.ts'
import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, openBrowser } from '#services/testing/browser.ts'
import {
  isFocused,
  isHeldIn,
  openByKey,
  press,
  tabTo,
  wordsOf,
} from '#services/testing/keyboard.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { openAdminTab } from '#services/testing/staff-steps.ts'

const SLOW = 120_000
let shop: RunningShop
let browser: Browser
let productId: string
let orderId: string

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  const owner = await shop.owner()
  ;({ productId } = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 100 }))
  orderId = await takeOrder(owner, {
    productId,
    customerName: 'Nour Sab',
    customerEmail: 'nour@exmaple.com',
    shippingMethod: 'delivery',
  })
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const openTab = (tab: string): Promise<Page> => openAdminTab({ browser, origin: shop.origin }, tab)

it(
  'mends name, e-mail and address of an order by keys, and says what was wrong',
  async () => {
    const page = await openTab(`orders&order=${orderId}`)
    const complaints = complaintsOf(page)
    await page.getByRole('button', { name: 'Correct contact' }).waitFor()
    await openByKey(page, /^Correct contact$/)
    await tabTo(page, /^Email$/)
    await press(page, 'Control+A')
    await page.keyboard.type('nour')
    await tabTo(page, /^Confirm$/)
    await press(page, 'Enter')
    await wordsOf(page, 'Please enter an email address.')
    await isFocused(page, /^Email$/)
    expect(await axeFaults(page)).toEqual([])
    await press(page, 'Control+A')
    await page.keyboard.type('nour@example.com')
    await tabTo(page, /^Address$/)
    await press(page, 'Control+A')
    await page.keyboard.type('Hamra 21, Beirut')
    await tabTo(page, /^Confirm$/)
    await press(page, 'Enter')
    await wordsOf(page, 'Contact corrected')
    await isFocused(page, /^Correct contact$/)
    await wordsOf(page, 'nour@example.com')
    await wordsOf(page, 'Hamra 21, Beirut')
    await wordsOf(page, 'email · address')
    expect(complaints).toEqual([])
  },
  SLOW,
)

it(
  'mends a customer over her own dialog, beside what a colleague has saved meanwhile',
  async () => {
    const page = await openTab('customers')
    await openByKey(page, /^View details of Nour Sab$/)
    await page.getByRole('button', { name: 'Correct name or email' }).waitFor()
    await openByKey(page, /^Correct name or email$/)
    await isHeldIn(page, '[role=dialog] form')
    await tabTo(page, /^Email$/)
    await page.keyboard.type('nour@example.com')
    const owner = await shop.owner()
    const { body } = await owner.get('/api/admin/customers?search=nour')
    const path = `/api/admin/customers/${body.data[0].id}/profile`
    await owner.put(path, { fullName: 'Nour Saab', email: null })

    await tabTo(page, /^Save$/)
    await press(page, 'Enter')
    await wordsOf(page, /^Changed by owner@shop\.example while you were editing\.$/)
    expect(await axeFaults(page)).toEqual([])
    await openByKey(page, /^Read the newest version$/)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await expect.poll(() => name.inputValue()).toBe('Nour Saab')
    const email = page.getByRole('textbox', { name: 'Email', exact: true })
    expect(await email.inputValue()).toBe('nour@example.com') // typed before it was read
    await tabTo(page, /^Save$/)
    await press(page, 'Enter')
    await wordsOf(page, 'Customer corrected')
    await isFocused(page, /^Correct name or email$/)
    await wordsOf(page, 'nour@example.com')
    expect(await axeFaults(page)).toEqual([])
  },
  SLOW,
)
