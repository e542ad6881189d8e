import { expect, it } from 'vitest'

import type { Recorded } from '#projections/projection.ts'

import { chunksOf } from './reactor.ts'

/** Facts of these streams, one after the other. */
const factsOf = (streams: string) =>
  [...streams].map((streamId, index) => ({ streamId, position: index + 1 }) as Recorded)

const streamsIn = (chunks: readonly (readonly Recorded[])[]) =>
  chunks.map((facts) => facts.map(({ streamId }) => streamId).join(''))

it('acts on one fact at a time unless it says otherwise', () => {
  expect(streamsIn(chunksOf(factsOf('abc'), {}))).toEqual(['a', 'b', 'c'])
})

it('acts on different streams at once, on the facts of one in their order', () => {
  expect(streamsIn(chunksOf(factsOf('abacb'), { atOnce: 3 }))).toEqual(['ab', 'acb'])
})

it('acts on the facts of one stream at once where their order is nothing', () => {
  const chunks = chunksOf(factsOf('aabba'), { atOnce: 4, inAnyOrder: true })
  expect(streamsIn(chunks)).toEqual(['aabb', 'a'])
})
