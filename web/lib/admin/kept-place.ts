// Whoever works by keys stays where they are. A button that is disabled while its act runs, a row
// that goes once it is dealt with, a dialog that closes: each takes the keyboard with it, and the
// next key would begin at the top. It goes back to that button when it can be pressed again, to
// what opened the dialog, to what is left of its own row, to the next row, to its section, and only
// then to the heading. Who works with a pointer, and who has left a place, is left alone.
import { useEffect } from 'react'

const DIALOG = '[role=dialog], [role=alertdialog]'
const PART = 'fieldset, form, tr, li, article, section'
const CONTROL =
  'a[href], button:enabled, select:enabled, textarea:enabled, summary, ' +
  'input:enabled:not([type=radio]), input[type=radio]:checked'

/** Where the keyboard was, and where it may be instead, the best first. */
type Place = readonly Spot[]
type Spot = {
  element: HTMLElement
  /** It stood in here: what is left of it takes its place. */
  isOwn: boolean
}

/** What has the keyboard, or had it last; there is one frame of staff. */
let held: HTMLElement | null = null

/** What has lost the keyboard because it is disabled while its act runs. */
export const heldByAct = (): HTMLElement | null => (isFree() ? held : null)

/** In the staff's frame, for every page and dialog of it. */
export function useKeptPlace(): void {
  useEffect(keepPlace, [])
}

function keepPlace(): () => void {
  const openers = new WeakMap<Element, Place>()
  const listening = new AbortController()
  const { signal } = listening
  held = null
  let place: Place = []
  let isLost = false
  let isByKeys = true

  const take = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    const dialog = target.closest(DIALOG)
    if (dialog && dialog !== held?.closest(DIALOG)) openers.set(dialog, place.filter(isThere))
    const opener = (dialog && openers.get(dialog)) ?? []
    place = [{ element: target, isOwn: true }, ...neighboursOf(target), ...opener]
    // A list that has grown gives it to what is new by itself.
    held = target.closest('[data-load-more]') ? null : target
    isLost = false
  }
  const letGo = () => {
    held = null
    isLost = false
  }
  const isGone = () => held !== null && !(held.isConnected && canBePressed(held))
  const giveBack = () => {
    if (isLost && isByKeys && !signal.aborted && isFree()) standIn(place)
  }
  const look = () => {
    // What a pointer has done away with, nobody misses: a later key is no wish to be there again.
    if (!isByKeys && isGone()) letGo()
    isLost ||= isGone()
    // By the next frame a form that has opened in its place has taken the keyboard.
    if (isLost) requestAnimationFrame(giveBack)
  }
  const leave = ({ target }: FocusEvent) => {
    // An element that is being removed loses the keyboard first: by then it has gone.
    queueMicrotask(() => {
      if (held === null || target !== held || isGone() || !isFree()) return
      // A page that waits for its code is hidden meanwhile, and so is what had the keyboard.
      if (isSeen(held)) letGo()
      else isLost = true
    })
  }
  const point = () => {
    isByKeys = false
    if (isLost) letGo()
  }

  take(document.activeElement)
  document.addEventListener('focusin', ({ target }) => take(target), { signal })
  document.addEventListener('focusout', leave, { signal })
  document.addEventListener('keydown', () => (isByKeys = true), { signal, capture: true })
  document.addEventListener('pointerdown', point, { signal, capture: true })
  const changes = new MutationObserver(look)
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  return () => {
    listening.abort()
    changes.disconnect()
  }
}

/** Nothing has the keyboard, though this window does. */
const isFree = () => document.hasFocus() && document.activeElement === document.body
const isThere = ({ element }: Spot) => element.isConnected
const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
const canBePressed = (element: Element) => !element.matches(':disabled')

/**
 * What stands around it now, from the nearest part outwards: what is left of the part, those below
 * it, those above. Once a row has gone, nobody can say any more which was next.
 */
function neighboursOf(held: HTMLElement, isOwn = true): Spot[] {
  const part = held.closest<HTMLElement>(`${PART}, ${DIALOG}`)
  if (part === null) return []
  const around = { element: part, isOwn }
  if (part.matches(DIALOG) || part.parentElement === null) return [around]
  const parts = [...part.parentElement.children].filter((one) => one instanceof HTMLElement)
  const nth = parts.indexOf(part)
  const beside = [...parts.slice(nth + 1), ...parts.slice(0, nth).toReversed()]
  const others = beside.map((element) => ({ element, isOwn: false }))
  return [around, ...others, ...neighboursOf(part.parentElement, false)]
}

/** Nothing while what had the keyboard may still come back, or while a dialog has it all. */
function standIn(place: Place): void {
  const over = [...document.querySelectorAll(DIALOG)].at(-1)
  const left = place.filter((spot) => isThere(spot) && over?.contains(spot.element) !== false)
  for (const { element, isOwn } of left) {
    if (!canBePressed(element)) return
    if (!isSeen(element)) continue
    if (element.matches(`${CONTROL}, h1`)) return element.focus()
    const control = [...element.querySelectorAll<HTMLElement>(CONTROL)].find(isSeen)
    if (control) return isOwn ? control.focus() : focusWhole(element)
  }
  if (!over) document.querySelector<HTMLElement>('main h1')?.focus()
}

/** As one thing: a key that was meant for what has gone presses nothing in another row. */
function focusWhole(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'nearest' })
}
