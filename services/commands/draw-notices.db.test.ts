// Who is told of a result, and of what: whoever held a ticket that was in the draw, and as winner
// only who holds the prize while he is told.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { CommandId, RaffleId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { dice, openDrawRig, session } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import { forfeitPrize } from './draw-claim.ts'
import { recordEntropy, revealSeed } from './draw-inputs.ts'
import { tellHolders } from './draw-notices.ts'
import { completeDraw, publishDraw } from './draw-result.ts'
import { sealRegister } from './draw-seal.ts'
import { closeForDraw, recordSession } from './draw-session.ts'
import { annulDraw } from './draw-stop.ts'

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
  await draw(raffleId)
  await publishDraw(rig.needs, rig.by(raffleId, 'one'))

  expect(await told(raffleId)).toHaveLength(2)
})

it('that it has won nobody who lost the prize before it was announced', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 12 })
  const one = rig.by(raffleId, 'one')
  await draw(raffleId)
  await forfeitPrize(rig.needs, one, {
    reason: 'not_eligible',
    witnessName: 'Rana Saab',
    note: 'Of the staff.',
  })
  await publishDraw(rig.needs, one)
  const texts = await told(raffleId)
  expect(texts).toHaveLength(3)
  expect(texts.filter((text) => !text.includes('was drawn'))).toEqual([])
})

it('nobody of a draw that is annulled meanwhile', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 12 })
  const one = rig.by(raffleId, 'one')
  await draw(raffleId)
  await publishDraw(rig.needs, one)
  const { gateway } = rig.needs.desk
  const { send } = gateway
  gateway.send = async (message) => {
    gateway.send = send
    const paper = { signature: null, paperSha256: 'aa'.repeat(32) }
    await annulDraw(rig.needs, one, { cause: 'register_error', ...paper })
    return send(message)
  }
  const texts = await told(raffleId)
  expect(texts).toEqual([expect.stringContaining('has won')])
})

it('nobody of a draw that was annulled before', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 12 })
  const one = rig.by(raffleId, 'one')
  await draw(raffleId)
  await publishDraw(rig.needs, one)
  const paper = { signature: null, paperSha256: 'aa'.repeat(32) }
  await annulDraw(rig.needs, one, { cause: 'register_error', ...paper })
  expect(await told(raffleId)).toEqual([])
})

it('sixteen of its holders at once, and a phone that two of them have once', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 80 })
  await draw(raffleId)
  await publishDraw(rig.needs, rig.by(raffleId, 'one'))
  await rig.test.owner.query(
    `update order_contacts set phone = '+96170998877'
      where order_id in (select order_id from issues where log_id = $1 and first > 72)`,
    [`raffle/${raffleId}`],
  )
  const { gateway } = rig.needs.desk
  const { send } = gateway
  const answered = Promise.withResolvers<void>()
  let asked = 0
  gateway.send = async (message) => {
    if (!message.text.includes('has won')) {
      asked += 1
      await answered.promise
    }
    return send(message)
  }
  const telling = told(raffleId)
  // Four tickets an order: the winner was told already, if he is one of the first sixteen.
  const [won = 0] = (await rig.now(raffleId)).raffle.draw?.numbers ?? []
  try {
    await expect.poll(() => asked).toBe(won <= 64 ? 15 : 16)
  } finally {
    gateway.send = send
    answered.resolve()
  }
  expect(await telling).toHaveLength(19)
})

/** To its result, in the room. */
async function draw(raffleId: RaffleId): Promise<void> {
  const [one, two] = [rig.by(raffleId, 'one'), rig.by(raffleId, 'two')]
  await recordSession(rig.needs, one, session({ mode: 'local' }))
  await closeForDraw(rig.needs, one)
  await sealRegister(rig.needs, one)
  const given = { entropy: dice, signature: null }
  await recordEntropy(rig.needs, one, { ...given, reading: 'first' })
  await recordEntropy(rig.needs, two, { ...given, reading: 'second' })
  await revealSeed(rig.needs, one, { source: 'operator' })
  await completeDraw(rig.needs, one)
}

/** What is texted about this raffle until nobody is left to tell. */
async function told(raffleId: RaffleId): Promise<string[]> {
  rig.sent.length = 0
  for (let runs = 0; runs < 4; runs += 1) await tellHolders(rig.needs)
  return rig.sent.map(({ text }) => text).filter((text) => text.includes(raffleId))
}
