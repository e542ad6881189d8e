// The seal: from here on the register does not move. What it is made of is read first, in pages,
// and the raffle's writer takes it only if nothing has changed meanwhile; the database only while
// the session stands that two people have agreed to.
import { Rejection } from '#events/kernel/rejection.ts'
import { latestRoundAt } from '#events/ledger/beacon.ts'
import { plusSeconds, proposedLeadSeconds } from '#events/raffle/draw-times.ts'
import type { SealRegister } from '#events/raffle/draw.ts'

import { sqlState } from '../io/database.ts'
import type { ProvenRound } from '../providers/beacon/port.ts'
import { ProviderOutage } from '../providers/breaker.ts'
import { command, sealTree, showWitnesses, type Acting } from './draw-acts.ts'
import { requireTwo, toSeal, whileAgreed } from './draw-agreements.ts'
import { readDraw, settlesAt, type DrawNow } from './draw-facts.ts'
import type { DrawNeeds } from './draw-needs.ts'
import { registerRootOf } from './draw-register.ts'
import { readSession, type DrawSession } from './draw-rows.ts'
import { requireSession, sessionConflict, type ActingOn } from './draw-session.ts'

const TRIES_MAX = 3
/** Without a beacon: long enough for the seal to be written before its own time. */
const LOCAL_LEAD_SECONDS = 60

export async function sealRegister(needs: DrawNeeds, acting: ActingOn): Promise<void> {
  const { raffleId, ifVersion } = acting
  const now = await readDraw(needs, raffleId)
  if (now.current === null) {
    const session = await readSession(needs.database, now.drawId)
    if (session === null) throw new Rejection('no_draw_session', 'Record first who is in the room')
    requireReady(needs, now)
    await requireSession(needs, session, ifVersion)
    await requireTwo(needs, acting, toSeal(session))
    await whileAgreed(needs, toSeal(session), () => sealOnce(needs, acting, session))
  } else if (now.current.entropy !== null)
    throw new Rejection('register_sealed', 'The register is sealed already')
  // Also for who was cut off after the seal: the checkpoint and its root are caught up.
  await showWitnesses(needs, raffleId)
  const after = await readDraw(needs, raffleId)
  // The witnesses may take so long that the draw has been put off meanwhile: it was sealed all the
  // same, and whoever put it off has kept its root.
  if (after.current !== null) await sealTree(needs, after, after.current)
}

/** What the rules will refuse is refused before a million tickets are hashed. */
function requireReady(needs: DrawNeeds, { raffle, held }: DrawNow): void {
  if (raffle.status === 'cancelled')
    throw new Rejection('raffle_cancelled', 'This raffle was cancelled')
  if (raffle.status === 'open')
    throw new Rejection('raffle_not_ended', 'This raffle is still selling')
  if (held > 0) throw new Rejection('tickets_held', `${held} tickets are still reserved`, { held })
  const until = settlesAt({ raffle }, needs)
  if (raffle.closedCause === 'ended' && needs.now().toISOString() < until)
    throw new Rejection('still_settling', 'Late payments are still being waited for', { until })
}

/** SQLSTATE of `append_raffle`. */
const OTHER_SESSION = 'EV423'

/**
 * A void that comes between reading and writing makes it begin again. What was agreed to stays when
 * it is done: a draw is sealed once, and who had tried at the same moment finds it sealed.
 */
async function sealOnce(needs: DrawNeeds, acting: Acting, session: DrawSession): Promise<void> {
  const { drawId, version: recordedAt } = session
  for (let tries = 1; ; tries += 1)
    try {
      const now = await readDraw(needs, acting.raffleId)
      const seal = await sealCommand(needs, now, session)
      // Tickets and relays took their time: the session may be another one by now, and whoever
      // agreed may have taken it back. Between here and the commit the database looks.
      const standing = await readSession(needs.database, drawId)
      if (standing?.version !== recordedAt) throw await sessionConflict(needs, session)
      await requireTwo(needs, acting, toSeal(session))
      return await command(needs, { ...acting, session: { drawId, recordedAt } }, seal)
    } catch (error) {
      if (sqlState(error) === OTHER_SESSION) throw await sessionConflict(needs, session)
      const isChanged = error instanceof Rejection && error.code === 'register_changed'
      if (!isChanged || tries >= TRIES_MAX) throw error
    }
}

/** Of the draw whose session it is: one that was sealed and put off meanwhile is not the next. */
async function sealCommand(
  needs: DrawNeeds,
  now: DrawNow,
  { drawId, mode, drawAt }: DrawSession,
): Promise<{ type: 'SealRegister' } & SealRegister> {
  const { raffle } = now
  const { issued: issuedCount, voids, voided } = raffle
  const root = await registerRootOf(needs.database, now.logId, { issuedCount, voids })
  const at = needs.now().toISOString()
  return {
    type: 'SealRegister',
    now: at,
    drawId,
    held: now.held,
    mode,
    drawAt: drawAt?.toISOString() ?? proposedTime(at, mode),
    settlesAt: settlesAt(now, needs),
    register: { issuedCount, voids, validCount: issuedCount - voided, root },
    beacon: mode === 'beacon' ? await notBefore(needs, at) : null,
  }
}

/** On a whole second, like the rounds. */
function proposedTime(at: string, mode: DrawSession['mode']): string {
  const lead = mode === 'beacon' ? proposedLeadSeconds : LOCAL_LEAD_SECONDS
  const ms = Date.parse(plusSeconds(at, lead))
  return new Date(Math.ceil(ms / 1000) * 1000).toISOString()
}

/** The newest round by our clock, or the one before it where the relays are a moment behind. */
async function notBefore({ beacon }: DrawNeeds, at: string): Promise<SealRegister['beacon']> {
  const latest = latestRoundAt(beacon.chain, at)
  const known = (await fetched(beacon.round, latest)) ?? (await fetched(beacon.round, latest - 1))
  if (known === null) throw unavailable()
  const { round, randomness } = known
  return { chain: beacon.chain, latestRound: round, latestRandomness: randomness }
}

type AskRelays = (round: number) => Promise<ProvenRound | null>

/** A rejection instead of an outage: the room is told, and may paste or wait. */
export async function fetched(ask: AskRelays, round: number): Promise<ProvenRound | null> {
  try {
    return await ask(round)
  } catch (error) {
    if (error instanceof ProviderOutage) throw unavailable()
    throw error
  }
}

export const unavailable = () =>
  new Rejection('beacon_unavailable', 'No relay of the beacon answers. Try again, or paste it.')
