// The demo's two draws, both through the real ceremony: one that is over, with its prize handed
// over, and one that is sealed as the shop opens, fifteen minutes before its time. The dice are
// simulated and say so; the beacon is the sandbox's.
import { createHash, randomInt } from 'node:crypto'

import { diceText } from '#events/draw/entropy.ts'
import type { RaffleId } from '#events/kernel/ids.ts'

import { showWitnesses } from '../commands/draw-acts.ts'
import type { Acting } from '../commands/draw-acts.ts'
import { checkIdentity, deliverPrize } from '../commands/draw-claim.ts'
import { readDraw, requireCurrent, sizeThrough } from '../commands/draw-facts.ts'
import { recordEntropy, revealSeed } from '../commands/draw-inputs.ts'
import type { LiveNeeds } from '../commands/draw-live.ts'
import { completeDraw, publishDraw, recordBeacon } from '../commands/draw-result.ts'
import { sealRegister } from '../commands/draw-seal.ts'
import { closeForDraw, recordSession } from '../commands/draw-session.ts'
import type { DrawSessionForm } from '../contract/admin-draws.ts'
import type { Core } from '../core.ts'
import { openDraws } from '../draws.ts'
import { sleep } from '../io/timers.ts'
import { demoRaffles } from './shop.ts'

export const pastRaffle = 'Gold Lira'
export const todaysRaffle = 'Weekend in Byblos'

const DAY_MS = 86_400_000
const THROWS = 50

export type MoveTo = (at: Date) => Promise<void>
export type PastAct = {
  at: Date
  act: (core: Core, raffleId: RaffleId, moveTo: MoveTo) => Promise<void>
}

/** The draw, a morning after the last day of sale; then the winner comes, and has the prize. */
export function planPastDraw(now: Date): PastAct[] {
  const raffle = demoRaffles.find(({ name }) => name === pastRaffle)
  if (raffle === undefined) throw new Error(`the demo has no raffle ${pastRaffle}`)
  const day = (offset: number) => new Date(now.getTime() + (raffle.endsOnDay + offset) * DAY_MS)
  return [
    { at: day(1.6), act: performDraw },
    { at: day(2.7), act: identifyWinner },
    { at: day(4.8), act: handOver },
  ]
}

export const sampleSession: DrawSessionForm = {
  mode: 'beacon',
  place: 'Sample hall, Beirut (demonstration)',
  witnesses: [
    {
      name: 'Sample Notary',
      title: 'Notary',
      office: 'Sample notary office',
      documentNumber: 'SAMPLE',
    },
  ],
  representative: {
    name: 'Sample Representative',
    office: 'Sample lottery directorate',
    documentNumber: 'SAMPLE',
  },
}

/** From the seal to the announcement; the clock is moved to the round. */
export async function performDraw(core: Core, raffleId: RaffleId, moveTo: MoveTo): Promise<void> {
  const draws = openDraws(core)
  const acting = actingOn(raffleId)
  await sealAndFeed(draws, acting)
  const { seal } = requireCurrent(await readDraw(draws, raffleId))
  await moveTo(new Date(Date.parse(seal.roundAt) + 1_000))
  await recordBeacon(draws, acting, null)
  await completeDraw(draws, acting)
  await publishDraw(draws, acting)
}

/**
 * From here on the shop needs nobody: its keeper completes the draw before the visitor's eyes,
 * fifteen minutes later or at `drawAt`.
 */
export async function sealTodaysDraw(
  core: Core,
  raffleId: RaffleId,
  drawAt?: string,
): Promise<void> {
  await sealAndFeed(openDraws(core), actingOn(raffleId), drawAt)
}

const actingOn = (raffleId: RaffleId): Acting => ({
  raffleId,
  doer: { kind: 'system', name: 'demo' },
})

async function sealAndFeed(draws: LiveNeeds, acting: Acting, drawAt?: string): Promise<void> {
  await recordSession(draws, acting, { ...sampleSession, ...(drawAt !== undefined && { drawAt }) })
  await closeForDraw(draws, acting)
  await sealRegister(draws, acting)
  await untilCosigned(draws, acting.raffleId, 'seal')
  const throws = Array.from({ length: THROWS }, () => randomInt(1, 7))
  const entropy = diceText(throws, true)
  await recordEntropy(draws, acting, { entropy, reading: 'second', signature: null })
  await revealSeed(draws, acting, { source: 'operator' })
  await untilCosigned(draws, acting.raffleId, 'seed')
}

const TRIES_MAX = 20
const PAUSE_MS = 250

async function untilCosigned(
  draws: LiveNeeds,
  raffleId: RaffleId,
  fact: 'seal' | 'seed',
): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const now = await readDraw(draws, raffleId)
    const placed = requireCurrent(now)[fact]
    if (placed === null) throw new Error(`${raffleId}: there is no ${fact}`)
    const { reachedAt } = await draws.ledger.quorumAt(now.published.origin, sizeThrough(placed))
    if (reachedAt !== null) return
    if (tries > 0) await sleep(PAUSE_MS)
    await showWitnesses(draws, raffleId)
  }
  throw new Error(`the sandbox's witnesses have not cosigned the ${fact} of ${raffleId}`)
}

export async function identifyWinner(core: Core, raffleId: RaffleId): Promise<void> {
  await checkIdentity(openDraws(core), actingOn(raffleId), {
    documentKind: 'Sample document',
    documentNumber: 'SAMPLE',
    mayShowName: true,
  })
}

export async function handOver(core: Core, raffleId: RaffleId): Promise<void> {
  const evidenceSha256 = createHash('sha256').update('the sample receipt').digest('hex')
  const delivery = { evidence: 'signed_receipt', evidenceSha256 } as const
  await deliverPrize(openDraws(core), actingOn(raffleId), delivery)
}
