// After "Load More" the keyboard goes on with the first row that is new.
import { useEffect, useRef } from 'react'

/** For what holds the rows, `count` of them, which can have the focus: `tabIndex={-1}`. */
export function useFocusOnFirstNew<List extends HTMLElement>(count: number) {
  const list = useRef<List>(null)
  const shown = useRef(count)
  const wasAsked = useRef(false)
  useEffect(() => {
    const first = shown.current
    const isAsked = wasAsked.current // for more; by itself a list grows under whoever reads it
    shown.current = count
    wasAsked.current = document.querySelector('[data-load-more=loading]') !== null
    if (!isAsked || first === 0 || count <= first || !hasLoadMoreFocus()) return
    const row = list.current?.children[first]
    if (row instanceof HTMLElement) row.focus({ preventScroll: true })
  })
  return list
}

/** Its button loses the focus when it is disabled: then the page has it. */
const hasLoadMoreFocus = () =>
  document.activeElement === document.body ||
  document.activeElement?.closest('[data-load-more]') !== null
