import { it } from 'vitest'

import { givenFor } from '../testing/given.ts'

import type { RafflePageEvent } from './events.ts'
import { rafflePageDecider, type PageWords } from './page.ts'

const given = givenFor(rafflePageDecider)
const words: PageWords = { name: 'A car', description: 'Red.', prizeInfo: 'New.', image: null }
const written = (change: Partial<PageWords> = {}): RafflePageEvent => ({
  type: 'RafflePageWritten',
  data: { ...words, ...change },
})

it('writes the page, and again only when a word changes', () => {
  given().when({ type: 'WriteRafflePage', words }).then(written())
  given(written()).when({ type: 'WriteRafflePage', words }).thenNothing()
  given(written())
    .when({ type: 'WriteRafflePage', words: { ...words, name: 'A red car' } })
    .then(written({ name: 'A red car' }))
})

it.each([
  { name: 'A red car' },
  { description: 'Blue.' },
  { prizeInfo: 'Used.' },
  { image: 'images/0a1b/car' },
])('is written again when only this changes: %o', (change) => {
  given(written())
    .when({ type: 'WriteRafflePage', words: { ...words, ...change } })
    .then(written(change))
  given(written(), written(change))
    .when({ type: 'WriteRafflePage', words: { ...words, ...change } })
    .thenNothing()
})

it('deletes no raffle that is not there', () =>
  given().when({ type: 'RemoveRafflePage', isUsed: false }).thenRejected('not_found'))

it('deletes only a raffle that was never used', () => {
  given(written())
    .when({ type: 'RemoveRafflePage', isUsed: false })
    .then({ type: 'RafflePageRemoved', data: {} })
  given(written())
    .when({ type: 'RemoveRafflePage', isUsed: true })
    .thenRejected('cannot_delete_raffle')
})

it('keeps a deleted raffle deleted', () => {
  const removed: RafflePageEvent = { type: 'RafflePageRemoved', data: {} }
  given(written(), removed).when({ type: 'RemoveRafflePage', isUsed: false }).thenNothing()
  given(written(), removed).when({ type: 'WriteRafflePage', words }).thenRejected('not_found')
})
