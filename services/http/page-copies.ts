// Pages that were written once and are handed to many: one copy serves everybody who reads the same
// page in the same language and colours.
import { shared } from '../commands/order-desk.ts'

/** `make` is given the copy of before, which may still say the same. */
export type Copies<Copy> = (
  key: string,
  make: (before: Copy | undefined) => Promise<Copy>,
) => Promise<Copy>

type Kept<Copy> = { until: number; copy: Copy }

const KEPT_MS = 10_000
const KEPT_PAGES_MAX = 500

/** Who asks while a copy is being made gets that one. Only what is made pushes out an older one. */
export function openCopies<Copy>(now: () => Date): Copies<Copy> {
  const kept = new Map<string, Kept<Copy>>()
  const making = new Map<string, Promise<unknown>>()

  function keep(key: string, fresh: Kept<Copy>): void {
    kept.delete(key) // so that the map stays ordered by last making
    kept.set(key, fresh)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_PAGES_MAX && oldest !== undefined) kept.delete(oldest)
  }

  return async (key, make) => {
    const known = kept.get(key)
    if (known && known.until > now().getTime()) return known.copy
    return shared(making, key, async () => {
      const until = now().getTime() + KEPT_MS
      const copy = await make(known?.copy)
      keep(key, { until, copy })
      return copy
    })
  }
}
