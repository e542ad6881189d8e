import { expect, it } from 'vitest'

import { filesIn, patternsOf } from './places.ts'

const order = 'events/order/refund.ts'
const raffle = 'events/raffle/close.ts'
const catalogue = 'events/catalogue.ts'
const writer = 'services/event-store/raffle-decide.ts'

it.each<[string[], string[]]>([
  [[], ['events/**/*.ts']],
  [['events/order'], ['events/order/**/*.ts']],
  [
    [`${order}:40-60`, raffle],
    [`${order}:40-60`, raffle],
  ],
])('takes %j for the files %j', (places, patterns) => {
  expect(patternsOf(places)).toEqual(patterns)
})

it.each<[string[], string[]]>([
  [[], [order, raffle, catalogue]],
  [
    ['events/order', catalogue],
    [order, catalogue],
  ],
  [['writer'], [writer]],
  [['events/staff'], []],
])('finds in %j, of all files, %j', (places, found) => {
  expect(filesIn(places, [order, raffle, catalogue, writer])).toEqual(found)
})
