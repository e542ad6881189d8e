// Sweeps: acts that look, every so often, for what was left undone. Each may run in several
// processes at once and finds nothing to do the second time.
import { every, type Repeating } from '../io/timers.ts'

export type Sweeps = {
  sweep: (name: string, everyMs: number, act: () => Promise<void>) => void
  /** Runs one of them now, from its beginning, as a test or a bell does. */
  now: (name: string) => Promise<void>
  names: () => string[]
  /** Seconds since each last came to its end without a failure; before that, since the start. */
  successAges: () => Record<string, number>
  stop: () => Promise<void>
}

export function openSweeps(failed: (name: string, error: unknown) => void): Sweeps {
  const sweeps = new Map<string, Repeating>()
  const succeededAtMs = new Map<string, number>()
  const succeeded = (name: string) => void succeededAtMs.set(name, performance.now())
  return {
    sweep(name, everyMs, act) {
      if (sweeps.has(name)) throw new Error(`there is a sweep ${name} already`)
      succeeded(name)
      const noted = () => act().then(() => succeeded(name))
      sweeps.set(
        name,
        every(`sweep ${name}`, everyMs, noted, (error) => failed(name, error)),
      )
    },
    async now(name) {
      const sweep = sweeps.get(name)
      if (sweep === undefined) throw new Error(`there is no sweep ${name}`)
      await sweep.afresh()
    },
    names: () => [...sweeps.keys()],
    successAges: () => {
      const now = performance.now()
      const ages = [...succeededAtMs].map(([name, atMs]) => [name, (now - atMs) / 1_000] as const)
      return Object.fromEntries(ages)
    },
    async stop() {
      await Promise.all([...sweeps.values()].map((sweep) => sweep.stop()))
    },
  }
}
