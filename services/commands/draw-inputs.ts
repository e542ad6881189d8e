// Dice and seed. The dice are read by one person and read again by another, and become a fact only
// when both readings are the same string. The seed is opened here and nowhere else, and only after
// the dice stand in the log.
import { parseEntropy } from '#events/draw/entropy.ts'
import { entropyMessage } from '#events/draw/representative.ts'
import { bytesOfHex, hexOf } from '#events/kernel/bytes.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { operatorCommit } from '#events/ledger/commitments.ts'

import { sha256 } from '../ledger/keys.ts'
import {
  command,
  cosignedAt,
  representativeOf,
  noteInRoom,
  requireSignature,
  sealTree,
  showWitnesses,
  type Acting,
} from './draw-acts.ts'
import { readDraw, requireCurrent } from './draw-facts.ts'
import type { DrawNeeds } from './draw-needs.ts'
import { dropReading, readReading, writeReading } from './draw-rows.ts'

export type EntropyReading = {
  entropy: string
  reading: 'first' | 'second'
  signature: string | null
}

export async function recordEntropy(
  needs: DrawNeeds,
  acting: Acting,
  { entropy, reading, signature }: EntropyReading,
): Promise<void> {
  const now = await readDraw(needs, acting.raffleId)
  const current = requireCurrent(now)
  if (parseEntropy(entropy) === null)
    throw new Rejection('entropy_malformed', 'Write D6: and at least 20 throws, or DRUM: numbers')
  if (current.entropy === null) {
    if (reading === 'first') return keepReading(needs, acting, { drawId: now.drawId, entropy })
    await requireSecondReading(needs, acting, { drawId: now.drawId, entropy })
  }

  const seal = await sealTree(needs, now, current)
  const representative = await representativeOf(needs.database, now.drawId)
  const message = entropyMessage({ drawId: now.drawId, sealBody: seal.body, entropy })
  requireSignature(representative, message, signature)
  await command(needs, acting, {
    type: 'SealEntropy',
    now: needs.now().toISOString(),
    drawId: now.drawId,
    entropy,
    sealSize: seal.size,
    sealRoot: seal.root,
    sealCosignedAt: await cosignedAt(needs, now, current.seal),
    representative: { office: representative.office, keyId: representative.keyId },
    signature,
  })
  await dropReading(needs.database, now.drawId)
  await showWitnesses(needs, acting.raffleId)
}

type Read = { drawId: string; entropy: string }

/** Who read is noted, what he read is not: nobody learns the dice before they are a fact. */
async function keepReading(needs: DrawNeeds, acting: Acting, read: Read): Promise<void> {
  const { doer } = acting
  if (doer.kind === 'system') return
  await writeReading(needs.database, { ...read, readBy: doer.actor.personId })
  const details = { drawId: read.drawId, reading: 'first' }
  await noteInRoom(needs, acting, { kind: 'dice_read', details })
}

async function requireSecondReading(
  needs: DrawNeeds,
  acting: Acting,
  { drawId, entropy }: Read,
): Promise<void> {
  const { doer } = acting
  if (doer.kind === 'system') return
  const first = await readReading(needs.database, drawId)
  if (first === null)
    throw new Rejection('no_first_reading', 'Somebody reads the dice first, then another again')
  if (first.readBy === doer.actor.personId && !needs.mayActAlone)
    throw new Rejection('needs_second_person', 'The second reading is another person’s')
  if (first.entropy === entropy) return
  await dropReading(needs.database, drawId)
  const details = { drawId, reading: 'second', isSame: false }
  await noteInRoom(needs, acting, { kind: 'dice_read', details })
  throw new Rejection('readings_differ', 'The two readings differ. Both begin again.')
}

export type Reveal = { source: 'operator' } | { source: 'envelope'; seed: string }

export async function revealSeed(needs: DrawNeeds, acting: Acting, reveal: Reveal): Promise<void> {
  const now = await readDraw(needs, acting.raffleId)
  const current = requireCurrent(now)
  if (current.entropy === null)
    throw new Rejection('not_diced', 'The dice come first: nobody may know the seed before them')
  const seed =
    reveal.source === 'envelope'
      ? bytesOfHex(reveal.seed)
      : Uint8Array.from(await needs.openSeed(acting.raffleId))
  await command(needs, acting, {
    type: 'RevealSeed',
    now: needs.now().toISOString(),
    drawId: now.drawId,
    seed: hexOf(seed),
    commit: operatorCommit(seed, sha256),
    source: reveal.source,
  })
  await showWitnesses(needs, acting.raffleId)
}
