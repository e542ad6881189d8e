// What the service counts about itself, served on a private listener only (docs/security.md, K61).
// Other rooms add their own figures to `registry`.
import express from 'express'
import type { Express, RequestHandler } from 'express'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { handOut } from '../io/figures.ts'
import { limitNames } from './limits.ts'

export type Metrics = {
  registry: Registry
  /** Times each answer under the path of its operation, never under the path as asked. */
  measure: RequestHandler
  codesSent: Counter<'prefix'>
  codesVerified: Counter<'prefix' | 'outcome'>
  alertsAsked: Counter<'prefix'>
  uploads: Counter<'outcome'>
  limitsRefused: Counter<'limit'>
  admitted: Counter
  /** A number that is looked up when somebody asks for it; not a number while it cannot be. */
  gauge: (name: string, help: string, read: () => number | Promise<number>) => void
  /** Several of one kind, by the value of one label; none while they cannot be looked up. */
  gauges: (name: string, help: string, figures: Labelled) => void
}

export type Labelled = {
  label: string
  read: () => Record<string, number> | Promise<Record<string, number>>
}

/** A database that is away takes its own figures with it, not those of everything else. */
const orElse = <Read>(read: () => Read | Promise<Read>, otherwise: Read): Promise<Read> =>
  Promise.resolve()
    .then(read)
    .catch(() => otherwise)

export function openMetrics({ withProcess = true } = {}): Metrics {
  const registry = new Registry()
  if (withProcess) collectDefaultMetrics({ register: registry })
  handOut(registry)
  const httpSeconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Answers by operation and status; refusal: who was asked to wait, for no fault of ours',
    labelNames: ['operation', 'status', 'refusal'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers: [registry],
  })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter<Label>({ name, help, labelNames, registers: [registry] })

  // A series that begins with its first incident has not grown when somebody looks: what alarms
  // count begins at nothing.
  for (const status of [201, 500, 503]) httpSeconds.zero({ operation: 'placePurchase', status })
  const limitsRefused = counter('limit_refusals_total', 'Calls over a limit, by limit', ['limit'])
  for (const limit of limitNames) limitsRefused.inc({ limit }, 0)

  return {
    registry,
    measure(_request, response, next) {
      const startedAt = performance.now()
      response.once('close', () => {
        const operation = response.locals.operation?.name ?? 'other'
        const status = response.writableFinished ? response.statusCode : 499
        const refusal = response.locals.isAskedToWait === true && { refusal: 'waiting_room' }
        const seconds = (performance.now() - startedAt) / 1_000
        httpSeconds.observe({ operation, status, ...refusal }, seconds)
      })
      next()
    },
    codesSent: counter('sign_in_codes_sent_total', 'Codes sent, by phone prefix', ['prefix']),
    codesVerified: counter('sign_in_codes_tried_total', 'Codes tried, by prefix and outcome', [
      'prefix',
      'outcome',
    ]),
    alertsAsked: counter('alerts_asked_total', 'Texts about raffles asked for, by phone prefix', [
      'prefix',
    ]),
    uploads: counter('image_uploads_total', 'Images uploaded, by outcome', ['outcome']),
    limitsRefused,
    admitted: counter('waiting_room_admitted_total', 'Let in while others had to wait', []),
    gauge(name, help, read) {
      const gauge = new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set(await orElse(read, Number.NaN))
        },
      })
      registry.registerMetric(gauge)
    },
    gauges(name, help, { label, read }) {
      const gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [],
        async collect() {
          this.reset()
          for (const [value, figure] of Object.entries(await orElse(read, {})))
            this.set({ [label]: value }, figure)
        },
      })
      registry.registerMetric(gauge)
    },
  }
}

/** The application of the private listener. `details` says why the service is or is not ready. */
export function metricsApp({ registry }: Metrics, details: () => Promise<object>): Express {
  const app = express()
  app.disable('x-powered-by')
  app.get('/metrics', async (_request, response) => {
    response.type(registry.contentType).send(await registry.metrics())
  })
  app.get('/readyz', async (_request, response) => {
    response.json(await details())
  })
  return app
}
