// What a storm must not pass for: each of these is planted, and named.
import { expect, it } from 'vitest'

import {
  answersBroken,
  examinedInWords,
  refusalOf,
  scarceBroken,
  soldOut,
  unproven,
} from './judge.ts'
import type { Examined } from './judge.ts'
import { SCARCE_TICKETS } from './scarce.ts'

const all: Examined = { I1: 3, I2: 3, I3: 3, I4: 9, I5: 3, I6: 40, I9: 9, I11: 70, I16: 9 }
const gone = (issued: number, held: number, raffleId = 'r1') => ({ raffleId, issued, held })
const full = gone(SCARCE_TICKETS - 9, 9)

it('lets a shop in trouble refuse, and send people away for a while', () => {
  const purchases = { paid: 24, 'left unpaid': 9, 'gave up': 1, 'not paid: 409': 1 }
  expect(answersBroken(purchases)).toEqual([])
  const refused = { '409 tickets_left': 8, '409 request_in_flight': 2, '429 too_many_requests': 1 }
  expect(answersBroken(refused)).toEqual([])
  const later = { '502 payment_provider_unavailable': 1, '503 busy': 1, 504: 1 }
  expect(answersBroken(later)).toEqual([])
})

it('names what no buyer may be told, and how often', () => {
  const purchases = { paid: 24, '500 internal': 3, '400 invalid_request': 1, 404: 2 }
  expect(answersBroken(purchases).toSorted()).toEqual([
    '1 purchases were answered 400 invalid_request',
    '2 purchases were answered 404',
    '3 purchases were answered 500 internal',
  ])
})

it('calls a refusal by its status and its code', () => {
  const body = '{"error":"Only 1 ticket left for Gold 1","code":"tickets_left","available":1}'
  expect(refusalOf({ status: 409, body })).toBe('409 tickets_left')
  expect(refusalOf({ status: 400, body: '' })).toBe('400')
})

it('names a raffle of which more is gone than there was', () => {
  expect(scarceBroken(full)).toEqual([])
  expect(scarceBroken(gone(SCARCE_TICKETS, 1))).toEqual([
    `raffle r1: ${SCARCE_TICKETS} issued and 1 held of ${SCARCE_TICKETS}`,
  ])
})

it('counts a raffle that was sold out once, in however many storms it stands', () => {
  const storms = [full, full, gone(1, 1, 'r2'), gone(SCARCE_TICKETS, 0, 'r3')]
  expect(soldOut(storms.map((scarce) => ({ scarce })))).toBe(2)
})

it('misses a raffle that was sold out in three storms of the usual length, not in fewer', () => {
  const left = { scarce: gone(SCARCE_TICKETS - 9, 8), examined: all }
  expect(unproven([left, left, left], 15)).toEqual(['no raffle was sold out'])
  expect(unproven([left, left], 15)).toEqual([])
  expect(unproven([left, { ...left, scarce: full }, left], 15)).toEqual([])
})

it('names an invariant of which the last storm has left nothing to examine', () => {
  const before = { scarce: full, examined: all }
  const last = { scarce: full, examined: { ...all, I9: 0, I11: 0 } }
  expect(unproven([last, before], 15)).toEqual([])
  expect(unproven([before, last], 15)).toEqual([
    'I9 every acknowledged purchase is in the log, once: nothing was examined',
    'I11 read models are what the log replays to: nothing was examined',
  ])
  expect(unproven([], 15)).toHaveLength(9)
})

it('tells of each invariant how much was examined', () => {
  const lines = examinedInWords(all).split('\n')
  expect(lines).toHaveLength(22)
  expect(lines[5]).toBe('I6           40  positions have no gap; leaf hashes and trees are valid')
  expect(lines[6]).toMatch(/^I7 +0 {2}/)
})
