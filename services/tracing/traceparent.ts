// The W3C's way to name a span of a trace in a header: `00-<trace>-<span>-<flags>`. Newer versions
// may go on after the flags; what comes there is not read.
import { TraceFlags } from '@opentelemetry/api'
import type { SpanContext } from '@opentelemetry/api'

const shape =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.{0,200})?$/

/** Undefined for what is none. Anybody may have sent it. */
export function contextOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = shape.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return { traceId, spanId, traceFlags, isRemote: true }
}

export function traceparentOf(context: SpanContext | undefined): string | undefined {
  if (context === undefined) return undefined
  return `00-${context.traceId}-${context.spanId}-${isSampled(context) ? '01' : '00'}`
}

/** Is it sent to the collector? */
export const isSampled = (context: SpanContext | undefined): context is SpanContext =>
  context !== undefined && (context.traceFlags & TraceFlags.SAMPLED) !== 0
