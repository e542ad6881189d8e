// Worlds one after the other, as many as are asked for, until one breaks a promise.
import { runWorld } from './run.ts'
import type { Outcome } from './run.ts'
import { sealed } from './sealed.ts'

export type Block = {
  /** How many worlds were lived to their end. */
  worlds: number
  happenings: number
  reached: string[]
  /** The first one that broke a promise. */
  broken: Pick<Outcome, 'seed' | 'steps' | 'broken'> | null
}

/** A rebuild costs as much as all the rest: every world is held to its facts by one in four. */
const REBUILT_ONE_IN = 4

/** Seeds `from` … `from + count - 1`. */
export function runBlock({ from, count }: { from: number; count: number }): Promise<Block> {
  return sealed(async () => {
    const reached = new Set<string>()
    let happenings = 0
    for (let done = 0; done < count; done++) {
      const seed = from + done
      const outcome = await runWorld({ seed, isRebuilt: seed % REBUILT_ONE_IN === 0 })
      happenings += outcome.happenings
      for (const fact of outcome.reached) reached.add(fact)
      if (outcome.broken.length > 0)
        return { worlds: done + 1, happenings, reached: [...reached], broken: outcome }
    }
    return { worlds: count, happenings, reached: [...reached], broken: null }
  })
}
