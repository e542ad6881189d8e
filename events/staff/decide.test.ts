import { expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import { givenFor } from '../testing/given.ts'

import { staffDecider } from './decide.ts'
import type { StaffEvent } from './events.ts'
import { changesAccount } from './evolve.ts'

const given = givenFor(staffDecider)
const owner: StaffEvent = { type: 'StaffInvited', data: { role: 'owner' } }
const cashier: StaffEvent = { type: 'StaffInvited', data: { role: 'cashier' } }
const actedOn = (kind: 'member_renamed' | 'member_phone_set' | 'rate_set'): StaffEvent => ({
  type: 'StaffActed',
  data: { kind, subject: '-' },
})
const disabled: StaffEvent = { type: 'StaffDisabled', data: {} }

it('invites a person once', () => {
  given().when({ type: 'InviteStaff', role: 'owner' }).then(owner)
  given(owner).when({ type: 'InviteStaff', role: 'cashier' }).thenRejected('already_invited')
})

it('changes a role, and nothing when it is the same', () => {
  given(cashier)
    .when({ type: 'ChangeStaffRole', role: 'manager', ownersLeft: 1 })
    .then({ type: 'StaffRoleChanged', data: { role: 'manager' } })
  given(cashier).when({ type: 'ChangeStaffRole', role: 'cashier', ownersLeft: 1 }).thenNothing()
})

it('never leaves the shop without an owner', () => {
  given(owner).when({ type: 'DisableStaff', ownersLeft: 0 }).thenRejected('last_owner')
  given(owner)
    .when({ type: 'ChangeStaffRole', role: 'manager', ownersLeft: 0 })
    .thenRejected('last_owner')
  given(owner).when({ type: 'DisableStaff', ownersLeft: 1 }).then(disabled)
  given(cashier).when({ type: 'DisableStaff', ownersLeft: 0 }).then(disabled)
})

it('disables and enables once', () => {
  given(cashier, disabled).when({ type: 'DisableStaff', ownersLeft: 1 }).thenNothing()
  given(cashier, disabled).when({ type: 'EnableStaff' }).then({ type: 'StaffEnabled', data: {} })
  given(cashier).when({ type: 'EnableStaff' }).thenNothing()
})

it('changes the password of an enabled account only', () => {
  given(cashier)
    .when({ type: 'ChangePassword', isForcedNext: false })
    .then({ type: 'PasswordChanged', data: { isForcedNext: false } })
  given(cashier, disabled)
    .when({ type: 'ChangePassword', isForcedNext: false })
    .thenRejected('not_allowed')
  given().when({ type: 'EnableStaff' }).thenRejected('not_found')
})

it('records second factors and ended sessions of whoever is on the staff', () => {
  given(cashier)
    .when({ type: 'AddSecondFactor', kind: 'totp' })
    .then({ type: 'SecondFactorAdded', data: { kind: 'totp' } })
  given(cashier)
    .when({ type: 'RemoveSecondFactor', kind: 'passkey' })
    .then({ type: 'SecondFactorRemoved', data: { kind: 'passkey' } })
  given(cashier)
    .when({ type: 'RevokeSessions', count: 2 })
    .then({ type: 'SessionsRevoked', data: { count: 2 } })
  given(cashier).when({ type: 'RevokeSessions', count: 0 }).thenNothing()
  given().when({ type: 'AddSecondFactor', kind: 'totp' }).thenRejected('not_found')
})

it('lets an owner who is disabled be changed: he keeps the shop no more', () =>
  given(owner, disabled)
    .when({ type: 'ChangeStaffRole', role: 'manager', ownersLeft: 0 })
    .then({ type: 'StaffRoleChanged', data: { role: 'manager' } }))

it('remembers the role, whether the account works, and whose turn the password is', () => {
  const manager: StaffEvent = { type: 'StaffRoleChanged', data: { role: 'manager' } }
  const enabled: StaffEvent = { type: 'StaffEnabled', data: {} }
  const password = (isForcedNext: boolean): StaffEvent => ({
    type: 'PasswordChanged',
    data: { isForcedNext },
  })
  const after = (...facts: StaffEvent[]) => fold(staffDecider, [cashier, ...facts])
  const invited = { status: 'enabled', role: 'cashier', mustChangePassword: true, changes: 1 }
  expect(after()).toEqual(invited)
  expect(after(manager)).toEqual({ ...invited, role: 'manager', changes: 2 })
  expect(after(password(false))).toEqual({ ...invited, mustChangePassword: false })
  expect(after(password(false), password(true))).toEqual(invited)
  expect(after(disabled)).toEqual({ ...invited, status: 'disabled', changes: 2 })
  expect(after(disabled, enabled)).toEqual({ ...invited, changes: 3 })
  for (const kind of ['member_renamed', 'member_phone_set'] as const)
    expect(after(actedOn(kind))).toEqual({ ...invited, changes: 2 })
})

it('is changed by what counts as a change of the account, and by nothing else', () => {
  const enabled: StaffEvent = { type: 'StaffEnabled', data: {} }
  const manager: StaffEvent = { type: 'StaffRoleChanged', data: { role: 'manager' } }
  for (const fact of [
    cashier,
    manager,
    disabled,
    enabled,
    actedOn('member_renamed'),
    actedOn('member_phone_set'),
  ])
    expect(changesAccount(fact)).toBe(true)
  const revoked: StaffEvent = { type: 'SessionsRevoked', data: { count: 1 } }
  for (const fact of [actedOn('rate_set'), revoked]) expect(changesAccount(fact)).toBe(false)
})

it('is the same member of staff whatever proves it and wherever sessions ended', () => {
  const besides: StaffEvent[] = [
    { type: 'SecondFactorAdded', data: { kind: 'totp' } },
    { type: 'SecondFactorRemoved', data: { kind: 'totp' } },
    { type: 'SessionsRevoked', data: { count: 1 } },
    { type: 'RecoveryCodesMade', data: {} },
    { type: 'RecoveryCodeUsed', data: {} },
    { type: 'StaffActed', data: { kind: 'rate_set', subject: '-' } },
  ]
  for (const fact of besides)
    expect(fold(staffDecider, [cashier, fact])).toEqual(fold(staffDecider, [cashier]))
})

it('records that recovery codes were made, and each that was used', () => {
  given(cashier).when({ type: 'MakeRecoveryCodes' }).then({ type: 'RecoveryCodesMade', data: {} })
  given(cashier, { type: 'RecoveryCodesMade', data: {} })
    .when({ type: 'UseRecoveryCode' })
    .then({ type: 'RecoveryCodeUsed', data: {} })
})

it('records what somebody did to what has no stream, whoever it was', () => {
  const acted: StaffEvent = { type: 'StaffActed', data: { kind: 'till_counted', subject: '-' } }
  const note = { type: 'NoteAct', ...acted.data } as const
  for (const before of [[], [cashier], [cashier, disabled]])
    given(...before)
      .when(note)
      .then(acted)
  expect(fold(staffDecider, [acted])).toEqual(fold(staffDecider, []))
})
