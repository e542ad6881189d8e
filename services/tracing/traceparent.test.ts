import { expect, it } from 'vitest'

import { contextOf, traceparentOf } from './traceparent.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

it('is written as it is read', () => {
  for (const flags of ['00', '01'])
    expect(traceparentOf(contextOf(`00-${traceId}-${spanId}-${flags}`))).toBe(
      `00-${traceId}-${spanId}-${flags}`,
    )
  expect(traceparentOf(undefined)).toBeUndefined()
})

it('is read of newer versions as far as it is known', () => {
  const context = contextOf(`cc-${traceId}-${spanId}-03-what-the-future-brings`)
  expect(context).toMatchObject({ traceId, spanId, traceFlags: 1, isRemote: true })
})

it.each([
  undefined,
  '',
  'x',
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-${'x'.repeat(10_000)}`,
])('is not %j', (text) => expect(contextOf(text)).toBeUndefined())
