import { expect, it } from 'vitest'

import type { LiveDraw } from '#services/contract/draws.ts'

import { hasEvidence, shownResult, winningNumber } from './shown-result.ts'

const result = { numbers: ['000042', '000005', '000017'] }
const holder = (change: object) => ({
  number: '000042',
  place: 0,
  state: 'winner',
  name: 'Maya H.',
  ...change,
})
const drawn = (winner: object) => ({ result, winner }) as unknown as LiveDraw

it('shows who holds the prize, and who comes after', () => {
  const reserves = [
    { place: 1, number: '000005' },
    { place: 2, number: '000017' },
  ]
  expect(shownResult(drawn(holder({})))).toEqual({
    number: '000042',
    isLost: false,
    name: 'Maya H.',
    reserves,
  })
  const promoted = shownResult(drawn(holder({ number: '000005', place: 1, name: null })))
  expect(promoted).toMatchObject({ number: '000005', reserves: reserves.slice(1) })
})

it('shows a holder beyond the reserves', () =>
  expect(shownResult(drawn(holder({ number: '000050', place: 3 })))).toMatchObject({
    number: '000050',
    reserves: [],
  }))

it('calls nobody the winner of a prize that was forfeited', () => {
  const forfeited = drawn(holder({ state: 'forfeited' }))
  expect(shownResult(forfeited)).toMatchObject({ number: '000042', isLost: true, name: null })
  expect(winningNumber(forfeited)).toBeNull()
  expect(winningNumber(drawn(holder({ state: 'delivered' })))).toBe('000042')
  expect(winningNumber({ winner: null })).toBeNull()
})

it('has evidence for everybody from the first result on', () => {
  const past = (numbers: string[]) => ({ numbers }) as LiveDraw['earlier'][number]
  expect(hasEvidence({ result: null, earlier: [] })).toBe(false)
  expect(hasEvidence({ result: null, earlier: [past([])] })).toBe(false)
  expect(hasEvidence({ result: null, earlier: [past([]), past(['000042'])] })).toBe(true)
  expect(hasEvidence({ ...drawn(holder({})), earlier: [] })).toBe(true)
})
