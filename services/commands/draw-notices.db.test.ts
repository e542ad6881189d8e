// Who is told of a result: whoever held a ticket that was in the draw.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { CommandId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { dice, openDrawRig, session } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import { recordEntropy, revealSeed } from './draw-inputs.ts'
import { tellHolders } from './draw-notices.ts'
import { completeDraw, publishDraw } from './draw-result.ts'
import { sealRegister } from './draw-seal.ts'
import { closeForDraw, recordSession } from './draw-session.ts'

let rig: DrawRig
beforeAll(async () => {
  rig = await openDrawRig({ mayActAlone: true })
}, 60_000)
afterAll(() => rig.stop())

it('not whose tickets are all void, but whose are in part', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 12 })
  const commandId = newId<CommandId>()
  const now = rig.needs.now().toISOString()
  // The first order whole, of the second one ticket.
  await rig.store
    .raffle(raffleId)
    .command(
      { type: 'VoidTickets', now, ranges: [[1, 5]], reason: 'returned' },
      { commandId, correlationId: commandId, actor: 'system:test' },
    )
  const one = rig.by(raffleId, 'one')
  await recordSession(rig.needs, one, session({ mode: 'local' }))
  await closeForDraw(rig.needs, one)
  await sealRegister(rig.needs, one)
  const given = { entropy: dice, signature: null }
  await recordEntropy(rig.needs, one, { ...given, reading: 'first' })
  await recordEntropy(rig.needs, rig.by(raffleId, 'two'), { ...given, reading: 'second' })
  await revealSeed(rig.needs, one, { source: 'operator' })
  await completeDraw(rig.needs, one)
  await publishDraw(rig.needs, one)
  rig.sent.length = 0

  for (let runs = 0; runs < 4; runs += 1) await tellHolders(rig.needs)

  expect(rig.sent.filter(({ text }) => text.includes(raffleId))).toHaveLength(2)
})
