// Time travel through a draw: the same raffle at each of its moments.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { allProjections } from '#projections/all.ts'

import { dice, openDrawRig, session } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import { openProjector } from '../workers/projector.ts'
import { raffleAsOf } from './as-of.ts'
import { checkIdentity, deliverPrize } from './draw-claim.ts'
import { recordEntropy, revealSeed } from './draw-inputs.ts'
import { completeDraw, publishDraw, recordBeacon } from './draw-result.ts'
import { sealRegister } from './draw-seal.ts'
import { closeForDraw, recordSession } from './draw-session.ts'
import { signOffAct } from './draw-sign-offs.ts'

let rig: DrawRig
beforeAll(async () => {
  rig = await openDrawRig()
}, 60_000)
afterAll(() => rig.stop())

it('shows seal, winning number and who has the prize, each from its moment on', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 8 })
  const [one, two] = [rig.by(raffleId, 'one'), rig.by(raffleId, 'two')]
  const moments: Date[] = []
  /** The last fact until now is of this moment; what follows is later. */
  const mark = async () => {
    const { rows } = await rig.test.owner.query<{ at: Date }>(
      `select max(recorded_at) + interval '1 millisecond' as at from events where log_id = $1`,
      [`raffle/${raffleId}`],
    )
    moments.push(...rows.map(({ at }) => at))
    await rig.pass(1)
  }

  await recordSession(rig.needs, one, session())
  await closeForDraw(rig.needs, one)
  await mark()
  await signOffAct(rig.needs, one, { act: 'seal' })
  await sealRegister(rig.needs, two)
  await mark()
  const given = { entropy: dice, signature: null }
  await recordEntropy(rig.needs, one, { ...given, reading: 'first' })
  await recordEntropy(rig.needs, two, { ...given, reading: 'second' })
  await revealSeed(rig.needs, one, { source: 'operator' })
  await rig.passTo((await rig.now(raffleId)).current!.seal.roundAt)
  await recordBeacon(rig.needs, one, null)
  await completeDraw(rig.needs, one)
  await publishDraw(rig.needs, one)
  await mark()
  const shown = { documentKind: 'Passport', documentNumber: 'RL1', mayShowName: true }
  await checkIdentity(rig.needs, one, shown)
  const evidence = { evidence: 'signed_receipt' as const, evidenceSha256: 'ab'.repeat(32) }
  await deliverPrize(rig.needs, one, evidence)
  await mark()

  // Staff take the file of entries: that is told of the raffle, and stands in their own log.
  const { owner } = rig.test
  for (const position of [1, 1_000_000])
    await owner.query(
      `insert into audit_trail_v1_1 (log_id, position, recorded_at, subject, actor, type)
       values ('shop/0', $1, $2::timestamptz - interval '1 microsecond', $3, 'staff:x',
               'StaffActed')`,
      [position, moments[1], `raffle/${raffleId}`],
    )
  const { database } = rig.test
  const projector = openProjector({ database, projections: allProjections })
  await projector.catchUp()
  await projector.stop()
  const stood = await Promise.all(moments.map((at) => raffleAsOf(rig.needs, { raffleId, at })))
  const told = ['status', 'draw', 'register', 'winningNumber', 'prizeHolder']
  const linesOf = ({ lines }: (typeof stood)[number]) =>
    told.map((name) => lines.find((line) => line.name === name)?.value)
  const [winner = 0] = (await rig.now(raffleId)).raffle.draw?.numbers ?? []
  const number = String(winner).padStart(6, '0')
  expect(stood.map(linesOf)).toEqual([
    ['closed', undefined, undefined, undefined, undefined],
    ['closed', 'sealed', '8', undefined, undefined],
    ['drawn', 'drawn', '8', number, `${number} winner`],
    ['drawn', 'drawn', '8', number, `${number} delivered`],
  ])
})
