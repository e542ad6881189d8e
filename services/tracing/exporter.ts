// The collector is told, or not told, and the shop goes on: its outage is one line in the log. The
// package speaks to it by itself, past our own door for calls to others: its address is a setting,
// it follows no redirect, and what it may wait for and hold is limited here.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace'
import type { SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'

const SEND_MS = 1_000
/** With the one retry that fits into it. */
const ANSWER_WITHIN_MS = 2_000
const BATCH_MAX = 512
/** Some megabytes; what comes while it is full is dropped. */
const WAITING_MAX = 8_192
const REQUESTS_AT_ONCE_MAX = 4

type Needs = {
  /** OTEL_EXPORTER_OTLP_ENDPOINT, without a slash at its end. */
  endpoint: string
  /** The first batch that was lost since one arrived. */
  lost: (error: unknown) => void
}

/** Headers, certificates and compression are read by the exporter from its own OTEL_… settings. */
export function spansToCollector({ endpoint, lost }: Needs): SpanProcessor {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: ANSWER_WITHIN_MS,
    concurrencyLimit: REQUESTS_AT_ONCE_MAX,
  })
  return new BatchSpanProcessor({
    exporter: tellingOnce(exporter, lost),
    scheduledDelayMillis: SEND_MS,
    exportTimeoutMillis: ANSWER_WITHIN_MS + 1_000,
    maxExportBatchSize: BATCH_MAX,
    maxQueueSize: WAITING_MAX,
  })
}

const SUCCESS = 0

function tellingOnce(exporter: SpanExporter, lost: Needs['lost']): SpanExporter {
  let isLosing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isLost = result.code !== SUCCESS
        if (isLost && !isLosing) lost(result.error)
        isLosing = isLost
        done({ code: SUCCESS })
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
