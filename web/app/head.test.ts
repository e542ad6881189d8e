import { beforeAll, expect, it } from 'vitest'

import { drawTexts } from '../lib/text/draw.ts'
import { shopTexts } from '../lib/text/text.tsx'
import { ticketLabel } from '../lib/ticket-ranges.ts'
import { headOf } from './head.ts'

beforeAll(() => Promise.all([shopTexts.load('en'), drawTexts.load('en')]))

const winner = { number: '000042', place: 0, state: 'winner', name: null }

/** The title of a draw's page that is shared. Only what is asked for here. */
function titleOf(change: object): string {
  const raffle = { name: 'City Car', raffleNumber: 'R-1', phase: 'drawn', image: null }
  const result = { numbers: ['000042', '000005'] }
  const draw = { raffle, mode: 'beacon', stage: 'drawn', result, winner, ...change }
  const queries = [{ key: ['/api/draws', 'r-1'], data: draw }]
  const asked = { path: '/draws/r-1', language: 'en', queries, settings: { shopName: 'Qura' } }
  return headOf(asked as unknown as Parameters<typeof headOf>[0]).title
}

it('names the ticket that has the prize, whoever drew it first', () => {
  expect(titleOf({})).toBe(`City Car: Won by ticket ${ticketLabel('000042')} · Qura`)
  const promoted = { ...winner, number: '000005', place: 1 }
  expect(titleOf({ winner: promoted })).toContain(`Won by ticket ${ticketLabel('000005')}`)
})

it('names nobody whose prize is forfeited', () =>
  expect(titleOf({ winner: { ...winner, state: 'forfeited' } })).toBe('City Car: Drawn · Qura'))

it('says of a draw without a result how far it has come', () => {
  const waiting = { result: null, winner: null }
  expect(titleOf({ ...waiting, stage: 'sealed' })).toBe('City Car: Register sealed · Qura')
  const diced = { ...waiting, mode: 'physical', stage: 'diced' }
  expect(titleOf(diced)).toBe('City Car: Numbers drawn · Qura')
})

it('says of a raffle that was cancelled that it was', () => {
  const raffle = { name: 'City Car', raffleNumber: 'R-1', phase: 'cancelled', image: null }
  const cancelled = { raffle, result: null, winner: null, stage: 'sealed' }
  expect(titleOf(cancelled)).toBe('City Car: Raffle cancelled · Qura')
})
