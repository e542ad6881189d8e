// Facts of one member of staff: stream `staff/<staffId>` in the shop log. E-mail and password hash
// live in side tables.
import * as z from 'zod/mini'

export const staffRoles = [
  'owner',
  'manager',
  'cashier',
  'fulfilment',
  'auditor',
  'regulator',
] as const
export type StaffRole = (typeof staffRoles)[number]

export const staffEvents = {
  StaffInvited: z.strictObject({ role: z.enum(staffRoles) }),
  StaffRoleChanged: z.strictObject({ role: z.enum(staffRoles) }),
  PasswordChanged: z.strictObject({ isForcedNext: z.boolean() }),
  StaffDisabled: z.strictObject({}),
  StaffEnabled: z.strictObject({}),
}

type Schemas = typeof staffEvents
export type StaffEvent = {
  [Type in keyof Schemas]: { type: Type; data: z.infer<Schemas[Type]> }
}[keyof Schemas]
