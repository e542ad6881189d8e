// Whose tickets an order line has, decided on what the writer knows: what moves, and for whom there
// must be room.
import { describe, expect, it } from 'vitest'

import type { LineId } from '#events/kernel/ids.ts'

import { decideItem } from './raffle-decide.ts'
import { deciding, end, hold, productId, refuses } from './testing/deciding.ts'
import { holdOf, newId } from './testing/shop.ts'

describe('one order line of somebody else', () => {
  const line = newId<LineId>()
  const item = { kind: 'person', orderLineIds: [line], personKey: 'bob' } as const
  /** Three at most for a person; who holds how many. */
  function held(...holds: [personKey: string, n: number, line?: LineId][]) {
    const state = deciding({ terms: { ticketsPerPersonMax: 3 } })
    for (const personKey of ['ann', 'bob', 'cat']) state.memory.persons.set(personKey, 0)
    for (const [personKey, n, orderLineId = newId<LineId>()] of holds)
      hold(state, holdOf(productId, { personKey, n, orderLineId, expiresAt: end(1_000) }))
    state.batch.holds.clear()
    state.batch.hasChanged = false
    return state
  }

  it('moves what it holds, if it does not do so already', () => {
    const moved = held(['ann', 2, line], ['cat', 3])
    decideItem(moved, item)
    expect([...moved.batch.holds.keys()]).toEqual([line])
    expect(moved.batch.hasChanged).toBe(true)
    const his = held(['bob', 2, line])
    decideItem(his, item)
    expect([...his.batch.holds.keys()]).toEqual([])
    expect(his.batch.hasChanged).toBe(false)
  })

  it('needs room beside what is held and what was issued', () => {
    refuses(held(['ann', 2, line], ['bob', 2]), item, 'person_limit', { available: 1 })
    const issued = held(['ann', 2, line])
    issued.memory.persons.set('bob', 2)
    refuses(issued, item, 'person_limit', { available: 1 })
  })

  it('needs none where nothing is moved, however much somebody has', () => {
    const state = held()
    state.memory.persons.set('bob', 4)
    expect(decideItem(state, item)).toBeUndefined()
  })

  it('is none of a raffle that nobody has published', () => {
    const state = held()
    state.memory.raffle = { status: 'unpublished' }
    refuses(state, item, 'not_found')
  })
})
