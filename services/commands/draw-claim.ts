// The way of the prize after the draw: attempts to reach the winner, identity, delivery; lost, it
// goes to the next place of the same permutation.
import { Rejection } from '#events/kernel/rejection.ts'
import type { PrizeHolder } from '#events/raffle/draw-state.ts'
import type { DeliveryEvidence, ForfeitReason } from '#events/raffle/reasons.ts'

import { newId } from '../ids.ts'
import {
  command,
  doerName,
  noteInRoom,
  requireShown,
  sealTree,
  showWitnesses,
} from './draw-acts.ts'
import type { Acting, Shown } from './draw-acts.ts'
import { agreedTo, requireTwo, whileAgreed, type Agreement } from './draw-agreements.ts'
import { readDraw, type DrawFacts, type DrawNow } from './draw-facts.ts'
import type { DrawNeeds } from './draw-needs.ts'
import { orderOfTicket } from './draw-register.ts'
import { resultOf } from './draw-result.ts'
import { announce, clearSignOffs, readClaims, readContacts } from './draw-rows.ts'
import { actWithRows } from './staff-acts.ts'

type Held = { now: DrawNow; current: DrawFacts; holder: PrizeHolder }

/** Of the draw and the place that were shown, where the caller says which. */
async function readHolder(
  needs: DrawNeeds,
  { raffleId }: Acting,
  shown: Shown = {},
): Promise<Held> {
  const now = await readDraw(needs, raffleId)
  await requireShown(needs, now, shown)
  const holder = now.raffle.draw?.holder ?? null
  if (now.current === null || holder === null)
    throw new Rejection('no_winner', 'There is no winner of this draw')
  return { now, current: now.current, holder }
}

/** Who says the same again within this has clicked again, not called again. */
const CONTACT_AGAIN = '10 minutes'

/**
 * Three attempts over two channels let the prize be forfeited. So of the same words about the same
 * way, by the same person, one attempt is noted, however often its answer was lost.
 */
export async function noteContact(
  needs: DrawNeeds,
  acting: Acting,
  { channel, note, ...shown }: { channel: string; note: string } & Shown,
): Promise<void> {
  const { current, holder } = await readHolder(needs, acting, shown)
  if (acting.doer.kind !== 'staff') return
  const { actor } = acting.doer
  const { drawId } = current
  const { place } = holder
  const act = { kind: 'winner_contacted', subject: `raffle/${acting.raffleId}`, actor } as const
  await actWithRows(needs, act, async (tx, noteIn) => {
    // Of two clicks at one moment the second sees what the first has written.
    await tx.query({
      name: 'draw_contact_lock',
      text: 'select pg_advisory_xact_lock(hashtextextended($1::text, 4204))',
      values: [drawId],
    })
    const { rowCount } = await tx.query({
      name: 'draw_contact_note',
      text: `
        insert into draw_contacts (contact_id, draw_id, place, channel, note, noted_by)
        select $1::uuid, $2::text, $3::integer, $4::text, $5::text, $6::uuid
         where not exists (
               select from draw_contacts
                where draw_id = $2 and place = $3 and channel = $4 and note = $5
                  and noted_by = $6 and noted_at > clock_now() - $7::interval)`,
      values: [newId<string>(), drawId, place, channel, note, actor.personId, CONTACT_AGAIN],
    })
    if (rowCount > 0) await noteIn({ drawId, place, channel })
  })
}

export type Identity = { documentKind: string; documentNumber: string; mayShowName: boolean }

/** Once the result is published: the thirty days count from there, and the holders are told. */
export async function checkIdentity(
  needs: DrawNeeds,
  acting: Acting,
  { documentKind, documentNumber, mayShowName, ...shown }: Identity & Shown,
): Promise<void> {
  const { now, current, holder } = await readHolder(needs, acting, shown)
  if (holder.state !== 'winner') throw new Rejection('no_winner', 'The prize has no winner now')
  const { drawId } = current
  const claims = await readClaims(needs.database, drawId)
  if (!claims.some(({ place }) => place === holder.place))
    throw new Rejection('not_published', 'Publish the result first')
  const person = await personOfTicket(needs, now, holder.number)
  await needs.database.query({
    name: 'draw_identity',
    text: `
      update draw_claims
         set document_kind = $3, document_number = $4, may_show_name = $5, shown_name = $6,
             checked_by = $7, checked_at = coalesce(checked_at, clock_now()), order_id = $8
       where draw_id = $1 and place = $2`,
    values: [
      drawId,
      holder.place,
      documentKind,
      documentNumber,
      mayShowName,
      mayShowName && person !== null ? maskedName(person.name) : null,
      acting.doer.kind === 'staff' ? acting.doer.actor.personId : null,
      person?.orderId ?? null,
    ],
  })
  const details = { drawId, place: holder.place, documentKind, mayShowName }
  await noteInRoom(needs, acting, { kind: 'winner_checked', details })
}

/** First name and the initial of the last: `Maya K.` */
export function maskedName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const initial = [...(rest.at(-1) ?? '')][0]
  return initial === undefined ? first : `${first} ${initial}.`
}

export type TicketPerson = {
  orderId: string
  name: string
  email: string | null
  phone: string
  language: string
}

/** Null when the person was erased, as they may be at any time. */
export async function personOfTicket(
  { database }: Pick<DrawNeeds, 'database'>,
  { logId }: Pick<DrawNow, 'logId'>,
  number: number,
): Promise<TicketPerson | null> {
  const orderId = await orderOfTicket(database, logId, number)
  const { rows } = await database.query<TicketPerson>({
    name: 'draw_person',
    text: `
      select order_id as "orderId", name, email, phone, language
        from order_contacts
       where order_id = $1`,
    values: [orderId],
  })
  return rows[0] ?? null
}

export type Forfeiting = { reason: ForfeitReason; witnessName: string; note: string }

export async function forfeitPrize(
  needs: DrawNeeds,
  acting: Acting,
  { drawId, place, ...forfeiting }: Forfeiting & Shown,
): Promise<void> {
  const { current, holder } = await readHolder(needs, acting, { drawId, place })
  if (holder.state === 'delivered')
    throw new Rejection('prize_delivered', 'The prize was handed over')
  const agreement = toForfeit(current, holder, forfeiting.reason)
  if (holder.state === 'winner') {
    await requireTwo(needs, acting, agreement)
    await whileAgreed(needs, agreement, () =>
      takePrize(needs, acting, { ...forfeiting, ...holder, drawId: current.drawId }),
    )
  }
  await clearSignOffs(needs.database, agreement)
  await showWitnesses(needs, acting.raffleId)
}

type Taking = Forfeiting & { drawId: string; place: number; number: number }

async function takePrize(
  needs: DrawNeeds,
  acting: Acting,
  { drawId, place, number, reason, witnessName, note }: Taking,
): Promise<void> {
  const claim = (await readClaims(needs.database, drawId)).find((row) => row.place === place)
  const contacts = await readContacts(needs.database, { drawId, place })
  await command(needs, acting, {
    type: 'ForfeitPrize',
    now: needs.now().toISOString(),
    drawId,
    place,
    number,
    reason,
    announcedAt: claim?.announcedAt.toISOString() ?? null,
    identityCheckedAt: claim?.checkedAt?.toISOString() ?? null,
    contacts: contacts.map(({ channel }) => channel),
  })
  // The witnessed note stands in the erasable record, never in a leaf.
  const details = { drawId, place, reason, witnessName, note }
  await noteInRoom(needs, acting, { kind: 'forfeit_witnessed', details })
}

/** Of this winner, for this reason: the next one is another, and so is another reason. */
export const toForfeit = (
  { drawId }: Pick<DrawFacts, 'drawId'>,
  { place, number }: PrizeHolder,
  cause: ForfeitReason,
): Agreement => ({ drawId, act: 'forfeit', to: agreedTo({ cause, place, number }) })

/** `place`: of who lost the prize; asked again, it has gone on to the next one already. */
export async function promotePrize(
  needs: DrawNeeds,
  acting: Acting,
  { drawId: drawShown, place: lostAt }: Shown = {},
): Promise<void> {
  const { now, current, holder } = await readHolder(needs, acting, { drawId: drawShown })
  const isDone = lostAt !== undefined && holder.place === lostAt + 1 && holder.state === 'winner'
  if (!isDone) await requireShown(needs, now, { place: lostAt })
  const { drawId } = current
  if (holder.state === 'winner' && holder.place === 0)
    throw new Rejection('nothing_forfeited', 'The prize has its winner')
  if (holder.state === 'forfeited') {
    const place = holder.place + 1
    const number = await numberOfPlace(needs, { now, current, place })
    const at = needs.now().toISOString()
    await command(needs, acting, { type: 'PromotePrize', now: at, drawId, place, number })
  }
  // Also for who was cut off after the fact: the reserve's thirty days begin with the promotion.
  const after = await readHolder(needs, acting)
  const promoted = after.current.journey.findLast(({ kind }) => kind === 'promoted')
  if (promoted !== undefined)
    await announce(needs.database, {
      drawId,
      place: promoted.place,
      by: doerName(acting.doer),
      at: promoted.at,
    })
  await showWitnesses(needs, acting.raffleId)
}

type Place = { now: DrawNow; current: DrawFacts; place: number }

async function numberOfPlace(needs: DrawNeeds, { now, current, place }: Place): Promise<number> {
  const drawn = current.result?.numbers[place]
  if (drawn !== undefined) return drawn
  const seal = await sealTree(needs, now, current)
  const number = resultOf(now, current, seal, place + 1).numbers[place]
  if (number === undefined)
    throw new Rejection('no_place_left', 'There is no further place in this draw')
  return number
}

type Delivery = { evidence: DeliveryEvidence; evidenceSha256: string }

export async function deliverPrize(
  needs: DrawNeeds,
  acting: Acting,
  { evidence, evidenceSha256, ...shown }: Delivery & Shown,
): Promise<void> {
  const { current, holder } = await readHolder(needs, acting, shown)
  const { drawId } = current
  const { place, number } = holder
  const claims = await readClaims(needs.database, drawId)
  if (claims.find((claim) => claim.place === place)?.checkedAt == null)
    throw new Rejection('identity_not_checked', 'Check the winner’s identity first')
  const at = needs.now().toISOString()
  const delivery = { now: at, drawId, place, number, evidence, evidenceSha256 }
  await command(needs, acting, { type: 'DeliverPrize', ...delivery })
  await showWitnesses(needs, acting.raffleId)
}
