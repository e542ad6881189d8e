import { expect, it } from 'vitest'

import type { Paper } from '#services/contract/admin-audit.ts'

import { forgetPerson } from '../../lib/forget-person.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { wordsOf } from './merge-notes.ts'
import { keepNotes, keptNotes, noteSaved } from './unsaved-notes.ts'

it('keeps what is not saved, of each paper and of each member of staff apart', () => {
  const place = placeOf('rana', 'first')
  keepNotes(place, seen)
  expect(keptNotes(place)).toEqual(seen)
  expect(keptNotes({ ...place, paperId: 'second' })).toBeUndefined()
  expect(keptNotes({ ...place, staffId: 'rami' })).toBeUndefined()
})

it('keeps nothing once it says no more than the paper does', () => {
  const place = placeOf('rana', 'first')
  keepNotes(place, seen)
  keepNotes(place, { read, words: wordsOf(read) })
  expect(keptNotes(place)).toBeUndefined()
})

it('keeps, of what was saved after the paper was left, only what was written since', () => {
  const place = placeOf('rana', 'first')
  const noted = { ...read, conclusion: 'Seen', version: 'b' }
  noteSaved(place, noted)
  expect(keptNotes(place)).toBeUndefined()

  keepNotes(place, seen)
  noteSaved(place, noted)
  expect(keptNotes(place)).toBeUndefined()

  const more = { read, words: { notes: {}, conclusion: 'Seen, and in order' } }
  keepNotes(place, more)
  noteSaved(place, noted)
  expect(keptNotes(place)).toEqual({ ...more, read: noted })
})

it('forgets them with whoever has written them', () => {
  const place = placeOf('rana', 'first')
  keepNotes(place, seen)
  forgetPerson(place.queryClient)
  expect(keptNotes(place)).toBeUndefined()
})

const placeOf = (staffId: string, paperId: string) => ({
  queryClient: createQueryClient(),
  staffId,
  paperId,
})

const read: Paper = {
  id: 'first',
  raffleId: 'a raffle',
  raffleName: 'Seven Cedars',
  seed: 'cedar',
  treeSize: 2,
  ticketsIssued: 1,
  madeBy: 'Rana',
  madeAt: '2026-03-01T10:00:00.000Z',
  tickets: 0,
  walks: [],
  notInRegister: [],
  conclusion: '',
  version: 'a',
}
const seen = { read, words: { notes: {}, conclusion: 'Seen' } }
