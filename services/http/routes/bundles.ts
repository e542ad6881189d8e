// Evidence bundles: for staff and the regulator at any time, for everybody once a raffle is drawn.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { Router } from 'express'
import type { Response } from 'express'

import { uuidPattern } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { Opening } from '#events/verify/needs.ts'

import { recordAct } from '../../commands/staff-acts.ts'
import type { ActNeeds } from '../../commands/staff-acts.ts'
import { everyTicket, openingsQuery } from '../../contract/openings.ts'
import type { Database } from '../../io/database.ts'
import { openBundleArchive } from '../../ledger/bundle-archive.ts'
import type { BundleArchive } from '../../ledger/bundle-archive.ts'
import { NothingSigned, type BundleNeeds } from '../../ledger/bundle.ts'
import type { PublicLog, PublicLogs } from '../../ledger/public-logs.ts'
import { openingPages } from '../../ledger/openings.ts'
import { notFound } from '../problem.ts'
import { requireStaff } from '../session.ts'
import { actorOf } from './admin-shared.ts'

const readers = ['owner', 'manager', 'auditor', 'regulator'] as const
/** The regulator's openings are of orders, which name nobody (decision 38). */
const seeHolders: readonly string[] = ['owner', 'manager', 'auditor']
/** Another checkpoint makes another bundle. */
const BRIEFLY = 'public, max-age=60'

export type BundleRouteNeeds = BundleNeeds &
  Pick<ActNeeds, 'store'> & { logs: PublicLogs; folder: string }

export function bundleRoutes(needs: BundleRouteNeeds): Router {
  const router = Router({ caseSensitive: true })
  const archive = openBundleArchive(needs)

  router.get('/api/admin/raffles/:id/bundle', async (request, response) => {
    requireStaff(response, readers)
    const log = await requireLog(needs.logs, request.params.id)
    await send(response, log, archive)
  })

  router.get('/api/admin/raffles/:id/openings', async (request, response) => {
    const actor = actorOf(request, response, readers)
    const log = await requireLog(needs.logs, request.params.id)
    const wanted = openingsQuery.parse(request.query)
    await recordAct(needs, {
      kind: 'openings_exported',
      subject: `raffle/${log.raffleId}`,
      actor,
      details: wanted,
    })
    const { raffleId } = log
    const hasHolders = seeHolders.includes(actor.role)
    const tickets = { ...everyTicket, ...wanted }
    const pages = openingPages(needs.database, { raffleId, hasHolders, ...tickets })
    response
      .set('Cache-Control', 'no-store')
      .type('application/json')
      .attachment(`openings-${raffleId}.json`)
    await pipeline(Readable.from(openingsText({ ...log, hasHolders }, pages)), response)
  })

  router.get('/ledger/:raffleId/bundle.zip', async (request, response) => {
    const log = await requireLog(needs.logs, request.params.raffleId)
    if (!(await isDrawn(needs.database, log)))
      throw new Rejection('evidence_not_public', 'The evidence is public once the draw is done.')
    response.set('Cache-Control', BRIEFLY)
    await send(response, log, archive)
  })

  return router
}

/** One opening a line. */
async function* openingsText(
  { raffleId, origin, hasHolders }: PublicLog & { hasHolders: boolean },
  pages: AsyncIterable<Opening[]>,
) {
  // All of it but the list, which is written as it is read.
  const head = JSON.stringify({ raffleId, origin, hasHolders }).slice(0, -1)
  yield `${head},"openings":[`
  let between = '\n'
  for await (const openings of pages) {
    yield between + openings.map((opening) => JSON.stringify(opening)).join(',\n')
    between = ',\n'
  }
  yield '\n]}\n'
}

async function requireLog(logs: PublicLogs, raffleId: string): Promise<PublicLog> {
  const log = uuidPattern.test(raffleId) ? await logs.ofRaffle(raffleId) : null
  if (log === null) throw notFound()
  return log
}

/** The first result stands in the log for ever, so this never becomes false again. */
async function isDrawn(database: Database, { logId }: PublicLog): Promise<boolean> {
  const { rows } = await database.query({
    name: 'raffle_is_drawn',
    text: `
      select
        from events
       where log_id = $1 and leaf is not null and type = 'DrawCompleted'
       limit 1`,
    values: [logId],
  })
  return rows.length > 0
}

async function send(response: Response, log: PublicLog, archive: BundleArchive): Promise<void> {
  const path = await archive.zip(log).catch((error: unknown) => {
    if (error instanceof NothingSigned)
      throw new Rejection('nothing_signed', 'This raffle has no signed checkpoint yet.')
    throw error
  })
  const fileName = `evidence-${log.raffleId}.zip`
  response.type('application/zip').attachment(fileName)
  await new Promise<void>((resolve, reject) =>
    response.sendFile(path, { dotfiles: 'allow', lastModified: false }, (error) =>
      // A visitor who leaves in the middle is no failure of ours.
      error && !response.headersSent ? reject(error) : resolve(),
    ),
  )
}
