// Whole ceremonies on a real database, with the sandbox beacon: every mode, every way to be late.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { postponeMessage } from '#events/draw/representative.ts'
import type { RaffleId } from '#events/kernel/ids.ts'
import { roundForDraw } from '#events/ledger/beacon.ts'
import { representative, signedBy } from '#events/verify/testing/keys.ts'

import { sandboxBeacon } from '../config-samples.ts'
import { liveDraw } from '../contract/draws.ts'
import { drawRoom } from '../contract/admin-draws.ts'
import { dice, openDrawRig, session } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import {
  checkIdentity,
  deliverPrize,
  forfeitPrize,
  noteContact,
  promotePrize,
} from './draw-claim.ts'
import { recordEntropy, revealSeed } from './draw-inputs.ts'
import { keepDraw } from './draw-keeper.ts'
import { readLiveDraw } from './draw-live.ts'
import { tellHolders } from './draw-notices.ts'
import { completeDraw, publishDraw, recordBeacon } from './draw-result.ts'
import { readDrawRoom } from './draw-room.ts'
import { sealRegister } from './draw-seal.ts'
import { closeForDraw, recordSession } from './draw-session.ts'
import { signOffAct } from './draw-sign-offs.ts'
import { postponeDraw } from './draw-stop.ts'

let rig: DrawRig
beforeAll(async () => {
  rig = await openDrawRig()
}, 60_000)
afterAll(() => rig.stop())

const runner = { personId: 'x', maySeePeople: true, part: 'runs' } as const
const nobodySigned = { signature: null, paperSha256: null }

async function seal(raffleId: RaffleId, change: Parameters<typeof session>[0] = {}) {
  await recordSession(rig.needs, rig.by(raffleId, 'one'), session(change))
  await closeForDraw(rig.needs, rig.by(raffleId, 'one'))
  await signOffAct(rig.needs, rig.by(raffleId, 'one'), { act: 'seal' })
  await sealRegister(rig.needs, rig.by(raffleId, 'two'))
}

async function inputs(raffleId: RaffleId, entropy = dice) {
  const given = { entropy, signature: null }
  await recordEntropy(rig.needs, rig.by(raffleId, 'one'), { ...given, reading: 'first' })
  await recordEntropy(rig.needs, rig.by(raffleId, 'two'), { ...given, reading: 'second' })
  await revealSeed(rig.needs, rig.by(raffleId, 'one'), { source: 'operator' })
}

async function drawn(raffleId: RaffleId) {
  await seal(raffleId)
  await inputs(raffleId)
  await rig.passTo((await rig.now(raffleId)).current!.seal.roundAt)
  await recordBeacon(rig.needs, rig.by(raffleId, 'one'), null)
  await completeDraw(rig.needs, rig.by(raffleId, 'one'))
  await publishDraw(rig.needs, rig.by(raffleId, 'one'))
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

describe('a draw by beacon', () => {
  it('goes from the close to the delivery, each step in the public log', async () => {
    const { raffleId } = await rig.soldRaffle()
    await drawn(raffleId)
    const { current, raffle } = await rig.now(raffleId)
    expect(current).toMatchObject({
      drawId: `${raffleId}/D1`,
      seal: { issuedCount: 40, validCount: 40, mode: 'beacon' },
      entropy: { entropy: dice, representative: { office: 'Lottery Directorate', keyId: null } },
      result: { numbers: raffle.draw?.numbers },
    })
    expect(current?.seal.round).toBe(roundForDraw(sandboxBeacon, current!.seal.drawAt))
    expect(new Set(raffle.draw?.numbers).size).toBe(4)

    const winner = rig.by(raffleId, 'one')
    const evidence = { evidence: 'signed_receipt' as const, evidenceSha256: 'ab'.repeat(32) }
    expect(await codeOf(deliverPrize(rig.needs, winner, evidence))).toBe('identity_not_checked')
    await checkIdentity(rig.needs, winner, {
      documentKind: 'Passport',
      documentNumber: 'RL1',
      mayShowName: true,
    })
    await deliverPrize(rig.needs, winner, evidence)
    const live = liveDraw.parse(await readLiveDraw(rig.needs, raffleId))
    expect(live).toMatchObject({
      stage: 'drawn',
      assurance: 'A',
      winner: { state: 'delivered', place: 0, name: 'Maya H.' },
      round: { isSandbox: true },
      raffle: { phase: 'drawn' },
    })
    expect(live.steps.every(({ state }) => state === 'done')).toBe(true)
    expect(live.journey.map(({ kind }) => kind)).toEqual([
      'drawn',
      'published',
      'identity_checked',
      'delivered',
    ])
    expect(live.result?.steps.map(({ number }) => number)).toEqual(live.result?.numbers)
  })

  it('needs two people for the seal and for the dice', async () => {
    const { raffleId } = await rig.soldRaffle({ tickets: 8 })
    const one = rig.by(raffleId, 'one')
    const two = rig.by(raffleId, 'two')
    expect(await codeOf(sealRegister(rig.needs, one))).toBe('no_draw_session')
    await recordSession(rig.needs, one, session())
    await closeForDraw(rig.needs, one)
    expect(await codeOf(sealRegister(rig.needs, one))).toBe('needs_second_person')
    expect(await codeOf(sealRegister(rig.needs, one))).toBe('needs_second_person')
    // Whoever changes the session takes back what was agreed to.
    await recordSession(rig.needs, two, session({ place: 'Elsewhere' }))
    expect(await codeOf(sealRegister(rig.needs, two))).toBe('needs_second_person')
    await sealRegister(rig.needs, one)

    const reading = { entropy: dice, signature: null }
    const second = { ...reading, reading: 'second' as const }
    expect(await codeOf(recordEntropy(rig.needs, two, second))).toBe('no_first_reading')
    await recordEntropy(rig.needs, one, { ...reading, reading: 'first' })
    expect(await codeOf(recordEntropy(rig.needs, one, second))).toBe('needs_second_person')
    const other = { ...second, entropy: `${dice} 1` }
    expect(await codeOf(recordEntropy(rig.needs, two, other))).toBe('readings_differ')
    expect(await codeOf(recordEntropy(rig.needs, two, second))).toBe('no_first_reading')
    await recordEntropy(rig.needs, two, { ...reading, reading: 'first' })
    await recordEntropy(rig.needs, one, second)
    expect((await rig.now(raffleId)).current?.entropy?.entropy).toBe(dice)
  })

  it('is sealed, though it was put off before its seal was shown to the witnesses', async () => {
    const { raffleId } = await rig.soldRaffle({ tickets: 8, quorum: 1 })
    const [one, two] = [rig.by(raffleId, 'one'), rig.by(raffleId, 'two')]
    await recordSession(rig.needs, one, session())
    await closeForDraw(rig.needs, one)
    await signOffAct(rig.needs, one, { act: 'seal' })
    const ledger = {
      ...rig.needs.ledger,
      // The witnesses are slow, and the keeper looks by meanwhile.
      async cosign(asked: RaffleId) {
        await rig.needs.ledger.cosign(asked)
        const { drawAt } = (await rig.now(raffleId)).current!.seal
        await rig.passTo(new Date(Date.parse(drawAt) - 599_000).toISOString())
        await keepDraw(rig.needs, raffleId)
      },
    }
    await sealRegister({ ...rig.needs, ledger }, two)
    const { draws, current } = await rig.now(raffleId)
    expect(current).toBeNull()
    expect(draws).toMatchObject([{ stop: { kind: 'postponed', cause: 'quorum_late' } }])
  })

  it('waits for a late beacon, takes it pasted, and refuses a false one', async () => {
    const { raffleId } = await rig.soldRaffle({ tickets: 12 })
    const one = rig.by(raffleId, 'one')
    await seal(raffleId)
    await inputs(raffleId)
    expect(await codeOf(recordBeacon(rig.needs, one, null))).toBe('round_not_yet')
    const { seal: sealed } = (await rig.now(raffleId)).current!
    await rig.passTo(sealed.roundAt)
    await rig.switchBeacon({ isDown: true })
    expect(await codeOf(recordBeacon(rig.needs, one, null))).toBe('beacon_unavailable')
    await keepDraw(rig.needs, raffleId)
    await rig.switchBeacon({ isDown: false })
    await rig.pass(86_400)
    const proven = await rig.needs.beacon.round(sealed.round)
    const { round, signature } = proven!
    const false1 = { round: round + 1, signature }
    const false2 = { round, signature: signature.replace(/..$/, '00') }
    expect(await codeOf(recordBeacon(rig.needs, one, false1))).toBe('wrong_round')
    expect(await codeOf(recordBeacon(rig.needs, one, false2))).toBe('wrong_beacon')
    await recordBeacon(rig.needs, one, { round, signature })
    await keepDraw(rig.needs, raffleId)
    expect((await rig.now(raffleId)).current?.result).not.toBeNull()
  })

  it('is put off after its round only under the signature that the room asks for', async () => {
    const { raffleId } = await rig.soldRaffle({ tickets: 8, quorum: 1 })
    const { verifierKey } = representative
    await rig.needs.ledger.publish(raffleId)
    await seal(raffleId, { representative: { ...session().representative, verifierKey } })
    const { roundAt } = (await rig.now(raffleId)).current!.seal
    const sizes = await cosign(raffleId, roundAt)
    await rig.passTo(roundAt)
    const viewer = { personId: 'x', maySeePeople: false, part: 'watches' } as const
    const room = drawRoom.parse(await readDrawRoom(rig.needs, raffleId, viewer))
    const cause = 'quorum_late' as const
    const { drawId, body: sealBody } = room.seal!
    const lastCheckpoint = room.lastWitnessed
    // What witnesses had seen two minutes before the round, not what they have seen since.
    expect(lastCheckpoint?.split('\n')[1]).toBe(String(sizes[0]))
    const signature = signedBy(
      representative,
      postponeMessage({ drawId, sealBody, cause, lastCheckpoint }),
    )
    const one = rig.by(raffleId, 'one')
    const two = rig.by(raffleId, 'two')
    // Without the representative it is refused even though two want it.
    await signOffAct(rig.needs, one, { act: 'postpone', cause })
    const unsigned = postponeDraw(rig.needs, two, { cause, ...nobodySigned })
    expect(await codeOf(unsigned)).toBe('countersignature_required')
    await signOffAct(rig.needs, one, { act: 'postpone', cause, signature })
    await postponeDraw(rig.needs, two, { cause, signature, paperSha256: null })
    expect((await rig.now(raffleId)).draws[0]?.stop).toMatchObject({ kind: 'postponed', cause })
  })

  it('is put off by itself when the witnesses are late, and sealed again', async () => {
    const { raffleId } = await rig.soldRaffle({ tickets: 8, quorum: 1 })
    await seal(raffleId)
    const { drawAt } = (await rig.now(raffleId)).current!.seal
    const reading = { entropy: dice, signature: null, reading: 'first' as const }
    await recordEntropy(rig.needs, rig.by(raffleId, 'one'), reading)
    const second = { ...reading, reading: 'second' as const }
    expect(await codeOf(recordEntropy(rig.needs, rig.by(raffleId, 'two'), second))).toBe(
      'quorum_missing',
    )
    await rig.passTo(new Date(Date.parse(drawAt) - 599_000).toISOString())
    await keepDraw(rig.needs, raffleId)
    const stopped = await rig.now(raffleId)
    expect(stopped.draws[0]?.stop).toMatchObject({ kind: 'postponed', cause: 'quorum_late' })
    expect(stopped).toMatchObject({ current: null, drawId: `${raffleId}/D2` })
    await seal(raffleId)
    const live = await readLiveDraw(rig.needs, raffleId)
    expect(live.drawId).toBe(`${raffleId}/D2`)
    expect(live.earlier).toEqual([
      expect.objectContaining({ drawId: `${raffleId}/D1`, stage: 'postponed' }),
    ])
  })

  it('is put off by itself when the seed is late, but not any more when it binds', async () => {
    const late = await rig.soldRaffle({ tickets: 8 })
    await seal(late.raffleId)
    const { roundAt } = (await rig.now(late.raffleId)).current!.seal
    await rig.passTo(new Date(Date.parse(roundAt) - 119_000).toISOString())
    await keepDraw(rig.needs, late.raffleId)
    expect((await rig.now(late.raffleId)).draws[0]?.stop).toMatchObject({ cause: 'inputs_late' })

    const { raffleId } = await rig.soldRaffle({ tickets: 8 })
    await seal(raffleId)
    await inputs(raffleId)
    await rig.passTo((await rig.now(raffleId)).current!.seal.roundAt)
    const postpone = { cause: 'other' as const, ...nobodySigned }
    const one = rig.by(raffleId, 'one')
    expect(await codeOf(postponeDraw(rig.needs, one, postpone))).toBe('needs_second_person')
    const two = rig.by(raffleId, 'two')
    expect(await codeOf(postponeDraw(rig.needs, two, postpone))).toBe('draw_is_binding')
    await keepDraw(rig.needs, raffleId)
    expect((await rig.now(raffleId)).current?.result).not.toBeNull()
  })
})

describe('the other modes', () => {
  it('local: dice and seed alone', async () => {
    const { raffleId } = await rig.soldRaffle({ tickets: 20 })
    await seal(raffleId, { mode: 'local' })
    await inputs(raffleId)
    await completeDraw(rig.needs, rig.by(raffleId, 'one'))
    const live = liveDraw.parse(await readLiveDraw(rig.needs, raffleId))
    expect(live).toMatchObject({ assurance: 'B', round: null, beacon: null, stage: 'drawn' })
    const skipped = live.steps.filter(({ state }) => state === 'skipped')
    expect(skipped.map(({ name }) => name)).toEqual(['round', 'beacon'])
  })

  it('physical: the numbers of a drum, read twice', async () => {
    const { raffleId } = await rig.soldRaffle({ tickets: 20 })
    await seal(raffleId, { mode: 'physical' })
    const drum = { entropy: 'DRUM:7 20 1 13', signature: null }
    await recordEntropy(rig.needs, rig.by(raffleId, 'one'), { ...drum, reading: 'first' })
    await recordEntropy(rig.needs, rig.by(raffleId, 'two'), { ...drum, reading: 'second' })
    await keepDraw(rig.needs, raffleId)
    await completeDraw(rig.needs, rig.by(raffleId, 'one'))
    const live = liveDraw.parse(await readLiveDraw(rig.needs, raffleId))
    expect(live).toMatchObject({ assurance: 'C', seed: null, stage: 'drawn' })
    expect(live.result?.numbers).toEqual(['000007', '000020', '000001', '000013'])
  })
})

describe('after the draw', () => {
  it('an unclaimed prize goes to the next place, with every proof that nobody came', async () => {
    const { raffleId } = await rig.soldRaffle()
    await drawn(raffleId)
    const one = rig.by(raffleId, 'one')
    const two = rig.by(raffleId, 'two')
    const lost = { reason: 'unclaimed' as const, witnessName: 'Rana Saab', note: 'Nobody came.' }
    expect(await codeOf(promotePrize(rig.needs, one))).toBe('nothing_forfeited')
    expect(await codeOf(forfeitPrize(rig.needs, one, lost))).toBe('needs_second_person')
    expect(await codeOf(forfeitPrize(rig.needs, two, lost))).toBe('claim_still_open')
    await rig.pass(31 * 86_400)
    // What was refused is agreed to no longer: each try takes both of them.
    for (const [nth, channel] of ['phone', 'phone', 'sms'].entries()) {
      expect(await codeOf(forfeitPrize(rig.needs, two, lost))).toBe('needs_second_person')
      expect(await codeOf(forfeitPrize(rig.needs, one, lost))).toBe('contacts_missing')
      await noteContact(rig.needs, one, { channel, note: `No answer, ${nth + 1}.` })
    }
    expect(await codeOf(forfeitPrize(rig.needs, one, lost))).toBe('needs_second_person')
    await forfeitPrize(rig.needs, two, lost)
    await promotePrize(rig.needs, one)
    await promotePrize(rig.needs, one)
    const { raffle } = await rig.now(raffleId)
    expect(raffle.draw?.holder).toEqual({
      number: raffle.draw?.numbers[1],
      place: 1,
      state: 'winner',
    })
    // Beyond the reserves the same permutation goes on.
    for (let place = 1; place < 5; place += 1) {
      const declined = { ...lost, reason: 'declined' as const }
      await codeOf(forfeitPrize(rig.needs, one, declined))
      await forfeitPrize(rig.needs, two, declined)
      await promotePrize(rig.needs, one)
    }
    const after = (await rig.now(raffleId)).raffle.draw
    expect(after?.holder?.place).toBe(5)
    expect(after?.numbers).not.toContain(after?.holder?.number)
    rig.sent.length = 0
    for (let runs = 0; runs < 12; runs += 1) await tellHolders(rig.needs)
    const told = rig.sent.filter(({ text }) => text.includes(raffleId))
    expect(told.filter(({ text }) => text.includes('now holds the prize'))).toHaveLength(1)
    const room = drawRoom.parse(await readDrawRoom(rig.needs, raffleId, runner))
    expect(room.holder?.name).toBe('Maya Haddad')
  })

  it('every holder is told once, and the winner that he won', async () => {
    const { raffleId } = await rig.soldRaffle({ tickets: 24 })
    rig.sent.length = 0
    await drawn(raffleId)
    for (let runs = 0; runs < 6; runs += 1) await tellHolders(rig.needs)
    const mine = rig.sent.filter(({ text }) => text.includes(raffleId))
    expect(mine).toHaveLength(6)
    expect(new Set(mine.map(({ to }) => to)).size).toBe(6)
    expect(mine.filter(({ text }) => text.includes('has won'))).toHaveLength(1)
  })

  it('whoever is erased while those before him are told is not written to any more', async () => {
    const { raffleId } = await rig.soldRaffle({ tickets: 80 })
    await drawn(raffleId)
    const { gateway } = rig.needs.desk
    const { send } = gateway
    const { owner } = rig.test
    rig.sent.length = 0
    gateway.send = async (message) => {
      if (rig.sent.length === 1)
        await owner.query(
          `delete from order_contacts
            where order_id in (select order_id from issues where log_id = $1)`,
          [`raffle/${raffleId}`],
        )
      return send(message)
    }
    for (let runs = 0; runs < 6; runs += 1) await tellHolders(rig.needs)
    gateway.send = send
    expect(rig.sent.filter(({ text }) => text.includes(raffleId)).length).toBeLessThan(18)
  })
})

it('before the seal: asks about each reservation, and lists what it lets go', async () => {
  const { raffleId, productId } = await rig.soldRaffle({ tickets: 8, isStillOpen: true })
  const items = [{ productId, quantity: 2, variantId: null }]
  const paid = await rig.buy({ items })
  const unpaid = await rig.buy({ items })
  await rig.pay(paid.id, 'approve', 0)
  await rig.pass(61)
  await recordSession(rig.needs, rig.by(raffleId, 'one'), session())
  const one = rig.by(raffleId, 'one')
  expect(await codeOf(closeForDraw(rig.needs, one))).toBe('still_settling')
  // The provider was asked: money whose callback was lost has its tickets.
  expect((await rig.now(raffleId)).raffle.issued).toBe(10)
  expect(await codeOf(sealRegister(rig.needs, one))).toBe('tickets_held')
  await rig.pass(1_800)
  await closeForDraw(rig.needs, one)
  const room = await readDrawRoom(rig.needs, raffleId, runner)
  expect(room.settlement.held).toBe(0)
  expect(room.settlement.released.map(({ orderId }) => orderId)).toEqual(
    room.settlement.released.length === 0 ? [] : [unpaid.id],
  )
})

/** Its first tree two minutes before the round and its last one a second later; their sizes. */
async function cosign(raffleId: RaffleId, roundAt: string): Promise<number[]> {
  const { rows } = await rig.test.owner.query<{ size: number }>(
    `insert into cosignatures (log_id, size, witness, at, line)
     select log_id, size, 'witness', $2::timestamptz - case when place = 1 then interval '120 s'
                                                             else interval '119 s' end, ''
       from (select log_id, size, row_number() over (order by size) as place,
                    row_number() over (order by size desc) as last
               from checkpoints where log_id = $1) as known
      where place = 1 or last = 1
  returning size`,
    [`raffle/${raffleId}`, roundAt],
  )
  expect(rows).toHaveLength(2)
  return rows.map(({ size }) => size).toSorted((a, b) => a - b)
}
