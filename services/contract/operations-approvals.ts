// The two-person rule: what waits, and the decision.
import * as approvals from './admin-approvals.ts'
import { askedByPage } from './background.ts'
import type { Operation } from './operation.ts'

const TAG = 'Staff: approvals'

export const approvalOperations: readonly Operation[] = [
  {
    name: 'listApprovals',
    method: 'get',
    path: '/api/admin/approvals',
    tag: TAG,
    summary: 'What needs or needed a second person, newest first',
    who: 'staff',
    query: approvals.approvalsQuery,
    requestHeaders: askedByPage,
    answers: { 200: { description: 'A page of requests.', schema: approvals.approvalPage } },
    problems: [],
  },
  {
    name: 'decideApproval',
    method: 'post',
    path: '/api/admin/approvals/{id}',
    tag: TAG,
    summary: 'Agree to what somebody else wants to do, or refuse it',
    who: 'staff',
    needsFreshProof: true,
    body: { kind: 'json', schema: approvals.decideApprovalRequest },
    answers: { 200: { description: 'Decided.', schema: approvals.approvalDecided } },
    problems: ['already_decided', 'own_request', 'approval_expired'],
  },
]
