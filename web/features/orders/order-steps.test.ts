import { expect, it } from 'vitest'

import type { OrderRequest, OrderStep } from '#services/contract/order-page.ts'

import { dayOf } from '../../lib/day.ts'
import { orderEn } from '../../lib/text/account-order-en.ts'
import { headlineOf, stepsOf } from './order-steps.ts'

const at = '2026-11-21T10:00:00.000Z'
const order = { status: 'pending', totalTickets: 2, shippingMethod: 'pickup' } as const
const told = { text: orderEn.timeline, language: 'en' } as const
const titles = (timeline: OrderStep[], change = {}) =>
  stepsOf({ ...order, timeline, ...change }, told).map(
    ({ title, at: when }) => `${title}${when === null ? ' …' : ''}`,
  )

it('says what is to come after what has happened', () =>
  expect(titles([{ step: 'placed', at }])).toEqual([
    'Order placed',
    'Payment received …',
    'Tickets issued …',
    'Ready for pickup …',
    'Handed over …',
  ]))

it('knows goods that stand ready, and does not promise them again', () =>
  expect(
    titles([
      { step: 'placed', at },
      { step: 'paid', at },
      { step: 'tickets', at },
      { step: 'ready', at },
    ]),
  ).toEqual([
    'Order placed',
    'Payment received',
    'Tickets issued',
    'Ready for pickup',
    'Handed over …',
  ]))

it('promises no tickets for goods without them', () =>
  expect(titles([{ step: 'placed', at }], { totalTickets: 0 })).not.toContain('Tickets issued …'))

it('promises nothing more of a cancelled order, and says why', () => {
  const timeline: OrderStep[] = [
    { step: 'placed', at },
    { step: 'cancelled', at, reason: 'expired' },
  ]
  const steps = stepsOf({ ...order, status: 'cancelled', timeline }, told)
  expect(steps).toHaveLength(2)
  expect(steps[1]).toMatchObject({ hint: 'The time to pay had passed.', tone: 'bad' })
})

it('names the goods that came back', () => {
  const goods = { productName: 'Tee', variantName: 'M', quantity: 2 }
  const due = { step: 'refund_due', at, amount: '25.00', cause: 'returned' } as const
  const hintOf = (step: OrderStep) => stepsOf({ ...order, timeline: [step] }, told)[0]?.hint
  expect(hintOf({ ...due, goods })).toBe('The goods came back. \u20682\u2069 × \u2068Tee (M)\u2069')
  expect(hintOf({ ...due, goods: null })).toBe('The goods came back.')
})

it('ends with the delivery', () =>
  expect(
    titles(
      [
        { step: 'placed', at },
        { step: 'paid', at },
        { step: 'completed', at },
      ],
      {
        shippingMethod: 'delivery',
        status: 'completed',
      },
    ).at(-1),
  ).toBe('Delivered'))

const unasked: OrderRequest[] = []
const headed = { status: 'paid', refundStatus: null, holdUntil: null, requests: unasked } as const

it('puts money that is owed before everything else', () =>
  expect(
    headlineOf(
      { ...headed, raffleEntries: [], timeline: [], status: 'cancelled', refundStatus: 'due' },
      orderEn,
    ),
  ).toBe('Your money is on its way back'))

it('says where paid goods are, once they are ready or on their way', () => {
  const told = (...timeline: OrderStep[]) =>
    headlineOf({ ...headed, raffleEntries: [], timeline }, orderEn)
  expect(told({ step: 'paid', at })).toBe('Paid. We are preparing your order.')
  expect(told({ step: 'paid', at }, { step: 'ready', at })).toBe('Ready for pickup')
  expect(told({ step: 'paid', at }, { step: 'sent_out', at })).toBe('On its way to you')
})

it('says what became of money: given back, or kept as credit until a day', () => {
  const back = { step: 'refund_paid', at, amount: '10.00' } as const
  const paidBack = titles([{ ...back, creditUntil: null }], { status: 'cancelled' })
  expect(paidBack).toEqual(['$10.00 paid back'])
  const kept = titles([{ ...back, creditUntil: '2027-11-23' }], { status: 'cancelled' })
  expect(kept).toEqual([`$10.00 is yours as store credit until ${dayOf('2027-11-23', 'en')}`])
})

it('promises no money to who has asked to keep it as credit', () => {
  const asked = { id: 'a', kind: 'credit', state: 'open', note: null, answer: null } as never
  const due = { ...headed, refundStatus: 'due' as const, raffleEntries: [], timeline: [] }
  expect(headlineOf({ ...due, requests: [asked] }, orderEn)).toMatch('store credit')
  expect(headlineOf(due, orderEn)).toBe('Your money is on its way back')
})
