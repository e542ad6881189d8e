// Staff with a host of their own (ADMIN_ORIGIN), as a browser meets it: here the two names of one
// machine.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { complaintsOf, desk, openBrowser } from '#services/testing/browser.ts'
import { openRunningShop, ownerEmail, ownerPassword } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

const SLOW = 90_000
let shop: RunningShop
let browser: Browser
let staffOrigin: string

beforeAll(async () => {
  const parted = { withPages: true, adminHost: 'localhost' } as const
  ;[shop, browser] = await Promise.all([openRunningShop(parted), openBrowser()])
  staffOrigin = shop.config.admin.origin
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const newPage = async (): Promise<Page> => (await browser.newContext(desk)).newPage()

it(
  'at the shop a page of staff is none, and is taken over as it was written',
  async () => {
    const page = await newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${shop.origin}/admin/login`, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor()
    // An address that leads nowhere is answered 404, and the browser says so.
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
    await page.getByRole('link', { name: 'Go Home' }).click()
    await page.waitForURL(`${shop.origin}/`)
    await page.close()
  },
  SLOW,
)

it(
  'staff sign in on their own host, and a link to the shop leads to the shop’s',
  async () => {
    const page = await newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${staffOrigin}/admin/login`, { waitUntil: 'networkidle' })
    await page.locator('[name=email]').fill(ownerEmail)
    await page.locator('[name=password]').fill(ownerPassword)
    await page.locator('[name=password]').press('Enter')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    expect(new URL(page.url()).origin).toBe(staffOrigin)
    expect(complaints).toEqual([])
    await page.getByRole('link', { name: 'View the shop' }).click()
    await page.waitForURL(`${shop.origin}/`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.close()
  },
  SLOW,
)
