// What two people have to agree to (docs/security.md, K21): it is compared word for word, ends with
// a refusal, a day and the role of who agreed; and a seal is of the session that was agreed to.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { RaffleId } from '#events/kernel/ids.ts'

import { drawRoom } from '../contract/admin-draws.ts'
import type { Database } from '../io/database.ts'
import { openDrawRig, session } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import {
  checkIdentity,
  deliverPrize,
  forfeitPrize,
  noteContact,
  promotePrize,
} from './draw-claim.ts'
import { recordEntropy } from './draw-inputs.ts'
import { completeDraw, publishDraw } from './draw-result.ts'
import { readDrawRoom } from './draw-room.ts'
import { sealRegister } from './draw-seal.ts'
import { closeForDraw, recordSession } from './draw-session.ts'
import { signOffAct, withdrawSignOff } from './draw-sign-offs.ts'
import { annulDraw, postponeDraw } from './draw-stop.ts'

let rig: DrawRig
beforeAll(async () => {
  rig = await openDrawRig()
}, 60_000)
afterAll(() => rig.stop())

const DAY_SECONDS = 86_400
const runner = { personId: 'x', maySeePeople: true, part: 'runs' } as const
const nobodySigned = { signature: null, paperSha256: null }
const both = (raffleId: RaffleId) => [rig.by(raffleId, 'one'), rig.by(raffleId, 'two')] as const
const roomOf = async (raffleId: RaffleId) =>
  drawRoom.parse(await readDrawRoom(rig.needs, raffleId, runner))

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

/** Who is in the room, the sale over, and the first of two has agreed to the seal. */
async function agreed(raffleId: RaffleId, mode: 'beacon' | 'physical' = 'beacon') {
  const [one] = both(raffleId)
  await recordSession(rig.needs, one, session({ mode }))
  await closeForDraw(rig.needs, one)
  await signOffAct(rig.needs, one, { act: 'seal' })
}

async function sealed(mode: 'beacon' | 'physical' = 'beacon'): Promise<RaffleId> {
  const { raffleId } = await rig.soldRaffle({ tickets: 20 })
  await agreed(raffleId, mode)
  await sealRegister(rig.needs, both(raffleId)[1])
  return raffleId
}

/** By a drum: the prize goes to the seventh ticket, then to the twentieth. */
async function drawn(): Promise<RaffleId> {
  const raffleId = await sealed('physical')
  const [one, two] = both(raffleId)
  const drum = { entropy: 'DRUM:7 20 1 13', signature: null }
  await recordEntropy(rig.needs, one, { ...drum, reading: 'first' })
  await recordEntropy(rig.needs, two, { ...drum, reading: 'second' })
  await completeDraw(rig.needs, one)
  await publishDraw(rig.needs, one)
  return raffleId
}

const holderOf = async (raffleId: RaffleId) => (await rig.now(raffleId)).raffle.draw?.holder
const lost = { witnessName: 'Rana Saab', note: 'As told.' }
const unclaimed = { ...lost, reason: 'unclaimed' as const }
const declined = { ...lost, reason: 'declined' as const }
const passport = { documentKind: 'Passport', documentNumber: 'RL1', mayShowName: false }
const receipt = { evidence: 'signed_receipt' as const, evidenceSha256: 'ab'.repeat(32) }

describe('agreeing to a forfeit', () => {
  it('moves no prize for another reason: both are shown what each has said', async () => {
    const raffleId = await drawn()
    const [one, two] = both(raffleId)
    await signOffAct(rig.needs, one, { act: 'forfeit', reason: 'unclaimed' })
    expect(await codeOf(forfeitPrize(rig.needs, two, declined))).toBe('needs_second_person')
    const said = (await roomOf(raffleId)).signOffs.filter(({ act }) => act === 'forfeit')
    expect(said).toMatchObject([
      { name: 'Person one', cause: 'unclaimed', number: '000007', place: 0 },
      { name: 'Person two', cause: 'declined', number: '000007', place: 0 },
    ])
    expect(await holderOf(raffleId)).toMatchObject({ place: 0, state: 'winner' })
    await forfeitPrize(rig.needs, one, declined)
    expect(await holderOf(raffleId)).toMatchObject({ place: 0, state: 'forfeited' })
    expect((await roomOf(raffleId)).signOffs.map(({ act }) => act)).not.toContain('forfeit')
  })

  it('ends when it is refused: weeks later one alone moves nothing', async () => {
    const raffleId = await drawn()
    const [one, two] = both(raffleId)
    await signOffAct(rig.needs, one, { act: 'forfeit', reason: 'unclaimed' })
    expect(await codeOf(forfeitPrize(rig.needs, two, unclaimed))).toBe('claim_still_open')
    await rig.pass(21 * DAY_SECONDS)
    for (const alone of [unclaimed, declined, declined])
      expect(await codeOf(forfeitPrize(rig.needs, two, alone))).toBe('needs_second_person')
    expect(await codeOf(promotePrize(rig.needs, two))).toBe('nothing_forfeited')
  })

  it('is over after a day, and is of this winner alone', async () => {
    const raffleId = await drawn()
    const [one, two] = both(raffleId)
    await signOffAct(rig.needs, one, { act: 'forfeit', reason: 'declined' })
    await rig.pass(DAY_SECONDS)
    expect((await roomOf(raffleId)).signOffs).toEqual([])
    expect(await codeOf(forfeitPrize(rig.needs, two, declined))).toBe('needs_second_person')
    await forfeitPrize(rig.needs, one, declined)
    await promotePrize(rig.needs, one)
    await rig.test.owner.query(
      `insert into draw_sign_offs (draw_id, act, person_id, agreed_to)
       select $1 || '/D1', 'forfeit', person_id,
              '{"cause":"declined","place":0,"number":7,"signature":null,"paperSha256":null,
                "session":null}'
         from people where full_name = 'Person one'`,
      [raffleId],
    )
    expect(await codeOf(forfeitPrize(rig.needs, two, declined))).toBe('needs_second_person')
    expect(await holderOf(raffleId)).toMatchObject({ place: 1, state: 'winner' })
  })

  it('is over once the prize was handed over: it is refused, and nothing is noted', async () => {
    const raffleId = await drawn()
    const [one, two] = both(raffleId)
    await checkIdentity(rig.needs, one, passport)
    await deliverPrize(rig.needs, one, receipt)
    expect(await codeOf(forfeitPrize(rig.needs, two, declined))).toBe('prize_delivered')
    expect((await roomOf(raffleId)).signOffs.map(({ act }) => act)).not.toContain('forfeit')
  })

  it('waits for a winner', async () => {
    const raffleId = await sealed()
    const early = signOffAct(rig.needs, both(raffleId)[0], { act: 'forfeit', reason: 'declined' })
    expect(await codeOf(early)).toBe('nothing_to_sign')
  })

  it('of an earlier version, to nothing in particular, does not count', async () => {
    const raffleId = await drawn()
    await rig.test.owner.query(
      `insert into draw_sign_offs (draw_id, act, person_id)
       select $1 || '/D1', 'forfeit', person_id from people where full_name = 'Person one'`,
      [raffleId],
    )
    const alone = forfeitPrize(rig.needs, both(raffleId)[1], declined)
    expect(await codeOf(alone)).toBe('needs_second_person')
  })
})

describe('agreeing to a stop', () => {
  it('is to its cause and its paper', async () => {
    const raffleId = await sealed()
    const [one, two] = both(raffleId)
    const paper = (byte: string) => ({ signature: null, paperSha256: byte.repeat(32) })
    await signOffAct(rig.needs, one, { act: 'postpone', cause: 'power_failure' })
    const network = { cause: 'network_failure', ...nobodySigned } as const
    expect(await codeOf(postponeDraw(rig.needs, two, network))).toBe('needs_second_person')

    const wrong = { act: 'annul', cause: 'register_error' } as const
    await signOffAct(rig.needs, one, { ...wrong, paperSha256: 'aa'.repeat(32) })
    const other = annulDraw(rig.needs, two, { cause: wrong.cause, ...paper('bb') })
    expect(await codeOf(other)).toBe('needs_second_person')
    await annulDraw(rig.needs, one, { cause: wrong.cause, ...paper('bb') })
    expect((await rig.now(raffleId)).draws).toMatchObject([
      { stop: { kind: 'annulled', paperSha256: 'bb'.repeat(32) } },
    ])
  })

  it('is not of somebody who has since been disabled, or has another role', async () => {
    const raffleId = await sealed()
    const [one, two] = both(raffleId)
    const failure = { cause: 'power_failure', ...nobodySigned } as const
    const become = (change: string) =>
      rig.test.owner.query(`update people set ${change} where full_name = 'Person one'`)
    await signOffAct(rig.needs, one, { act: 'postpone', cause: 'power_failure' })
    for (const change of [`disabled_at = clock_now()`, `role = 'auditor', disabled_at = null`]) {
      await become(change)
      expect((await roomOf(raffleId)).signOffs.map(({ name }) => name)).not.toContain('Person one')
      expect(await codeOf(postponeDraw(rig.needs, two, failure))).toBe('needs_second_person')
    }
    await become(`role = 'regulator'`)
    await postponeDraw(rig.needs, two, failure)
    await become(`role = 'owner'`)
  })

  it('is taken back by who has given it, and stands in the trail', async () => {
    const raffleId = await sealed()
    const [one, two] = both(raffleId)
    await signOffAct(rig.needs, one, { act: 'postpone', cause: 'power_failure' })
    await withdrawSignOff(rig.needs, two, 'postpone')
    expect((await roomOf(raffleId)).signOffs).toHaveLength(2)
    for (let times = 0; times < 2; times += 1) await withdrawSignOff(rig.needs, one, 'postpone')
    expect((await roomOf(raffleId)).signOffs.map(({ act }) => act)).toEqual(['seal'])
    const failure = { cause: 'power_failure', ...nobodySigned } as const
    expect(await codeOf(postponeDraw(rig.needs, two, failure))).toBe('needs_second_person')
    const { rows } = await rig.test.owner.query(
      `select act, details from audit_details
        where subject = 'raffle/' || $1 and act like '%agree%' and details ->> 'act' = 'postpone'
        order by created_at`,
      [raffleId],
    )
    const about = { drawId: `${raffleId}/D1`, act: 'postpone' }
    const given = { act: 'draw agreed', details: { ...about, cause: 'power_failure' } }
    expect(rows).toEqual([given, { act: 'agreement withdrawn', details: about }, given])
  })
})

describe('what is on the screen of who acts', () => {
  const refused = { code: 'edit_conflict', details: { changedBy: 'Person two' } }

  it('is whose prize it is: of the next winner nothing is stored', async () => {
    const raffleId = await drawn()
    const [one, two] = both(raffleId)
    const shown = { drawId: `${raffleId}/D1`, place: 0 }
    const agreement = { act: 'forfeit', reason: 'declined', ...shown } as const
    await signOffAct(rig.needs, one, agreement)
    await forfeitPrize(rig.needs, two, { ...declined, ...shown })
    await promotePrize(rig.needs, two, shown)
    for (const act of [
      () => signOffAct(rig.needs, one, agreement),
      () => forfeitPrize(rig.needs, one, { ...declined, ...shown }),
      () => noteContact(rig.needs, one, { channel: 'phone', note: 'Reached.', ...shown }),
      () => checkIdentity(rig.needs, one, { ...passport, ...shown }),
      () => deliverPrize(rig.needs, one, { ...receipt, ...shown }),
    ])
      await expect(act()).rejects.toMatchObject(refused)
    const room = await roomOf(raffleId)
    expect(room.signOffs.map(({ act }) => act)).not.toContain('forfeit')
    expect(room).toMatchObject({ contacts: [], holder: { place: 1, isIdentityChecked: false } })
    // Asked again, it has moved up already; once the next place has lost it, it is another act.
    await promotePrize(rig.needs, one, shown)
    const next = { ...shown, place: 1 }
    await signOffAct(rig.needs, one, { ...agreement, ...next })
    await forfeitPrize(rig.needs, two, { ...declined, ...next })
    await expect(promotePrize(rig.needs, one, shown)).rejects.toMatchObject(refused)
    expect(await holderOf(raffleId)).toMatchObject({ place: 1, state: 'forfeited' })
  })

  it('is which draw is stopped: the next one goes on', async () => {
    const raffleId = await sealed()
    const [one, two] = both(raffleId)
    const drawId = `${raffleId}/D1`
    const failure = { cause: 'power_failure', drawId } as const
    await signOffAct(rig.needs, one, { act: 'postpone', ...failure })
    await postponeDraw(rig.needs, two, { ...failure, ...nobodySigned })
    await postponeDraw(rig.needs, two, { ...failure, ...nobodySigned })
    await agreed(raffleId)
    await sealRegister(rig.needs, two)
    const error = { cause: 'register_error', drawId } as const
    const paper = { signature: null, paperSha256: 'aa'.repeat(32) }
    for (const act of [
      () => signOffAct(rig.needs, one, { act: 'postpone', ...failure }),
      () => postponeDraw(rig.needs, one, { ...failure, ...nobodySigned }),
      () => signOffAct(rig.needs, one, { act: 'annul', ...error, paperSha256: 'aa'.repeat(32) }),
      () => annulDraw(rig.needs, one, { ...error, ...paper }),
    ])
      await expect(act()).rejects.toMatchObject(refused)
    expect(await rig.now(raffleId)).toMatchObject({ current: { drawId: `${raffleId}/D2` } })
    expect((await roomOf(raffleId)).signOffs.map(({ act }) => act)).toEqual(['seal'])
  })
})

it('a first reading of the dice counts for a day, and of who may still read', async () => {
  const raffleId = await sealed('physical')
  const [one, two] = both(raffleId)
  const drum = { entropy: 'DRUM:7 20 1 13', signature: null }
  await recordEntropy(rig.needs, one, { ...drum, reading: 'first' })
  await rig.pass(DAY_SECONDS)
  const late = recordEntropy(rig.needs, two, { ...drum, reading: 'second' })
  expect(await codeOf(late)).toBe('no_first_reading')
})

/** The batch with the seal, for the row of its session. */
async function isWaiting(): Promise<void> {
  const { rows } = await rig.test.owner.query(
    `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like 'select append_raffle%'`,
  )
  expect(rows).toHaveLength(1)
}

describe('the session of a seal', () => {
  const elsewhere = session({ place: 'Elsewhere' })

  it('is the one that was agreed to: another while the relays answer ends the seal', async () => {
    const { raffleId } = await rig.soldRaffle({ tickets: 8 })
    const [one, two] = both(raffleId)
    await agreed(raffleId)
    const { beacon } = rig.needs
    const round: typeof beacon.round = async (asked) => {
      await recordSession(rig.needs, one, elsewhere)
      return beacon.round(asked)
    }
    const needs = { ...rig.needs, beacon: { ...beacon, round } }
    expect(await codeOf(sealRegister(needs, two))).toBe('edit_conflict')
    expect((await rig.now(raffleId)).draws).toEqual([])
    expect((await roomOf(raffleId)).signOffs).toEqual([])
    expect(await codeOf(sealRegister(rig.needs, two))).toBe('needs_second_person')
    await sealRegister(rig.needs, one)
  })

  it('is held until the seal has committed', async () => {
    const { raffleId } = await rig.soldRaffle({ tickets: 8 })
    const [one, two] = both(raffleId)
    await agreed(raffleId)
    let sealing = Promise.resolve('')
    await rig.test.owner.transaction(async (tx) => {
      await tx.query(
        `update draw_sessions set place = 'Elsewhere', recorded_at = clock_now()
          where draw_id = $1 || '/D1'`,
        [raffleId],
      )
      sealing = codeOf(sealRegister(rig.needs, two))
      await vi.waitFor(isWaiting, { timeout: 10_000, interval: 5 })
    })
    expect(await sealing).toBe('edit_conflict')
    expect((await rig.now(raffleId)).draws).toEqual([])
    // The raffle goes on, and so does its draw.
    await signOffAct(rig.needs, one, { act: 'seal' })
    await sealRegister(rig.needs, two)
  })

  it('stays as it was sealed for who has looked before the seal and writes behind it', async () => {
    const { raffleId } = await rig.soldRaffle({ tickets: 8 })
    const [one, two] = both(raffleId)
    await agreed(raffleId)
    const transaction: Database['transaction'] = async (act, options) => {
      await sealRegister(rig.needs, two)
      return rig.needs.database.transaction(act, options)
    }
    const needs = { ...rig.needs, database: { ...rig.needs.database, transaction } }
    expect(await codeOf(recordSession(needs, one, elsewhere))).toBe('mode_is_fixed')
    expect((await roomOf(raffleId)).session?.place).toBe('Chamber of Commerce, Beirut')
  })

  it('is the one on the screen of whoever agrees or seals', async () => {
    const { raffleId } = await rig.soldRaffle({ tickets: 8 })
    const [one, two] = both(raffleId)
    await agreed(raffleId)
    const read = (await roomOf(raffleId)).session!.recordedAt
    await rig.pass(1)
    await recordSession(rig.needs, one, elsewhere)
    const old = { ...two, ifVersion: read }
    expect(await codeOf(signOffAct(rig.needs, old, { act: 'seal' }))).toBe('edit_conflict')
    expect(await codeOf(sealRegister(rig.needs, old))).toBe('edit_conflict')
    const newest = { ...two, ifVersion: (await roomOf(raffleId)).session!.recordedAt }
    await signOffAct(rig.needs, newest, { act: 'seal' })
    await sealRegister(rig.needs, { ...newest, ...one })
  })
})

it('keeps the session that was recorded first from who has read an older one', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 4 })
  const [one, two] = [rig.by(raffleId, 'one'), rig.by(raffleId, 'two')]
  const version = async () =>
    (await readDrawRoom(rig.needs, raffleId, runner)).session?.recordedAt ?? 'none'
  const record = (by: typeof one, ifVersion: string, place: string) =>
    recordSession(rig.needs, { ...by, ifVersion }, session({ place }))
  const refused = { code: 'edit_conflict', details: { changedBy: 'Person one' } }

  await record(one, 'none', 'Beirut')
  await expect(record(two, 'none', 'Tripoli')).rejects.toMatchObject(refused)
  const read = await version()
  await record(one, read, 'Zahle')
  await expect(record(two, read, 'Tripoli')).rejects.toMatchObject(refused)
  expect((await readDrawRoom(rig.needs, raffleId, runner)).session?.place).toBe('Zahle')
  await record(two, await version(), 'Tripoli')
})

it('a draw put off while somebody else sealed it is not sealed again as the next', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 8 })
  const [one, two] = [rig.by(raffleId, 'one'), rig.by(raffleId, 'two')]
  await recordSession(rig.needs, one, session())
  await closeForDraw(rig.needs, one)
  await signOffAct(rig.needs, one, { act: 'seal' })
  const writer = rig.needs.store.raffle(raffleId)
  let reads = 0
  const state = async () => {
    reads += 1
    if (reads === 2) {
      await sealRegister(rig.needs, two)
      await signOffAct(rig.needs, one, { act: 'postpone', cause: 'inputs_late' })
      await postponeDraw(rig.needs, two, { cause: 'inputs_late', ...nobodySigned })
    }
    return writer.state()
  }
  const store = { ...rig.needs.store, raffle: () => ({ ...writer, state }) }
  await sealRegister({ ...rig.needs, store }, two)
  expect((await rig.now(raffleId)).draws).toMatchObject([{ stop: { kind: 'postponed' } }])
})
