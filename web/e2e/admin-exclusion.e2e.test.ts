// What staff do about who buys: the exclude list, at an order of somebody without an account and as
// it is read, and the end of a customer's sessions, whose phone is lost.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'

import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, openBrowser } from '#services/testing/browser.ts'
import { codeOf } from '#services/testing/customer-steps.ts'
import { isFocused, isHeldIn, openByKey, press, tabTo } from '#services/testing/keyboard.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { dialogOf, openAdminTab } from '#services/testing/staff-steps.ts'

const SLOW = 120_000
const PATIENT_MS = 60_000
let shop: RunningShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

it(
  'excludes the number of an order from buying, and lets it in again',
  async () => {
    const { productId } = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 500 })
    const owner = await shop.owner()
    const { body } = await owner.post('/api/admin/orders/manual', {
      customerPhone: '+96171222333',
      items: [{ productId, quantity: 1 }],
      shippingMethod: 'pickup',
      paymentMethod: 'cash',
      status: 'paid',
    })
    const tab = `orders&order=${body.order.id}`
    const page = await openAdminTab({ browser, origin: shop.origin }, tab)
    page.setDefaultTimeout(PATIENT_MS)
    const complaints = complaintsOf(page)
    const order = dialogOf(page, /Order #/)
    await order.getByText('Nothing keeps this number from buying.').waitFor()
    await order.getByRole('button', { name: 'Exclude from buying' }).press('Enter')
    const exclude = dialogOf(page, 'Exclude from buying')
    await exclude.getByLabel('Reason').selectOption('relative')
    expect(await axeFaults(page)).toEqual([])
    await exclude.getByRole('button', { name: 'Exclude from buying' }).press('Enter')
    await order.getByText(/^Excluded by staff since /).waitFor()
    await isFocused(page, /^Let in again$/)

    await order.getByRole('button', { name: 'Let in again' }).press('Enter')
    const readmit = dialogOf(page, 'Let in again')
    await readmit.getByLabel('Reason').selectOption('reviewed')
    await readmit.getByRole('button', { name: 'Let in again' }).press('Enter')
    await order.getByText('Nothing keeps this number from buying.').waitFor()
    await isFocused(page, /^Exclude from buying$/)
    expect(complaints).toEqual([])
  },
  SLOW,
)

it(
  'lists whoever is excluded, and lets somebody in again there, by keys alone',
  async () => {
    const { productId } = await shop.sell({ name: 'A Brass Lamp', totalTickets: 500 })
    const owner = await shop.owner()
    for (const [customerName, customerPhone] of [
      ['Nour Khalil', '+96171222334'],
      ['Karim Saab', '+96171222335'],
    ]) {
      const { body } = await owner.post('/api/admin/orders/manual', {
        customerName,
        customerPhone,
        items: [{ productId, quantity: 1 }],
        shippingMethod: 'pickup',
        paymentMethod: 'cash',
        status: 'paid',
      })
      const bar = { isExcluded: true, reason: 'relative' }
      await owner.post(`/api/admin/orders/${body.order.id}/exclusion`, bar)
    }
    const page = await openAdminTab({ browser, origin: shop.origin }, 'customers')
    page.setDefaultTimeout(PATIENT_MS)
    const complaints = complaintsOf(page)
    await openByKey(page, /^Excluded people$/)
    const list = dialogOf(page, 'Excluded people')
    await list.getByRole('row').filter({ hasText: 'Karim Saab' }).getByText('A relative').waitFor()
    expect(await axeFaults(page)).toEqual([])

    await openByKey(page, /^Let in again: Nour Khalil$/)
    await isHeldIn(page, '[role=dialog] form')
    await tabTo(page, /^Reason$/)
    await press(page, 'ArrowDown')
    await tabTo(page, /^Let in again$/)
    await press(page, 'Enter')
    await dialogOf(page, 'Let in again').waitFor({ state: 'detached' })
    await list.getByText('Nour Khalil').waitFor({ state: 'detached' })
    await list.getByRole('row').filter({ hasText: 'Karim Saab' }).waitFor()
    await isHeldIn(page, '[role=dialog]')
    await press(page, 'Escape')
    await isFocused(page, /^Excluded people$/)
    expect(complaints).toEqual([])
  },
  SLOW,
)

it(
  'signs a customer out everywhere, once that was asked again',
  async () => {
    const number = '+96170200031'
    const phone = shop.client()
    await phone.post('/api/auth/send-otp', { phone: number })
    const code = await codeOf(shop, number)
    await phone.post('/api/auth/verify-otp', { phone: number, code, fullName: 'Rima' })
    expect((await phone.get('/api/auth/me')).body.user).not.toBeNull()
    await shop.service.workers.catchUp()
    const page = await openAdminTab({ browser, origin: shop.origin }, 'customers')
    page.setDefaultTimeout(PATIENT_MS)
    const complaints = complaintsOf(page)
    await page.getByRole('searchbox').fill(number)
    await page.getByRole('button', { name: 'View details of Rima' }).press('Enter')
    await page.getByText('Signed in on 1 device.').waitFor()
    await page.getByRole('button', { name: 'Sign out everywhere' }).press('Enter')
    const question = page.getByRole('alertdialog')
    await question.getByText(/^Whoever uses this account now /).waitFor()
    await isFocused(page, /^Cancel$/)
    expect(await axeFaults(page)).toEqual([])

    await question.getByRole('button', { name: 'Sign out everywhere' }).press('Enter')
    await page.getByText('Signed in nowhere.').waitFor()
    expect((await phone.get('/api/auth/me')).body.user).toBeNull()
    expect(complaints).toEqual([])
  },
  SLOW,
)
