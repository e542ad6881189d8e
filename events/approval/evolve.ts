// What the facts of an approval mean.
import { assert, unreachable } from '../kernel/assert.ts'

import type { ApprovalEvent, ApprovalKind } from './events.ts'

export type RequestedApproval = {
  readonly status: 'waiting' | 'approved' | 'refused' | 'used'
  readonly kind: ApprovalKind
  readonly subject: string
  readonly requestSha256: string
  readonly requestedBy: string
  readonly expiresAt: string
}

export type Approval = { readonly status: 'none' } | RequestedApproval

export const initialApproval: Approval = { status: 'none' }

/** Never refuses: the event is already a fact. */
export function evolveApproval(state: Approval, { type, data }: ApprovalEvent): Approval {
  if (type === 'ApprovalRequested') return { status: 'waiting', ...data }
  assert(state.status !== 'none', `${type} before ApprovalRequested`)

  switch (type) {
    case 'ApprovalGiven':
      return { ...state, status: 'approved' }
    case 'ApprovalRefused':
      return { ...state, status: 'refused' }
    case 'ApprovalUsed':
      return { ...state, status: 'used' }
    default:
      return unreachable(type)
  }
}
