// The first of two people agrees, in the words of the act that a second one will do; and may take
// it back.
import { unreachable } from '#events/kernel/assert.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { SignedAct, SignOffForm } from '../contract/admin-draws.ts'
import { requireShown, type Acting } from './draw-acts.ts'
import { agree, takeBack, toSeal, type Agreement } from './draw-agreements.ts'
import { toForfeit } from './draw-claim.ts'
import { readDraw, requireGoesOn, type DrawNow } from './draw-facts.ts'
import type { DrawNeeds } from './draw-needs.ts'
import { readSession } from './draw-rows.ts'
import { requireSession, type ActingOn } from './draw-session.ts'
import { agreementToStop } from './draw-stop.ts'

export async function signOffAct(
  needs: DrawNeeds,
  acting: ActingOn,
  form: SignOffForm,
): Promise<void> {
  const now = await readDraw(needs, acting.raffleId)
  requireGoesOn(now)
  await agree(needs, acting, await agreementOf(needs, { now, ifVersion: acting.ifVersion }, form))
}

type Seen = { now: DrawNow; ifVersion: string | undefined }

async function agreementOf(
  needs: DrawNeeds,
  { now, ifVersion }: Seen,
  form: SignOffForm,
): Promise<Agreement> {
  switch (form.act) {
    case 'seal': {
      const session = await readSession(needs.database, now.drawId)
      if (now.current !== null || session === null) throw nothingToSign()
      await requireSession(needs, session, ifVersion)
      return toSeal(session)
    }
    case 'forfeit': {
      await requireShown(needs, now, form)
      const holder = now.raffle.draw?.holder ?? null
      if (now.current === null || holder?.state !== 'winner') throw nothingToSign()
      return toForfeit(now.current, holder, form.reason)
    }
    case 'postpone':
    case 'annul': {
      if (now.current === null) throw nothingToSign()
      const { signature = null, paperSha256 = null, ...stop } = form
      return agreementToStop(needs, now, { ...stop, signature, paperSha256 })
    }
    default:
      return unreachable(form)
  }
}

const nothingToSign = () => new Rejection('nothing_to_sign', 'There is nothing to agree to now')

/** One's own, as long as nothing was done on it. */
export async function withdrawSignOff(
  needs: DrawNeeds,
  acting: Acting,
  act: SignedAct,
): Promise<void> {
  const { drawId } = await readDraw(needs, acting.raffleId)
  await takeBack(needs, acting, { drawId, act })
}
