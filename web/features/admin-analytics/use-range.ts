import { useInAddress } from '../../lib/admin/use-in-address.ts'
import { chosenOf, knownChoices, rangeIn, usualChoices } from './range.ts'
import type { Range } from './range.ts'

/** The range of a page of figures, in its address. */
export function useRange() {
  const [chosen, choose] = useInAddress(usualChoices, knownChoices)
  return [rangeIn(chosen), (range: Range) => choose(chosenOf(range))] as const
}
