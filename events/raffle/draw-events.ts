// Facts of the draw (`raffle-draw/v1`, section 3), leaves of the raffle's own public log. A mode
// without a beacon (`local`, `physical`) writes round 0 and 32 zero bytes wherever the protocol
// names a drand value: the derivation then has the same shape in every mode.
import * as z from 'zod/mini'

import { count, hex, instant, positive, text } from '../kernel/shapes.ts'
import { annulReasons, deliveryEvidence, forfeitReasons, postponeReasons } from './reasons.ts'

export const entropyModes = ['beacon', 'local', 'physical'] as const
export type EntropyMode = (typeof entropyModes)[number]

/** `<raffleId>/D1`, `/D2` …: a new one only after a postponement or an annulment. */
const drawId = () => text(60)
const range = z.tuple([positive(), positive()])
/** Rounds of quicknet will grow past the counts of the shop, within decades. */
const round = () => z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))
const ticketAt = { drawId: drawId(), number: positive(), place: count() }

/**
 * How the representative stands behind an act that is not the room's alone: with the Ed25519 key
 * that is on record, or, where there is none, on paper whose SHA-256 is named here.
 */
export const countersigned = { signature: z.optional(hex(64)), paperSha256: z.optional(hex(32)) }

export const drawEvents = {
  /** From here on no ticket is issued or voided (invariant I20). */
  RegisterSealed: z.strictObject({
    drawId: drawId(),
    issuedCount: count(),
    voids: z.array(range),
    validCount: count(),
    registerRoot: hex(32),
    drandChainHash: hex(32),
    round: round(),
    /** T, the announced draw time. */
    drawAt: instant(),
    /** The time of `round`, which deadlines are counted from; without a beacon the same as T. */
    roundAt: instant(),
    /** The newest round known when the register was sealed: it was not sealed before that. */
    latestRound: round(),
    latestRandomness: hex(32),
    mode: z.enum(entropyModes),
  }),
  EntropySealed: z.strictObject({
    drawId: drawId(),
    /** `D6:3 1 6 …`, `D6-simulated:…` in a demo, `DRUM:503 288 …` of a physical draw. */
    entropy: text(400),
    /** Tree size that includes the seal leaf as its last. */
    sealSize: positive(),
    sealRoot: hex(32),
    representative: z.strictObject({ office: text(80), keyId: z.nullable(hex(4)) }),
    signature: z.optional(hex(64)),
  }),
  /** `envelope`: the representative read the copy that lay with them since publication. */
  OperatorRevealed: z.strictObject({
    drawId: drawId(),
    seed: hex(32),
    source: z.enum(['operator', 'envelope']),
  }),
  BeaconRecorded: z.strictObject({
    drawId: drawId(),
    drandChainHash: hex(32),
    round: round(),
    signature: hex(48),
    randomness: hex(32),
  }),
  /** The prize first, then the reserves in order. A drum has no key: `prk` is 32 zero bytes. */
  DrawCompleted: z.strictObject({
    drawId: drawId(),
    prk: hex(32),
    numbers: z.array(positive()),
    softwareSha256: hex(32),
  }),
  PrizeForfeited: z.strictObject({ ...ticketAt, reason: z.enum(forfeitReasons) }),
  /** The next place of the same permutation. */
  PrizePromoted: z.strictObject(ticketAt),
  PrizeDelivered: z.strictObject({
    ...ticketAt,
    evidence: z.enum(deliveryEvidence),
    evidenceSha256: hex(32),
  }),
  /**
   * `lastCheckpoint`, the body of the last cosigned checkpoint, only when postponed late: at a time
   * when nothing cosigned before the deadline held both dice and seed.
   */
  DrawPostponed: z.strictObject({
    drawId: drawId(),
    cause: z.enum(postponeReasons),
    ...countersigned,
    lastCheckpoint: z.optional(text(400)),
  }),
  DrawAnnulled: z.strictObject({
    drawId: drawId(),
    cause: z.enum(annulReasons),
    ...countersigned,
  }),
  /** Verifier keys as in `RafflePublished.policy`; signed with the previous one's checkpoints. */
  SigningKeyRotated: z.strictObject({ verifierKey: text(300), previous: text(300) }),
}
