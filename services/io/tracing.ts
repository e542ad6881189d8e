// Spans: what took how long, and what came of what, from a request to its facts, its rows and its
// messages. This file knows no library. Who records is set by `services/tracing`, and while nobody
// has, each of these functions is one comparison and the act itself.
import { traceIo } from './io.ts'
import type { Around } from './io.ts'
import type { SpanWords } from './span-words.ts'

export type SpanStart = {
  /** A constant of ours, such as `append shop`: nothing of a person or an order. */
  name: string
  kind?: 'server' | 'client' | 'producer' | 'consumer' | 'internal'
  words?: SpanWords
}

export type Span = {
  say: (words: SpanWords) => void
  rename: (name: string) => void
  /** A failure of ours; an act that throws says so by itself. */
  fail: () => void
}

/** W3C `traceparent`: which span of which trace. */
export type Traceparent = string

/** Where a span belongs; left out: inside of the one that runs, or the first of a new trace. */
export type Belonging =
  /** The first of a new trace; whoever called from outside is pointed at, and not followed. */
  | { kind: 'new'; calledBy: Traceparent | undefined }
  /** Inside of the span that runs, and points at this one; sent if either of the two is. */
  | { kind: 'about'; traceparent: Traceparent | undefined }
  /** Comes of these: goes on with one trace, points at several. */
  | { kind: 'after'; traceparents: readonly (Traceparent | undefined)[] }

type Act<Result> = (span: Span) => Promise<Result>

export type Tracing = {
  io: Around
  span: <Result>(start: SpanStart, act: Act<Result>, belonging?: Belonging) => Promise<Result>
  /** Does a span run here that will be sent? */
  isInside: () => boolean
  apart: <Result>(act: () => Result) => Result
  traceparent: () => Traceparent | undefined
  link: (traceparent: Traceparent) => void
}

let tracing: Tracing | undefined

export function setTracing(next: Tracing | undefined): void {
  tracing = next
  traceIo(next?.io)
}

export const isTracing = (): boolean => tracing !== undefined

const silent: Span = { say: () => {}, rename: () => {}, fail: () => {} }

/** Inside of the span that runs, or the first of a new trace. */
export function inSpan<Result>(
  start: SpanStart,
  act: Act<Result>,
  belonging?: Belonging,
): Promise<Result> {
  return tracing === undefined ? act(silent) : tracing.span(start, act, belonging)
}

/** Only inside of a span that runs: of what happens by itself every second nothing is said. */
export function inChildSpan<Result>(start: SpanStart, act: Act<Result>): Promise<Result> {
  return tracing?.isInside() === true ? tracing.span(start, act) : act(silent)
}

/**
 * For what others have asked for: a batch, a page of facts. Without a trace among those who asked
 * there is no span.
 */
export function inSpanAfter<Result>(
  start: SpanStart,
  asked: () => readonly (Traceparent | undefined)[],
  act: Act<Result>,
): Promise<Result> {
  if (tracing === undefined) return act(silent)
  return tracing.span(start, act, { kind: 'after', traceparents: asked() })
}

/** What goes on after its caller, or for many of them, is no part of the caller's span. */
export function apart<Result>(act: () => Result): Result {
  return tracing === undefined ? act() : tracing.apart(act)
}

/** Of the span that runs: goes into the facts it records. */
export const currentTraceparent = (): Traceparent | undefined => tracing?.traceparent()

/** The span that runs has to do with that one, too. */
export function linkTo(traceparent: Traceparent | undefined): void {
  if (traceparent !== undefined) tracing?.link(traceparent)
}

/** The 32 hexadecimal digits by which a trace is found. */
export const traceIdOf = (traceparent: Traceparent): string => traceparent.slice(3, 35)
