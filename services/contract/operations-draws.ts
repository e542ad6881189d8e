// The calls of the draw: watched by everybody, run by staff.
import * as room from './admin-draws.ts'
import { askedByPage } from './background.ts'
import { drawBoard, liveDraw, winnerList } from './draws.ts'
import type { Operation } from './operation.ts'
import type { ProblemCode } from './problems.ts'
import { noBody } from './shared.ts'

const publicDraws: Operation[] = [
  {
    name: 'listDraws',
    method: 'get',
    path: '/api/draws',
    tag: 'Draws',
    summary: 'Draws that are announced, under way or lately done',
    who: 'anyone',
    isForEverybody: true,
    answers: { 200: { description: 'The next one first.', schema: drawBoard } },
    problems: [],
  },
  {
    name: 'readDraw',
    method: 'get',
    path: '/api/draws/{id}',
    tag: 'Draws',
    summary: 'One draw as it stands, by the id of its raffle',
    who: 'anyone',
    isForEverybody: true,
    answers: { 200: { description: 'Each step with its proof.', schema: liveDraw } },
    problems: [],
  },
  {
    name: 'listWinners',
    method: 'get',
    path: '/api/winners',
    tag: 'Draws',
    summary: 'The last twelve winners',
    who: 'anyone',
    isForEverybody: true,
    answers: { 200: { description: 'Newest first.', schema: winnerList } },
    problems: [],
  },
]

type Act = {
  name: string
  /** Below `/api/admin/draws/{id}`. */
  path: string
  summary: string
  body: Operation['body']
  requestHeaders?: Operation['requestHeaders']
  problems: readonly ProblemCode[]
}

/** Every act answers the whole room, so that a repeated call is answered as the first was. */
const act = ({ name, path, summary, body, requestHeaders, problems }: Act): Operation => ({
  name,
  method: 'post',
  path: `/api/admin/draws/{id}/${path}`,
  tag: 'Staff: draws',
  summary,
  who: 'staff',
  ...(delicate.has(name) && { needsFreshProof: true as const }),
  ...(body !== undefined && { body }),
  ...(requestHeaders !== undefined && { requestHeaders }),
  answers: { 200: { description: 'The room as it now stands.', schema: room.drawRoom } },
  problems: publishing.has(name) ? [...problems, 'log_not_signed'] : problems,
})

/**
 * docs/security.md, K20: what cannot be undone, and agreeing to it. Who is in the room, the close,
 * the beacon's round, attempts to reach the winner and his identity can be done again, or follow
 * from the clock; whoever takes back what he agreed to undoes nothing.
 */
const delicate = new Set([
  'adminSignOffDrawAct',
  'adminSealRegister',
  'adminRecordEntropy',
  'adminRevealSeed',
  'adminCompleteDraw',
  'adminPublishDraw',
  'adminPostponeDraw',
  'adminAnnulDraw',
  'adminForfeitPrize',
  'adminPromotePrize',
  'adminDeliverPrize',
])

/**
 * What becomes an entry of the public log is shown signed to the witnesses at once. Where the
 * signer refuses, or the tree is not as it was written, the act is recorded all the same and
 * answered as `log_not_signed`: the same call may be made again when the log is signed, and does
 * nothing twice.
 */
const publishing = new Set([
  'adminSealRegister',
  'adminRecordEntropy',
  'adminRevealSeed',
  'adminRecordBeacon',
  'adminCompleteDraw',
  'adminPostponeDraw',
  'adminAnnulDraw',
  'adminForfeitPrize',
  'adminPromotePrize',
  'adminDeliverPrize',
])

const nothing: Operation['body'] = { kind: 'json', schema: noBody, isOptional: true }

const ofSession = {
  'If-Match':
    'When the session that was read was recorded, or `none`; another one is refused as ' +
    '`edit_conflict`.',
}

const acts: Act[] = [
  {
    name: 'adminRecordDrawSession',
    path: 'session',
    summary: 'Who is in the room, the mode and the time',
    body: { kind: 'json', schema: room.drawSessionForm },
    requestHeaders: ofSession,
    problems: [
      'register_sealed',
      'mode_is_fixed',
      'draw_too_soon',
      'raffle_cancelled',
      'edit_conflict',
    ],
  },
  {
    name: 'adminCloseForDraw',
    path: 'close',
    summary: 'Ask about every reservation, let go of what is not paid, and close',
    body: nothing,
    problems: ['raffle_not_ended', 'still_settling', 'raffle_cancelled'],
  },
  {
    name: 'adminSignOffDrawAct',
    path: 'sign-offs',
    summary: 'The first of two people agrees to exactly this act; for a day',
    body: { kind: 'json', schema: room.signOffForm },
    requestHeaders: ofSession,
    problems: [
      'nothing_to_sign',
      'edit_conflict',
      'raffle_cancelled',
      'countersignature_required',
      'wrong_signature',
    ],
  },
  {
    name: 'adminWithdrawDrawSignOff',
    path: 'sign-off-withdrawals',
    summary: 'Take back what one has agreed to oneself',
    body: { kind: 'json', schema: room.signOffWithdrawal },
    problems: [],
  },
  {
    name: 'adminSealRegister',
    path: 'seal',
    summary: 'Seal the register; two people',
    body: nothing,
    requestHeaders: ofSession,
    problems: [
      'needs_second_person',
      'edit_conflict',
      'no_draw_session',
      'raffle_not_ended',
      'still_settling',
      'tickets_held',
      'register_sealed',
      'register_changed',
      'seal_too_large',
      'draw_too_soon',
      'raffle_cancelled',
      'beacon_unavailable',
      'round_not_yet',
      'wrong_round',
      'no_winner',
    ],
  },
  {
    name: 'adminRecordEntropy',
    path: 'entropy',
    summary: 'The dice, or the numbers of a drum: read by one, read again by another',
    body: { kind: 'json', schema: room.entropyForm },
    problems: [
      'entropy_malformed',
      'readings_differ',
      'needs_second_person',
      'no_first_reading',
      'wrong_signature',
      'signature_required',
      'not_sealed',
      'raffle_cancelled',
      'quorum_missing',
      'draw_time_passed',
      'already_recorded',
    ],
  },
  {
    name: 'adminRevealSeed',
    path: 'reveal',
    summary: 'Open the operator’s seed, here or from the envelope',
    body: { kind: 'json', schema: room.revealForm },
    problems: [
      'not_sealed',
      'raffle_cancelled',
      'wrong_seed',
      'not_diced',
      'draw_time_passed',
      'already_recorded',
    ],
  },
  {
    name: 'adminRecordBeacon',
    path: 'beacon',
    summary: 'Fetch the round, or paste it; it proves itself',
    body: { kind: 'json', schema: room.beaconForm, isOptional: true },
    problems: [
      'not_sealed',
      'raffle_cancelled',
      'not_revealed',
      'round_not_yet',
      'wrong_round',
      'wrong_beacon',
      'beacon_unavailable',
      'already_recorded',
      'inputs_not_cosigned',
    ],
  },
  {
    name: 'adminCompleteDraw',
    path: 'complete',
    summary: 'Work out the result and record it',
    body: nothing,
    problems: [
      'not_sealed',
      'raffle_cancelled',
      'no_beacon',
      'inputs_not_cosigned',
      'already_recorded',
      'entropy_malformed',
    ],
  },
  {
    name: 'adminPublishDraw',
    path: 'publish',
    summary: 'Announce the result and tell the holders',
    body: nothing,
    problems: ['not_drawn'],
  },
  {
    name: 'adminPostponeDraw',
    path: 'postpone',
    summary: 'Put the draw off before its round binds; two people',
    body: { kind: 'json', schema: room.postponeForm },
    problems: [
      'needs_second_person',
      'edit_conflict',
      'not_sealed',
      'raffle_cancelled',
      'draw_is_binding',
      'countersignature_required',
      'wrong_signature',
    ],
  },
  {
    name: 'adminAnnulDraw',
    path: 'annul',
    summary: 'Annul a draw whose register was wrong; two people and the representative',
    body: { kind: 'json', schema: room.annulForm },
    problems: [
      'needs_second_person',
      'edit_conflict',
      'not_sealed',
      'raffle_cancelled',
      'prize_delivered',
      'countersignature_required',
      'wrong_signature',
    ],
  },
  {
    name: 'adminNoteWinnerContact',
    path: 'contacts',
    summary: 'Log an attempt to reach the winner',
    body: { kind: 'json', schema: room.contactForm },
    problems: ['no_winner', 'edit_conflict'],
  },
  {
    name: 'adminCheckWinnerIdentity',
    path: 'identity',
    summary: 'The winner came and was identified',
    body: { kind: 'json', schema: room.identityForm },
    problems: ['no_winner', 'not_published', 'edit_conflict'],
  },
  {
    name: 'adminForfeitPrize',
    path: 'forfeit',
    summary: 'Whoever holds the prize loses it; two people and a witness',
    body: { kind: 'json', schema: room.forfeitForm },
    problems: [
      'needs_second_person',
      'edit_conflict',
      'no_winner',
      'identity_checked',
      'claim_still_open',
      'contacts_missing',
      'prize_delivered',
    ],
  },
  {
    name: 'adminPromotePrize',
    path: 'promote',
    summary: 'The next place of the same permutation takes the prize',
    body: { kind: 'json', schema: room.promoteForm, isOptional: true },
    problems: ['no_winner', 'edit_conflict', 'nothing_forfeited', 'no_place_left'],
  },
  {
    name: 'adminDeliverPrize',
    path: 'deliver',
    summary: 'The prize was handed over',
    body: { kind: 'json', schema: room.deliverForm },
    problems: ['no_winner', 'edit_conflict', 'identity_not_checked', 'prize_delivered'],
  },
]

const rooms: Operation[] = [
  {
    name: 'adminListDraws',
    method: 'get',
    path: '/api/admin/draws',
    tag: 'Staff: draws',
    summary: 'Raffles that wait for their draw, and those drawn lately',
    who: 'staff',
    requestHeaders: askedByPage,
    answers: { 200: { description: 'The most urgent first.', schema: room.drawRoomList } },
    problems: [],
  },
  {
    name: 'adminReadDraw',
    method: 'get',
    path: '/api/admin/draws/{id}',
    tag: 'Staff: draws',
    summary: 'The draw room of a raffle',
    who: 'staff',
    requestHeaders: askedByPage,
    answers: { 200: { description: 'The room as it stands.', schema: room.drawRoom } },
    problems: [],
  },
]

export const drawOperations: readonly Operation[] = [...publicDraws, ...rooms, ...acts.map(act)]
