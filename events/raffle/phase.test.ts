import { expect, it } from 'vitest'

import { rafflePhase, type RaffleFigures } from './phase.ts'

const raffle: RaffleFigures = {
  status: 'active',
  opensAt: '2026-11-01T22:00:00.000Z',
  closesAt: '2026-11-30T21:59:59.999Z',
  ticketsMax: 10,
  issued: 3,
}

it.each([
  ['before its start', {}, '2026-11-01T21:59:59.999Z', 'scheduled'],
  ['from its start', {}, '2026-11-01T22:00:00.000Z', 'open'],
  ['with its last ticket', { issued: 10 }, '2026-11-10T00:00:00.000Z', 'sold_out'],
  ['from its end', {}, '2026-11-30T21:59:59.999Z', 'closing'],
  ['once sealed', { isFrozen: true }, '2026-11-30T23:00:00.000Z', 'frozen'],
  ['once drawn', { status: 'completed' }, '2026-12-01T00:00:00.000Z', 'drawn'],
  ['once cancelled', { status: 'cancelled' }, '2026-11-10T00:00:00.000Z', 'cancelled'],
] as const)('a raffle %s', (_when, change, now, phase) =>
  expect(rafflePhase({ ...raffle, ...change }, now)).toBe(phase),
)
