import { expect, it } from 'vitest'

import { drawTurn, filesOfOtherTurns, ofTurn, TURNS } from './turns.ts'

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const turns = Array.from({ length: TURNS }, (_, turn) => String(turn))

it.each([2, 3] as const)('of %i parts each run has its own, and all runs have all', (parts) => {
  const seen = turns.map((turn) => ofTurn(rows, parts, turn))
  for (const part of seen) expect(part.length).toBeLessThanOrEqual(Math.ceil(rows.length / parts))
  expect(new Set(seen.flat())).toEqual(new Set(rows))
})

it('runs each file with each turn of its rows, a third of the files at a time', () => {
  const files = ['d.ts', 'a.ts', 'c.ts', 'b.ts']
  const met = turns.flatMap((turn) => {
    const left = filesOfOtherTurns(files, turn)
    const run = files.filter((file) => !left.includes(file))
    expect(run.length).toBeLessThanOrEqual(2)
    return run.flatMap((file) => ofTurn(rows, 3, turn).map((row) => file + row))
  })
  expect(new Set(met)).toEqual(new Set(files.flatMap((file) => rows.map((row) => file + row))))
})

it('leaves nothing out where no turn is told, or all', () => {
  expect(ofTurn(rows, 3, 'all')).toEqual(rows)
  expect(filesOfOtherTurns(['a.ts', 'b.ts'], 'all')).toEqual([])
})

it('is drawn where none is given, and refused where there is no such one', () => {
  expect(drawTurn(undefined, (below) => below - 1)).toBe('17')
  expect(drawTurn('all', () => 0)).toBe('all')
  for (const given of ['3', '12']) expect(drawTurn(given, () => 0)).toBe(given)
  for (const given of ['18', '100', '-1', '', 'two'])
    expect(() => drawTurn(given, () => 0)).toThrow(given)
})
