// Before the seal: who is in the room, and the end of the sale. Reservations that still stand are
// asked about once more; what the provider cannot call paid is let go and listed in the record.
import type { CommandId, LineId, OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { ed25519Type, parseVerifierKey } from '#events/ledger/note.ts'
import { plusSeconds } from '#events/raffle/draw-times.ts'

import type { DrawSessionForm } from '../contract/admin-draws.ts'
import { readTerms } from '../event-store/read-terms.ts'
import { newId } from '../ids.ts'
import { sha256 } from '../ledger/keys.ts'
import { conflictWith } from './audit.ts'
import { doerName, noteInRoom, type Acting, type Doer } from './draw-acts.ts'
import { readDraw, requireGoesOn, settlesAt, type DrawNow } from './draw-facts.ts'
import type { DrawNeeds } from './draw-needs.ts'
import { clearSignOffs, namesOf, readSession, writeSession } from './draw-rows.ts'
import type { DrawSession, NewSession } from './draw-rows.ts'
import { settlePayment } from './settle-payment.ts'

/** `ifVersion`: the session that was read; another one is refused, with who recorded it. */
export type ActingOn = Acting & { ifVersion?: string | undefined }

export async function recordSession(
  needs: DrawNeeds,
  { raffleId, doer, ifVersion }: ActingOn,
  form: DrawSessionForm,
): Promise<void> {
  const now = await readDraw(needs, raffleId)
  requireGoesOn(now)
  if (now.current !== null) throw isFixed()
  requireTime(needs, now, form)
  requireKey(form.representative.verifierKey ?? null)
  const session = {
    drawId: now.drawId,
    mode: form.mode,
    drawAt: form.drawAt === undefined ? null : new Date(form.drawAt),
    place: form.place,
    streamUrl: form.streamUrl ?? null,
    witnesses: form.witnesses,
    representative: form.representative,
    recordedBy: personOf(doer),
  }
  if (!(await replaceSession(needs, { logId: now.logId, session, ifVersion })))
    throw await sessionConflict(needs, now)
  const { mode, place, witnesses } = form
  const details = { drawId: now.drawId, mode, place, witnesses: witnesses.length }
  await noteInRoom(needs, { raffleId, doer }, { kind: 'session_recorded', details })
}

/**
 * The session, and the end of what was agreed to of the one before. The seal holds the row until it
 * has committed (`append_raffle`), so whoever comes here behind it finds its fact.
 */
const replaceSession = ({ database }: DrawNeeds, given: NewSession): Promise<boolean> =>
  database.transaction(async (tx) => {
    if (!(await writeSession(tx, given))) return false
    const { drawId } = given.session
    const terms = await readTerms(tx, given.logId)
    const isSealed = terms.some(
      ({ event }) => event.type === 'RegisterSealed' && event.data.drawId === drawId,
    )
    if (isSealed) throw isFixed()
    await clearSignOffs(tx, { drawId, act: 'seal' })
    return true
  })

const isFixed = () =>
  new Rejection('mode_is_fixed', 'The seal has fixed mode and time of this draw')

export async function sessionConflict(
  { database }: Pick<DrawNeeds, 'database'>,
  { drawId }: Pick<DrawNow, 'drawId'>,
): Promise<Rejection> {
  const session = await readSession(database, drawId)
  if (session === null) return conflictWith(null)
  return conflictWith((await namesOf(database, [session.recordedBy])).get(session.recordedBy))
}

function requireTime(needs: DrawNeeds, { published }: DrawNow, form: DrawSessionForm): void {
  if (form.drawAt === undefined) return
  const margin = form.mode === 'beacon' ? published.sealMarginSeconds : 0
  const earliest = plusSeconds(needs.now().toISOString(), margin)
  if (form.drawAt < earliest)
    throw new Rejection('draw_too_soon', 'The draw must be announced further ahead', { earliest })
}

function requireKey(verifierKey: string | null): void {
  if (verifierKey === null) return
  if (parseVerifierKey(verifierKey, sha256)?.type !== ed25519Type)
    throw new Rejection('invalid_request', 'This is no Ed25519 verifier key', {
      fields: [{ path: 'representative.verifierKey', message: 'is no Ed25519 verifier key' }],
    })
}

/** Who records the session of a ceremony that runs itself. */
export const nobody = '00000000-0000-4000-8000-000000000000'
const personOf = (doer: Doer) => (doer.kind === 'staff' ? doer.actor.personId : nobody)

/** Whoever says which session was before him means no other. */
export async function requireSession(
  needs: Pick<DrawNeeds, 'database'>,
  session: DrawSession,
  ifVersion: string | undefined,
): Promise<void> {
  if (ifVersion !== undefined && session.recordedAt.toISOString() !== ifVersion)
    throw await sessionConflict(needs, session)
}

/** May be called again and again: closes what is over, and asks about what is still reserved. */
export async function closeForDraw(needs: DrawNeeds, acting: Acting): Promise<void> {
  const now = needs.now().toISOString()
  const before = await readDraw(needs, acting.raffleId)
  requireGoesOn(before)
  requireEnded(before, now)
  const act = { ...acting, actId: newId<CommandId>() }
  let closing = await askToClose(needs, act, before)
  const ended = await readDraw(needs, acting.raffleId)
  // An under-sold raffle may have been extended by its rule: its reservations go on with it.
  requireEnded(ended, now)
  const released = await askAboutHolds(needs, ended, now)
  // Reservations that could still have reached the minimum were waited for until here.
  closing += await askToClose(needs, act, ended)
  const after = await readDraw(needs, acting.raffleId)
  const hasClosed = closing > 0 && after.raffle.status !== 'open'
  // Called again where nothing is left to do: nobody has done anything.
  if (hasClosed || released > 0)
    await noteInRoom(needs, acting, {
      kind: 'draw_closed',
      details: { released },
      commandId: act.actId,
    })
  requireClosed(needs, after, now)
}

function requireEnded({ raffle }: Pick<DrawNow, 'raffle'>, now: string): void {
  if (raffle.status === 'open' && now < raffle.terms.closesAt) throw stillSelling()
}

const stillSelling = () => new Rejection('raffle_not_ended', 'This raffle is still selling')

/**
 * How many facts: none where the clock or the last ticket was faster, or while it waits. `actId`:
 * whose note tells from where.
 */
async function askToClose(
  needs: DrawNeeds,
  { raffleId, doer, actId }: Acting & { actId: CommandId },
  { raffle }: Pick<DrawNow, 'raffle'>,
): Promise<number> {
  if (raffle.status !== 'open') return 0
  const meta = { commandId: newId<CommandId>(), correlationId: actId, actor: doerName(doer) }
  const now = needs.now().toISOString()
  return (await needs.store.raffle(raffleId).command({ type: 'CloseRaffle', now }, meta)).length
}

/** How many were let go, once the settlement window is over. */
async function askAboutHolds(needs: DrawNeeds, ended: DrawNow, now: string): Promise<number> {
  let released = 0
  for (const hold of await holdsOf(needs, ended.logId)) {
    const answer = await askAbout(needs, hold.orderId)
    if (now < settlesAt(ended, needs)) continue
    if (await letGo(needs, ended, { ...hold, answer })) released += 1
  }
  return released
}

/** Its rule may have extended it once it was asked again. */
function requireClosed(needs: DrawNeeds, after: DrawNow, now: string): void {
  requireEnded(after, now)
  if (after.held > 0)
    throw new Rejection('still_settling', 'Late payments are still being waited for', {
      until: settlesAt(after, needs),
    })
  if (after.raffle.status === 'open') throw stillSelling()
}

type HeldLine = { orderLineId: LineId; orderId: OrderId }

async function holdsOf({ database }: DrawNeeds, logId: string): Promise<HeldLine[]> {
  const { rows } = await database.query<HeldLine>({
    name: 'draw_holds',
    text: `
      select order_line_id as "orderLineId", order_id as "orderId"
        from holds
       where log_id = $1
       order by order_id, order_line_id`,
    values: [logId],
  })
  return rows
}

/** What the provider says now; money that has come brings its tickets on the way. */
async function askAbout({ desk }: DrawNeeds, orderId: OrderId): Promise<string> {
  const { order } = await desk.orders.load(orderId, { fresh: true })
  if (order.status === 'none') return 'no_order'
  let answer = order.attempts.length === 0 ? 'never_attempted' : 'not_paid'
  for (const { attemptId, state } of order.attempts.toReversed()) {
    if (state === 'mismatched') continue
    const { kind } = await settlePayment(desk, { attemptId, orderId })
    if (kind === 'no_answer') answer = 'no_answer'
  }
  return answer
}

/**
 * Listed before it is let go: a crash between the two lets it go once more, and lists it once.
 * False: it was paid or went meanwhile.
 */
async function letGo(
  { database, store }: DrawNeeds,
  { logId, raffleId }: DrawNow,
  { orderLineId, answer }: { orderLineId: LineId; answer: string },
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'draw_release',
    text: `
      with held as (
        select log_id, order_line_id, order_id, n
          from holds
         where log_id = $1 and order_line_id = $2
      ), listed as (
        insert into draw_releases (log_id, order_line_id, order_id, tickets, answer)
        select log_id, order_line_id, order_id, n, $3
          from held
            on conflict do nothing
      )
      select from held`,
    values: [logId, orderLineId, answer],
  })
  await store.raffle(raffleId).release(orderLineId)
  return rowCount > 0
}
