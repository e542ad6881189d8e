// What staff do from row to row.
import type { Locator, Page } from 'playwright-core'

import { drawArtwork, tinyPicture } from '#services/demo/artwork.ts'

export const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click()

export const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

export const closeDialog = (page: Page) => press(page.getByRole('dialog'), 'Close')

/** What `name` is called, and the question that follows. */
export async function remove(page: Page, name: string): Promise<void> {
  await press(page, `Delete: ${name}`)
  await press(page.getByRole('alertdialog'), 'Delete')
}

export async function choosePicture(form: Locator): Promise<void> {
  const buffer = await drawArtwork({ seed: 'lira', glyph: 'watch', plate: 'sea' }, tinyPicture)
  const picture = { name: 'lira.jpg', mimeType: 'image/jpeg', buffer }
  await form.locator('[type=file]').setInputFiles(picture)
}
