// What the screens of staff offer to whom: a place or a button that the shop would refuse is not
// shown. The shop decides all the same (`services/testing/security/access-table.ts`).
import type { StaffRole } from '#events/staff/events.ts'
import { staffRoles } from '#events/staff/roles.ts'

type Roles = readonly StaffRole[]

const offered = {
  changeCatalogue: ['owner', 'manager'],
  takeOrders: ['owner', 'manager', 'cashier'],
  takeFiles: ['owner', 'manager', 'auditor'],
  takeEntries: ['owner', 'manager', 'auditor'],
  takeRegister: ['owner', 'manager', 'auditor', 'regulator'],
  readFigures: ['owner', 'manager', 'auditor'],
  readTrail: ['owner', 'manager', 'auditor'],
  excludeCustomers: ['owner', 'manager'],
  readExclusions: ['owner', 'manager', 'auditor'],
  correctCustomers: ['owner', 'manager'],
  readCustomers: ['owner', 'manager', 'cashier', 'auditor'],
  readOrders: ['owner', 'manager', 'cashier', 'fulfilment', 'auditor'],
  readProducts: ['owner', 'manager', 'cashier', 'fulfilment', 'auditor'],
  readRaffles: staffRoles,
} as const satisfies Record<string, Roles>

export type Offer = keyof typeof offered

/** Anything of staff has `role`: what `me` answers. */
export type Asker = { role: StaffRole | null } | null | undefined

export function isOffered(act: Offer, staff: Asker): boolean {
  const roles: Roles = offered[act]
  return staff?.role != null && roles.includes(staff.role)
}
