// The two-person rule (docs/security.md, K21): what one member of staff asks for, another agrees
// to, once, for exactly that act, before it expires.
import { unreachable } from '../kernel/assert.ts'
import type { Decider } from '../kernel/decider.ts'
import { Rejection } from '../kernel/rejection.ts'

import type { ApprovalEvent, ApprovalKind } from './events.ts'
import { evolveApproval, initialApproval } from './evolve.ts'
import type { Approval, RequestedApproval } from './evolve.ts'

export type ApprovalCommand =
  | {
      type: 'RequestApproval'
      kind: ApprovalKind
      subject: string
      requestSha256: string
      by: string
      expiresAt: string
    }
  | { type: 'GiveApproval'; by: string; now: string }
  | { type: 'RefuseApproval'; by: string; now: string }
  /** `requestSha256`: of the act that is about to be done. */
  | { type: 'UseApproval'; requestSha256: string; now: string }

function decideApproval(command: ApprovalCommand, state: Approval): ApprovalEvent[] {
  if (command.type === 'RequestApproval') {
    if (state.status !== 'none') throw decided()
    const { kind, subject, requestSha256, by: requestedBy, expiresAt } = command
    const data = { kind, subject, requestSha256, requestedBy, expiresAt }
    return [{ type: 'ApprovalRequested', data }]
  }
  if (state.status === 'none') throw new Rejection('not_found', 'There is no such request')
  if (command.now >= state.expiresAt)
    throw new Rejection('approval_expired', 'This request has expired. Please ask again.')

  switch (command.type) {
    case 'GiveApproval':
      requireWaitingFor(state, command.by)
      return [{ type: 'ApprovalGiven', data: { by: command.by } }]
    case 'RefuseApproval':
      requireWaitingFor(state, command.by)
      return [{ type: 'ApprovalRefused', data: { by: command.by } }]
    case 'UseApproval':
      if (state.status !== 'approved' || state.requestSha256 !== command.requestSha256)
        throw new Rejection('approval_required', 'A second person must approve this first.')
      return [{ type: 'ApprovalUsed', data: {} }]
    default:
      return unreachable(command)
  }
}

export const approvalDecider: Decider<ApprovalCommand, Approval, ApprovalEvent> = {
  initial: initialApproval,
  decide: decideApproval,
  evolve: evolveApproval,
}

function requireWaitingFor({ status, requestedBy }: RequestedApproval, by: string): void {
  if (status !== 'waiting') throw decided()
  if (requestedBy === by)
    throw new Rejection('own_request', 'Somebody else must decide what you have asked for.')
}

const decided = () => new Rejection('already_decided', 'This request has been decided already')
