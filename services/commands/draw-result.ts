// The beacon's round, the result that follows from all inputs, and its publication.
import { createHmac } from 'node:crypto'

import { parseEntropy } from '#events/draw/entropy.ts'
import {
  extractKey,
  selectIndexes,
  transcript,
  type DrawInputs,
  type SelectionStep,
} from '#events/draw/select-winners.ts'
import { bytesOfHex, hexOf } from '#events/kernel/bytes.ts'
import type { HmacSha256 } from '#events/kernel/hash.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { sha256 } from '../ledger/keys.ts'
import type { ProvenRound } from '../providers/beacon/port.ts'
import {
  command,
  cosignedAt,
  doerName,
  noteInRoom,
  sealTree,
  showWitnesses,
  type Acting,
  type SealTree,
} from './draw-acts.ts'
import { readDraw, requireCurrent, type DrawFacts, type DrawNow } from './draw-facts.ts'
import type { DrawNeeds } from './draw-needs.ts'
import { numberAt } from './draw-register.ts'
import { announce } from './draw-rows.ts'
import { fetched, unavailable } from './draw-seal.ts'

/** From a phone, QR code or paper; null: from the relays. */
export type PastedRound = { round: number; signature: string } | null

export async function recordBeacon(
  needs: DrawNeeds,
  acting: Acting,
  pasted: PastedRound,
): Promise<void> {
  const now = await readDraw(needs, acting.raffleId)
  const current = requireCurrent(now)
  if (current.seed === null)
    throw new Rejection('not_revealed', 'Dice and seed come before the beacon')
  const proven = await provenRound(needs, current, pasted)
  await command(needs, acting, {
    type: 'RecordBeacon',
    now: needs.now().toISOString(),
    drawId: now.drawId,
    chainHash: needs.beacon.chain.chainHash,
    ...proven,
    inputsCosignedAt: await cosignedAt(needs, now, current.seed),
  })
  await showWitnesses(needs, acting.raffleId)
}

async function provenRound(
  { beacon, now }: DrawNeeds,
  { seal, beacon: recorded }: DrawFacts,
  pasted: PastedRound,
): Promise<ProvenRound> {
  if (recorded !== null) return recorded
  if (pasted !== null) {
    if (pasted.round !== seal.round)
      throw new Rejection('wrong_round', `The draw is bound to round ${seal.round}`)
    const proven = beacon.prove(pasted)
    if (proven === null)
      throw new Rejection('wrong_beacon', 'This signature is not that of the round')
    return proven
  }
  if (now().toISOString() < seal.roundAt)
    throw new Rejection('round_not_yet', 'The round has not come yet', { at: seal.roundAt })
  const round = await fetched(beacon.round, seal.round)
  if (round === null) throw unavailable()
  return round
}

export async function completeDraw(needs: DrawNeeds, acting: Acting): Promise<void> {
  const now = await readDraw(needs, acting.raffleId)
  const current = requireCurrent(now)
  if (current.result === null) {
    const { prk, numbers } = resultOf(now, current, await sealTree(needs, now, current))
    await command(needs, acting, {
      type: 'CompleteDraw',
      now: needs.now().toISOString(),
      drawId: now.drawId,
      prk: hexOf(prk),
      numbers,
      softwareSha256: await needs.softwareSha256(),
      inputsCosignedAt: await cosignedAt(needs, now, current.seed),
    })
  }
  await showWitnesses(needs, acting.raffleId)
}

export type Derived = {
  prk: Uint8Array
  numbers: number[]
  steps: SelectionStep[]
  transcriptSha256: string | null
}

/** The prize and its reserves; `places` more of the same permutation where they are asked for. */
export function resultOf(
  now: DrawNow,
  current: DrawFacts,
  seal: SealTree,
  places = 1 + now.published.alternates,
): Derived {
  const { entropy, seed, seal: sealed, beacon } = current
  if (entropy === null) throw missing()
  if (sealed.mode === 'physical') {
    const numbers = [...(parseEntropy(entropy.entropy)?.values ?? [])]
    return { prk: new Uint8Array(32), numbers, steps: [], transcriptSha256: null }
  }
  if (seed === null || (sealed.mode === 'beacon' && beacon === null)) throw missing()

  const inputs: DrawInputs = {
    origin: now.published.origin,
    raffleId: now.raffleId,
    drawId: current.drawId,
    sealBody: seal.body,
    sealLeafIndex: sealed.leafIndex,
    registerRoot: bytesOfHex(sealed.registerRoot),
    validCount: sealed.validCount,
    operatorSeed: bytesOfHex(seed.seed),
    entropy: entropy.entropy,
    drandChainHash: bytesOfHex(sealed.drandChainHash),
    round: sealed.round,
    randomness:
      sealed.mode === 'local' || beacon === null
        ? new Uint8Array(32)
        : bytesOfHex(beacon.randomness),
  }
  const bytes = transcript(inputs)
  const prk = extractKey(bytes, hmac)
  const selection = { prk, count: sealed.validCount, places, wordBits: 64 } as const
  const { indexes, steps } = selectIndexes(selection, hmac)
  const numbers = indexes.map((index) => numberAt(index, sealed.voids))
  return { prk, numbers, steps, transcriptSha256: hexOf(sha256(bytes)) }
}

const hmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()

const missing = () =>
  new Rejection('no_beacon', 'Something that the result follows from is still missing')

/** Announces the result: the thirty days begin, and the holders are told (`draw-notices.ts`). */
export async function publishDraw(needs: DrawNeeds, acting: Acting): Promise<void> {
  const now = await readDraw(needs, acting.raffleId)
  if (now.current === null || now.current.result === null)
    throw new Rejection('not_drawn', 'There is no result to publish yet')
  const { drawId } = now
  const isNew = await announce(needs.database, { drawId, place: 0, by: doerName(acting.doer) })
  if (isNew) await noteInRoom(needs, acting, { kind: 'result_published', details: { drawId } })
}
