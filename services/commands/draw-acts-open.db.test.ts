// What the room offers, and that the acts themselves say the same: of a raffle that was cancelled
// after its seal, and of a winner who has come.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { CommandId, RaffleId } from '#events/kernel/ids.ts'

import { drawRoom } from '../contract/admin-draws.ts'
import { newId } from '../ids.ts'
import { dice, openDrawRig, session } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import { recordNoted } from './acts-noted.ts'
import { checkIdentity, forfeitPrize, noteContact } from './draw-claim.ts'
import { recordEntropy, revealSeed } from './draw-inputs.ts'
import { completeDraw, publishDraw } from './draw-result.ts'
import { readDrawRoom } from './draw-room.ts'
import { readReading } from './draw-rows.ts'
import { sealRegister } from './draw-seal.ts'
import { closeForDraw, recordSession } from './draw-session.ts'
import { signOffAct } from './draw-sign-offs.ts'
import { annulDraw, postponeDraw } from './draw-stop.ts'

let rig: DrawRig
beforeAll(async () => {
  rig = await openDrawRig({ mayActAlone: true })
}, 60_000)
afterAll(() => rig.stop())

const runner = { personId: 'x', maySeePeople: true, part: 'runs' } as const
const both = (raffleId: RaffleId) => [rig.by(raffleId, 'one'), rig.by(raffleId, 'two')] as const
const offered = async (raffleId: RaffleId) =>
  drawRoom.parse(await readDrawRoom(rig.needs, raffleId, runner)).acts

async function sealed(mode: 'beacon' | 'physical'): Promise<RaffleId> {
  const { raffleId } = await rig.soldRaffle({ tickets: 20 })
  const [one] = both(raffleId)
  await recordSession(rig.needs, one, session({ mode }))
  await closeForDraw(rig.needs, one)
  await sealRegister(rig.needs, one)
  return raffleId
}

async function read(raffleId: RaffleId, entropy: string): Promise<void> {
  const [one, two] = both(raffleId)
  const given = { entropy, signature: null }
  await recordEntropy(rig.needs, one, { ...given, reading: 'first' })
  await recordEntropy(rig.needs, two, { ...given, reading: 'second' })
}

async function cancel(raffleId: RaffleId): Promise<void> {
  const commandId = newId<CommandId>()
  const meta = { commandId, correlationId: commandId, actor: 'system:test' }
  const now = rig.needs.now().toISOString()
  await rig.store.raffle(raffleId).command({ type: 'CancelRaffle', now, reason: 'licence' }, meta)
}

/** Whatever stood open is refused as cancelled, and nothing stands open any more. */
async function closesAll(raffleId: RaffleId, open: readonly string[]): Promise<void> {
  const before = (await offered(raffleId)).filter(({ isAllowed }) => isAllowed)
  expect(before.map(({ act }) => act)).toEqual(open)
  await cancel(raffleId)
  const after = await offered(raffleId)
  expect(after.filter(({ isAllowed }) => isAllowed)).toEqual([])
  const codes = after.filter(({ act }) => open.includes(act)).map(({ code }) => code)
  expect(codes).toEqual(open.map(() => 'raffle_cancelled'))
}

const isCancelled = { code: 'raffle_cancelled' }

it('takes no reading and no stop of a raffle that was cancelled after its seal', async () => {
  const raffleId = await sealed('beacon')
  const [one, two] = both(raffleId)
  const given = { entropy: dice, signature: null }
  await recordEntropy(rig.needs, one, { ...given, reading: 'first' })
  await closesAll(raffleId, ['entropy_first', 'entropy_second', 'postpone', 'annul'])

  const other = { entropy: `${dice} 1`, signature: null, reading: 'first' } as const
  const failure = { cause: 'power_failure', signature: null, paperSha256: null } as const
  const error = { cause: 'register_error', signature: null, paperSha256: 'aa'.repeat(32) } as const
  for (const act of [
    () => recordEntropy(rig.needs, two, other),
    () => recordEntropy(rig.needs, two, { ...given, reading: 'second' }),
    () => signOffAct(rig.needs, one, { act: 'postpone', cause: 'power_failure' }),
    () => postponeDraw(rig.needs, one, failure),
    () => annulDraw(rig.needs, one, error),
  ])
    await expect(act()).rejects.toMatchObject(isCancelled)
  expect((await readReading(rig.needs.database, `${raffleId}/D1`))?.entropy).toBe(dice)
})

it('opens no seed of a raffle that was cancelled after its dice', async () => {
  const raffleId = await sealed('beacon')
  await read(raffleId, dice)
  await closesAll(raffleId, ['reveal', 'postpone', 'annul'])
  const opening = revealSeed(rig.needs, both(raffleId)[0], { source: 'operator' })
  await expect(opening).rejects.toMatchObject(isCancelled)
})

it('agrees to no seal of a raffle that was cancelled', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 8 })
  const [one] = both(raffleId)
  await recordSession(rig.needs, one, session())
  await cancel(raffleId)
  await expect(signOffAct(rig.needs, one, { act: 'seal' })).rejects.toMatchObject(isCancelled)
})

it('calls no prize unclaimed whose winner has come: it is handed over, or declined', async () => {
  const raffleId = await sealed('physical')
  const [one] = both(raffleId)
  await read(raffleId, 'DRUM:7 20 1 13')
  await completeDraw(rig.needs, one)
  await publishDraw(rig.needs, one)
  const passport = { documentKind: 'Passport', documentNumber: 'RL1', mayShowName: false }
  await checkIdentity(rig.needs, one, passport)
  await rig.pass(31 * 86_400)
  const forfeit = (await offered(raffleId)).find(({ act }) => act === 'forfeit')
  expect(forfeit).toMatchObject({ isAllowed: true, notBefore: null })

  for (const [nth, channel] of ['phone', 'phone', 'sms'].entries())
    await noteContact(rig.needs, one, { channel, note: `No answer, ${nth + 1}.` })
  const lost = { witnessName: 'Rana Saab', note: 'As told.' }
  const unclaimed = forfeitPrize(rig.needs, one, { ...lost, reason: 'unclaimed' })
  await expect(unclaimed).rejects.toMatchObject({ code: 'identity_checked' })
  await forfeitPrize(rig.needs, one, { ...lost, reason: 'declined' })
  expect((await rig.now(raffleId)).raffle.draw?.holder?.state).toBe('forfeited')
})

/** What stands there of attempts to reach the winner: for the forfeit, and in the audit trail. */
async function attempts(raffleId: RaffleId) {
  const { contacts } = await readDrawRoom(rig.needs, raffleId, runner)
  const { rows } = await rig.test.owner.query<{ hasFact: boolean }>(
    `select exists (select from commands where commands.command_id = noted.command_id)
              as "hasFact"
       from audit_details as noted
      where subject = 'raffle/' || $1 and act = 'winner contacted'`,
    [raffleId],
  )
  return { noted: contacts.length, told: rows.map(({ hasFact }) => hasFact) }
}

it('counts a call once, however often its answer was lost, and each other one', async () => {
  const raffleId = await sealed('physical')
  const [one, two] = both(raffleId)
  await read(raffleId, 'DRUM:7 20 1 13')
  await completeDraw(rig.needs, one)
  const call = { channel: 'phone', note: 'No answer.' }

  await Promise.all([1, 2, 3].map(() => noteContact(rig.needs, one, call)))
  await noteContact(rig.needs, one, call)
  expect(await attempts(raffleId)).toEqual({ noted: 1, told: [true] })

  await noteContact(rig.needs, two, call)
  await noteContact(rig.needs, one, { ...call, channel: 'sms' })
  await noteContact(rig.needs, one, { ...call, note: 'Engaged.' })
  await rig.pass(601)
  await noteContact(rig.needs, one, call)
  expect(await attempts(raffleId)).toEqual({ noted: 5, told: [true, true, true, true, true] })
})

it('has the fact of a call whose process died behind its row', async () => {
  const raffleId = await sealed('physical')
  const [one] = both(raffleId)
  await read(raffleId, 'DRUM:7 20 1 13')
  await completeDraw(rig.needs, one)
  const call = { channel: 'phone', note: 'No answer.' }
  const { store } = rig.needs
  const append: typeof store.append = (item) =>
    item.streamId.startsWith('staff/') ? Promise.reject(new Error('died')) : store.append(item)

  const dying = { ...rig.needs, store: { ...store, append } }
  await expect(noteContact(dying, one, call)).rejects.toThrow('died')
  await noteContact(rig.needs, one, call)
  expect(await attempts(raffleId)).toEqual({ noted: 1, told: [false] })
  await rig.pass(31)
  await recordNoted(rig.needs)
  expect(await attempts(raffleId)).toEqual({ noted: 1, told: [true] })
})
