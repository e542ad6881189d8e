// Facts of one member of staff: stream `staff/<staffId>` in the shop log. E-mail and password hash
// live in side tables.
import * as z from 'zod/mini'

import { factorKinds } from '../kernel/factor-kinds.ts'
import { positive, text } from '../kernel/shapes.ts'
import { staffActs } from './acts.ts'
import { staffRoles } from './roles.ts'

export { staffRoles }
export type StaffRole = (typeof staffRoles)[number]
export type StaffAct = (typeof staffActs)[number]

export const staffEvents = {
  StaffInvited: z.strictObject({ role: z.enum(staffRoles) }),
  StaffRoleChanged: z.strictObject({ role: z.enum(staffRoles) }),
  PasswordChanged: z.strictObject({ isForcedNext: z.boolean() }),
  StaffDisabled: z.strictObject({}),
  StaffEnabled: z.strictObject({}),
  SecondFactorAdded: z.strictObject({ kind: z.enum(factorKinds) }),
  SecondFactorRemoved: z.strictObject({ kind: z.enum(factorKinds) }),
  /** Ten new ones; those before them end. */
  RecoveryCodesMade: z.strictObject({}),
  RecoveryCodeUsed: z.strictObject({}),
  /** Every session of the person, or one of them, was ended by hand. */
  SessionsRevoked: z.strictObject({ count: positive() }),
  /** `subject`: the stream it is about, `raffle/<id>` or `order/<id>`; `-` where it has none. */
  StaffActed: z.strictObject({ kind: z.enum(staffActs), subject: text(80) }),
}

type Schemas = typeof staffEvents
export type StaffEvent = {
  [Type in keyof Schemas]: { type: Type; data: z.infer<Schemas[Type]> }
}[keyof Schemas]
