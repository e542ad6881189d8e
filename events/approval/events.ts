// Facts of one approval: stream `approval/<approvalId>` in the shop log. Who asked and who agreed
// are the actors of the facts; the words around them stand in the erasable table `approvals`.
import * as z from 'zod/mini'

import { hex, instant, text } from '../kernel/shapes.ts'

export const approvalKinds = ['capacity_change', 'manual_payment', 'holder_correction'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

export const approvalEvents = {
  ApprovalRequested: z.strictObject({
    kind: z.enum(approvalKinds),
    /** The stream the act is about, `raffle/<id>` or `order/<id>`; `-` before it has one. */
    subject: text(80),
    /** SHA-256 of the act as canonical JSON. */
    requestSha256: hex(32),
    requestedBy: text(60),
    expiresAt: instant(),
  }),
  ApprovalGiven: z.strictObject({ by: text(60) }),
  ApprovalRefused: z.strictObject({ by: text(60) }),
  ApprovalUsed: z.strictObject({}),
}

type Schemas = typeof approvalEvents
export type ApprovalEvent = {
  [Type in keyof Schemas]: { type: Type; data: z.infer<Schemas[Type]> }
}[keyof Schemas]
