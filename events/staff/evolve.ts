// What the facts of a member of staff mean.
import { assert, unreachable } from '../kernel/assert.ts'

import type { StaffEvent, StaffRole } from './events.ts'

export type Staff =
  | { readonly status: 'none' }
  | {
      readonly status: 'enabled' | 'disabled'
      readonly role: StaffRole
      /** The next sign-in must set a new password. */
      readonly mustChangePassword: boolean
      /** How often the account itself was changed: what an owner edits of it. */
      readonly changes: number
    }

export const initialStaff: Staff = { status: 'none' }

/** Never refuses: the event is already a fact. */
export function evolveStaff(state: Staff, { type, data }: StaffEvent): Staff {
  if (type === 'StaffInvited')
    return { status: 'enabled', role: data.role, mustChangePassword: true, changes: 1 }
  if (state.status === 'none') {
    // Says nothing of who did it.
    assert(type === 'StaffActed', `${type} before StaffInvited`)
    return state
  }

  const changes = state.changes + 1
  switch (type) {
    case 'StaffActed':
      // Is about the account only by its name and phone.
      return changesAccount({ type, data }) ? { ...state, changes } : state
    case 'StaffRoleChanged':
      return { ...state, role: data.role, changes }
    case 'PasswordChanged':
      return { ...state, mustChangePassword: data.isForcedNext }
    case 'StaffDisabled':
      return { ...state, status: 'disabled', changes }
    case 'StaffEnabled':
      return { ...state, status: 'enabled', changes }
    // What proves a person, and where he is signed in, stands in side tables.
    case 'SecondFactorAdded':
    case 'SecondFactorRemoved':
    case 'RecoveryCodesMade':
    case 'RecoveryCodeUsed':
    case 'SessionsRevoked':
      return state
    default:
      return unreachable(type)
  }
}

/** Whether it changes what owners edit of an account: name, phone, role, and who is let in. */
export function changesAccount({ type, data }: StaffEvent): boolean {
  switch (type) {
    case 'StaffInvited':
    case 'StaffRoleChanged':
    case 'StaffDisabled':
    case 'StaffEnabled':
      return true
    case 'StaffActed':
      return data.kind === 'member_renamed' || data.kind === 'member_phone_set'
    default:
      return false
  }
}
