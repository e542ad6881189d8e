// The audit trail, time travel, and the auditor's kit. Owners, managers and auditors read all of
// it; a regulator reads what concerns raffles and their tickets, without the people.
import { Router } from 'express'
import type { Response } from 'express'

import { raffleIdSchema } from '#events/kernel/ids.ts'
import { beirutDayEnd } from '#events/kernel/beirut-day.ts'
import type { RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { StaffRole } from '#events/staff/events.ts'

import { orderAsOf, raffleAsOf } from '../../commands/as-of.ts'
import type { AsOfNeeds } from '../../commands/as-of.ts'
import { listPapers, makePaper, notePaper } from '../../commands/audit-papers.ts'
import { paperHead, readPaper, wholePaper } from '../../commands/audit-papers.ts'
import { recordAct } from '../../commands/staff-acts.ts'
import type { ActNeeds } from '../../commands/staff-acts.ts'
import { readTree, walkTicket } from '../../commands/ticket-walk.ts'
import type { WalkViewer } from '../../commands/ticket-walk.ts'
import * as contract from '../../contract/admin-audit.ts'
import { id as idSchema, pageQuerySchema } from '../../contract/shared.ts'
import type { Database } from '../../io/database.ts'
import { findSubject } from '../audit-names.ts'
import { auditHeader, notedOf, readTrailPage, trailFilterOf, trailRows } from '../audit-view.ts'
import { csvFileName, sendCsv } from '../csv.ts'
import { notFound } from '../problem.ts'
import { requireStaff } from '../session.ts'
import { actorOf, etagOf, ifMatch } from './admin-shared.ts'

export type AdminAuditNeeds = AsOfNeeds & ActNeeds & { database: Database; now: () => Date }

const readers: readonly StaffRole[] = ['owner', 'manager', 'auditor']
const kitReaders: readonly StaffRole[] = [...readers, 'regulator']
const kitMakers: readonly StaffRole[] = ['owner', 'auditor', 'regulator']

export function adminAuditRoutes(needs: AdminAuditNeeds): Router {
  const router = Router()
  trailRoutes(router, needs)
  pastRoutes(router, needs)
  paperRoutes(router, needs)
  return router
}

function trailRoutes(router: Router, needs: AdminAuditNeeds): void {
  const { database, now } = needs
  router.get('/api/admin/audit', async (request, response) => {
    requireStaff(response, readers)
    response.json(await readTrailPage(database, contract.auditQuery.parse(request.query)))
  })

  router.get('/api/admin/audit/export', async (request, response) => {
    const actor = actorOf(request, response, readers)
    const filter = contract.auditExportQuery.parse(request.query)
    const found = await trailFilterOf(database, filter)
    await recordAct(needs, { kind: 'trail_exported', actor, details: notedOf(filter, found) })
    await sendCsv(response, {
      fileName: csvFileName(['audit_trail'], now()),
      header: auditHeader,
      pages: trailRows(database, found),
    })
  })
}

function pastRoutes(router: Router, needs: AdminAuditNeeds): void {
  const { database } = needs

  router.get('/api/admin/audit/raffles/:id/ticket', async (request, response) => {
    const viewer = viewerOf(response)
    const { number } = contract.ticketQuery.parse(request.query)
    const tree = await readTree(database, raffleIdOf(request.params.id))
    const walk = tree === null ? null : await walkTicket(database, tree, { number, ...viewer })
    if (walk === null) throw notFound()
    response.json(walk)
  })

  router.get('/api/admin/audit/as-of', async (request, response) => {
    requireStaff(response, kitReaders)
    const { subjectKind, subject: called, at } = contract.asOfQuery.parse(request.query)
    if (subjectKind === 'order') requireStaff(response, readers)
    const subject = await findSubject(database, { kind: subjectKind, called })
    if (subject === null) throw notFound()
    const moment = new Date(at.length === 10 ? beirutDayEnd(at) : at)
    const stood =
      subjectKind === 'order'
        ? await orderAsOf(needs, { orderId: subject.id, at: moment })
        : await raffleAsOf(needs, { raffleId: raffleIdOf(subject.id), at: moment })
    const answer: contract.AsOf = {
      subject,
      at: moment.toISOString(),
      facts: stood.facts,
      lastFactAt: stood.lastFactAt?.toISOString() ?? null,
      lines: stood.lines,
    }
    response.json(answer)
  })
}

function paperRoutes(router: Router, needs: AdminAuditNeeds): void {
  const { database } = needs
  router.get('/api/admin/audit/papers', async (request, response) => {
    requireStaff(response, kitReaders)
    const { page, limit } = pageQuerySchema.parse(request.query)
    const offset = (page - 1) * limit
    const { rows, total } = await listPapers(database, { limit, offset })
    response.json({
      data: rows.map(paperHead),
      pagination: { hasMore: offset + rows.length < total, total },
    })
  })

  router.post('/api/admin/audit/papers', async (request, response) => {
    const actor = actorOf(request, response, kitMakers)
    const wanted = contract.newPaperRequest.parse(request.body)
    const raffleId = raffleIdOf(wanted.raffleId)
    const paperId = await makePaper(needs, { ...wanted, raffleId, actor })
    await sendPaper(response.status(201), paperId)
  })

  router.get('/api/admin/audit/papers/:id', async (request, response) => {
    requireStaff(response, kitReaders)
    await sendPaper(response, request.params.id)
  })

  router.put('/api/admin/audit/papers/:id', async (request, response) => {
    const actor = actorOf(request, response, kitMakers)
    const noted = contract.notePaperRequest.parse(request.body)
    const paper = await found(request.params.id)
    await notePaper(needs, { paper, noted, actor, ifVersion: ifMatch(request) })
    await sendPaper(response, request.params.id)
  })

  async function sendPaper(response: Response, paperId: string): Promise<void> {
    const paper = await wholePaper(database, await found(paperId), viewerOf(response))
    response.set('ETag', etagOf(paper.version)).json(paper)
  }

  async function found(paperId: string) {
    const parsed = idSchema().safeParse(paperId)
    const row = parsed.success ? await readPaper(database, parsed.data) : null
    if (row === null) throw notFound()
    return row
  }
}

/** Who walks tickets; the regulator does so without meeting people. */
function viewerOf(response: Response): WalkViewer {
  const { person } = requireStaff(response, kitReaders)
  return { maySeePeople: readers.includes(person.role) }
}

function raffleIdOf(given: string): RaffleId {
  const parsed = raffleIdSchema.safeParse(given)
  if (!parsed.success) throw new Rejection('not_found', 'Not found')
  return parsed.data
}
