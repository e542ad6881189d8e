// A page without a pointer, as the tests that go through it by keys say it: what has the keyboard,
// whether that is seen, and whether what opens over the page keeps it and gives it back.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const TABS_MAX = 60
const patient = { timeout: 10_000 }

/** Presses Tab until what has this name has the keyboard; everything on the way must be seen. */
export async function tabTo(
  page: Page,
  name: RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const met: string[] = []
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(focusOf)
    if (focused === null) continue // the browser's own bar, between the last and the first
    met.push(focused.name)
    if (focused.fault !== null) throw new Error(`${focused.name}: ${focused.fault}`)
    if (name.test(focused.name)) return
  }
  throw new Error(`${name} is not met by Tab: ${met.join(' | ')}`)
}

/** Runs in the page: what has the keyboard, and why it is not seen that it has. */
export async function focusOf(): Promise<{ name: string; fault: string | null } | null> {
  await new Promise(requestAnimationFrame) // what changes its looks with the focus has done so
  await new Promise(requestAnimationFrame)
  const element = document.activeElement as HTMLInputElement | null
  if (!element || element === document.body) return null
  const label = element.labels?.[0]?.textContent ?? element.textContent ?? ''
  const name = (element.getAttribute('aria-label') ?? label).replace(/\s+/g, ' ').trim()
  // A radio in a tile: the tile shows that it has the keyboard.
  const shown = [element, element.closest('label')].filter((one) => one !== null)
  const hasMark = shown.some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  const { top, bottom, left, width } = element.getBoundingClientRect()
  const middle = document.elementFromPoint(left + width / 2, (top + bottom) / 2)
  const isUncovered = shown.some((one) => one.contains(middle) || middle?.contains(one) === true)
  const isInView = top >= -1 && bottom <= innerHeight + 1
  if (!hasMark) return { name, fault: 'has the focus, and no mark of it' }
  if (!isInView) return { name, fault: `out of view, ${top} to ${bottom}` }
  return { name, fault: isUncovered ? null : `covered by ${middle?.outerHTML.slice(0, 120)}` }
}

export const isFocused = (page: Page, name: RegExp) =>
  expect
    .poll(() => page.evaluate(focusOf), patient)
    .toMatchObject({ name: expect.stringMatching(name) })

export const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

/** Runs in the page. The browser's own bar lies between the last and the first. */
export function isInDialog(): boolean {
  const { activeElement } = document
  const inside = '[role=dialog], [role=alertdialog]'
  return activeElement === document.body || activeElement?.closest(inside) !== null
}

/** Opens with Enter what has this name, and finds the keyboard in it. */
export async function openByKey(page: Page, opener: RegExp): Promise<void> {
  await tabTo(page, opener)
  await press(page, 'Enter')
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor()
}

/** Of each opener in the order of the page: its dialog keeps the keyboard, and gives it back. */
export async function openEach(
  page: Page,
  openers: readonly RegExp[],
  { tabs = 8 } = {},
): Promise<void> {
  for (const opener of openers) {
    await openByKey(page, opener)
    for (let pressed = 0; pressed < tabs; pressed += 1) {
      await press(page, 'Tab')
      expect(await page.evaluate(isInDialog), `${opener} keeps the keyboard`).toBe(true)
    }
    await press(page, 'Escape')
    await isFocused(page, opener)
  }
}
