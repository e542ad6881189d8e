// One purchase, followed from the request to its facts, from them to the rows that show them and to
// the text the buyer gets; and not one word about the buyer in what the collector was sent.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { spanWordNames } from '../io/span-words.ts'
import { traceIdOf } from '../io/tracing.ts'
import { openGuardedShop } from '../testing/security/guarded-shop.ts'
import type { GuardedShop } from '../testing/security/guarded-shop.ts'
import { openTraceCollector } from '../testing/trace-collector.ts'
import type { SentSpan, TraceCollector } from '../testing/trace-collector.ts'

const person = {
  customerName: 'Zenobia Qahwaji',
  customerEmail: 'quixotic.mailbox@private.example',
  customerPhone: '+96178431901',
  shippingMethod: 'delivery',
  deliveryAddress: 'Rue Gouraud 4417, Mtaylebville',
}
const address = '203.0.113.77'
const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

let collector: TraceCollector
let shop: GuardedShop
let order: { id: string; reference: string }
beforeAll(async () => {
  collector = await openTraceCollector()
  shop = await openGuardedShop({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const { productId } = await shop.sell({ name: 'Watch', totalTickets: 50 })
  order = await buyAndPay(productId)
  await vi.waitFor(() => expect(named('deliver message')).toBeDefined(), { timeout: 30_000 })
  await vi.waitFor(() => expect(ofTrace('project raffle', trace('TicketsIssued'))).toBeDefined(), {
    timeout: 30_000,
  })
}, 120_000)
// The shop is stopped by the last test.
afterAll(() => collector?.stop())

async function buyAndPay(productId: string) {
  const browser = shop.client({ headers: { 'X-Forwarded-For': address, traceparent: caller } })
  await browser.get('/api/whishpay/callback?externalId=78431901&sign=forged')
  const { body } = await shop.buy(browser, productId, person)
  await shop.pay(body.id, 'approve')
  const read = () => browser.get(`/api/orders/${body.id}?phone=78431901`)
  await vi.waitFor(async () => expect((await read()).body.status).toBe('paid'), {
    timeout: 30_000,
    interval: 100,
  })
  for (const type of ['OrderPlaced', 'TicketsIssued'])
    traceparents.set(type, await recordedIn(type))
  return { id: body.id as string, reference: (await read()).body.reference as string }
}

/** As the fact of this type says. */
const traceparents = new Map<string, string>()
const trace = (type: string) => traceIdOf(traceparents.get(type) ?? '')

async function recordedIn(type: string): Promise<string> {
  const { rows } = await shop.test.owner.query<{ meta: string }>(
    'select meta from events where type = $1 order by recorded_at desc limit 1',
    [type],
  )
  return (JSON.parse(rows[0]?.meta ?? '{}') as { traceparent: string }).traceparent
}

const named = (name: string) => collector.spans().find((span) => span.name === name)

/** In this trace, or pointing at it. */
const ofTrace = (name: string, traceId: string): SentSpan | undefined =>
  collector
    .spans()
    .find(
      (span) =>
        span.name === name && [span, ...span.links].some((place) => place.traceId === traceId),
    )

/** The names of a span and of those around it, from the outermost. */
function wayTo(span: SentSpan | undefined): string[] {
  if (span === undefined) return []
  const around = collector.spans().find(({ spanId }) => spanId === span.parentSpanId)
  return [...wayTo(around), span.name]
}

it('a request has one span, in a trace of its own that points at its caller', () => {
  const request = named('POST /api/purchases')
  expect(request?.words).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/purchases',
    'http.response.status_code': 201,
  })
  expect(request?.parentSpanId).toBeUndefined()
  expect(request?.links.map(({ traceId }) => traceId)).toEqual([traceIdOf(caller)])
  expect(request?.traceId).toBe(trace('OrderPlaced'))
})

it('its facts know the append they came of, and read models show that they took them', () => {
  const append = collector
    .spans()
    .find(({ spanId }) => traceparents.get('OrderPlaced')?.includes(spanId) === true)
  expect(wayTo(append)).toEqual(['POST /api/purchases', 'append shop'])
  const traceId = trace('OrderPlaced')
  for (const name of ['raffle hold', 'commit raffle', 'commit shop', 'project shop'])
    expect([name, ofTrace(name, traceId)?.name]).toEqual([name, name])
  const fold = collector.spans().find((span) => span.words['qura.projection'] === 'order-status')
  expect(wayTo(fold).slice(-2)).toEqual(['project shop', 'fold'])
})

it('what the provider says is a trace of its own that points at the purchase', () => {
  const traceId = trace('TicketsIssued')
  const settled = ofTrace('settle payment', traceId)
  expect(settled?.words).toEqual({ 'qura.outcome': 'moved' })
  expect(settled?.links.map((link) => link.traceId)).toContain(trace('OrderPlaced'))
  expect(ofTrace('raffle issue', traceId)).toBeDefined()
  expect(ofTrace('project raffle', traceId)).toBeDefined()
})

it('the text to the buyer goes on with the trace of the fact it is about', () => {
  const traceId = trace('TicketsIssued')
  const delivered = ofTrace('deliver message', traceId)
  expect(delivered?.words).toEqual({
    'qura.purpose': 'receipt',
    'qura.tries': 1,
    'qura.outcome': 'sent',
  })
  expect(wayTo(delivered).slice(-2)).toEqual(['react receipts', 'deliver message'])
  const sent = collector.spans().filter(({ parentSpanId }) => parentSpanId === delivered?.spanId)
  expect(sent.map(({ name }) => name.split(' ')[0])).toContain('http')
})

it('a line of the log names its trace', () => {
  const line = shop
    .logged()
    .split('\n')
    .find((text) => text.includes('callback not authentic'))
  const { traceId } = JSON.parse(line ?? '{}') as { traceId?: string }
  expect(traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(ofTrace('GET /api/whishpay/callback', traceId ?? '')).toBeDefined()
})

it('K56 no byte says who bought, what he wrote, where he came from or which order is his', () => {
  const sent = collector.text().toLowerCase()
  expect(sent.length).toBeGreaterThan(10_000)
  const words = Object.values(person).flatMap((text) => text.split(/[ ,@]+/))
  const whole = words.filter((word) => word.length > 4 && word !== 'delivery')
  const own = [...whole, '78431901', '78 431', address, order.id, order.reference]
  expect(own.filter((word) => sent.includes(word.toLowerCase()))).toEqual([])
  const said = new Set(collector.spans().flatMap(({ words: names }) => Object.keys(names)))
  expect([...said].filter((name) => !spanWordNames.has(name))).toEqual([])
})

it('is stopped with the shop, having sent what was left', async () => {
  const before = collector.spans().length
  await shop.client({ headers: { 'X-Forwarded-For': address } }).get('/api/raffles')
  await shop.stop()
  expect(collector.spans().length).toBeGreaterThan(before)
})
