// Spans recorded by OpenTelemetry. Nothing is registered globally and nothing is patched: spans
// begin where `services/io/tracing.ts` is called, and every word of them passes its list.
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Context, Link, Span as Recording, SpanContext } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { ReadableSpan, Sampler } from '@opentelemetry/sdk-trace'

import { unreachable } from '#events/kernel/assert.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { sqlState } from '../io/database.ts'
import { HttpFailure } from '../io/http-client.ts'
import { allowedName, allowedWords, spanOfIo } from '../io/span-words.ts'
import type { SpanWords } from '../io/span-words.ts'
import type { Belonging, Span, SpanStart, Tracing } from '../io/tracing.ts'
import { spansToCollector } from './exporter.ts'
import { contextOf, isSampled, traceparentOf } from './traceparent.ts'

export type TracingNeeds = {
  endpoint: string
  /** Of all requests, from 0 to 1: how many are traced. What comes of one is traced with it. */
  ratio: number
  mode: string
  lost: (error: unknown) => void
}

const LINKS_MAX = 64

/** `end` sends what is left, and then nothing more. */
export function openTracing(needs: TracingNeeds): { tracing: Tracing; end: () => Promise<void> } {
  const provider = new TracerProvider({
    // No detectors: the machine, its user and the command line are nobody's business.
    resource: resourceFromAttributes({
      'service.name': 'qura',
      'deployment.environment.name': needs.mode,
    }),
    sampler: new ParentBasedSampler({ root: firstOfTrace(needs.ratio) }),
    spanLimits: { attributeCountLimit: 16, linkCountLimit: LINKS_MAX, eventCountLimit: 0 },
    spanProcessors: [spansToCollector(needs)],
  })
  const tracer = provider.getTracer('qura')
  const contexts = new AsyncLocalStorageContextManager()
  const running = () => trace.getSpan(contexts.active())
  const isInside = () => isSampled(running()?.spanContext())

  function span<Result>(
    start: SpanStart,
    act: (span: Span) => Promise<Result>,
    belonging?: Belonging,
  ): Promise<Result> {
    const place = placeOf(belonging, contexts.active())
    if (place === null) return act(faceOf(undefined))
    const recording = tracer.startSpan(
      allowedName(start.name),
      {
        kind: kinds[start.kind ?? 'internal'],
        attributes: allowedWords(start.words ?? {}),
        links: place.links,
      },
      place.context,
    )
    return contexts.with(trace.setSpan(place.context, recording), () => record(recording, act))
  }

  return {
    end: () => provider.shutdown(),
    tracing: {
      span,
      isInside,
      io(name, act) {
        if (!isInside()) return act()
        return span(spanOfIo(name), async ({ say }) => {
          const result = await act()
          if (name.startsWith('http ')) say({ 'http.response.status_code': statusIn(result) })
          return result
        })
      },
      apart: (act) => contexts.with(ROOT_CONTEXT, act),
      traceparent: () => traceparentOf(running()?.spanContext()),
      link(traceparent) {
        const context = contextOf(traceparent)
        const here = running()
        if (!isSampled(context) || here === undefined || knows(here, context)) return
        here.addLink({ context })
      },
    },
  }
}

/** Is it of that trace, or does it point there already? */
function knows(recording: Recording, { traceId }: SpanContext): boolean {
  const { links = [] } = recording as Partial<ReadableSpan> // one that is not sent has none
  return [recording.spanContext(), ...links.map(({ context }) => context)].some(
    (context) => context.traceId === traceId,
  )
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

/**
 * A request is chosen by the ratio, whatever its caller would like. What points at chosen traces is
 * chosen with them, or a page of facts would be missing from the traces it belongs to.
 */
function firstOfTrace(ratio: number): Sampler {
  const byRatio = new TraceIdRatioBasedSampler(ratio)
  return {
    shouldSample(context, traceId, _name, kind, _attributes, links) {
      if (kind === SpanKind.SERVER || links.length === 0)
        return byRatio.shouldSample(context, traceId)
      return { decision: SamplingDecision.RECORD_AND_SAMPLED }
    },
  }
}

type Place = { context: Context; links: Link[] }

/** Null: nobody it comes of is traced. */
function placeOf(belonging: Belonging | undefined, active: Context): Place | null {
  if (belonging === undefined) return { context: active, links: [] }
  switch (belonging.kind) {
    case 'new':
      return { context: ROOT_CONTEXT, links: linksTo([contextOf(belonging.calledBy)]) }
    case 'about':
      return aboutOf(contextOf(belonging.traceparent), active)
    case 'after':
      return afterOf(belonging.traceparents)
    default:
      return unreachable(belonging)
  }
}

const linksTo = (contexts: readonly (SpanContext | undefined)[]): Link[] =>
  contexts.flatMap((context) => (context === undefined ? [] : [{ context }])).slice(0, LINKS_MAX)

/** A purchase that is traced is traced to its end, although the request that ends it is not. */
function aboutOf(about: SpanContext | undefined, active: Context): Place {
  if (!isSampled(about)) return { context: active, links: [] }
  const isInside = isSampled(trace.getSpanContext(active))
  return { context: isInside ? active : ROOT_CONTEXT, links: linksTo([about]) }
}

function afterOf(traceparents: readonly (string | undefined)[]): Place | null {
  const contexts = [...new Set(traceparents)].map(contextOf).filter(isSampled)
  const [first, ...others] = contexts
  if (first === undefined) return null
  const isOneTrace = others.every(({ traceId }) => traceId === first.traceId)
  return {
    context: isOneTrace ? trace.setSpanContext(ROOT_CONTEXT, first) : ROOT_CONTEXT,
    links: linksTo(isOneTrace ? others : contexts),
  }
}

async function record<Result>(
  recording: Recording,
  act: (span: Span) => Promise<Result>,
): Promise<Result> {
  try {
    return await act(faceOf(recording))
  } catch (error) {
    recording.setAttributes(allowedWords(wordsOf(error)))
    // A refusal is an answer. A message of an error is never said: it may quote what it is about.
    if (!(error instanceof Rejection)) recording.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    recording.end()
  }
}

const faceOf = (recording: Recording | undefined): Span => ({
  say: (words) => void recording?.setAttributes(allowedWords(words)),
  rename: (name) => void recording?.updateName(allowedName(name)),
  fail: () => void recording?.setStatus({ code: SpanStatusCode.ERROR }),
})

function wordsOf(error: unknown): SpanWords {
  const state = sqlState(error)
  if (state !== undefined) return { 'error.type': state, 'db.response.status_code': state }
  if (error instanceof Rejection) return { 'error.type': error.code }
  if (error instanceof HttpFailure) return { 'error.type': error.outcome }
  return { 'error.type': error instanceof Error ? error.name : 'other' }
}

const statusIn = (answer: unknown): number | undefined =>
  typeof answer === 'object' && answer !== null && 'status' in answer
    ? Number(answer.status)
    : undefined
