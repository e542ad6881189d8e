// What the screens of staff offer to whom: a button that the shop would refuse is not shown. The
// shop decides all the same (`services/testing/security/access-table.ts`).
import type { StaffRole } from '#events/staff/events.ts'

type Roles = readonly StaffRole[]

const offered = {
  changeCatalogue: ['owner', 'manager'],
  takeOrders: ['owner', 'manager', 'cashier'],
  takeFiles: ['owner', 'manager', 'auditor'],
  takeEntries: ['owner', 'manager', 'auditor', 'regulator'],
} as const satisfies Record<string, Roles>

/** Anything of staff has `role`: what `me` answers. */
export function isOffered(
  act: keyof typeof offered,
  staff: { role: StaffRole | null } | null | undefined,
): boolean {
  const roles: Roles = offered[act]
  return staff?.role != null && roles.includes(staff.role)
}
