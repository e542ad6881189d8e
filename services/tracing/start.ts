// Traces, where the settings ask for them: only then is the library loaded at all.
import type { Config } from '../config.ts'
import { timeout } from '../io/timers.ts'
import { setTracing } from '../io/tracing.ts'
import type { Log } from '../log.ts'

export type RunningTracing = {
  /** Sends what has not been sent, for a second at most. */
  stop: () => Promise<void>
}

const FLUSH_MS = 1_000

export async function startTracing(
  { tracing, mode }: Pick<Config, 'tracing' | 'mode'>,
  log: Log,
): Promise<RunningTracing> {
  if (tracing === null) return { stop: () => Promise.resolve() }
  const { openTracing } = await import('./open-telemetry.ts')
  const open = openTracing({
    ...tracing,
    mode,
    lost: (error) => log.warn({ error }, 'traces do not reach their collector and are dropped'),
  })
  setTracing(open.tracing)
  return {
    async stop() {
      setTracing(undefined)
      // Nobody waits longer for a collector: what is lost is a picture, not a fact.
      await timeout('sending the last traces', FLUSH_MS, open.end).catch((error: unknown) =>
        log.warn({ error }, 'the last traces were not sent'),
      )
    },
  }
}
