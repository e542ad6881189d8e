// What waits for a second person.
import * as z from 'zod/mini'

import { approvalKinds } from '#events/approval/events.ts'

import { id, instantOut, pageQuery, paged, words } from './shared.ts'

export const approvalsQuery = z.strictObject({
  ...pageQuery,
  /** `waiting`: only what nobody has decided. */
  state: z.optional(z.enum(['waiting', 'all'])),
})

export const approval = z.strictObject({
  id: id(),
  kind: z.enum(approvalKinds),
  /** `raffle/<id>`, `order/<id>` or `-`, and its name. */
  subject: z.string(),
  subjectName: z.nullable(z.string()),
  /** What is to be done. */
  details: z.looseObject({}),
  state: z.enum(['waiting', 'approved', 'refused', 'used', 'expired']),
  requestedBy: z.nullable(z.string()),
  /** The reader has asked for it himself, and cannot decide it. */
  isOwn: z.boolean(),
  requestedAt: instantOut(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instantOut()),
  note: z.nullable(z.string()),
  expiresAt: instantOut(),
})
export type Approval = z.infer<typeof approval>
export const approvalPage = paged(approval)

export const decideApprovalRequest = z.strictObject({
  isApproved: z.boolean(),
  note: z.optional(z.nullable(words(500))),
})
export const approvalDecided = z.strictObject({ id: id(), isApproved: z.boolean() })
