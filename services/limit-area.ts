// The ceilings of calls, and what is counted and told of them, put together for `main.ts`.
import type { Core } from './core.ts'
import { openLimits } from './http/limits.ts'
import type { Limits, LimitSettings } from './http/limits.ts'
import type { Metrics } from './http/metrics.ts'
import { takesOf } from './http/process-news.ts'
import type { ProcessNews } from './http/process-news.ts'
import { openRefusalLines } from './http/refusal-lines.ts'
import { openSharedLimits } from './http/shared-limits.ts'
import type { Exchange } from './io/processes.ts'

export type LimitArea = { limits: Limits; stop: () => Promise<void> }

export type LimitAreaNeeds = {
  metrics: Metrics
  /** Left out: this process counts alone. */
  exchange: Exchange<ProcessNews> | undefined
}

export function openLimitArea(
  { config, log }: Pick<Core, 'config' | 'log'>,
  { metrics, exchange }: LimitAreaNeeds,
): LimitArea {
  const lines = openRefusalLines(log)
  const ceilings: LimitSettings = {
    mode: config.limits,
    refused(limit) {
      metrics.limitsRefused.inc({ limit })
      lines.note(limit)
    },
  }
  const limits = exchange ? openSharedLimits(ceilings, takesOf(exchange)) : openLimits(ceilings)
  return { limits, stop: lines.stop }
}
