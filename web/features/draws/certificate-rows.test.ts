import { expect, it } from 'vitest'

import type { LiveDraw } from '#services/contract/draws.ts'

import { drawEn } from '../../lib/text/draw-en.ts'
import { certificateRows, certificateStatement } from './certificate-rows.ts'

const result = { prk: '00'.repeat(32), softwareSha256: 'ab'.repeat(32) } as const
/** Only what is asked for here. */
const drawn = (change: object) => ({
  draw: {
    raffle: { origin: 'raffle.example/ledger/1' },
    assurance: 'A',
    seal: { registerRoot: 'cd'.repeat(32) },
    beacon: null,
    seed: null,
    ...change,
  } as unknown as LiveDraw,
  result: result as unknown as NonNullable<LiveDraw['result']>,
})
const { proof } = drawEn

it('says of a drum its numbers, and no key of a permutation', () => {
  const drum = drawn({ mode: 'physical', entropy: { text: 'DRUM:7 20 1' } })
  const rows = certificateRows(drawEn, drum)
  expect(rows).toContainEqual([proof.drum, 'DRUM:7 20 1'])
  const labels = rows.map(([label]) => label)
  expect(labels).not.toContain(proof.dice)
  expect(labels).not.toContain(proof.prk)
  expect(certificateStatement(drawEn, drum.draw)).not.toMatch(/follows|work it out/)
})

it('says of dice and seed what the winner follows from', () => {
  const local = drawn({ mode: 'local', entropy: { text: 'D6:3 1 6' }, seed: { seed: 'ef' } })
  const rows = certificateRows(drawEn, local)
  expect(rows).toContainEqual([proof.dice, 'D6:3 1 6'])
  expect(rows).toContainEqual([proof.seed, 'ef'])
  expect(rows).toContainEqual([proof.prk, result.prk])
  expect(rows.map(([label]) => label)).not.toContain(proof.round)
  expect(certificateStatement(drawEn, local.draw)).toMatch(/work it out again/)
})
