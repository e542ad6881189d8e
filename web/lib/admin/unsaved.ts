// What was typed into a dialog and not sent yet. A form that has gone has been sent or given up,
// and one that is marked `data-saved` stands as it was read.
import { useState } from 'react'
import type { SyntheticEvent } from 'react'

/** Looked with, or typed once more in a moment: nobody misses it. */
const FLEETING = 'input[type=search], [autocomplete=one-time-code]'
const UNSAVED = 'form:not([data-saved])'

export function useUnsaved() {
  const [touched] = useState(() => new Set<Element>())
  const [isTouched, setIsTouched] = useState(false)
  return {
    /** Perhaps long ago. */
    isTouched,
    hasUnsaved: () => [...touched].some(isUnsaved),
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
