// What was typed into a dialog and not sent yet. A form that has gone has been sent or given up,
// and one that is marked `data-saved` stands as it was read.
import { useEffect, useEffectEvent, useState } from 'react'
import type { SyntheticEvent } from 'react'

/** Looked with, or typed once more in a moment: nobody misses it. */
const FLEETING = 'input[type=search], [autocomplete=one-time-code]'
const UNSAVED = 'form:not([data-saved])'

/** `isGuarded`: what is typed there would be missed. */
export function useUnsaved(isGuarded: boolean) {
  const [touched] = useState(() => new Set<Element>())
  const [isTouched, setIsTouched] = useState(false)
  const hasUnsaved = () => isGuarded && [...touched].some(isUnsaved)
  useUnloadQuestion(isTouched, hasUnsaved)
  return {
    /** Perhaps long ago. */
    isTouched,
    hasUnsaved,
    onTouch: ({ target, currentTarget }: SyntheticEvent) => {
      // A dialog that lies over it is its child for React, and not for the page.
      if (!(target instanceof Element) || !currentTarget.contains(target)) return
      if (target.matches(FLEETING)) return
      // Of a picture that was dropped, the field that holds it now.
      touched.add(target.closest('label') ?? target)
      setIsTouched(true)
    },
  }
}

const isUnsaved = (field: Element): boolean => field.isConnected && field.closest(UNSAVED) !== null

/**
 * The browser itself asks, in its own words, before the page is closed, read anew or left for
 * another site. It is told only while there may be something: a page that listens is kept by no
 * browser for the way back.
 */
export function useUnloadQuestion(mayAsk: boolean, hasUnsaved: () => boolean): void {
  const ask = useEffectEvent((event: Event) => {
    if (hasUnsaved()) event.preventDefault()
  })
  useEffect(() => {
    if (!mayAsk) return
    const leave = (event: Event) => ask(event)
    addEventListener('beforeunload', leave)
    return () => removeEventListener('beforeunload', leave)
  }, [mayAsk])
}
