import { expect, it } from 'vitest'

import {
  confirmed,
  orderCancelled,
  placed,
  refundDue,
  refundWithdrawn,
} from '#events/testing/orders.ts'
import { lineId } from '#events/testing/ids.ts'

import type { Audit } from './audit.ts'
import { checkMoneyKept, moneyOf } from './money-back.ts'

const paid = [placed(), confirmed(null, { method: 'cash' })]
const duty = refundDue('cancelled', { amountCents: 2500 })

function found(...facts: Parameters<typeof moneyOf>[0]): string[] {
  const told: string[] = []
  const audit = { violated: (_: string, what: string) => told.push(what), brokenFacts: new Set() }
  checkMoneyKept(audit as unknown as Audit, { orderId: '1', facts })
  return told
}

it('a cancelled order keeps nothing, unless nobody had paid', () => {
  const ended = [...paid, orderCancelled('staff'), duty]
  expect(found(...ended)).toEqual([])
  expect(found(...ended, refundWithdrawn(duty, 'cash'))).toEqual([])
  expect(found(...ended, refundWithdrawn(duty))).toEqual([
    'order 1: cancelled, and keeps 2500 cents',
  ])
})

it('a line whose duty was withdrawn has none', () => {
  const ofLine = refundDue('staff', { lineId: lineId(1) })
  expect(moneyOf([...paid, ofLine])).toMatchObject({ leftCents: 1500 })
  const { leftCents, refunded } = moneyOf([...paid, ofLine, refundWithdrawn(ofLine)])
  expect([leftCents, [...refunded]]).toEqual([2500, []])
})
