// What a history of purchases must not be like: each of these lies is planted, and named.
import { expect, it } from 'vitest'

import { newHistory, pays, turnsBroken, wishes, wishesBroken } from './history.ts'
import type { Moment, Recorded, Wish } from './history.ts'

const wish = (nth: number, more: Partial<Wish> = {}): Wish => ({
  key: `k${nth}`,
  t0: nth * 10,
  t1: nth * 10 + 5,
  end: 'ok',
  id: `o${nth}`,
  ...more,
})

const order = (nth: number, more: Partial<Recorded> = {}): Recorded => ({
  log: 'shop/0',
  seq: nth,
  id: `o${nth}`,
  key: `k${nth}`,
  ...more,
})

const three = [1, 2, 3]
const judge = (recorded: Recorded[], asked = three.map((nth) => wish(nth))) =>
  wishesBroken(asked, recorded)

it('finds nothing where everybody stands as he was told and in his turn', () => {
  expect(judge(three.map((nth) => order(nth)))).toEqual([])
})

it('names an order that was told of and is not there', () => {
  expect(judge([order(1), order(3)])).toEqual(['I9 key k2: told of order o2, and is none'])
})

it('names a key that became two orders, told of or not', () => {
  const twice = [order(1), order(2), order(3), order(4, { key: 'k2' })]
  expect(judge(twice)).toContain('I9 key k2: became 2 orders')
  const gaveUp = wish(2, { t1: Infinity, end: 'unknown', id: null })
  expect(judge(twice, [wish(1), gaveUp, wish(3)])).toEqual(['I9 key k2: became 2 orders'])
})

it('names an order that nobody asked for, or whose key is gone', () => {
  const recorded = [...three.map((nth) => order(nth)), order(4, { key: null })]
  expect(judge(recorded)).toEqual(['I9 order o4: nobody asked for it'])
})

it('names an order of somebody who was told of another one, or of none', () => {
  const swapped = [order(1), order(2, { id: 'o3' }), order(3, { id: 'o2' })]
  expect(judge(swapped)).toEqual([
    'I9 key k2: told of order o2, and is o3',
    'I9 key k3: told of order o3, and is o2',
  ])
  const refused = wish(2, { end: 'fail', id: null })
  expect(
    judge(
      three.map((nth) => order(nth)),
      [wish(1), refused, wish(3)],
    ),
  ).toEqual(['I9 key k2: refused, and is o2'])
})

it('allows an order of a wish whose end nobody knows, and its absence', () => {
  const unknown = [wish(1), wish(2, { t1: Infinity, end: 'unknown', id: null }), wish(3)]
  expect(judge([order(1), order(2), order(3)], unknown)).toEqual([])
  expect(judge([order(1), order(3)], unknown)).toEqual([])
})

it('names who was answered before another asked, and stands behind him', () => {
  const recorded = [order(1, { seq: 2 }), order(2, { seq: 1 }), order(3)]
  expect(judge(recorded)).toEqual([
    'I10 shop/0: order o1 was told before order o2 was asked for, and is behind',
  ])
})

it('lets those who ask at once stand as it comes, and says nothing across logs', () => {
  const atOnce = three.map((nth) => wish(nth, { t0: 0, t1: 100 }))
  expect(judge([order(1, { seq: 3 }), order(2), order(3, { seq: 1 })], atOnce)).toEqual([])
  const apart = [order(1, { seq: 9 }), order(2, { log: 'shop/1', seq: 1 }), order(3, { seq: 10 })]
  expect(judge(apart)).toEqual([])
})

it('finds one stranger among a hundred thousand, wherever he stands, in one walk', () => {
  const moments: Moment[] = Array.from({ length: 100_000 }, (_, nth) => ({
    name: `m${nth}`,
    log: `raffle/${nth % 3}`,
    seq: nth,
    t0: nth,
    t1: nth + 500,
  }))
  expect(turnsBroken(moments)).toEqual([])
  for (const [place, seq] of [
    [600, 99_999.5],
    [40_000, 60_000],
  ] as const) {
    const early = { ...moments[place]!, seq }
    const broken = turnsBroken(moments.with(place, early))
    expect(broken).toHaveLength(1)
    expect(broken[0]).toContain(`${early.name} was told before`)
  }
})

it('writes down what was sent and what was said of it', () => {
  const history = newHistory()
  const call = { method: 'POST', url: '/', headers: { 'idempotency-key': 'k' } } as const
  const answers = [
    { status: 201, body: '{"id":"o1"}' },
    { status: 409, body: '{"code":"tickets_left"}' },
    { status: 409, body: '{"code":"request_in_flight"}' },
  ]
  for (const answer of answers) wishes(history, call)(answer)
  wishes(history, call)
  expect(history.wishes.map(({ end, id, t1 }) => [end, id, t1 < Infinity])).toEqual([
    ['ok', 'o1', true],
    ['fail', null, true],
    ['unknown', null, false],
    ['unknown', null, false],
  ])
  const shown = pays(history, 'o1')
  for (let looks = 0; looks < 2; looks++)
    shown([{ raffleId: 'r', ticketNumbers: ['000008', '000007'] }])
  expect(history.sales).toMatchObject([{ log: 'raffle/r', seq: 7 }])
})
