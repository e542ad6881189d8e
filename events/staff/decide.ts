// What may happen next to a member of staff. Who may do it to whom is the caller's question; that
// the shop keeps an owner is decided here.
import { unreachable } from '../kernel/assert.ts'
import type { Decider } from '../kernel/decider.ts'
import type { FactorKind } from '../kernel/factor-kinds.ts'
import { Rejection } from '../kernel/rejection.ts'

import type { StaffAct, StaffEvent, StaffRole } from './events.ts'
import { evolveStaff, initialStaff, type Staff } from './evolve.ts'

export type { Staff } from './evolve.ts'

export type StaffCommand =
  | { type: 'InviteStaff'; role: StaffRole }
  /** `ownersLeft`: owners besides this person who are let in and have chosen a password. */
  | { type: 'ChangeStaffRole'; role: StaffRole; ownersLeft: number }
  /** `isForcedNext`: set by somebody else, so it must be changed at the next sign-in. */
  | { type: 'ChangePassword'; isForcedNext: boolean }
  | { type: 'DisableStaff'; ownersLeft: number }
  | { type: 'EnableStaff' }
  | { type: 'AddSecondFactor'; kind: FactorKind }
  | { type: 'RemoveSecondFactor'; kind: FactorKind }
  | { type: 'MakeRecoveryCodes' }
  | { type: 'UseRecoveryCode' }
  | { type: 'RevokeSessions'; count: number }
  | { type: 'NoteAct'; kind: StaffAct; subject: string }

function decideStaff(command: StaffCommand, state: Staff): StaffEvent[] {
  if (command.type === 'InviteStaff') {
    if (state.status !== 'none')
      throw new Rejection('already_invited', 'This person is already on the staff')
    return [{ type: 'StaffInvited', data: { role: command.role } }]
  }
  // Whoever did it was let in, wherever that is written down.
  if (command.type === 'NoteAct')
    return [{ type: 'StaffActed', data: { kind: command.kind, subject: command.subject } }]
  if (state.status === 'none') throw new Rejection('not_found', 'There is no such member of staff')

  switch (command.type) {
    case 'ChangeStaffRole':
      if (state.role === command.role) return []
      requireAnOwner(state, command.ownersLeft)
      return [{ type: 'StaffRoleChanged', data: { role: command.role } }]
    case 'ChangePassword':
      if (state.status === 'disabled')
        throw new Rejection('not_allowed', 'This account is disabled')
      return [{ type: 'PasswordChanged', data: { isForcedNext: command.isForcedNext } }]
    case 'DisableStaff':
      if (state.status === 'disabled') return []
      requireAnOwner(state, command.ownersLeft)
      return [{ type: 'StaffDisabled', data: {} }]
    case 'EnableStaff':
      return state.status === 'enabled' ? [] : [{ type: 'StaffEnabled', data: {} }]
    case 'AddSecondFactor':
      return [{ type: 'SecondFactorAdded', data: { kind: command.kind } }]
    case 'RemoveSecondFactor':
      return [{ type: 'SecondFactorRemoved', data: { kind: command.kind } }]
    case 'MakeRecoveryCodes':
      return [{ type: 'RecoveryCodesMade', data: {} }]
    case 'UseRecoveryCode':
      return [{ type: 'RecoveryCodeUsed', data: {} }]
    case 'RevokeSessions':
      return command.count === 0
        ? []
        : [{ type: 'SessionsRevoked', data: { count: command.count } }]
    default:
      return unreachable(command)
  }
}

export const staffDecider: Decider<StaffCommand, Staff, StaffEvent> = {
  initial: initialStaff,
  decide: decideStaff,
  evolve: evolveStaff,
}

/** The shop is never left without an owner who can sign in. */
function requireAnOwner(state: Staff, ownersLeft: number): void {
  const isEnabledOwner = state.status === 'enabled' && state.role === 'owner'
  if (isEnabledOwner && ownersLeft === 0)
    throw new Rejection('last_owner', 'The last owner stays an owner. Appoint another first.')
}
