// After "Load More" the keyboard goes on with the first row that is new; when none came, it is on
// the button again.
import { useEffect, useRef } from 'react'

/** For what holds the rows, `count` of them: each is an element of its own in it. */
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
    if (!(row instanceof HTMLElement)) return
    if (!row.hasAttribute('tabindex')) row.tabIndex = -1
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' }) // no further than it takes to see it
  })
  return list
}

/** For the button that asks for more, with the rows that are `shown` above it. */
export function useFocusAfterNothingNew({
  isLoading,
  shown,
}: {
  isLoading: boolean
  shown: number
}) {
  const button = useRef<HTMLButtonElement>(null)
  const shownWhenAsked = useRef<number | null>(null)
  useEffect(() => {
    if (isLoading) {
      shownWhenAsked.current ??= shown
      return
    }
    const hasFailed = shownWhenAsked.current === shown
    shownWhenAsked.current = null
    if (hasFailed && document.activeElement === document.body) button.current?.focus()
  }, [isLoading, shown])
  return button
}

/** Its button loses the focus when it is disabled: then the page has it. */
const hasLoadMoreFocus = () =>
  document.activeElement === document.body ||
  document.activeElement?.closest('[data-load-more]') !== null
