// Whoever works by keys stays where they are. A button that is disabled while its act runs, a row
// that goes once it is dealt with, a dialog that closes: each takes the keyboard with it, and the
// next key would begin at the top. It goes back to that button when it can be pressed again, to
// what opened the dialog, to the row that is next, to its section, and only then to the heading.
import { useEffect } from 'react'

const DIALOG = '[role=dialog], [role=alertdialog]'
const PART = 'fieldset, form, tr, li, article, section'
const CONTROL =
  'a[href], button:enabled, select:enabled, textarea:enabled, summary, ' +
  'input:enabled:not([type=radio]), input[type=radio]:checked'

/** Where the keyboard was, and where it may be instead, the best first. */
type Place = readonly HTMLElement[]

/** In the staff's frame, for every page and dialog of it. */
export function useKeptPlace(): void {
  useEffect(keepPlace, [])
}

function keepPlace(): () => void {
  const openers = new WeakMap<Element, Place>()
  let held: HTMLElement | null = null
  let place: Place = []
  let isLost = false
  let isByKeys = true

  const take = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    const dialog = target.closest(DIALOG)
    if (dialog && dialog !== held?.closest(DIALOG)) openers.set(dialog, place.filter(isThere))
    place = [target, ...neighboursOf(target), ...((dialog && openers.get(dialog)) ?? [])]
    // A list that has grown gives it to what is new by itself.
    held = target.closest('[data-load-more]') ? null : target
    isLost = false
  }
  const giveBack = () => {
    if (isLost && document.hasFocus() && document.activeElement === document.body)
      standIn(place)?.focus()
  }
  const look = () => {
    isLost ||= held !== null && !(isThere(held) && canBePressed(held))
    // By the next frame a form that has opened in its place has taken the keyboard.
    if (isLost && isByKeys) requestAnimationFrame(giveBack)
  }

  take(document.activeElement)
  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('focusin', ({ target }) => take(target), { signal })
  document.addEventListener('keydown', () => (isByKeys = true), { signal, capture: true })
  document.addEventListener('pointerdown', () => (isByKeys = false), { signal, capture: true })
  const changes = new MutationObserver(look)
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  return () => {
    listening.abort()
    changes.disconnect()
  }
}

const isThere = (element: Element) => element.isConnected
const canBePressed = (element: Element) => !element.matches(':disabled')

/**
 * What stands around it now, from the nearest part outwards: what is left of the part, those below
 * it, those above. Once a row has gone, nobody can say any more which was next.
 */
function neighboursOf(element: HTMLElement): HTMLElement[] {
  const part = element.closest<HTMLElement>(`${PART}, ${DIALOG}`)
  if (part === null) return []
  if (part.matches(DIALOG) || part.parentElement === null) return [part]
  const parts = [...part.parentElement.children].filter((one) => one instanceof HTMLElement)
  const nth = parts.indexOf(part)
  const beside = [...parts.slice(nth + 1), ...parts.slice(0, nth).toReversed()]
  return [part, ...beside, ...neighboursOf(part.parentElement)]
}

/** Nothing while what had the keyboard may still come back, or while a dialog has it all. */
function standIn(place: Place): HTMLElement | null {
  const over = [...document.querySelectorAll(DIALOG)].at(-1)
  const left = place.filter((known) => isThere(known) && over?.contains(known) !== false)
  for (const known of left) {
    if (!canBePressed(known)) return null
    if (known.matches(`${CONTROL}, h1`)) return known
    const control = known.querySelector<HTMLElement>(CONTROL)
    if (control) return control
  }
  return over ? null : document.querySelector<HTMLElement>('main h1')
}
