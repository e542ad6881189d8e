// What staff do with raffles and products in a browser, for the tests of the catalogue.
import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'

import { axeFaults } from '#services/testing/axe.ts'
import {
  isFocused,
  isHeldIn,
  openByKey,
  openEach,
  press,
  readNotice,
  tabTo,
} from '#services/testing/keyboard.ts'
import { ownerEmail } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { dialogOf, told } from '#services/testing/staff-steps.ts'

import { beginning, exactly } from './staff-words.ts'
import type { Said } from './staff-words.ts'

export const signedPaper = Buffer.from('The undersigned agrees.')

/** No key is on record: nobody can say whose signature it is. */
export async function refusedAlone(shop: RunningShop, raffleId: string): Promise<void> {
  const owner = await shop.owner()
  const cancel = async (word: Record<string, string>) => {
    const form = new FormData()
    const given = { status: 'cancelled', reason: 'under_sold', ...word }
    for (const [name, value] of Object.entries(given)) form.set(name, value)
    const { status, body } = await owner.put(`/api/admin/raffles/${raffleId}`, form)
    return [status, body.code]
  }
  expect(await cancel({})).toEqual([409, 'countersignature_required'])
  expect(await cancel({ signature: 'ab'.repeat(64) })).toEqual([400, 'wrong_signature'])
}

/** Too few tickets, and the published rule is another: nothing goes without the representative. */
export async function cancelAgainstRule(why: Locator): Promise<void> {
  const confirm = why.getByRole('button', { name: 'Cancel the raffle' })
  await why.getByLabel('Reason').selectOption('prize_unavailable')
  expect(await why.getByText('must countersign').count()).toBe(0)
  await why.getByLabel('Reason').selectOption('under_sold')
  await why.getByText('must countersign').waitFor()
  await why.getByLabel(/^Signed paper/).waitFor({ state: 'attached' })
  await confirm.click()
  await why.getByText('Please fill in this field.').waitFor()
  expect(await axeFaults(why.page())).toEqual([])
  await why
    .getByLabel(/^Signed paper/)
    .setInputFiles({ name: 'paper.pdf', mimeType: 'application/pdf', buffer: signedPaper })
  await why.getByText(/^SHA-256 [0-9a-f]{64}$/).waitFor()
  await confirm.click()
}

type Slower = { edit: RegExp; update: RegExp; save: () => Promise<unknown> }

/**
 * Refused because another was faster: the notice has the keyboard, and the next key leads on. What
 * cannot be read now is read with the next one, and what was typed stays.
 */
export async function isSlower(page: Page, { edit, update, save }: Slower): Promise<void> {
  await openByKey(page, edit)
  await tabTo(page, /^Name/)
  await press(page, 'End')
  await page.keyboard.type(' II')
  await save()
  const listed = page.waitForResponse((answer) => /\/api\/admin\/\w+\?/.test(answer.url()))
  await tabTo(page, update)
  await press(page, 'Enter')
  await page.getByText(`Changed by ${ownerEmail} while you were editing.`).waitFor()
  await isHeldIn(page, '[role=dialog] [role=alert]')
  await listed // what is opened next from it is of now
  await tabTo(page, /^Read the newest version$/)
  const newest = /\/api\/admin\/(raffles|products)\/[^/?]+$/
  await page.route(newest, (route) => route.abort())
  await press(page, 'Enter')
  await readNotice(page, 'Failed to fetch')
  await page.unroute(newest)
  await isFocused(page, /^Read the newest version$/)
  await press(page, 'Enter')
  await page.getByText('while you were editing').waitFor({ state: 'detached' })
  await isHeldIn(page, '[role=dialog]')
  expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toMatch(/ II$/)
}

type Deleted = { name: string; path: string; change: Record<string, string>; done: string }

/** What another has changed meanwhile is not deleted unseen: only once it was read as it is now. */
export async function deletesWhatWasRead(
  shop: RunningShop,
  page: Page,
  { name, path, change, done }: Deleted,
): Promise<void> {
  await page.getByRole('button', { name: `Delete: ${name}` }).click()
  const form = new FormData()
  for (const [field, value] of Object.entries(change)) form.set(field, value)
  const owner = await shop.owner()
  expect((await owner.put(path, form)).status).toBe(200)
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await question.getByText(`Changed by ${ownerEmail} while you were editing.`).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await question.getByRole('button', { name: 'Read the newest version' }).click()
  await question.getByText('while you were editing').waitFor({ state: 'detached' })
  await question.getByText(change['name'] ?? name).waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await told(page, done)
}

/** From the tab of customers to those of raffles, where this one is on sale, and of products. */
export async function walkCatalogue(page: Page, said: Said, name: string): Promise<void> {
  const { admin, catalogue, imports } = said
  const { raffles, products } = catalogue
  const ofRow = (act: string) => beginning(`${act}: `)
  await tabTo(page, exactly(admin.tabs.customers))
  for (const tab of [admin.tabs.orders, admin.tabs.raffles]) {
    await press(page, 'ArrowDown')
    await isFocused(page, exactly(tab))
  }
  await press(page, 'Enter')
  await page.getByRole('table', { name: raffles.title }).waitFor()
  const acts = [raffles.export, admin.edit, admin.delete, raffles.more]
  await openEach(page, [exactly(raffles.add), ...acts.map(ofRow)])
  const more = exactly(`${raffles.more}: ${name}`)
  for (const act of [raffles.extend, raffles.copy, raffles.cancelRaffle]) {
    await openByKey(page, more)
    await openByKey(page, exactly(act))
    await press(page, 'Escape')
    await isFocused(page, more)
  }
  await tabTo(page, exactly(admin.tabs.raffles), 'Shift+Tab')
  await press(page, 'ArrowDown')
  await isFocused(page, exactly(admin.tabs.products))
  await press(page, 'Enter')
  await page.getByRole('table', { name: products.title }).waitFor()
  const ofProduct = [products.variants, admin.edit, admin.delete].map(ofRow)
  const above = [exactly(imports.open), exactly(products.add)]
  await openEach(page, [...above, ...ofProduct], { tabs: 4 })
}

type WantedVariant = { name: string; sku: string; adjustment?: string }

export async function addVariant(
  page: Page,
  { name, sku, adjustment }: WantedVariant,
): Promise<void> {
  await dialogOf(page, 'Variants of Soap').getByRole('button', { name: 'Add Variant' }).click()
  const form = dialogOf(page, 'Add New Variant')
  await form.getByLabel('Variant Name').fill(name)
  await form.getByLabel('SKU').fill(sku)
  const amount = form.getByLabel('Price Adjustment')
  expect(await amount.inputValue()).toBe('0')
  await amount.press('ArrowDown')
  expect(await amount.inputValue()).toBe('-0.01')
  await amount.press('ArrowUp')
  expect(await amount.inputValue()).toBe('0.00')
  for (const modifier of ['Shift', 'Alt', 'Control', 'Meta']) {
    await amount.press(`${modifier}+ArrowUp`)
    expect(await amount.inputValue(), modifier).toBe('0.00')
  }
  if (adjustment !== undefined) await amount.fill(adjustment)
  await form.getByRole('button', { name: 'Create Variant' }).click()
  await told(page, 'Variant created')
}

/** One unit over the counter, paid: its tickets are issued before this answers. */
export async function buy(
  shop: RunningShop,
  productId: string,
  { customerName = 'Rana' } = {},
): Promise<void> {
  const owner = await shop.owner()
  const { status, body } = await owner.post('/api/admin/orders/manual', {
    customerPhone: '+96170123456',
    customerName,
    items: [{ productId, quantity: 1 }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
  })
  expect(status, JSON.stringify(body)).toBe(201)
  const isShown = async () => {
    const { body: page } = await owner.get('/api/admin/raffles?page=1&limit=100')
    const { body: products } = await owner.get('/api/admin/products?page=1&limit=100')
    const product = products.data.find(({ id }: { id: string }) => id === productId)
    const raffle = page.data.find(({ id }: { id: string }) => id === product.raffleId)
    return raffle.ticketsSold > 0 && product.soldTickets > 0
  }
  await expect.poll(isShown, { timeout: 60_000 }).toBe(true)
}
