// What waits for a second person, and the decision.
import { Router } from 'express'

import type { StaffRole } from '#events/staff/events.ts'
import { approverRoles } from '#events/staff/roles.ts'

import { decideApproval, listApprovals } from '../../commands/approvals.ts'
import type { ApprovalNeeds, ApprovalRow } from '../../commands/approvals.ts'
import * as contract from '../../contract/admin-approvals.ts'
import { id as idSchema } from '../../contract/shared.ts'
import { nameKey, namesOfAll, partsOf } from '../audit-names.ts'
import { notFound } from '../problem.ts'
import { requireStaff } from '../session.ts'
import { actorOf } from './admin-shared.ts'

const readers: readonly StaffRole[] = ['owner', 'manager', 'cashier', 'auditor']

export function adminApprovalRoutes(needs: ApprovalNeeds): Router {
  const router = Router()
  const { database } = needs

  router.get('/api/admin/approvals', async (request, response) => {
    const { person } = requireStaff(response, readers)
    const { page, limit, state = 'all' } = contract.approvalsQuery.parse(request.query)
    const offset = (page - 1) * limit
    const { rows, total } = await listApprovals(database, {
      isOpen: state === 'waiting',
      limit,
      offset,
    })
    const names = await namesOfAll(
      database,
      rows.map(({ subject }) => subject),
    )
    response.json({
      data: rows.map((row) => ({
        ...wireOf(row),
        subjectName: names.get(nameKey(partsOf(row.subject)))?.name ?? null,
        isOwn: row.requested_by === person.personId,
      })),
      pagination: { hasMore: offset + rows.length < total, total },
    })
  })

  router.post('/api/admin/approvals/:id', async (request, response) => {
    const actor = actorOf(request, response, approverRoles)
    const approvalId = idSchema().safeParse(request.params.id)
    const { isApproved, note = null } = contract.decideApprovalRequest.parse(request.body)
    if (!approvalId.success) throw notFound()
    await decideApproval(needs, { approvalId: approvalId.data, isApproved, note, actor })
    response.json({ id: approvalId.data, isApproved })
  })

  return router
}

const wireOf = (row: ApprovalRow) => ({
  id: row.approval_id,
  kind: row.kind,
  subject: row.subject,
  details: row.details,
  state: row.state,
  requestedBy: row.requested_by_name,
  requestedAt: row.requested_at.toISOString(),
  decidedBy: row.decided_by_name,
  decidedAt: row.decided_at?.toISOString() ?? null,
  note: row.note,
  expiresAt: row.expires_at.toISOString(),
})
