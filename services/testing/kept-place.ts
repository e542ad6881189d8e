// What the staff's frame does with the keyboard when its place goes, and when it must not do it:
// on rows of this file's own, put at the end of any page of staff.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { isFocused, press } from './keyboard.ts'

/** In the order of what is taken away. */
export async function keepsPlaces(page: Page): Promise<void> {
  await ownRowFirst(page)
  await nextRowAsAWhole(page)
  await whatIsHidden(page)
  await notWhoHasGoneOn(page)
  await notWhoHasLeft(page)
  await notWhoPoints(page)
}

/** What is left of the row has it. */
async function ownRowFirst(page: Page): Promise<void> {
  await begin(page, 'Second')
  await change(page, 'remove', 'Second')
  await isFocused(page, /^Second again$/)
}

/** A row that goes by itself: the key that was on its way presses nothing in the next one. */
async function nextRowAsAWhole(page: Page): Promise<void> {
  await begin(page, 'Second')
  await change(page, 'hide', 'Third')
  await change(page, 'remove row', 'Second')
  await isFocused(page, /^First First again$/)
  await press(page, 'Enter', 'Space')
  expect(await page.locator('#rows').getAttribute('data-pressed')).toBe(null)
  await press(page, 'Tab')
  await isFocused(page, /^First$/)
}

/** As by a page that waits for its code. */
async function whatIsHidden(page: Page): Promise<void> {
  await begin(page, 'Second')
  await change(page, 'hide', 'Second')
  expect(await focusAtRest(page)).toBe(null)
  await change(page, 'remove', 'Third')
  await isFocused(page, /^Third again$/)
}

/** The act takes its time, and its button comes back when the keyboard is elsewhere. */
async function notWhoHasGoneOn(page: Page): Promise<void> {
  await begin(page, 'First')
  await change(page, 'disable', 'First')
  await press(page, 'Tab')
  await isFocused(page, /^First again$/)
  await change(page, 'enable', 'First')
  expect(await focusAtRest(page)).toBe('First again')
}

/** Past the last control stands the browser's own bar. */
async function notWhoHasLeft(page: Page): Promise<void> {
  await begin(page, 'Third again')
  await press(page, 'Tab')
  expect(await focusAtRest(page)).toBe(null)
  await change(page, 'remove row', 'Third')
  expect(await focusAtRest(page)).toBe(null)
}

/** A key that comes later, and a notification that goes, are no wish to be there again. */
async function notWhoPoints(page: Page): Promise<void> {
  await begin(page, 'First')
  await page.locator('#rows').getByRole('button', { name: 'Second', exact: true }).click()
  await change(page, 'disable', 'Second')
  expect(await focusAtRest(page)).toBe(null)
  await press(page, 'Shift')
  await change(page, 'enable', 'Second')
  await change(page, 'remove row', 'Third')
  expect(await focusAtRest(page)).toBe(null)
}

/** Fresh rows, and the keyboard on one of their buttons. */
async function begin(page: Page, name: string): Promise<void> {
  await page.evaluate(layRows)
  await page.locator('#rows').getByRole('button', { name, exact: true }).focus()
  await press(page, 'Shift')
}

/** Runs in the page. What is pressed is written down. */
function layRows(): void {
  document.querySelector('#rows')?.remove()
  const list = document.createElement('ul')
  list.id = 'rows'
  for (const name of ['First', 'Second', 'Third']) {
    const row = document.createElement('li')
    for (const words of [name, `${name} again`]) {
      const button = document.createElement('button')
      button.textContent = words
      row.append(button, ' ')
    }
    list.append(row)
  }
  list.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) list.dataset.pressed = target.textContent
  })
  document.body.append(list)
}

type Change = 'remove' | 'remove row' | 'hide' | 'disable' | 'enable'

const change = (page: Page, kind: Change, name: string) =>
  page.evaluate(changeRows, [kind, name] as const)

/** Runs in the page; `name` is that of a button. */
function changeRows([kind, name]: readonly [Change, string]): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('#rows button')]
  const button = buttons.find(({ textContent }) => textContent === name)
  if (kind === 'remove') button?.remove()
  else if (kind === 'remove row') button?.closest('li')?.remove()
  else if (kind === 'hide') button?.closest('li')?.setAttribute('hidden', '')
  else if (button) button.disabled = kind === 'disable'
}

/** Two frames later: by then it would have been given away. Null: nothing has it. */
const focusAtRest = (page: Page): Promise<string | null> =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    const { activeElement, body } = document
    return activeElement === body ? null : (activeElement?.textContent ?? null)
  })
