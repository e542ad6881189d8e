import { expect, it } from 'vitest'

import { drawTurn, ofTurn, TURNS } from './turns.ts'

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const turns = Array.from({ length: TURNS }, (_, turn) => String(turn))

it.each([2, 3] as const)('of %i parts each run has its own, and all runs have all', (parts) => {
  const seen = turns.map((turn) => ofTurn(rows, parts, turn))
  for (const part of seen) expect(part.length).toBeLessThanOrEqual(Math.ceil(rows.length / parts))
  expect(new Set(seen.flat())).toEqual(new Set(rows))
})

it('leaves nothing out where no turn is told, or all', () => {
  expect(ofTurn(rows, 3, 'all')).toEqual(rows)
})

it('is drawn where none is given, and refused where there is no such one', () => {
  expect(drawTurn(undefined, (below) => below - 1)).toBe('5')
  expect(drawTurn('all', () => 0)).toBe('all')
  expect(drawTurn('3', () => 0)).toBe('3')
  for (const given of ['6', '-1', '', 'two']) expect(() => drawTurn(given, () => 0)).toThrow(given)
})
