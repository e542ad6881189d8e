// A page without a pointer, as the tests that go through it by keys say it: what has the keyboard,
// whether that is seen, and whether what opens over the page keeps it and gives it back.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const TABS_MAX = 60
/** Of what is not seen at first; each takes two frames. */
const LOOKS_MAX = 100
/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 30_000 }

/** Presses Tab until what has this name has the keyboard; everything on the way must be seen. */
export async function tabTo(
  page: Page,
  name: RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const met: string[] = []
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press(key)
    const focused = await focusAtRest(page)
    if (focused === null) continue // the browser's own bar, between the last and the first
    met.push(focused.name)
    if (focused.fault !== null) throw new Error(`${focused.name}: ${focused.fault}`)
    if (name.test(focused.name)) return
  }
  throw new Error(`${name} is not met by Tab: ${met.join(' | ')}`)
}

const SAME_NAME_MAX = 6

/** Of several that have this name, the one in this part of the page. */
export async function tabInto(page: Page, part: string, name: RegExp): Promise<void> {
  for (let met = 0; met < SAME_NAME_MAX; met += 1) {
    await tabTo(page, name)
    if (await page.evaluate(isFocusIn, part)) return
  }
  throw new Error(`${name} is not met in ${part}`)
}

/** Runs in the page. */
const isFocusIn = (part: string) => document.activeElement?.closest(part) != null

/** In the place of what stands in the field, which Tab has selected. */
export async function typeByKeys(page: Page, field: RegExp, words: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(words)
}

const OPTIONS_MAX = 40

/** Down the list of this name, from its first to what begins with these words. */
export async function chooseByKeys(page: Page, list: RegExp, option: string): Promise<void> {
  await tabTo(page, list)
  await press(page, 'Home')
  for (let passed = 0; passed < OPTIONS_MAX; passed += 1) {
    if ((await page.evaluate(chosenOption)).startsWith(option)) return
    await press(page, 'ArrowDown')
  }
  throw new Error(`${list} has no ${option}`)
}

/** Runs in the page. */
const chosenOption = () =>
  (document.activeElement as HTMLSelectElement).selectedOptions[0]?.text ?? ''

/** What has the keyboard, once what opens or moves has come to rest. */
async function focusAtRest(page: Page): ReturnType<typeof focusOf> {
  let focused = await page.evaluate(focusOf)
  for (let looks = 1; focused?.fault != null && looks < LOOKS_MAX; looks += 1)
    focused = await page.evaluate(focusOf)
  return focused
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
  const { top, bottom: end, left, width } = element.getBoundingClientRect()
  // Of what is longer than the window, as a list under its tab may be, only the beginning is seen.
  const bottom = end - top > innerHeight ? Math.min(end, innerHeight) : end
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

export const dialogs = '[role=dialog], [role=alertdialog]'

/** What was pressed may have gone: then something near it has the keyboard, not the page itself. */
export const isHeldIn = (page: Page, part: string) =>
  expect
    .poll(() => page.evaluate(isFocusIn, part), {
      ...patient,
      message: `${part} has the keyboard`,
    })
    .toBe(true)

export const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

export const wordsOf = (page: Page, words: string | RegExp) =>
  page.getByText(words).first().waitFor()

/** Of all that lie over each other. */
export const gone = (page: Page) => page.locator(dialogs).first().waitFor({ state: 'detached' })

type Fault = { words: string | RegExp; field: RegExp }

/** Refused: the first field at fault has the keyboard. */
export async function sentBack(page: Page, button: RegExp, { words, field }: Fault): Promise<void> {
  await tabTo(page, button)
  await press(page, 'Enter')
  await wordsOf(page, words)
  await isFocused(page, field)
}

/** The shop's one notification: `TOASTER_ID` of the web. */
const notices = '#toaster'

/** The notification: F8 leads to it, and closing it leads back to where the keyboard was. */
export async function readNotice(page: Page, words: string): Promise<void> {
  await page.locator(notices).getByText(words).first().waitFor()
  // A button that was disabled while its act ran has the keyboard again a moment later.
  const isHeld = () => page.evaluate(() => document.activeElement !== document.body)
  await expect.poll(isHeld, { ...patient, message: 'something has the keyboard' }).toBe(true)
  const before = await page.evaluateHandle(() => document.activeElement)
  await press(page, 'F8')
  await isHeldIn(page, notices)
  await press(page, 'Enter')
  const isBack = () => page.evaluate((known) => document.activeElement === known, before)
  await expect.poll(isBack, { ...patient, message: 'the keyboard is back' }).toBe(true)
}

/**
 * While one is read another comes in its place, of an act that was under way: it has the keyboard
 * in its turn, and closing it leads back.
 */
export async function readReplaced(page: Page, act: RegExp, call: string): Promise<void> {
  await page.locator(notices).getByRole('button').waitFor()
  const line = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    await line.promise
    await route.fallback()
  })
  await isFocused(page, act)
  await press(page, 'Enter', 'F8')
  await isHeldIn(page, notices)
  const first = await page.locator(`${notices} > *`).elementHandle()
  line.resolve()
  const isThere = () => first?.evaluate(({ isConnected }) => isConnected)
  await expect.poll(isThere, patient).toBe(false)
  await isHeldIn(page, notices)
  await page.unroute(call)
  await press(page, 'Enter')
  await isFocused(page, act)
}

/** Runs in the page. The browser's own bar lies between the last and the first. */
export function isInDialog(): boolean {
  const { activeElement } = document
  const inside = '[role=dialog], [role=alertdialog]' // as `dialogs`, which is not in the page
  return activeElement === document.body || activeElement?.closest(inside) !== null
}

/**
 * Opens with Enter what has this name, and finds the keyboard in it: a dialog takes it a frame
 * after it is seen, and a key that comes before that moves on below, be it the page or a dialog.
 */
export async function openByKey(page: Page, opener: RegExp): Promise<void> {
  await tabTo(page, opener)
  const pressed = await page.evaluateHandle(() => document.activeElement)
  await press(page, 'Enter')
  const isPassedOn = () => page.evaluate((before) => document.activeElement !== before, pressed)
  await expect.poll(isPassedOn, { ...patient, message: `${opener} opens` }).toBe(true)
  await isHeldIn(page, dialogs)
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
