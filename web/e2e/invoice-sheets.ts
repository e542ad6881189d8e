// The sheet of an invoice as the page shows it and as the file of it does: what each says.
import { readFile } from 'node:fs/promises'

import { expect } from 'vitest'
import type { Page } from 'playwright-core'

import { lettersOf, textOfPdf } from '#services/testing/pdf-text.ts'

/** The letters of the sheet in view, whatever their places. */
export const onPaper = async (page: Page): Promise<string> =>
  lettersOf(await page.locator('[data-on-paper]').innerText())

/** The same of the file, as the browser keeps it. */
export async function savedFile(page: Page, button = 'Download PDF'): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^(invoice-\d+|credit-note-\d+-\d+)\.pdf$/)
  return lettersOf(await textOfPdf(await readFile(await file.path())))
}
