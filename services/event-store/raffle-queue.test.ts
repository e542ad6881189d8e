import { expect, it } from 'vitest'

import type { CommandId, LineId, ProductId } from '#events/kernel/ids.ts'

import type { RaffleItem } from './raffle-decide.ts'
import {
  isRepeatable,
  ITEMS_PER_BATCH_MAX,
  knownOf,
  namesOf,
  personsOf,
  putBack,
  takeBatch,
  type Waiting,
} from './raffle-queue.ts'
import { holdOf, issueOf, metaOf, newId, publish } from './testing/shop.ts'

const productId = newId<ProductId>()
const release = (): RaffleItem => ({ kind: 'release', orderLineId: newId<LineId>() })

function waiting(arrival: number, fields: Partial<Waiting> = {}): Waiting {
  return {
    arrival,
    item: release(),
    answer: () => {},
    fail: () => {},
    traceparent: undefined,
    attempts: 0,
    fencesLost: 0,
    isUncertain: false,
    known: undefined,
    isAlone: false,
    ...fields,
  }
}
const queueOf = (count: number) => Array.from({ length: count }, (_, arrival) => waiting(arrival))
const arrivals = (waitings: readonly Waiting[]) => waitings.map(({ arrival }) => arrival)

it('takes from the front, at most a batch, and leaves the others', () => {
  const queue = queueOf(ITEMS_PER_BATCH_MAX + 5)
  expect(arrivals(takeBatch(queue))).toEqual([...Array(ITEMS_PER_BATCH_MAX).keys()])
  expect(arrivals(queue)).toEqual([200, 201, 202, 203, 204])
  expect(takeBatch(queue)).toHaveLength(5)
  expect(queue).toEqual([])
  expect(takeBatch(queue)).toEqual([])
})

it('sends who goes alone by himself, and everybody before him first', () => {
  const queue = queueOf(5)
  queue[2]!.isAlone = true
  expect(arrivals(takeBatch(queue))).toEqual([0, 1])
  expect(arrivals(takeBatch(queue))).toEqual([2])
  expect(arrivals(takeBatch(queue))).toEqual([3, 4])
})

it('fills a batch up to somebody who would be in the next one anyway', () => {
  const queue = queueOf(ITEMS_PER_BATCH_MAX + 1)
  queue[ITEMS_PER_BATCH_MAX]!.isAlone = true
  expect(takeBatch(queue)).toHaveLength(ITEMS_PER_BATCH_MAX)
  expect(arrivals(takeBatch(queue))).toEqual([ITEMS_PER_BATCH_MAX])
  const long = queueOf(ITEMS_PER_BATCH_MAX + 3)
  long[ITEMS_PER_BATCH_MAX + 1]!.isAlone = true
  expect(takeBatch(long)).toHaveLength(ITEMS_PER_BATCH_MAX)
})

it('puts back in the order of arrival, whoever was taken meanwhile', () => {
  const queue = [waiting(3), waiting(7)]
  putBack(queue, [waiting(5), waiting(1)])
  expect(arrivals(queue)).toEqual([1, 3, 5, 7])
})

const issue = issueOf(productId)
const hold = holdOf(productId)
const meta = metaOf()
const items: RaffleItem[] = [
  { kind: 'issue', issue },
  { kind: 'hold', hold },
  { kind: 'command', command: publish(), meta, requestHash: 'ab' },
  release(),
  { kind: 'extend', orderLineId: newId<LineId>(), expiresAt: new Date(0) },
  { kind: 'allot', allotment: { productId, ticketsMax: 1 } },
]
const all = items.map((item, arrival) => waiting(arrival, { item }))

it('looks issues, holds and commands up by their names, and counts who buys', () => {
  expect(namesOf(all)).toEqual({
    lines: [issue.orderLineId, hold.orderLineId],
    commands: [meta.commandId],
  })
  expect(personsOf(all)).toEqual([issue.personKey, hold.personKey])
  const again = { ...issue, personKey: hold.personKey }
  expect(personsOf([...all, waiting(9, { item: { kind: 'issue', issue: again } })])).toHaveLength(2)
})

it('knows what must be answered the second time as the first', () =>
  expect(all.filter(isRepeatable).map(({ item }) => item.kind)).toEqual(['issue', 'command']))

it('joins what was found for each of them', () => {
  const known = {
    orderId: issue.orderId,
    productId,
    position: 2,
    first: 1,
    last: 1,
  }
  const command = { version: 3, facts: 1, requestHash: 'ab' }
  const commandId = newId<CommandId>()
  const joined = knownOf([
    waiting(0, { known: { issues: new Map([[issue.orderLineId, known]]), commands: new Map() } }),
    waiting(1, { known: { issues: new Map(), commands: new Map([[commandId, command]]) } }),
    waiting(2),
  ])
  expect([...joined.issues]).toEqual([[issue.orderLineId, known]])
  expect([...joined.commands]).toEqual([[commandId, command]])
})
