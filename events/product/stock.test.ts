// The counts of staff: each rule once, and the sum that every later check leans on.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import { Rejection } from '../kernel/rejection.ts'
import { givenFor } from '../testing/given.ts'
import { orderId, variantId } from '../testing/ids.ts'
import { assertRuns, pureRuns, pureTimeoutMs } from '../testing/property-runs.ts'

import { productDecider, type ProductCommand } from './decide.ts'
import { stockReasons, type ProductEvent } from './events.ts'
import { piecesMax } from './stock.ts'

const given = givenFor(productDecider)
const listed: ProductEvent = {
  type: 'ProductListed',
  data: {
    name: 'Cedar mug',
    description: '',
    priceCents: 1250,
    currency: 'USD',
    image: null,
    ticketsPerUnit: 0,
    ticketsMax: 0,
    isActive: true,
  },
}
const id = variantId(1)
const sku = 'MUG-1'
const added: ProductEvent = {
  type: 'VariantAdded',
  data: { variantId: id, name: 'Red', sku, priceAdjustmentCents: 0, image: null },
}
const tracked = (lowAt = 5): ProductEvent => ({
  type: 'StockTracked',
  data: { variantId: id, sku, lowAt },
})
const changeId = '00000000-0000-4000-8000-000000000001'
const change = (by: number) =>
  ({ type: 'AdjustStock', variantId: id, changeId, change: by, reason: 'counted' }) as const
const changed = (by: number, counted: number): ProductEvent => ({
  type: 'StockAdjusted',
  data: { variantId: id, sku, changeId, change: by, counted, reason: 'counted' },
})

describe('the pieces of a variant', () => {
  it('are counted from when staff say so, once', () => {
    const track = { type: 'TrackStock', variantId: id, lowAt: 5 } as const
    given(listed, added).when(track).then(tracked())
    given(listed, added, tracked()).when(track).thenNothing()
    given(listed).when(track).thenRejected('not_found')
  })

  it('are warned of at another number without being counted anew', () =>
    given(listed, added, tracked(), changed(7, 7), tracked(2)).when(change(1)).then(changed(1, 8)))

  it('change by what came and what was lost', () => {
    given(listed, added, tracked()).when(change(7)).then(changed(7, 7))
    given(listed, added, tracked(), changed(7, 7)).when(change(-7)).then(changed(-7, 0))
    given(listed, added, tracked(), changed(7, 7)).when(change(0)).thenNothing()
  })

  it('never fall below none, nor above a bound', () => {
    given(listed, added, tracked(), changed(7, 7)).when(change(-8)).thenRejected('stock_short')
    given(listed, added, tracked(), changed(7, 7))
      .when(change(piecesMax))
      .thenRejected('invalid_request', { field: 'stock' })
  })

  it('are nobody’s business before staff count them, and after they stop', () => {
    const stopped: ProductEvent = { type: 'StockUntracked', data: { variantId: id, sku } }
    const stop = { type: 'StopStock', variantId: id } as const
    given(listed, added).when(change(1)).thenRejected('stock_not_tracked')
    given(listed, added, tracked(), changed(7, 7)).when(stop).then(stopped)
    given(listed, added, tracked(), stopped).when(change(1)).thenRejected('stock_not_tracked')
    given(listed, added).when(stop).thenNothing()
  })

  it('are counted up to the bound itself, and the refusals say what there is', () => {
    given(listed, added, tracked(), changed(7, 7))
      .when(change(piecesMax - 7))
      .then(changed(piecesMax - 7, piecesMax))
    given(listed, added, tracked(), changed(7, 7))
      .when(change(-8))
      .thenRejected('stock_short', { available: 7 })
  })

  it('name the order that they came back from', () => {
    const orderOf = { orderId: orderId(1), reason: 'returned' } as const
    const fact = changed(1, 1)
    given(listed, added, tracked())
      .when({ ...change(1), ...orderOf })
      .then({ ...fact, data: { ...fact.data, ...orderOf } } as ProductEvent)
  })

  it('are forgotten with their variant, and only with it', () => {
    const other = variantId(2)
    const second: ProductEvent = {
      type: 'VariantAdded',
      data: { variantId: other, name: 'Blue', sku: 'MUG-2', priceAdjustmentCents: 0, image: null },
    }
    const counted: ProductEvent = {
      type: 'StockTracked',
      data: { variantId: other, sku: 'MUG-2', lowAt: 1 },
    }
    const gone: ProductEvent = { type: 'VariantRemoved', data: { variantId: id } }
    const both = [listed, added, second, tracked(), counted, changed(7, 7)]
    const stop = (variant: typeof id) => ({ type: 'StopStock', variantId: variant }) as const
    given(...both, gone)
      .when(stop(id))
      .thenNothing()
    given(...both, gone)
      .when(stop(other))
      .then({ type: 'StockUntracked', data: { variantId: other, sku: 'MUG-2' } })
    given(...both, { type: 'StockUntracked', data: { variantId: id, sku } })
      .when({ ...change(1), variantId: other })
      .then({
        type: 'StockAdjusted',
        data: { ...changed(1, 1).data, variantId: other, sku: 'MUG-2' },
      } as ProductEvent)
    expect(() => fold(productDecider, [listed, added, changed(7, 7)])).toThrow(/tracked/)
  })

  it('begin at none when they are counted again', () =>
    given(
      listed,
      added,
      tracked(),
      changed(7, 7),
      {
        type: 'StockUntracked',
        data: { variantId: id, sku },
      },
      tracked(),
    )
      .when(change(2))
      .then(changed(2, 2)))
})

const runs = Math.min(10_000, pureRuns('order'))

it(
  `${runs} histories: what was counted is the sum of the changes, and never negative`,
  () => {
    const command: fc.Arbitrary<ProductCommand> = fc.oneof(
      fc.record({
        type: fc.constant('TrackStock' as const),
        variantId: fc.constant(id),
        lowAt: fc.nat(9),
      }),
      fc.record({
        type: fc.constant('AdjustStock' as const),
        variantId: fc.constant(id),
        changeId: fc.constant(changeId),
        change: fc.integer({ min: -20, max: 20 }),
        reason: fc.constantFrom(...stockReasons),
      }),
      fc.record({ type: fc.constant('StopStock' as const), variantId: fc.constant(id) }),
    )
    assertRuns(
      fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
        let state = [listed, added].reduce(productDecider.evolve, productDecider.initial)
        let sum: number | null = null
        for (const each of commands) {
          for (const fact of decided(each, state)) {
            state = productDecider.evolve(state, fact)
            if (fact.type === 'StockTracked') sum ??= 0
            if (fact.type === 'StockAdjusted') sum = (sum ?? NaN) + fact.data.change
            if (fact.type === 'StockUntracked') sum = null
          }
          const stock = state.status === 'listed' ? state.stocks[id] : undefined
          expect(stock?.counted ?? null).toBe(sum)
          expect(sum ?? 0).toBeGreaterThanOrEqual(0)
        }
      }),
      runs,
    )
  },
  pureTimeoutMs,
)

function decided(
  command: ProductCommand,
  state: Parameters<typeof productDecider.decide>[1],
): ProductEvent[] {
  try {
    return productDecider.decide(command, state)
  } catch (error) {
    if (error instanceof Rejection) return []
    throw error
  }
}
