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
    }

export const initialStaff: Staff = { status: 'none' }

/** Never refuses: the event is already a fact. */
export function evolveStaff(state: Staff, { type, data }: StaffEvent): Staff {
  if (type === 'StaffInvited')
    return { status: 'enabled', role: data.role, mustChangePassword: true }
  if (type === 'StaffActed') return state // says nothing of who did it
  assert(state.status !== 'none', `${type} before StaffInvited`)

  switch (type) {
    case 'StaffRoleChanged':
      return { ...state, role: data.role }
    case 'PasswordChanged':
      return { ...state, mustChangePassword: data.isForcedNext }
    case 'StaffDisabled':
      return { ...state, status: 'disabled' }
    case 'StaffEnabled':
      return { ...state, status: 'enabled' }
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
