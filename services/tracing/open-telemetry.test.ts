import { afterEach, beforeEach, expect, it } from 'vitest'

import { Rejection } from '#events/kernel/rejection.ts'

import { httpRequest } from '../io/http-client.ts'
import { io } from '../io/io.ts'
import {
  apart,
  currentTraceparent,
  inChildSpan,
  inSpan,
  inSpanAfter,
  setTracing,
  traceIdOf,
} from '../io/tracing.ts'
import { openTraceCollector } from '../testing/trace-collector.ts'
import type { SentSpan, TraceCollector } from '../testing/trace-collector.ts'
import { openTracing } from './open-telemetry.ts'

let collector: TraceCollector
beforeEach(async () => void (collector = await openTraceCollector()))
afterEach(async () => {
  setTracing(undefined)
  await collector.stop()
})

/** Traces `act`, and answers what the collector was sent. */
async function traced(act: () => Promise<unknown>, { ratio = 1 } = {}): Promise<SentSpan[]> {
  const { tracing, end } = openTracing({
    endpoint: collector.url,
    ratio,
    mode: 'test',
    lost: (error) => expect.fail(String(error)),
  })
  setTracing(tracing)
  await act().catch(() => {})
  setTracing(undefined)
  await end()
  return collector.spans()
}

const named = (spans: readonly SentSpan[], name: string): SentSpan => {
  const span = spans.find((one) => one.name === name)
  if (span === undefined) throw new Error(`no span ${name}`)
  return span
}

const nothing = () => Promise.resolve()
const fail = (error: Error) => () => Promise.reject(error)

it('has a span for each call to the outside, inside of the one that made it', async () => {
  const spans = await traced(() => inSpan({ name: 'request' }, () => io('file read', nothing)))
  const [request, read] = [named(spans, 'request'), named(spans, 'file read')]
  expect(read.parentSpanId).toBe(request.spanId)
  expect(read.traceId).toBe(request.traceId)
  expect(request.parentSpanId).toBeUndefined()
})

it('says nothing of what happens by itself', async () => {
  const spans = await traced(async () => {
    await io('timer sweep', nothing)
    await inChildSpan({ name: 'append' }, nothing)
    await inSpanAfter({ name: 'page' }, () => [undefined, 'no trace'], nothing)
    await inSpan({ name: 'request' }, () => apart(() => io('sql commit', nothing)))
  })
  expect(spans.map(({ name }) => name)).toEqual(['request'])
})

it('says of a failure its class, of a refusal its code, and never a message', async () => {
  const phone = '+96170123456'
  const spans = await traced(async () => {
    await inSpan({ name: 'bug' }, fail(new TypeError(`no ${phone}`))).catch(nothing)
    await inSpan({ name: 'no' }, fail(new Rejection('sold_out', `not for ${phone}`))).catch(nothing)
  })
  expect(named(spans, 'bug')).toMatchObject({
    words: { 'error.type': 'TypeError' },
    hasFailed: true,
  })
  expect(named(spans, 'no')).toMatchObject({
    words: { 'error.type': 'sold_out' },
    hasFailed: false,
  })
  expect(collector.text()).not.toContain('70123456')
})

it('goes on with one trace, and points at several', async () => {
  const asked: (string | undefined)[] = []
  const ask = async () => void asked.push(currentTraceparent())
  const spans = await traced(async () => {
    await inSpan({ name: 'first' }, ask)
    await inSpan({ name: 'second' }, ask)
    await inSpanAfter({ name: 'alone' }, () => asked.slice(0, 1), nothing)
    await inSpanAfter({ name: 'together' }, () => asked, nothing)
  })
  const [first, second] = [named(spans, 'first'), named(spans, 'second')]
  expect(named(spans, 'alone')).toMatchObject({
    traceId: first.traceId,
    parentSpanId: first.spanId,
  })
  const together = named(spans, 'together')
  expect(together.parentSpanId).toBeUndefined()
  expect(together.links.map(({ spanId }) => spanId)).toEqual([first.spanId, second.spanId])
})

it('follows what it is about, although whoever asks is not traced', async () => {
  let purchase: string | undefined
  const spans = await traced(() =>
    inSpan({ name: 'purchase' }, async () => void (purchase = currentTraceparent())),
  )
  const settle = () => inSpan({ name: 'settle' }, nothing, { kind: 'about', traceparent: purchase })
  const callback = () => inSpan({ name: 'GET', kind: 'server' }, settle)
  const { traceId } = named(spans, 'purchase')

  const unasked = (await traced(callback, { ratio: 0 })).slice(spans.length)
  expect(unasked.map(({ name }) => name)).toEqual(['settle'])
  expect(unasked[0]).toMatchObject({ parentSpanId: undefined, links: [{ traceId }] })
  const asked = (await traced(callback)).slice(spans.length + 1)
  expect(named(asked, 'settle').parentSpanId).toBe(named(asked, 'GET').spanId)
  expect(named(asked, 'settle').links).toMatchObject([{ traceId }])
})

it('points at a caller from outside, and does not let him choose', async () => {
  const calledBy = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const call = () => inSpan({ name: 'GET', kind: 'server' }, nothing, { kind: 'new', calledBy })
  expect(await traced(call, { ratio: 0 })).toEqual([])
  const { traceId, links } = named(await traced(call), 'GET')
  expect(traceId).not.toBe(traceIdOf(calledBy))
  expect(links.map((link) => link.traceId)).toEqual([traceIdOf(calledBy)])
})

it('traces a part of the requests, and all or nothing of each', async () => {
  const traces = new Set<string>()
  const spans = await traced(
    async () => {
      for (let n = 0; n < 400; n++)
        await inSpan({ name: 'GET', kind: 'server' }, async () => {
          traces.add(traceIdOf(currentTraceparent() ?? ''))
          await inChildSpan({ name: 'append' }, nothing)
        })
    },
    { ratio: 0.5 },
  )
  const appends = spans.filter(({ name }) => name === 'append')
  expect(traces.size).toBe(400)
  expect(appends.length).toBeGreaterThan(100)
  expect(appends.length).toBeLessThan(300)
  expect(spans).toHaveLength(2 * appends.length)
})

it('tells nobody outside which trace a call belongs to', async () => {
  const { url } = collector
  const ask = { name: 'stranger', method: 'GET', allowedHosts: [new URL(url).host] } as const
  const spans = await traced(() =>
    inSpan({ name: 'request' }, () =>
      httpRequest({ ...ask, url: `${url}/stranger?phone=70123456` }),
    ),
  )
  expect(named(spans, 'http stranger').words).toEqual({ 'http.response.status_code': 200 })
  const { headers } = collector.asked().find(({ path }) => path.startsWith('/stranger')) ?? {}
  expect(headers).toBeDefined()
  expect(headers).not.toHaveProperty('traceparent')
  expect(collector.text()).not.toContain('70123456')
})

it('does its work while the collector is away, and says so once', async () => {
  await collector.stop()
  const lost: unknown[] = []
  const { tracing, end } = openTracing({
    endpoint: collector.url,
    ratio: 1,
    mode: 'test',
    lost: (error) => lost.push(error),
  })
  setTracing(tracing)
  for (let n = 0; n < 600; n++)
    expect(await inSpan({ name: 'request' }, () => Promise.resolve(n))).toBe(n)
  await end()
  expect(lost).toHaveLength(1)
})
