// What may happen next to a draw (`raffle-draw/v1`, section 3): seal, dice, seed, beacon, result,
// in this order and each in its time; or put off before the outcome can be known. Pure: who calls
// hands in what only the world can tell, such as when the witnesses had signed. A command whose
// fact stands already makes none, so whoever lost an answer may ask again.
import { assert, unreachable } from '../kernel/assert.ts'
import { Rejection } from '../kernel/rejection.ts'
import { parseEntropy } from '../draw/entropy.ts'
import { latestRoundAt, roundForDraw, roundTime, type BeaconChain } from '../ledger/beacon.ts'

import { decideClaim, type ClaimCommand } from './draw-claim.ts'
import type { EntropyMode } from './draw-events.ts'
import type { DrawEvent, RaffleDraw } from './draw-state.ts'
import {
  annulDraw,
  isBinding,
  postponeDraw,
  type AnnulDraw,
  type PostponeDraw,
} from './draw-stop.ts'
import { inputsDeadline, plusSeconds, quorumDeadline } from './draw-times.ts'
import type { PublishedRaffle, TicketRange } from './evolve.ts'

/** The draw that is meant, and when. */
type At = { readonly now: string; readonly drawId: string }

export type SealRegister = At & {
  readonly held: number
  readonly mode: EntropyMode
  /** T. */
  readonly drawAt: string
  /** The end of the settlement window. */
  readonly settlesAt: string
  /** What the root was made from: it must still be all there is. */
  readonly register: {
    readonly issuedCount: number
    readonly voids: readonly TicketRange[]
    readonly validCount: number
    readonly root: string
  }
  /** Null in the modes without a beacon. */
  readonly beacon: {
    readonly chain: BeaconChain
    readonly latestRound: number
    readonly latestRandomness: string
  } | null
}

export type SealEntropy = At & {
  readonly entropy: string
  readonly sealSize: number
  readonly sealRoot: string
  /** When the witnesses' quorum had cosigned the seal; null: not yet. */
  readonly sealCosignedAt: string | null
  readonly representative: { readonly office: string; readonly keyId: string | null }
  /** Verified by the caller; needed where the representative has a key. */
  readonly signature: string | null
}

export type RevealSeed = At & {
  readonly seed: string
  /** `operatorCommit` of the seed, by the caller. */
  readonly commit: string
  readonly source: 'operator' | 'envelope'
}

export type RecordBeacon = At & {
  readonly chainHash: string
  readonly round: number
  /** Verified by the caller. */
  readonly signature: string
  readonly randomness: string
  readonly inputsCosignedAt: string | null
}

export type CompleteDraw = At & {
  readonly prk: string
  readonly numbers: readonly number[]
  readonly softwareSha256: string
  readonly inputsCosignedAt: string | null
}

export type DrawCommand =
  | ({ type: 'SealRegister' } & SealRegister)
  | ({ type: 'SealEntropy' } & SealEntropy)
  | ({ type: 'RevealSeed' } & RevealSeed)
  | ({ type: 'RecordBeacon' } & RecordBeacon)
  | ({ type: 'CompleteDraw' } & CompleteDraw)
  | ({ type: 'PostponeDraw' } & PostponeDraw)
  | ({ type: 'AnnulDraw' } & AnnulDraw)
  | ClaimCommand

export function decideDraw(raffle: PublishedRaffle, command: DrawCommand): DrawEvent[] {
  if (command.type === 'SealRegister') return sealRegister(raffle, command)
  const draw = requireDraw(raffle, command.drawId)

  switch (command.type) {
    case 'SealEntropy':
      return sealEntropy(raffle, draw, command)
    case 'RevealSeed':
      return revealSeed(raffle, draw, command)
    case 'RecordBeacon':
      return recordBeacon(raffle, draw, command)
    case 'CompleteDraw':
      return completeDraw(raffle, draw, command)
    case 'PostponeDraw':
      return postponeDraw(draw, command)
    case 'AnnulDraw':
      return annulDraw(draw, command)
    case 'ForfeitPrize':
    case 'PromotePrize':
    case 'DeliverPrize':
      return decideClaim(draw, command)
    default:
      return unreachable(command)
  }
}

/** The newest draw, which must be the one that is meant, of a raffle that goes on. */
function requireDraw({ status, draw }: PublishedRaffle, drawId: string): RaffleDraw {
  if (draw === null || draw.drawId !== drawId)
    throw new Rejection('not_sealed', 'The register of this draw is not sealed')
  if (status === 'cancelled') throw new Rejection('raffle_cancelled', 'This raffle was cancelled')
  return draw
}

// ── seal ────────────────────────────────────────────────────────────────────────────────────────

const noBeacon = { drandChainHash: '00'.repeat(32), round: 0, latestRound: 0 }

function sealRegister(raffle: PublishedRaffle, seal: SealRegister): DrawEvent[] {
  const { draw } = raffle
  if (draw?.drawId === seal.drawId) return [] // this seal is made
  requireSealable(raffle, seal)
  if (!seal.drawId.endsWith(`/D${(draw?.ordinal ?? 0) + 1}`)) throw registerChanged()
  requireSameRegister(raffle, seal)

  const { issuedCount, voids, validCount, root } = seal.register
  return [
    {
      type: 'RegisterSealed',
      data: {
        drawId: seal.drawId,
        issuedCount,
        voids: voids.map(([first, last]): [number, number] => [first, last]),
        validCount,
        registerRoot: root,
        drawAt: seal.drawAt,
        mode: seal.mode,
        ...(seal.mode === 'beacon' ? roundOf(raffle, seal) : withoutBeacon(seal)),
      },
    },
  ]
}

function requireSealable(raffle: PublishedRaffle, seal: SealRegister): void {
  const { status, draw, closedCause } = raffle
  if (status === 'cancelled') throw new Rejection('raffle_cancelled', 'This raffle was cancelled')
  if (draw !== null && draw.stage !== 'postponed' && draw.stage !== 'annulled')
    throw new Rejection('register_sealed', 'The register is sealed already')
  if (status === 'open') throw new Rejection('raffle_not_ended', 'This raffle is still selling')
  if (seal.held > 0)
    throw new Rejection('tickets_held', `${seal.held} tickets are still reserved`, {
      held: seal.held,
    })
  // When the last ticket is sold nobody can be waiting for one.
  if (closedCause === 'ended' && seal.now < seal.settlesAt)
    throw new Rejection('still_settling', 'Late payments are still being waited for', {
      until: seal.settlesAt,
    })
}

/** Of the list of voids in a seal: some 3,300 ranges of seven digits. */
const voidsCharactersMax = 64_000

/** Counts can only have grown, so equal counts and voids are the same register. */
function requireSameRegister(raffle: PublishedRaffle, { register }: SealRegister): void {
  const { issued, voided, voids } = raffle
  const isSame =
    register.issuedCount === issued &&
    register.validCount === issued - voided &&
    JSON.stringify(register.voids) === JSON.stringify(voids)
  if (!isSame) throw registerChanged()
  // A longer list would not fit a leaf of the public log.
  if (JSON.stringify(voids).length > voidsCharactersMax)
    throw new Rejection('seal_too_large', 'There are too many separate ranges of void tickets', {
      ranges: voids.length,
    })
  if (register.validCount === 0)
    throw new Rejection('no_winner', 'There is no valid ticket to draw from')
}

function roundOf({ drawTerms }: PublishedRaffle, { now, drawAt, beacon }: SealRegister) {
  assert(beacon !== null, 'a draw by beacon names its chain')
  const { chain, latestRound, latestRandomness } = beacon
  if (chain.chainHash !== drawTerms.drandChainHash)
    throw new Rejection('wrong_round', 'This raffle was published under another beacon')
  if (drawAt < plusSeconds(now, drawTerms.sealMarginSeconds))
    throw new Rejection('draw_too_soon', 'The draw must be announced further ahead', {
      earliest: plusSeconds(now, drawTerms.sealMarginSeconds),
    })
  if (latestRound > latestRoundAt(chain, now))
    throw new Rejection('round_not_yet', 'The newest known round is ahead of our clock')
  const round = roundForDraw(chain, drawAt)
  const roundAt = roundTime(chain, round)
  return { drandChainHash: chain.chainHash, round, roundAt, latestRound, latestRandomness }
}

function withoutBeacon({ now, drawAt }: SealRegister) {
  if (drawAt < now) throw new Rejection('draw_too_soon', 'The time of the draw has passed')
  return { ...noBeacon, roundAt: drawAt, latestRandomness: '00'.repeat(32) }
}

// ── dice and seed ───────────────────────────────────────────────────────────────────────────────

function sealEntropy(raffle: PublishedRaffle, draw: RaffleDraw, command: SealEntropy) {
  const { drawId, entropy, sealSize, sealRoot, representative, signature } = command
  if (draw.entropy === entropy) return []
  if (draw.stage !== 'sealed') throw recorded(draw, 'the dice')
  requireEntropy(raffle, draw, entropy)
  requireQuorum(draw, command.sealCosignedAt)
  requireBeforeInputs(draw, command.now)
  if (representative.keyId !== null && signature === null)
    throw new Rejection('signature_required', 'The representative signs with the key on record')
  const signed = signature === null ? {} : { signature }
  const { office, keyId } = representative
  const data = {
    drawId,
    entropy,
    sealSize,
    sealRoot,
    representative: { office, keyId },
    ...signed,
  }
  return [{ type: 'EntropySealed', data } satisfies DrawEvent]
}

function requireEntropy(raffle: PublishedRaffle, draw: RaffleDraw, text: string): void {
  const entropy = parseEntropy(text)
  if (entropy === null)
    throw new Rejection('entropy_malformed', 'Write D6: and at least 20 throws, or DRUM: numbers')
  if ((draw.mode === 'physical') !== (entropy.kind === 'drum'))
    throw new Rejection('entropy_malformed', 'This is not what the mode of this draw takes')
  if (entropy.isSimulated && raffle.drawTerms.environment !== 'demo')
    throw new Rejection('entropy_malformed', 'Simulated dice are for demonstrations only')
  if (entropy.kind === 'drum') requireNumbers(raffle, draw, entropy.values)
}

function requireQuorum(draw: RaffleDraw, sealCosignedAt: string | null): void {
  if (sealCosignedAt === null)
    throw new Rejection('quorum_missing', 'The witnesses have not cosigned the seal yet')
  const deadline = quorumDeadline(draw)
  if (deadline !== null && sealCosignedAt > deadline)
    throw new Rejection('quorum_missing', 'The witnesses cosigned the seal too late: postpone', {
      deadline,
    })
}

/** What is recorded later could not be cosigned in time, so it is refused, not tried. */
function requireBeforeInputs(draw: RaffleDraw, now: string): void {
  const deadline = inputsDeadline(draw)
  if (deadline !== null && now >= deadline)
    throw new Rejection('draw_time_passed', 'It is too late before the round: postpone', {
      deadline,
    })
}

function revealSeed({ drawTerms }: PublishedRaffle, draw: RaffleDraw, command: RevealSeed) {
  const { drawId, seed, source } = command
  if (command.commit !== drawTerms.operatorCommit)
    throw new Rejection('wrong_seed', 'This seed does not open the published commitment')
  if (draw.stage === 'revealed' || draw.stage === 'beacon' || draw.stage === 'drawn') return []
  if (draw.mode === 'physical') throw new Rejection('already_recorded', 'A drum needs no seed')
  if (draw.stage !== 'diced')
    throw new Rejection('not_diced', 'The dice come first: nobody may know the seed before them')
  requireBeforeInputs(draw, command.now)
  return [{ type: 'OperatorRevealed', data: { drawId, seed, source } } satisfies DrawEvent]
}

// ── beacon and result ───────────────────────────────────────────────────────────────────────────

function recordBeacon({ drawTerms }: PublishedRaffle, draw: RaffleDraw, command: RecordBeacon) {
  const { drawId, chainHash, round, signature, randomness } = command
  if (draw.stage === 'beacon' || draw.stage === 'drawn') return []
  if (draw.stage !== 'revealed' || draw.mode !== 'beacon')
    throw new Rejection('not_revealed', 'Dice and seed come before the beacon')
  if (round !== draw.round || chainHash !== drawTerms.drandChainHash)
    throw new Rejection('wrong_round', `The draw is bound to round ${draw.round}`)
  if (command.now < draw.roundAt)
    throw new Rejection('round_not_yet', 'The round has not come yet', { at: draw.roundAt })
  requireBinding(draw, command.inputsCosignedAt)
  const data = { drawId, drandChainHash: chainHash, round, signature, randomness }
  return [{ type: 'BeaconRecorded', data } satisfies DrawEvent]
}

/** R binds only what the witnesses held two minutes before it. */
function requireBinding(draw: RaffleDraw, inputsCosignedAt: string | null): void {
  if (!isBinding(draw, inputsCosignedAt))
    throw new Rejection('inputs_not_cosigned', 'Dice and seed were not cosigned in time: postpone')
}

const stageBeforeResult = { beacon: 'beacon', local: 'revealed', physical: 'diced' } as const

function completeDraw(raffle: PublishedRaffle, draw: RaffleDraw, command: CompleteDraw) {
  const { drawId, prk, numbers, softwareSha256 } = command
  if (draw.stage === 'drawn') {
    if (String(draw.numbers) !== String(numbers)) throw recorded(draw, 'the result')
    return []
  }
  if (draw.stage !== stageBeforeResult[draw.mode])
    throw new Rejection('no_beacon', 'Something that the result follows from is still missing')
  if (draw.mode === 'local') requireBinding(draw, command.inputsCosignedAt)
  if (draw.mode === 'physical' && draw.entropy !== `DRUM:${numbers.join(' ')}`)
    throw recorded(draw, 'the numbers of the drum')
  requireNumbers(raffle, draw, numbers)
  const data = { drawId, prk, numbers: [...numbers], softwareSha256 }
  return [{ type: 'DrawCompleted', data } satisfies DrawEvent]
}

/** One prize and its reserves, fewer when there are fewer tickets; valid, each once. */
function requireNumbers(raffle: PublishedRaffle, draw: RaffleDraw, numbers: readonly number[]) {
  const { issued, voids, drawTerms } = raffle
  const places = Math.min(1 + drawTerms.alternates, draw.validCount)
  const isValid = (number: number) =>
    number >= 1 &&
    number <= issued &&
    !voids.some(([first, last]) => number >= first && number <= last)
  if (numbers.length !== places || new Set(numbers).size !== places || !numbers.every(isValid))
    throw new Rejection('entropy_malformed', `${places} different valid ticket numbers are needed`)
}

const registerChanged = () =>
  new Rejection('register_changed', 'A ticket changed while the register was read')

const recorded = (draw: RaffleDraw, what: string) =>
  new Rejection('already_recorded', `This draw is ${draw.stage}: ${what} cannot change`)
