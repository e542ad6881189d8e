// People in a process of their own, so that what they need of a processor is not taken from the one
// that answers them. Told how many, they come at once, and each says what he was told.
import { buy } from './crowd.ts'
import type { Place, Said } from './crowd.ts'

export type ComeAtOnce = { place: Place; first: number; people: number }

process.on('message', async ({ place, first, people }: ComeAtOnce) => {
  const crowd = Array.from({ length: people }, (_, nth) => buy(place, first + nth))
  process.send?.((await Promise.all(crowd)) satisfies Said[])
})
