// The draw room over HTTP. Each act answers the whole room as it then stands; a repeated act is
// answered as the first was.
import { Router } from 'express'
import type { Request, Response } from 'express'

import type { StaffRole } from '#events/staff/events.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import type { Catalogue } from '../../catalogue.ts'
import * as claim from '../../commands/draw-claim.ts'
import { recordEntropy, revealSeed } from '../../commands/draw-inputs.ts'
import type { LiveNeeds } from '../../commands/draw-live.ts'
import {
  drawRunners as runners,
  drawSeconds as seconds,
  drawWatchers as watchers,
  roomViewerOf,
} from '../../commands/draw-parts.ts'
import { completeDraw, publishDraw, recordBeacon } from '../../commands/draw-result.ts'
import { readDrawRoom } from '../../commands/draw-room.ts'
import { sealRegister } from '../../commands/draw-seal.ts'
import { closeForDraw, recordSession } from '../../commands/draw-session.ts'
import { signOffAct, withdrawSignOff } from '../../commands/draw-sign-offs.ts'
import { annulDraw, postponeDraw } from '../../commands/draw-stop.ts'
import type { Acting } from '../../commands/draw-acts.ts'
import * as contract from '../../contract/admin-draws.ts'
import type { DrawAct } from '../../contract/admin-draws.ts'
import { imagePath, noBody } from '../../contract/shared.ts'
import { invalid } from '../problem.ts'
import { requireStaff } from '../session.ts'
import { actorOf, ifMatch, raffleIdOf } from './admin-shared.ts'

export type AdminDrawNeeds = {
  draws: LiveNeeds & { catalogue: Pick<Catalogue, 'raffle' | 'raffles' | 'refresh'> }
}

type Act = (acting: Acting, body: unknown, ifVersion: string | undefined) => Promise<void>

export function adminDrawRoutes(needs: AdminDrawNeeds): Router {
  const router = Router()
  const { draws } = needs

  router.get('/api/admin/draws', (_request, response) => {
    requireStaff(response, watchers)
    response.json({ data: roomList(draws.catalogue.raffles(), draws.now().toISOString()) })
  })

  router.get('/api/admin/draws/:id', async (request, response) => {
    requireStaff(response, watchers)
    await sendRoom(request, response)
  })

  async function sendRoom(request: Request<{ id: string }>, response: Response): Promise<void> {
    const { person } = requireStaff(response, watchers)
    response.json(await readDrawRoom(draws, raffleIdOf(request), roomViewerOf(person)))
  }

  function act(path: string, roles: readonly StaffRole[], run: Act): void {
    router.post(`/api/admin/draws/:id/${path}`, async (request, response) => {
      const actor = actorOf(request, response, roles)
      const raffleId = raffleIdOf(request)
      await run({ raffleId, doer: { kind: 'staff', actor } }, request.body, ifMatch(request))
      await sendRoom(request, response)
    })
  }

  ceremonyActs(act, draws)
  claimActs(act, draws)
  return router
}

type AddAct = (path: string, roles: readonly StaffRole[], run: Act) => void

function ceremonyActs(act: AddAct, draws: LiveNeeds): void {
  act('session', runners, (acting, body, ifVersion) =>
    recordSession(draws, { ...acting, ifVersion }, contract.drawSessionForm.parse(body)),
  )
  act('close', runners, (acting, body) => {
    noBody.parse(body)
    return closeForDraw(draws, acting)
  })
  act('sign-offs', seconds, (acting, body, ifVersion) =>
    signOffAct(draws, { ...acting, ifVersion }, contract.signOffForm.parse(body)),
  )
  act('sign-off-withdrawals', seconds, (acting, body) =>
    withdrawSignOff(draws, acting, contract.signOffWithdrawal.parse(body).act),
  )
  act('seal', runners, (acting, body, ifVersion) => {
    noBody.parse(body)
    return sealRegister(draws, { ...acting, ifVersion })
  })
  act('entropy', seconds, (acting, body) => {
    const { signature = null, ...reading } = contract.entropyForm.parse(body)
    return recordEntropy(draws, acting, { ...reading, signature })
  })
  act('reveal', runners, (acting, body) => {
    const { source, seed } = contract.revealForm.parse(body)
    if (source === 'operator') return revealSeed(draws, acting, { source })
    if (seed === undefined) throw invalid('Please type the seed.', [fieldMissing('seed')])
    return revealSeed(draws, acting, { source, seed })
  })
  act('beacon', runners, (acting, body) => {
    const { round, signature } = contract.beaconForm.parse(body ?? {})
    if (signature === undefined) return recordBeacon(draws, acting, null)
    if (round === undefined) throw invalid('Please type the round.', [fieldMissing('round')])
    return recordBeacon(draws, acting, { round, signature })
  })
  act('complete', runners, (acting, body) => {
    noBody.parse(body)
    return completeDraw(draws, acting)
  })
  act('publish', runners, (acting, body) => {
    noBody.parse(body)
    return publishDraw(draws, acting)
  })
  act('postpone', runners, (acting, body) => {
    const { signature = null, paperSha256 = null, ...stop } = contract.postponeForm.parse(body)
    return postponeDraw(draws, acting, { ...stop, signature, paperSha256 })
  })
  act('annul', runners, (acting, body) => {
    const { signature = null, paperSha256 = null, ...stop } = contract.annulForm.parse(body)
    return annulDraw(draws, acting, { ...stop, signature, paperSha256 })
  })
}

const fieldMissing = (path: string) => ({ path, message: 'is required' })

function claimActs(act: AddAct, draws: LiveNeeds): void {
  act('contacts', runners, (acting, body) =>
    claim.noteContact(draws, acting, contract.contactForm.parse(body)),
  )
  act('identity', runners, (acting, body) =>
    claim.checkIdentity(draws, acting, contract.identityForm.parse(body)),
  )
  act('forfeit', runners, (acting, body) =>
    claim.forfeitPrize(draws, acting, contract.forfeitForm.parse(body)),
  )
  act('promote', runners, (acting, body) =>
    claim.promotePrize(draws, acting, contract.promoteForm.parse(body)),
  )
  act('deliver', runners, (acting, body) =>
    claim.deliverPrize(draws, acting, contract.deliverForm.parse(body)),
  )
}

/**
 * First what waits for its draw, then what was drawn and has a claim; last what sells on, because
 * its evidence may be taken at any time.
 */
function roomList(raffles: readonly BoardRow[], at: string) {
  const rows = raffles.filter(({ status, issued }) => status !== 'cancelled' && issued > 0)
  const isSelling = ({ draw, closesAt, issued, ticketsMax }: BoardRow) =>
    draw === null && closesAt > at && issued < ticketsMax
  const rank = (row: BoardRow) => (isSelling(row) ? 2 : row.draw?.stage === 'drawn' ? 1 : 0)
  return rows
    .toSorted((a, b) => rank(a) - rank(b) || a.closesAt.localeCompare(b.closesAt))
    .map((row) => ({
      raffleId: row.raffleId,
      raffleNumber: row.raffleNumber,
      name: row.name,
      image: imagePath(row.image),
      closesAt: row.closesAt,
      issuedCount: row.issued,
      stage: row.draw?.stage ?? ('announced' as const),
      drawAt: row.draw?.drawAt ?? null,
      next: isSelling(row) ? null : nextOf(row),
    }))
}

function nextOf({ draw, closedCause, held }: BoardRow): DrawAct | null {
  if (draw === null) return closedCause === null || held > 0 ? 'close' : 'seal'
  switch (draw.stage) {
    case 'postponed':
    case 'annulled':
      return 'seal'
    case 'sealed':
      return 'entropy_first'
    case 'diced':
      return draw.mode === 'physical' ? 'complete' : 'reveal'
    case 'revealed':
      return draw.mode === 'beacon' ? 'beacon' : 'complete'
    case 'beacon':
      return 'complete'
    case 'drawn':
      return draw.holder?.state === 'forfeited' ? 'promote' : null
  }
}
