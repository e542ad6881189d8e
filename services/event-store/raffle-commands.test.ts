// Persons with a limit, commands and allotments, against the memory of a writer.
import { describe, expect, it } from 'vitest'

import type { CommandId, ProductId } from '#events/kernel/ids.ts'
import type { RaffleCommand } from '#events/raffle/decide.ts'
import { issued, published, raffleCancelled } from '#events/testing/raffles.ts'

import { decideItem, type Deciding, type RaffleItem } from './raffle-decide.ts'
import {
  deciding,
  hold,
  issue,
  now,
  otherId,
  productId,
  refuses,
  traceOf,
} from './testing/deciding.ts'
import { holdOf, issueHeld, issueOf, metaOf, newId } from './testing/shop.ts'

describe('a person with a limit', () => {
  const terms = { ticketsPerPersonMax: 3 }
  const personKey = 'ann'
  const limited = (mine = 0) => {
    const state = deciding({ terms })
    state.memory.persons.set(personKey, mine)
    state.memory.persons.set('bob', 0)
    return state
  }

  it('is held to it over issues and holds on every line', () => {
    const state = limited(1)
    hold(state, holdOf(productId, { personKey }))
    const two = { kind: 'hold', hold: holdOf(otherId, { personKey, n: 2 }) } as const
    refuses(state, two, 'person_limit', { available: 1 })
    const issues = { kind: 'issue', issue: issueOf(otherId, { personKey, quantity: 2 }) } as const
    refuses(state, issues, 'person_limit', { available: 1 })
    hold(state, holdOf(otherId, { personKey: 'bob', n: 3 }))
    expect(issue(state, issueOf(productId, { personKey }))).toMatchObject({ kind: 'ok' })
    expect(state.memory.persons.get(personKey)).toBe(2)
    const one = { kind: 'hold', hold: holdOf(productId, { personKey }) } as const
    refuses(state, one, 'person_limit', { available: 0 })
  })

  it('is not asked again when he takes what he held, and is counted by his key', () => {
    const state = limited()
    const given = holdOf(productId, { personKey, n: 3 })
    hold(state, given)
    expect(issue(state, issueHeld(given))).toMatchObject({ kind: 'ok' })
    expect(state.memory.persons.get(personKey)).toBe(3)
    expect(state.batch.issues.get(given.orderLineId)?.personKey).toBe(personKey)
  })

  it('takes what he held, whatever was counted since', () => {
    const state = limited()
    const given = holdOf(productId, { personKey })
    hold(state, given)
    state.memory.persons.set(personKey, 3)
    expect(issue(state, issueHeld(given))).toMatchObject({ kind: 'ok' })
  })

  it('must have been counted before', () => {
    const state = deciding({ terms })
    expect(() => hold(state, holdOf(productId, { personKey }))).toThrow(/have been counted/)
  })
})

describe('a command', () => {
  const meta = metaOf()
  const command = (given: RaffleCommand, change: object = {}): RaffleItem => ({
    kind: 'command',
    command: given,
    meta,
    requestHash: 'ab',
    ...change,
  })
  const cancel: RaffleCommand = { type: 'CancelRaffle', now: '', reason: 'licence' }

  it('is obeyed at the writer’s time, and remembered with its facts', () => {
    const state = deciding({ facts: [issued(1, 2)] })
    expect(decideItem(state, command(cancel))).toEqual({ facts: 1, last: 1 })
    expect([...state.batch.commands.values()]).toEqual([
      { commandId: meta.commandId, version: 1, facts: 1, requestHash: 'ab' },
    ])
    expect(traceOf(state)).toMatchObject({ facts: ['RaffleCancelled'], hasChanged: true })
    expect(JSON.parse(state.batch.facts[0]!.meta)).toMatchObject({ commandId: meta.commandId })
  })

  it('closes by the rule what waits for reservations that become tickets no more', () => {
    const terms = { ticketsMin: 6, underSold: 'draw' } as const
    const close: RaffleCommand = { type: 'CloseRaffle', now: '' }
    const at = (time: string) => {
      const state = deciding({ terms, facts: [issued(1, 4)], at: `2026-11-30T${time}.000Z` })
      state.memory.held = 2
      decideItem(state, command(close))
      return traceOf(state).facts
    }
    expect(at('22:29:59')).toEqual([])
    expect(at('22:30:00')).toEqual(['RaffleClosed'])
  })

  it('is answered again from this batch or from before, and never under another body', () => {
    const state = deciding()
    decideItem(state, command(cancel))
    expect(decideItem(state, command(cancel))).toEqual({ facts: 1, last: 1 })
    expect(state.batch.facts).toHaveLength(1)
    refuses(state, command(cancel, { requestHash: 'cd' }), 'idempotency_key_reused')
    const before = { version: 9, facts: 2, requestHash: 'ab' }
    const commands = new Map([[meta.commandId as CommandId, before]])
    const later = { ...deciding(), known: { issues: new Map(), commands } }
    expect(decideItem(later, command(cancel))).toEqual({ facts: 2, last: 9 })
    expect(traceOf(later).hasChanged).toBe(false)
    refuses(later, command(cancel, { requestHash: 'cd' }), 'idempotency_key_reused')
  })

  it('that changes nothing is not remembered', () => {
    const state = deciding({ facts: [raffleCancelled('licence')] })
    expect(decideItem(state, command(cancel))).toEqual({ facts: 0, last: 0 })
    expect(traceOf(state)).toMatchObject({ facts: [], commands: [], hasChanged: false })
  })

  it('names the session that must still stand beside its facts, where it has some', () => {
    const session = { drawId: 'D1', recordedAt: '2026-11-21T07:00:00.000001Z' }
    const state = deciding()
    decideItem(state, command(cancel, { session }))
    expect(state.batch.session).toEqual(session)
    const done = deciding({ facts: [raffleCancelled('licence')] })
    decideItem(done, command(cancel, { session }))
    expect(done.batch.session).toBeNull()
  })

  it('hears how many tickets are held, whatever its sender believed', () => {
    const state = deciding()
    hold(state, holdOf(productId, { n: 3 }))
    const lower: RaffleCommand = {
      type: 'AmendRaffle',
      now: '',
      held: 0,
      amendments: [{ field: 'ticketsMax', value: '2', valueSha256: 'ab'.repeat(32) }],
      reason: null,
      isOwner: true,
    }
    refuses(state, command(lower), 'below_sold_and_held', { used: 3 })
  })

  it('that ends an unsold raffle writes the hash of the time it writes', () => {
    const state = deciding()
    const complete: RaffleCommand = { type: 'CompleteRaffle', now: '', valueSha256: '' }
    expect(decideItem(state, command(complete))).toEqual({ facts: 2, last: 2 })
    expect(JSON.parse(state.batch.facts[0]!.payload).data).toEqual({
      field: 'closesAt',
      value: now,
      valueSha256: 'b56d79546f982d9d677996838d1f76c4f22e13ff138d6436f09639b5a0053021',
      cause: 'completed',
    })
  })

  it('that the rules refuse leaves no trace', () => {
    const publish: RaffleCommand = { type: 'PublishRaffle', now: '', raffle: published().data }
    refuses(deciding(), command(publish), 'already_published')
  })
})

describe('an allotment', () => {
  const allot = (state: Deciding, product: ProductId, ticketsMax: number) =>
    decideItem(state, { kind: 'allot', allotment: { productId: product, ticketsMax } })

  it('is moved, or begun, and does nothing where it stands already', () => {
    const state = deciding()
    hold(state, holdOf(productId, { n: 2 }))
    state.batch.hasChanged = false
    state.batch.products.clear()
    expect(allot(state, productId, 8)).toBeUndefined()
    expect(traceOf(state)).toMatchObject({ touched: [], hasChanged: false })
    const third = newId<ProductId>()
    allot(state, productId, 2)
    allot(state, third, 4)
    expect(traceOf(state)).toMatchObject({
      products: [
        [productId, { ticketsMax: 2, issued: 0, held: 2 }],
        [otherId, { ticketsMax: 3 }],
        [third, { ticketsMax: 4, issued: 0, held: 0 }],
      ],
      touched: [productId, third],
      hasChanged: true,
    })
  })

  it('never falls below what is sold and held', () => {
    const state = deciding()
    hold(state, holdOf(productId, { n: 2 }))
    const item = { kind: 'allot', allotment: { productId, ticketsMax: 1 } } as const
    refuses(state, item, 'below_sold_and_held', { sold: 0, held: 2 })
  })
})

it('stops at an item that it does not know', () =>
  expect(() => decideItem(deciding(), { kind: 'gift' } as never)).toThrow(/unreachable: .*gift/))
