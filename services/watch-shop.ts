// What the private listener counts of the shop as a whole: connections, projections, writers that
// have halted, providers that are left alone.
import { Counter } from 'prom-client'

import { wrongCodesOfHour } from './commands/sign-in-limits.ts'
import {
  messageLagSeconds,
  messagesFailedHour,
  paymentCheckLagSeconds,
} from './commands/watched-figures.ts'
import type { Core } from './core.ts'
import type { Metrics } from './http/metrics.ts'
import { retriesSoFar } from './io/retries.ts'
import { watchLedger } from './ledger-area.ts'
import type { Workers } from './workers/workers.ts'

export function watchShop(metrics: Metrics, core: Core, workers: Workers): void {
  watchLedger(metrics, core)
  countRetries(metrics)
  const { gauge } = metrics
  const waiting = () => core.database.connections().waiting + core.writers.connections().waiting
  gauge('database_connections_waiting', 'Callers waiting for a connection', waiting)
  gauge(
    'raffle_writers_halted',
    'Raffles that sell no more until someone looks',
    () => core.store.halted().length,
  )
  gauge('projection_lag_seconds', 'Age of the oldest fact a projection has not read', async () =>
    Math.max(0, ...(await workers.status()).map(({ lagSeconds }) => lagSeconds)),
  )
  gauge('projection_lag_facts', 'Facts not read, over all projections', async () => {
    let facts = 0
    for (const { lagEvents } of await workers.status()) facts += lagEvents
    return facts
  })
  gauge('sign_in_codes_wrong_hour', 'Wrong codes of everybody within an hour; alert at 200', () =>
    wrongCodesOfHour(core.database),
  )
  gauge('payment_check_lag_seconds', 'How overdue the most overdue payment check is', () =>
    paymentCheckLagSeconds(core.database),
  )
  gauge('message_lag_seconds', 'Age of the oldest text that waits for a gateway', () =>
    messageLagSeconds(core.database),
  )
  gauge('messages_failed_hour', 'Texts of the last hour that were refused or given up', () =>
    messagesFailedHour(core.database),
  )
  gauge('provider_breakers_open', 'Providers that are not asked at the moment', () => {
    const states = Object.values(core.breakers())
    return states.filter((state) => state !== 'closed').length
  })
}

function countRetries({ registry }: Metrics): void {
  const counter = new Counter({
    name: 'database_retries_total',
    help: 'What was asked of PostgreSQL once more, by the SQLSTATE of its refusal',
    labelNames: ['sqlstate'],
    registers: [],
    collect() {
      this.reset()
      for (const [sqlstate, count] of retriesSoFar()) this.inc({ sqlstate }, count)
    },
  })
  registry.registerMetric(counter)
}
