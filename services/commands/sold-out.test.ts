import { expect, it } from 'vitest'

import { Rejection } from '#events/kernel/rejection.ts'
import type { ProductId, RaffleId } from '#events/kernel/ids.ts'

import { ASKED_AGAIN_MS, BELIEVED_MS, openSoldOut } from './sold-out.ts'

const raffleId = '00000000-0000-4000-8000-000000000001' as RaffleId
const productId = '00000000-0000-4000-8000-000000000002' as ProductId
const other = '00000000-0000-4000-8000-000000000003' as ProductId
const sought = { raffleId, productId }

const left = (available: number) =>
  new Rejection('tickets_left', 'Only so many', { available, raffleId, productId })

function opened() {
  let nowMs = 1_000_000
  const soldOut = openSoldOut(() => new Date(nowMs))
  return { soldOut, pass: (ms: number) => void (nowMs += ms) }
}

it('knows what the writer has just refused, of that product alone', () => {
  const { soldOut } = opened()
  expect(soldOut.isKnown(sought)).toBe(false)
  soldOut.note(left(0))
  expect(soldOut.isKnown(sought)).toBe(true)
  expect(soldOut.isKnown({ raffleId, productId: other })).toBe(false)
})

it.each([
  ['one is left', left(1)],
  ['one person has his share', new Rejection('person_limit', '', { available: 0, ...sought })],
  ['nobody says of which raffle', new Rejection('tickets_left', '', { available: 0 })],
  ['the database is gone', new Error('gone')],
])('keeps nothing in mind when %s', (_, refusal) => {
  const { soldOut } = opened()
  soldOut.note(refusal)
  expect(soldOut.isKnown(sought)).toBe(false)
})

it('lets one through now and then, and all of them once its word is old', () => {
  const { soldOut, pass } = opened()
  soldOut.note(left(0))
  pass(ASKED_AGAIN_MS - 1)
  expect(soldOut.isKnown(sought)).toBe(true)
  pass(1)
  expect(soldOut.isKnown(sought)).toBe(false)
  expect(soldOut.isKnown(sought)).toBe(true)
  pass(BELIEVED_MS - ASKED_AGAIN_MS - 1)
  expect([soldOut.isKnown(sought), soldOut.isKnown(sought)]).toEqual([false, true])
  pass(1)
  expect([soldOut.isKnown(sought), soldOut.isKnown(sought)]).toEqual([false, false])
})

it('believes for as long again whenever the writer says so again', () => {
  const { soldOut, pass } = opened()
  soldOut.note(left(0))
  pass(BELIEVED_MS)
  soldOut.note(left(0))
  expect(soldOut.isKnown(sought)).toBe(true)
})

it('forgets a raffle of which something is given back', () => {
  const { soldOut } = opened()
  soldOut.note(left(0))
  soldOut.forget(raffleId)
  expect(soldOut.isKnown(sought)).toBe(false)
})
