// The draw room: the live draw, and what only the people in the room see and do. Every call answers
// the whole room as it then stands, so a screen that lost its network takes up where the draw is.
import * as z from 'zod/mini'

import { entropyModes } from '#events/raffle/draw-events.ts'
import {
  annulReasons,
  deliveryEvidence,
  forfeitReasons,
  postponeReasons,
} from '#events/raffle/reasons.ts'

import { drawStages, liveDrawFields } from './draws.ts'
import { count, id, image, instantOut, ticketNumber, words } from './shared.ts'

export const hexIn = (bytes: number) =>
  z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`), `must be ${bytes} bytes of hex`))
const atOrNull = () => z.nullable(instantOut())

/** What can be done in the room. Acts marked with two people need a sign-off by somebody else. */
export const drawActs = [
  'session',
  'close',
  'sign_off_seal',
  'seal',
  'entropy_first',
  'entropy_second',
  'reveal',
  'beacon',
  'complete',
  'publish',
  'postpone',
  'annul',
  'contact',
  'check_identity',
  'forfeit',
  'promote',
  'deliver',
] as const
export type DrawAct = (typeof drawActs)[number]

/** Acts that two different members of staff must want. */
export const signedActs = ['seal', 'postpone', 'annul', 'forfeit'] as const
export type SignedAct = (typeof signedActs)[number]

/** It counts for exactly this, until then, and while whoever agreed may act in the room. */
export const signOff = z.strictObject({
  act: z.enum(signedActs),
  staffId: id(),
  name: z.string(),
  isMine: z.boolean(),
  at: instantOut(),
  until: instantOut(),
  /** Why the draw is stopped, or the prize forfeited; null for a seal: the session is above. */
  cause: z.nullable(z.enum([...postponeReasons, ...annulReasons, ...forfeitReasons])),
  /** Whose prize is forfeited, and in which place. */
  number: z.nullable(ticketNumber()),
  place: z.nullable(count()),
  /** The representative's word under a stop, in hex. */
  signature: z.nullable(z.string()),
  paperSha256: z.nullable(z.string()),
})
export type SignOff = z.infer<typeof signOff>

export const roomAct = z.strictObject({
  act: z.enum(drawActs),
  isAllowed: z.boolean(),
  /** Why not: a problem code as the call itself would answer it; null when it is allowed. */
  code: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Whether it needs two people; and whether the viewer's own call would complete it. */
  isTwoPerson: z.boolean(),
  isLastSignature: z.boolean(),
  notBefore: atOrNull(),
  notAfter: atOrNull(),
})
export type RoomAct = z.infer<typeof roomAct>

export const contactChannels = ['phone', 'sms', 'whatsapp', 'email', 'visit'] as const

const witness = z.strictObject({
  name: words(120, 2),
  title: words(80),
  office: words(120, 2),
  documentNumber: words(40),
})

/** Names and papers are kept beside the log and can be erased; the log names offices only. */
export const drawSessionForm = z.strictObject({
  mode: z.enum(entropyModes),
  /** T. Left out: 15 minutes after the seal. */
  drawAt: z.optional(instantOut()),
  place: words(200, 2),
  streamUrl: z.optional(
    z.nullable(z.string().check(z.regex(/^https:\/\/[^\s/]+\S*$/, 'must be an https address'))),
  ),
  witnesses: z.array(witness).check(z.maxLength(6)),
  representative: z.strictObject({
    name: words(120, 2),
    office: words(80, 2),
    documentNumber: words(40),
    /** C2SP verifier key `name+keyId+base64` of their Ed25519 key; left out: they sign on paper. */
    verifierKey: z.optional(z.nullable(words(300))),
  }),
})
export type DrawSessionForm = z.infer<typeof drawSessionForm>

export const drawRoom = z.strictObject({
  ...liveDrawFields,
  /** Null until it has been recorded. */
  session: z.nullable(
    z.strictObject({
      ...drawSessionForm.shape,
      drawAt: atOrNull(),
      streamUrl: z.nullable(z.string()),
      recordedAt: instantOut(),
      recordedBy: z.string(),
    }),
  ),
  settlement: z.strictObject({
    /** Reservations that still stand, in tickets. */
    held: count(),
    /** Until then a payment for a reservation still brings its tickets. */
    settlesAt: atOrNull(),
    /** Let go because the provider could not say that they were paid. */
    released: z.array(
      z.strictObject({ orderId: id(), tickets: count(), at: instantOut(), answer: z.string() }),
    ),
  }),
  /** What the first reader typed is not shown to the second: only that it was typed. */
  firstReading: z.nullable(
    z.strictObject({ name: z.string(), isMine: z.boolean(), at: instantOut() }),
  ),
  signOffs: z.array(signOff),
  /** The bytes the representative's key has to sign, in hex, for whatever comes next; else null. */
  toSign: z.nullable(z.strictObject({ act: z.string(), message: z.string() })),
  /** Body of the checkpoint that a postponement has to name from the round on; null before it. */
  lastWitnessed: z.nullable(z.string()),
  holder: z.nullable(
    z.strictObject({
      number: ticketNumber(),
      place: count(),
      /** The person behind the winning ticket, for staff who may see people; null once erased. */
      name: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      orderId: z.nullable(id()),
      isIdentityChecked: z.boolean(),
      hasNameConsent: z.boolean(),
      shownName: z.nullable(z.string()),
    }),
  ),
  contacts: z.array(
    z.strictObject({
      channel: z.enum(contactChannels),
      at: instantOut(),
      by: z.string(),
      note: z.string(),
    }),
  ),
  acts: z.array(roomAct),
})
export type DrawRoom = z.infer<typeof drawRoom>

export const drawRoomRow = z.strictObject({
  raffleId: id(),
  raffleNumber: z.string(),
  name: z.string(),
  image: image(),
  closesAt: instantOut(),
  issuedCount: count(),
  stage: z.enum(drawStages),
  drawAt: atOrNull(),
  /** The next act somebody has to do; null when there is nothing. */
  next: z.nullable(z.enum(drawActs)),
})
export type DrawRoomRow = z.infer<typeof drawRoomRow>
export const drawRoomList = z.strictObject({ data: z.array(drawRoomRow) })

const dice = () => z.string().check(z.minLength(1), z.maxLength(400))
export const entropyForm = z.strictObject({
  /**
   * Beacon and local: `D6:` and at least 20 throws of 1 to 6, with spaces between. Drum: `DRUM:`
   * and the numbers in order, the prize first.
   */
  entropy: dice(),
  /** The second reading must equal the first, by another member of staff. */
  reading: z.enum(['first', 'second']),
  /** By the representative's key, hex; with the second reading. */
  signature: z.optional(hexIn(64)),
})
export const revealForm = z.strictObject({
  source: z.enum(['operator', 'envelope']),
  /** From the envelope only. */
  seed: z.optional(hexIn(32)),
})
/** Both left out: fetched from the relays. */
export const beaconForm = z.strictObject({
  round: z.optional(count()),
  signature: z.optional(hexIn(48)),
})
/** What stands on the screen: refused as `edit_conflict` where it is another one by now. */
const drawShown = {
  drawId: z.optional(
    z.string().check(z.regex(/^[0-9a-f-]{36}\/D[1-9]\d{0,5}$/, 'must be the id of a draw')),
  ),
}
const prizeShown = {
  ...drawShown,
  /** Of who holds the prize, or has just lost it. */
  place: z.optional(count()),
}
const representativesWord = {
  signature: z.optional(hexIn(64)),
  paperSha256: z.optional(hexIn(32)),
}
const countersigned = {
  ...drawShown,
  ...representativesWord,
  /** For the erasable record only. */
  note: z.optional(words(2000)),
}
export const postponeForm = z.strictObject({ cause: z.enum(postponeReasons), ...countersigned })
export const annulForm = z.strictObject({ cause: z.enum(annulReasons), ...countersigned })
export const contactForm = z.strictObject({
  ...prizeShown,
  channel: z.enum(contactChannels),
  note: words(2000),
})
export const identityForm = z.strictObject({
  ...prizeShown,
  documentKind: words(60, 2),
  documentNumber: words(60, 2),
  /** The winner agrees that first name and initial are shown. */
  mayShowName: z.boolean(),
})
export const forfeitForm = z.strictObject({
  ...prizeShown,
  reason: z.enum(forfeitReasons),
  /** What the witness confirms, in words; kept beside the log. */
  witnessName: words(120, 2),
  note: words(2000, 2),
})
/** What exactly is agreed to: another cause, or another paper, is another act. */
export const signOffForm = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('seal') }),
  z.strictObject({
    act: z.literal('postpone'),
    cause: z.enum(postponeReasons),
    ...drawShown,
    ...representativesWord,
  }),
  z.strictObject({
    act: z.literal('annul'),
    cause: z.enum(annulReasons),
    ...drawShown,
    ...representativesWord,
  }),
  z.strictObject({ act: z.literal('forfeit'), reason: z.enum(forfeitReasons), ...prizeShown }),
])
export type SignOffForm = z.infer<typeof signOffForm>
export const signOffWithdrawal = z.strictObject({ act: z.enum(signedActs) })
export const promoteForm = z.optional(z.strictObject(prizeShown))
export const deliverForm = z.strictObject({
  ...prizeShown,
  evidence: z.enum(deliveryEvidence),
  evidenceSha256: hexIn(32),
})
