// What two people must want (docs/security.md, K21; docs/decisions/0045): who agrees, agrees to
// exactly what will be done. It is compared word for word, counts for a day and while whoever
// agreed may act in the draw room, and ends with the act, with its refusal, or when he takes it
// back.
import { Rejection } from '#events/kernel/rejection.ts'
import { canonicalJson } from '#events/ledger/canonical-json.ts'

import { statusOf } from '../contract/problems.ts'
import { noteInRoom, type Acting } from './draw-acts.ts'
import type { DrawNeeds } from './draw-needs.ts'
import { clearSignOffs, dropSignOff, readSignOffs, signOff } from './draw-rows.ts'
import type { AgreedTo, DrawSession, SignOff } from './draw-rows.ts'
import { isPassing } from './passing.ts'

export type Agreement = Omit<SignOff, 'personId'>

const nothing: AgreedTo = {
  cause: null,
  place: null,
  number: null,
  signature: null,
  paperSha256: null,
  session: null,
}

export const agreedTo = (what: Partial<AgreedTo>): AgreedTo => ({ ...nothing, ...what })

/** A seal is made of one session; whoever records another begins again. */
export const toSeal = ({ drawId, version }: DrawSession): Agreement => ({
  drawId,
  act: 'seal',
  to: agreedTo({ session: version }),
})

/** Throws until somebody else has agreed to the same; the caller's own wish is one of the two. */
export async function requireTwo(
  needs: DrawNeeds,
  acting: Acting,
  agreement: Agreement,
): Promise<void> {
  const { doer } = acting
  if (doer.kind === 'system' || needs.mayActAlone) return
  if (await isAgreed(needs, { ...agreement, personId: doer.actor.personId })) return
  await agree(needs, acting, agreement)
  throw new Rejection('needs_second_person', 'A second person has to confirm exactly this')
}

/** By anybody but the one who asks. */
async function isAgreed(
  { database }: Pick<DrawNeeds, 'database'>,
  { drawId, act, to, personId }: SignOff,
): Promise<boolean> {
  const wanted = canonicalJson(to)
  return (await readSignOffs(database, drawId)).some(
    (row) => row.act === act && row.personId !== personId && canonicalJson(row.agreedTo) === wanted,
  )
}

/** Noted once: when it is done, nothing else remembers who had wished it first. */
export async function agree(
  needs: DrawNeeds,
  acting: Acting,
  { drawId, act, to }: Agreement,
): Promise<void> {
  const { doer } = acting
  if (doer.kind === 'system') return
  const { personId } = doer.actor
  if (!(await signOff(needs.database, { drawId, act, to, personId }))) return
  await noteInRoom(needs, acting, { kind: 'draw_agreed', details: { drawId, act, ...given(to) } })
}

/** Of one's own; what was not there, or is over, goes as well. */
export async function takeBack(
  needs: DrawNeeds,
  acting: Acting,
  { drawId, act }: Omit<Agreement, 'to'>,
): Promise<void> {
  const { doer } = acting
  if (doer.kind === 'system') return
  const { personId } = doer.actor
  if (!(await dropSignOff(needs.database, { drawId, act, personId }))) return
  await noteInRoom(needs, acting, { kind: 'agreement_withdrawn', details: { drawId, act } })
}

const given = (to: AgreedTo) =>
  Object.fromEntries(Object.entries(to).filter(([, value]) => value !== null))

/** Does what was agreed to. Refused for good, it has to be agreed to anew. */
export async function whileAgreed(
  { database }: Pick<DrawNeeds, 'database'>,
  { drawId, act }: Omit<Agreement, 'to'>,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (isForGood(error)) await clearSignOffs(database, { drawId, act })
    throw error
  }
}

const isForGood = (error: unknown): boolean =>
  error instanceof Rejection &&
  !isPassing(error) &&
  !another.has(error.code) &&
  statusOf(error.code) < 500

/** The same may be tried in a moment; or what stands there now is a new agreement. */
const another = new Set(['register_changed', 'edit_conflict', 'needs_second_person'])
