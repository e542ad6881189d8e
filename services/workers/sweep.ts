// Sweeps: acts that look, every so often, for what was left undone. Each may run in several
// processes at once and finds nothing to do the second time.
import { every, type Repeating } from '../io/timers.ts'

export type Sweeps = {
  sweep: (name: string, everyMs: number, act: () => Promise<void>) => void
  /** Runs one of them now, from its beginning, as a test or a bell does. */
  now: (name: string) => Promise<void>
  names: () => string[]
  stop: () => Promise<void>
}

export function openSweeps(failed: (name: string, error: unknown) => void): Sweeps {
  const sweeps = new Map<string, Repeating>()
  return {
    sweep(name, everyMs, act) {
      if (sweeps.has(name)) throw new Error(`there is a sweep ${name} already`)
      sweeps.set(
        name,
        every(`sweep ${name}`, everyMs, act, (error) => failed(name, error)),
      )
    },
    async now(name) {
      const sweep = sweeps.get(name)
      if (sweep === undefined) throw new Error(`there is no sweep ${name}`)
      await sweep.afresh()
    },
    names: () => [...sweeps.keys()],
    async stop() {
      await Promise.all([...sweeps.values()].map((sweep) => sweep.stop()))
    },
  }
}
