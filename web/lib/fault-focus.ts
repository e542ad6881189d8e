import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** For a form that was refused: the first field at fault has the keyboard, and is in view. */
export function useFaultFocus(fault: object | string | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!fault) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    field?.focus()
    // With what is said under it, and clear of what stands over the edge of a dialog.
    field?.scrollIntoView({ block: 'center' })
  }, [fault])
  return form
}
