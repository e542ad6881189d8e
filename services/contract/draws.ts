// The draw as everybody may watch it, step by step, and the winners. Everything here stands in the
// public log or follows from it, but for the announced place, the stream and a name by consent.
import * as z from 'zod/mini'

import { entropyModes } from '#events/raffle/draw-events.ts'
import {
  annulReasons,
  deliveryEvidence,
  forfeitReasons,
  postponeReasons,
} from '#events/raffle/reasons.ts'
import { rafflePhases } from '#events/raffle/phase.ts'

import { count, id, image, instantOut, money, ticketNumber } from './shared.ts'

const hexText = () => z.string().check(z.regex(/^[0-9a-f]*$/))
const at = () => instantOut()
/** Not yet, or never. */
const atOrNull = () => z.nullable(instantOut())

/** In the order in which they happen; some modes leave some out (`skipped`). */
export const drawStepNames = [
  /** Sales are over. */
  'close',
  /** Late payments have had their time and every reservation was asked about or let go. */
  'settle',
  /** Who is in the room, the mode and the time: recorded by staff. */
  'session',
  'seal',
  /** The witnesses have signed a checkpoint that holds the seal. */
  'seal_cosigned',
  /** Dice, or the numbers of a drum; read twice. */
  'entropy',
  /** The operator's seed, committed to before the first sale. Skipped for a drum. */
  'reveal',
  /** Witnesses have signed seal, dice and seed, two minutes before the round. */
  'inputs_cosigned',
  /** The time of the beacon's round. Skipped without a beacon. */
  'round',
  /** The beacon's value. Skipped without a beacon. */
  'beacon',
  'result',
  /** Announced: winners list and messages to the holders. */
  'publish',
  'claim',
  'delivery',
] as const
export type DrawStepName = (typeof drawStepNames)[number]

export const drawStepStates = ['done', 'now', 'waiting', 'late', 'skipped'] as const

export const drawStep = z.strictObject({
  name: z.enum(drawStepNames),
  /** `now`: somebody has to act; `waiting`: for an earlier step or for the clock. */
  state: z.enum(drawStepStates),
  /** When it was done. */
  at: atOrNull(),
  /** May not be done before this. */
  notBefore: atOrNull(),
  /** Must be done by this. */
  deadline: atOrNull(),
})
export type DrawStep = z.infer<typeof drawStep>

/** Where a draw as a whole stands. `announced`: not sealed yet. */
export const drawStages = [
  'announced',
  'sealed',
  'diced',
  'revealed',
  'beacon',
  'drawn',
  'postponed',
  'annulled',
] as const
export type DrawStageName = (typeof drawStages)[number]

const representative = z.strictObject({
  /** The office, never a name. */
  office: z.string(),
  /** Of the representative's Ed25519 key; null where they sign on paper. */
  keyId: z.nullable(hexText()),
  signature: z.nullable(hexText()),
})

export const drawSeal = z.strictObject({
  drawId: z.string(),
  at: at(),
  /** Index of the leaf `RegisterSealed` in the raffle's log. */
  leafIndex: count(),
  /** Tree size with the seal as its last leaf, the root, and the three-line checkpoint body. */
  size: count(),
  root: hexText(),
  body: z.string(),
  /** N: the highest number that was ever issued. */
  issuedCount: count(),
  /** n: what takes part. */
  validCount: count(),
  /** Void numbers, both ends included. */
  voids: z.array(z.tuple([count(), count()])),
  registerRoot: hexText(),
  /** It was not sealed before this round of the beacon; 0 without a beacon. */
  latestRound: count(),
  latestRandomness: hexText(),
})

export const drawQuorum = z.strictObject({
  /** Signatures that are needed; 0 where the raffle was published without witnesses. */
  required: count(),
  /** Witnesses that have signed a checkpoint holding this leaf. */
  witnesses: z.array(z.strictObject({ name: z.string(), at: atOrNull() })),
  reachedAt: atOrNull(),
  deadline: atOrNull(),
})

export const drawRound = z.strictObject({
  chainHash: hexText(),
  publicKey: hexText(),
  /** A beacon of our own, for demonstrations: proves the mechanism, not the moment. */
  isSandbox: z.boolean(),
  round: count(),
  /** The time of the round. */
  at: at(),
  genesisTime: count(),
  periodSeconds: count(),
})

export const drawEntropy = z.strictObject({
  /** `D6:3 1 6 …`, `D6-simulated:…` or `DRUM:…`, exactly as it enters the derivation. */
  text: z.string(),
  /** The throws, or the drum's numbers, one by one. */
  values: z.array(count()),
  isSimulated: z.boolean(),
  at: at(),
  leafIndex: count(),
  representative,
})

export const drawSeed = z.strictObject({
  seed: hexText(),
  at: at(),
  leafIndex: count(),
  source: z.enum(['operator', 'envelope']),
})

export const drawBeacon = z.strictObject({
  round: count(),
  signature: hexText(),
  randomness: hexText(),
  at: at(),
  leafIndex: count(),
})

/** One swap of the permutation: `chosen = place + word mod left`, then the two change places. */
export const permutationStep = z.strictObject({
  place: count(),
  /** The 64-bit word in decimal: it does not fit a JSON number. */
  word: z.string(),
  /** Words that were skipped before it, for fairness; hardly ever any. */
  skipped: count(),
  left: count(),
  chosen: count(),
  /** Index in the register of valid tickets, from 0. */
  index: count(),
  number: ticketNumber(),
})

export const drawResult = z.strictObject({
  at: at(),
  leafIndex: count(),
  /** 32 zero bytes for a drum. */
  prk: hexText(),
  /** The prize first, then the reserves. */
  numbers: z.array(ticketNumber()),
  /** Of the first places; empty for a drum. */
  steps: z.array(permutationStep),
  transcriptSha256: z.nullable(hexText()),
  softwareSha256: hexText(),
})

/** What has happened to the prize, oldest first. */
export const journeyKinds = [
  'drawn',
  'published',
  'identity_checked',
  'forfeited',
  'promoted',
  'delivered',
] as const
export const journeyEntry = z.strictObject({
  kind: z.enum(journeyKinds),
  at: at(),
  /** 0 drew the prize itself. */
  place: count(),
  number: ticketNumber(),
  reason: z.nullable(z.enum(forfeitReasons)),
  evidence: z.nullable(z.enum(deliveryEvidence)),
  evidenceSha256: z.nullable(hexText()),
})

/** Who holds the prize now. */
export const drawWinner = z.strictObject({
  number: ticketNumber(),
  place: count(),
  state: z.enum(['winner', 'forfeited', 'delivered']),
  /** First name and initial, only with the winner's consent. */
  name: z.nullable(z.string()),
  claimUntil: atOrNull(),
})

/** A draw of the same raffle that was put off or annulled; what it showed stays to be seen. */
export const earlierDraw = z.strictObject({
  drawId: z.string(),
  stage: z.enum(['postponed', 'annulled']),
  sealedAt: at(),
  endedAt: at(),
  cause: z.enum([...postponeReasons, ...annulReasons]),
  isCountersigned: z.boolean(),
  numbers: z.array(ticketNumber()),
})

export const liveDrawFields = {
  /** The server's clock as it answered: countdowns count from it. */
  now: at(),
  raffle: z.strictObject({
    id: id(),
    raffleNumber: z.string(),
    name: z.string(),
    image: image(),
    prize: z.string(),
    value: money(),
    licenceNumber: z.string(),
    /** Null: not stated. */
    licenceAuthority: z.nullable(z.string()),
    licenceDate: z.nullable(z.string()),
    phase: z.enum(rafflePhases),
    closesAt: at(),
    issuedCount: count(),
    /**
     * Void numbers as they are now, both ends included; a seal has those it was made with. Left
     * out by a process of an older build, during an upgrade.
     */
    voids: z.optional(z.array(z.tuple([count(), count()]))),
    /** `<host>[:port]/ledger/<raffleId>`. */
    origin: z.string(),
    environment: z.enum(['production', 'demo']),
    operatorCommit: hexText(),
    alternates: count(),
  }),
  /** `<raffleId>/D1`; null until the register is sealed. */
  drawId: z.nullable(z.string()),
  stage: z.enum(drawStages),
  /** As published, until the seal declares it. */
  mode: z.enum(entropyModes),
  /** A: beacon, B: local dice and seed, C: a drum. */
  assurance: z.enum(['A', 'B', 'C']),
  /** T; null while nobody has announced a time. */
  drawAt: atOrNull(),
  place: z.nullable(z.string()),
  streamUrl: z.nullable(z.string()),
  /** Offices and titles of those who watch in the room; never names. */
  witnesses: z.array(z.strictObject({ title: z.string(), office: z.string() })),
  steps: z.array(drawStep),
  seal: z.nullable(drawSeal),
  sealQuorum: z.nullable(drawQuorum),
  round: z.nullable(drawRound),
  entropy: z.nullable(drawEntropy),
  seed: z.nullable(drawSeed),
  inputsQuorum: z.nullable(drawQuorum),
  beacon: z.nullable(drawBeacon),
  result: z.nullable(drawResult),
  publishedAt: atOrNull(),
  winner: z.nullable(drawWinner),
  journey: z.array(journeyEntry),
  earlier: z.array(earlierDraw),
}
export const liveDraw = z.strictObject(liveDrawFields)
export type LiveDraw = z.infer<typeof liveDraw>

/** For the home page: what is being drawn or was drawn lately, the next first. */
export const drawOnBoard = z.strictObject({
  raffleId: id(),
  raffleNumber: z.string(),
  name: z.string(),
  image: image(),
  stage: z.enum(drawStages),
  mode: z.enum(entropyModes),
  isDemo: z.boolean(),
  drawAt: atOrNull(),
  roundAt: atOrNull(),
  winningNumber: z.nullable(ticketNumber()),
})
export const drawBoard = z.strictObject({ now: at(), draws: z.array(drawOnBoard) })
export type DrawBoard = z.infer<typeof drawBoard>

export const winner = z.strictObject({
  raffleId: id(),
  raffleNumber: z.string(),
  raffleName: z.string(),
  image: image(),
  prize: z.string(),
  value: money(),
  drawId: z.string(),
  drawnAt: at(),
  publishedAt: at(),
  mode: z.enum(entropyModes),
  isDemo: z.boolean(),
  number: ticketNumber(),
  place: count(),
  /** First name and initial, only with the winner's consent. */
  name: z.nullable(z.string()),
  state: z.enum(['winner', 'forfeited', 'delivered']),
  deliveredAt: atOrNull(),
  /** The page with the proof. */
  proofPath: z.string(),
})
export type Winner = z.infer<typeof winner>
/** The last twelve, newest first; empty is fine and shows nothing. */
export const winnerList = z.array(winner)
