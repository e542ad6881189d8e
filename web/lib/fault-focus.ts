import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** For a form that was refused: the first field at fault has the keyboard, and is in view. */
export function useFaultFocus(fault: object | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [fault])
  return form
}
