// Power fails in the middle of a ceremony: at each call that reaches the database, a file or the
// beacon, before it was made ("failed, not done") and after it was ("failed, but done"). Whoever
// comes back does the same act again, and the draw goes on: no fork, no second result, no step
// lost.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { RaffleId } from '#events/kernel/ids.ts'

import { watchIo } from '../io/io.ts'
import { dice, openDrawRig, session } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import { checkIdentity, deliverPrize, forfeitPrize, promotePrize } from './draw-claim.ts'
import { recordEntropy, revealSeed } from './draw-inputs.ts'
import { completeDraw, publishDraw, recordBeacon } from './draw-result.ts'
import { sealRegister } from './draw-seal.ts'
import { closeForDraw, recordSession } from './draw-session.ts'
import { annulDraw, postponeDraw } from './draw-stop.ts'

let rig: DrawRig
beforeAll(async () => {
  rig = await openDrawRig({ mayActAlone: true })
}, 60_000)
afterAll(async () => {
  watchIo(undefined)
  await rig.stop()
})

class PowerCut extends Error {}

/** Ends the act at its `call`-th call; answers how many calls it has made, or that it was cut. */
async function cut(act: () => Promise<void>, when: 'before' | 'after', call: number) {
  let calls = 0
  const at = (moment: 'before' | 'after') => (name: string) => {
    // Nothing of the draw is left to a timer; and a connection that was got and lost in this
    // process, unlike in one that has died, would stay open.
    if (name.startsWith('timer') || name === 'sql connect') return
    if (moment === 'before') calls += 1
    if (moment === when && calls === call) throw new PowerCut(`${moment} call ${call}: ${name}`)
  }
  watchIo({ before: at('before'), after: at('after') })
  try {
    await act()
    return { calls, isCut: false }
  } catch {
    return { calls, isCut: true }
  } finally {
    watchIo(undefined)
  }
}

type Step = { name: string; act: (raffleId: RaffleId) => Promise<void>; before?: Before }
type Before = (raffleId: RaffleId) => Promise<void>

const by = (raffleId: RaffleId) => rig.by(raffleId, 'one')
const untilRound: Before = async (raffleId) =>
  rig.passTo((await rig.now(raffleId)).current!.seal.roundAt)
const reading = { entropy: dice, signature: null }

const toTheSeal: Step[] = [
  { name: 'session', act: (id) => recordSession(rig.needs, by(id), session()) },
  { name: 'close', act: (id) => closeForDraw(rig.needs, by(id)) },
  { name: 'seal', act: (id) => sealRegister(rig.needs, by(id)) },
]

const steps: Step[] = [
  ...toTheSeal,
  {
    name: 'first reading',
    act: (id) => recordEntropy(rig.needs, by(id), { ...reading, reading: 'first' }),
  },
  {
    name: 'second reading',
    act: (id) => recordEntropy(rig.needs, by(id), { ...reading, reading: 'second' }),
  },
  { name: 'reveal', act: (id) => revealSeed(rig.needs, by(id), { source: 'operator' }) },
  { name: 'beacon', before: untilRound, act: (id) => recordBeacon(rig.needs, by(id), null) },
  { name: 'result', act: (id) => completeDraw(rig.needs, by(id)) },
  { name: 'publish', act: (id) => publishDraw(rig.needs, by(id)) },
  {
    name: 'forfeit',
    act: (id) =>
      forfeitPrize(rig.needs, by(id), { reason: 'declined', witnessName: 'R', note: 'n' }),
  },
  { name: 'promote', act: (id) => promotePrize(rig.needs, by(id)) },
  {
    name: 'identity',
    act: (id) =>
      checkIdentity(rig.needs, by(id), {
        documentKind: 'Passport',
        documentNumber: '1',
        mayShowName: false,
      }),
  },
  {
    name: 'delivery',
    act: (id) =>
      deliverPrize(rig.needs, by(id), {
        evidence: 'signed_receipt',
        evidenceSha256: 'ab'.repeat(32),
      }),
  },
]

const CALLS_MAX = 60

/** Every call of a step is cut once; after a cut the act is done again, until it goes through. */
async function playWithCuts(played: readonly Step[], when: 'before' | 'after') {
  const { raffleId } = await rig.soldRaffle({ tickets: 12 })
  let cuts = 0
  for (const { name, act, before } of played) {
    await before?.(raffleId)
    for (let call = 1; ; call += 1) {
      expect(call, `${name} never goes through`).toBeLessThan(CALLS_MAX)
      const { isCut, calls } = await cut(() => act(raffleId), when, call)
      if (isCut) cuts += 1
      if (!isCut && calls < call) break
    }
  }
  return { raffleId, cuts }
}

const typesOf = async (raffleId: RaffleId) => {
  const { rows } = await rig.test.owner.query<{ type: string }>(
    `select type from events where log_id = $1 and type not in ('RafflePublished', 'TicketsIssued')
      order by position`,
    [`raffle/${raffleId}`],
  )
  return rows.map(({ type }) => type)
}

it.each(['before', 'after'] as const)(
  'a whole ceremony with a power cut %s every call',
  async (when) => {
    const { raffleId, cuts } = await playWithCuts(steps, when)
    expect(cuts).toBeGreaterThan(steps.length * 2)
    expect(await typesOf(raffleId)).toEqual([
      'RaffleClosed',
      'RegisterSealed',
      'EntropySealed',
      'OperatorRevealed',
      'BeaconRecorded',
      'DrawCompleted',
      'PrizeForfeited',
      'PrizePromoted',
      'PrizeDelivered',
    ])
    // One tree, whatever was cut: the signer would refuse another one.
    await rig.needs.ledger.publish(raffleId)
    const { raffle } = await rig.now(raffleId)
    expect(raffle.draw?.holder).toMatchObject({ place: 1, state: 'delivered' })
  },
  120_000,
)

const stops: { name: string; act: (raffleId: RaffleId) => Promise<void> }[] = [
  {
    name: 'DrawPostponed',
    act: (id) =>
      postponeDraw(rig.needs, by(id), { cause: 'other', signature: null, paperSha256: null }),
  },
  {
    name: 'DrawAnnulled',
    act: (id) =>
      annulDraw(rig.needs, by(id), {
        cause: 'register_error',
        signature: null,
        paperSha256: 'ab'.repeat(32),
      }),
  },
]

it.each(stops)(
  '$name with a power cut at every call, and a second seal',
  async ({ name, act }) => {
    for (const when of ['before', 'after'] as const) {
      const { raffleId } = await playWithCuts([...toTheSeal, { name, act }], when)
      await playSealAgain(raffleId)
      expect(await typesOf(raffleId)).toEqual([
        'RaffleClosed',
        'RegisterSealed',
        name,
        'RegisterSealed',
      ])
    }
  },
  120_000,
)

async function playSealAgain(raffleId: RaffleId): Promise<void> {
  for (const { act } of toTheSeal) await act(raffleId)
}
