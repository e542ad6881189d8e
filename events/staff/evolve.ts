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
  const changes = state.status === 'none' ? 0 : state.changes + 1
  if (type === 'StaffActed') {
    // Says nothing of who did it, and is about the account only by its name and phone.
    const isAboutIt = state.status !== 'none' && changesAccount({ type, data })
    return isAboutIt ? { ...state, changes } : state
  }
  assert(state.status !== 'none', `${type} before StaffInvited`)

  switch (type) {
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
