import { expect, it } from 'vitest'

import type { DrawRoom } from '#services/contract/admin-draws.ts'

import { drawShown, prizeKey, prizeShown } from './shown.ts'

const drawId = '5f0c2a5e-8d4e-4a7e-9d3c-0a1b2c3d4e5f/D2'
/** Only what is asked for here. */
const roomOf = (place: number) => ({ drawId, holder: { place } }) as unknown as DrawRoom
const empty = { drawId: null, holder: null }

it('says with each form which draw and whose prize it shows', () => {
  expect(drawShown(roomOf(1))).toEqual({ drawId })
  expect(prizeShown(roomOf(1))).toEqual({ drawId, place: 1 })
})

it('names nothing where there is nothing', () => {
  expect([drawShown(empty), prizeShown(empty)]).toEqual([{}, {}])
})

it('begins a form anew for the next winner', () => {
  expect(prizeKey(roomOf(2))).not.toBe(prizeKey(roomOf(1)))
  expect(prizeKey(roomOf(1))).toBe(prizeKey(roomOf(1)))
})
