// The life of an order as its buyer reads it: what has happened, then what is still to come. Pure.
import type { OrderPageResponse, OrderStep } from '#services/contract/order-page.ts'

import { dayOf } from '../../lib/day.ts'
import { goodsText } from '../../lib/goods-text.ts'
import { dollars } from '../../lib/money.ts'
import type { OrderTexts } from '../../lib/text/account-order-en.ts'
import type { Language } from '../../lib/text/text.tsx'

export type ShownStep = {
  title: string
  hint?: string
  /** Null: still to come. */
  at: string | null
  tone: 'good' | 'bad'
}

type Order = Pick<OrderPageResponse, 'timeline' | 'status' | 'totalTickets' | 'shippingMethod'>

type Told = { text: OrderTexts['timeline']; language: Language }

export function stepsOf(order: Order, told: Told): ShownStep[] {
  const { text } = told
  const past = order.timeline.map((step) => pastStep(step, order, told))
  return order.status === 'cancelled' ? past : [...past, ...stepsToCome(order, text)]
}

function pastStep(step: OrderStep, { shippingMethod }: Order, { text, language }: Told) {
  const { at } = step
  const good = (title: string): ShownStep => ({ title, at, tone: 'good' })
  const bad = (title: string, hint?: string): ShownStep => ({
    title,
    at,
    tone: 'bad',
    ...(hint !== undefined && { hint }),
  })
  switch (step.step) {
    case 'placed':
      return good(text.placed)
    case 'declined':
      return bad(text.declined)
    case 'paid':
      return good(text.paid)
    case 'tickets':
      return good(text.tickets)
    case 'ready':
      return good(text.ready)
    case 'sent_out':
      return good(text.onTheWay)
    case 'completed':
      return good(shippingMethod === 'pickup' ? text.completed : text.delivered)
    case 'cancelled':
      return bad(text.cancelled, text.cancelReason[step.reason])
    case 'refund_due':
      return bad(text.refundDue(dollars(step.amount)), whyDue(step, text))
    case 'refund_paid':
      return good(
        step.creditUntil === null
          ? text.refundPaid(dollars(step.amount))
          : text.credited(dollars(step.amount), dayOf(step.creditUntil, language)),
      )
  }
}

type Due = Extract<OrderStep, { step: 'refund_due' }>

const whyDue = ({ cause, goods }: Due, text: OrderTexts['timeline']) =>
  [text.refundCause[cause], ...(goods === null ? [] : [goodsText(goods)])].join(' ')

function stepsToCome(order: Order, text: OrderTexts['timeline']): ShownStep[] {
  const has = (name: OrderStep['step']) => order.timeline.some(({ step }) => step === name)
  if (has('completed')) return []
  const later = (title: string, hint?: string): ShownStep => ({
    title,
    at: null,
    tone: 'good',
    ...(hint !== undefined && { hint }),
  })
  const isPickup = order.shippingMethod === 'pickup'
  const goodsToCome = isPickup
    ? later(text.ready, text.readyHint)
    : later(text.onTheWay, text.onTheWayHint)
  return [
    ...(has('paid') ? [] : [later(text.paid)]),
    ...(has('tickets') || order.totalTickets === 0 ? [] : [later(text.tickets)]),
    ...(has('ready') || has('sent_out') ? [] : [goodsToCome]),
    later(isPickup ? text.completed : text.delivered),
  ]
}

type Headed = Pick<
  OrderPageResponse,
  'status' | 'refundStatus' | 'holdUntil' | 'raffleEntries' | 'timeline' | 'requests'
>

/** One sentence for the head of the page. */
export function headlineOf(
  order: Headed,
  { headline: text, timeline }: Pick<OrderTexts, 'headline' | 'timeline'>,
): string {
  const isCreditAsked = order.requests.some(
    ({ kind, state }) => kind === 'credit' && state === 'open',
  )
  if (order.refundStatus === 'due') return isCreditAsked ? text.creditAsked : text.refundDue
  switch (order.status) {
    case 'pending':
      return order.holdUntil === null ? text.printing : text.waiting
    case 'paid':
      switch (order.timeline.at(-1)?.step) {
        case 'ready':
          return timeline.ready
        case 'sent_out':
          return timeline.onTheWay
        default:
          return order.raffleEntries.length > 0 ? text.paid : text.paidGoods
      }
    case 'completed':
      return text.completed
    case 'cancelled':
      return text.cancelled
  }
}
