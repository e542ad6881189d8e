import { startTransition, useOptimistic } from 'react'
import { useSearchParams } from 'react-router-dom'

import { chosenIn, withChoices } from './in-address.ts'
import type { Choices, Known } from './in-address.ts'
import { samePage } from './same-page.ts'

/**
 * What is chosen on a page, with its address as the only state. A choice takes the place of the
 * address before it: Back leads to the page before. The router works on the address that was drawn
 * last and queues nothing: `choose` is called once for each press, with all that it changes, and
 * never by a timer.
 */
export function useInAddress<Chosen extends Choices>(usual: Chosen, known: Known<Chosen>) {
  const [search, setSearch] = useSearchParams()
  // The router draws a moment later: a field that showed the old choice until then would be set
  // back to it, and a day that is half typed would be lost.
  const [shown, show] = useOptimistic(search)
  const choose = (changes: Partial<Chosen>) =>
    startTransition(() => {
      const next = withChoices(shown, { usual, known, changes })
      show(next)
      setSearch(next, { ...samePage, replace: true })
    })
  return [chosenIn(shown, { usual, known }), choose] as const
}
