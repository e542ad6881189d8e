// Each item by itself, against the memory of a writer: what it leaves in the memory, and what the
// batch will write of it. An item that is refused leaves no trace in either.
import { describe, expect, it } from 'vitest'

import type { LineId, ProductId } from '#events/kernel/ids.ts'
import { raffleDecider } from '#events/raffle/decide.ts'
import { closed, closesAt, issued, raffleCancelled } from '#events/testing/raffles.ts'

import { decideItem, dropExpired } from './raffle-decide.ts'
import {
  deciding,
  end,
  hold,
  issue,
  now,
  otherId,
  productId,
  refuses,
  release,
  traceOf,
} from './testing/deciding.ts'
import { holdOf, issueHeld, issueOf, newId } from './testing/shop.ts'

describe('a hold', () => {
  it('takes its tickets from raffle and product until its end', () => {
    const state = deciding()
    const given = holdOf(productId, { n: 3, expiresAt: end(5_000) })
    expect(hold(state, given)).toBeUndefined()
    const { expiresAt, ...line } = given
    expect(traceOf(state)).toMatchObject({
      held: 3,
      products: [
        [productId, { ticketsMax: 8, issued: 0, held: 3 }],
        [otherId, { held: 0 }],
      ],
      holds: [[given.orderLineId, { ...line, expiresAtMs: expiresAt.getTime() }]],
      nextExpiryMs: expiresAt.getTime(),
      holdRows: [given.orderLineId],
      touched: [productId],
      hasChanged: true,
    })
  })

  it('is one hold, whoever asks again, and never another one', () => {
    const state = deciding()
    const given = holdOf(productId, { n: 3 })
    hold(state, given)
    const before = traceOf(state)
    expect(hold(state, given)).toBeUndefined()
    expect(traceOf(state)).toEqual(before)
    for (const change of [{ n: 2 }, { productId: otherId }])
      refuses(state, { kind: 'hold', hold: { ...given, ...change } }, 'idempotency_key_reused')
  })

  it('lasts as long as it is promised to who asks again, and never shorter', () => {
    const state = deciding()
    const given = holdOf(productId, { n: 3, expiresAt: end(5_000) })
    hold(state, given)
    state.batch.holds.clear()
    state.batch.hasChanged = false
    const endsAt = () => state.memory.holds.get(given.orderLineId)!.expiresAtMs
    for (const sooner of [4_999, 5_000]) hold(state, { ...given, expiresAt: end(sooner) })
    expect(endsAt()).toBe(end(5_000).getTime())
    expect(traceOf(state)).toMatchObject({ holdRows: [], hasChanged: false })

    expect(hold(state, { ...given, expiresAt: end(5_001) })).toBeUndefined()
    expect(endsAt()).toBe(end(5_001).getTime())
    expect(traceOf(state)).toMatchObject({
      held: 3,
      holdRows: [given.orderLineId],
      dropped: [],
      nextExpiryMs: end(5_000).getTime(),
      hasChanged: true,
    })
  })

  it('is refused where there is no room, and says how much there is', () => {
    const state = deciding()
    hold(state, holdOf(otherId, { n: 3 }))
    hold(state, holdOf(productId, { n: 5 }))
    const more = { kind: 'hold', hold: holdOf(productId, { n: 3 }) } as const
    refuses(state, more, 'tickets_left', { available: 2 })
    const none = { kind: 'hold', hold: holdOf(newId<ProductId>()) } as const
    refuses(state, none, 'tickets_left', { available: 0 })
  })

  it('is told that no ticket is left, or that the raffle is over, and which of the two', () => {
    const soldOut = [issued(1, 10), closed('soldOut', 10)]
    const item = { kind: 'hold', hold: holdOf(productId) } as const
    refuses(deciding({ facts: soldOut }), item, 'tickets_left', { available: 0 })
    refuses(deciding({ facts: soldOut, at: closesAt }), item, 'raffle_ended')
    refuses(deciding({ facts: [closed('ended', 0)] }), item, 'raffle_ended')
    refuses(deciding({ facts: [raffleCancelled('unsold')] }), item, 'raffle_cancelled')
    const gone = [...soldOut, raffleCancelled('licence')]
    refuses(deciding({ facts: gone }), item, 'raffle_cancelled')
  })

  it('is refused to a line that has its tickets', () => {
    const state = deciding()
    const given = issueOf(productId)
    issue(state, given)
    const item = { kind: 'hold', hold: holdOf(productId, given) } as const
    refuses(state, item, 'already_issued')
    const line = newId<LineId>()
    const before = { orderId: given.orderId, productId, position: 1, first: 1, last: 1 }
    const found = { issues: new Map([[line, before]]), commands: new Map() }
    const again = { kind: 'hold', hold: holdOf(productId, { orderLineId: line }) } as const
    refuses({ ...deciding(), known: found }, again, 'already_issued')
  })

  it('is given back as a whole, once', () => {
    const state = deciding()
    const [one, two] = [holdOf(productId, { n: 3 }), holdOf(productId, { n: 2 })]
    hold(state, one)
    hold(state, two)
    expect(release(state, one.orderLineId)).toBeUndefined()
    expect(traceOf(state)).toMatchObject({
      held: 2,
      products: [
        [productId, { held: 2 }],
        [otherId, {}],
      ],
      holdRows: [two.orderLineId],
      dropped: [one.orderLineId],
    })
    const before = traceOf(state)
    release(state, one.orderLineId)
    expect(traceOf(state)).toEqual(before)
  })

  it('ends later when it is extended, never sooner, and not at all when it is gone', () => {
    const state = deciding()
    const given = holdOf(productId, { expiresAt: end(5_000) })
    hold(state, given)
    state.batch.holds.clear()
    state.batch.hasChanged = false
    const extend = (ms: number) =>
      decideItem(state, { kind: 'extend', orderLineId: given.orderLineId, expiresAt: end(ms) })
    expect(extend(9_000)).toBeUndefined()
    const { expiresAtMs } = state.memory.holds.get(given.orderLineId)!
    expect(expiresAtMs).toBe(end(9_000).getTime())
    // Nothing ends before this: a bound that is too early costs a look, one too late a ticket.
    expect(state.memory.nextExpiryMs).toBe(end(5_000).getTime())
    expect(traceOf(state)).toMatchObject({ holdRows: [given.orderLineId], hasChanged: true })
    extend(1_000)
    expect(state.memory.holds.get(given.orderLineId)!.expiresAtMs).toBe(end(9_000).getTime())
    const gone = { kind: 'extend', orderLineId: newId<LineId>(), expiresAt: end(0) } as const
    refuses(state, gone, 'hold_gone')
  })

  it('is not extended once its raffle can issue nothing more', () => {
    const given = holdOf(productId)
    const { orderLineId } = given
    const extend = { kind: 'extend', orderLineId, expiresAt: end(9_000) } as const
    const at = (time: string) => {
      const state = deciding({ at: `2026-11-30T${time}.000Z` })
      const { expiresAt, ...line } = given
      state.memory.holds.set(orderLineId, { ...line, expiresAtMs: expiresAt.getTime() })
      return state
    }
    expect(decideItem(at('22:29:59'), extend)).toBeUndefined()
    refuses(at('22:30:00'), extend, 'raffle_ended')
    refuses({ ...at('22:29:59'), settlementSeconds: 60 }, extend, 'raffle_ended')
  })

  it('counts as free from its end on, and the others still count', () => {
    const state = deciding()
    const [first, second] = [end(-5), end(0), end(7)].map((expiresAt) => {
      const given = holdOf(productId, { expiresAt, n: 2 })
      hold(state, given)
      return given.orderLineId
    })
    dropExpired(state)
    expect(traceOf(state)).toMatchObject({
      held: 2,
      dropped: [first, second],
      nextExpiryMs: end(7).getTime(),
      hasChanged: true,
    })
    const before = traceOf(state)
    dropExpired(state)
    expect(traceOf(state)).toEqual(before)
    release(state, [...state.memory.holds.keys()][0]!)
    state.memory.nextExpiryMs = 0
    dropExpired(state)
    expect(state.memory.nextExpiryMs).toBe(Infinity)
    const other = deciding()
    hold(other, holdOf(productId, { expiresAt: end(0) }))
    dropExpired(other)
    expect(other.memory.held).toBe(0)
  })

  it('of a product that the writer does not know is a bug', () => {
    const state = deciding()
    const given = holdOf(productId)
    hold(state, given)
    state.memory.products.delete(productId)
    expect(() => release(state, given.orderLineId)).toThrow(/has an allotment in its raffle/)
  })

  it('of more tickets than are counted as held is a bug', () => {
    const state = deciding()
    const given = holdOf(productId, { n: 2 })
    hold(state, given)
    state.memory.held = 1
    expect(() => release(state, given.orderLineId)).toThrow(/no fewer than 0/)
    const other = deciding()
    hold(other, given)
    other.memory.products.get(productId)!.held = 1
    expect(() => release(other, given.orderLineId)).toThrow(/no fewer than 0/)
  })
})

describe('an issue', () => {
  it('takes free room, and is a leaf', () => {
    const state = deciding()
    const given = issueOf(productId, { quantity: 2, ticketsPerUnit: 2, channel: 'manual' })
    expect(issue(state, given)).toEqual({ kind: 'ok', first: 1, last: 4, position: 1 })
    expect(traceOf(state)).toMatchObject({
      head: 1,
      held: 0,
      products: [
        [productId, { ticketsMax: 8, issued: 4, held: 0 }],
        [otherId, { issued: 0 }],
      ],
      facts: ['TicketsIssued'],
      issues: [given.orderLineId],
      touched: [productId],
      dropped: [],
      persons: [],
      hasChanged: true,
    })
    expect(state.batch.issues.get(given.orderLineId)).toMatchObject({
      issue: given,
      position: 1,
      first: 1,
      last: 4,
      personKey: '',
    })
    const leaf = JSON.parse(state.batch.facts[0]!.payload)
    expect(leaf).toMatchObject({
      at: now,
      index: 0,
      data: { first: 1, last: 4, channel: 'manual', ticketsPerUnit: 2 },
    })
  })

  it('takes what was held, and the hold with it', () => {
    const state = deciding()
    const given = holdOf(productId, { n: 8 })
    hold(state, given)
    expect(issue(state, issueHeld(given))).toMatchObject({ kind: 'ok', first: 1, last: 8 })
    expect(traceOf(state)).toMatchObject({
      held: 0,
      products: [
        [productId, { issued: 8, held: 0 }],
        [otherId, {}],
      ],
      holds: [],
      holdRows: [],
      dropped: [given.orderLineId],
    })
  })

  it('closes the raffle with the last ticket, in the same batch', () => {
    const state = deciding({ facts: [issued(1, 7)] })
    expect(issue(state, issueOf(productId, { quantity: 3 }))).toMatchObject({ first: 8, last: 10 })
    expect(traceOf(state)).toMatchObject({ head: 2, facts: ['TicketsIssued', 'RaffleClosed'] })
    expect(issue(deciding(), issueOf(productId))).toMatchObject({ position: 1 })
  })

  it('without its hold is refused, unless it is told to take room', () => {
    const state = deciding()
    const given = issueHeld(holdOf(productId))
    refuses(state, { kind: 'issue', issue: given }, 'hold_gone')
    expect(issue(state, { ...given, capacity: 'room' })).toMatchObject({ first: 1 })
  })

  it('that is refused leaves its hold where it was', () => {
    const state = deciding({ facts: [raffleCancelled('licence')] })
    const given = holdOf(productId, { n: 2, expiresAt: end(1) })
    const { expiresAt, ...line } = given
    state.memory.holds.set(given.orderLineId, { ...line, expiresAtMs: expiresAt.getTime() })
    state.memory.held = 2
    state.memory.products.get(productId)!.held = 2
    refuses(state, { kind: 'issue', issue: issueHeld(given) }, 'raffle_cancelled')
    expect(state.memory.held).toBe(2)
    const more = issueHeld(given, { quantity: 9 })
    refuses(state, { kind: 'issue', issue: more }, 'tickets_left', { available: 8 })
  })

  it('of a hold is taken after the end, within the settlement, and of room is not', () => {
    const late = { facts: [closed('ended', 0)], at: '2026-11-30T22:20:00.000Z' }
    const state = deciding(late)
    const room = { kind: 'issue', issue: issueOf(productId) } as const
    refuses(state, room, 'raffle_ended')
    const given = holdOf(productId)
    const { expiresAt, ...line } = given
    state.memory.holds.set(given.orderLineId, { ...line, expiresAtMs: expiresAt.getTime() })
    state.memory.held = 1
    state.memory.products.get(productId)!.held = 1
    expect(issue(state, issueHeld(given))).toMatchObject({ first: 1 })
    const after = { ...deciding({ ...late }), settlementSeconds: 60 }
    after.memory.holds = new Map([[given.orderLineId, { ...line, expiresAtMs: 0 }]])
    after.memory.held = 1
    after.memory.products.get(productId)!.held = 1
    refuses(after, { kind: 'issue', issue: issueHeld(given) }, 'raffle_ended')
  })

  it('of a raffle that does not exist is refused', () => {
    const state = deciding()
    state.memory.raffle = raffleDecider.initial
    refuses(state, { kind: 'issue', issue: issueOf(productId) }, 'not_found')
  })

  it('is told its numbers again, from this batch or from before, and nothing else', () => {
    const state = deciding()
    const given = issueOf(productId, { quantity: 2 })
    issue(state, given)
    issue(state, issueOf(productId))
    const told = { kind: 'duplicate', first: 1, last: 2, position: 1 }
    expect(issue(state, given)).toEqual(told)
    const { orderLineId, orderId } = given
    const before = { orderId, productId, position: 1, first: 1, last: 2 }
    const found = { issues: new Map([[orderLineId, before]]), commands: new Map() }
    const later = { ...deciding({ facts: [raffleCancelled('licence')] }), known: found }
    expect(issue(later, given)).toEqual(told)
    const others = [
      { ...given, quantity: 3 },
      { ...given, productId: otherId },
      issueOf(productId, { orderLineId, quantity: 2 }),
    ]
    for (const item of [state, later])
      for (const other of others)
        refuses(item, { kind: 'issue', issue: other }, 'idempotency_key_reused')
  })
})
