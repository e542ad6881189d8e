import { it } from 'vitest'

import { givenFor } from '../testing/given.ts'
import { orderId } from '../testing/ids.ts'

import { customerDecider } from './decide.ts'
import type { CustomerEvent } from './events.ts'

const given = givenFor(customerDecider)
const registered: CustomerEvent = { type: 'CustomerRegistered', data: { via: 'sign_up' } }
const verified: CustomerEvent = { type: 'PhoneVerified', data: {} }
const erased: CustomerEvent = { type: 'PersonErased', data: {} }

it('registers a customer once', () => {
  given().when({ type: 'RegisterCustomer', via: 'sign_up' }).then(registered)
  given(registered)
    .when({ type: 'RegisterCustomer', via: 'manual_order' })
    .thenRejected('already_registered')
})

it('proves a phone once', () => {
  given(registered).when({ type: 'VerifyPhone' }).then(verified)
  given(registered, verified).when({ type: 'VerifyPhone' }).thenNothing()
})

it('lets only a proven phone claim orders', () => {
  const claim = { type: 'ClaimOrders', orderIds: [orderId(1), orderId(1)] } as const
  given(registered).when(claim).thenRejected('not_allowed')
  given(registered, verified)
    .when(claim)
    .then({ type: 'OrdersClaimed', data: { orderIds: [orderId(1)] } })
  given(registered, verified).when({ type: 'ClaimOrders', orderIds: [] }).thenNothing()
})

it('is given an order whose phone staff corrected to his, proven or not', () => {
  given(registered)
    .when({ type: 'GiveOrder', orderId: orderId(1) })
    .then({ type: 'OrdersClaimed', data: { orderIds: [orderId(1)] } })
  given()
    .when({ type: 'GiveOrder', orderId: orderId(1) })
    .thenRejected('not_found')
})

it('notes which fields changed, never what they hold', () => {
  given(registered)
    .when({ type: 'ChangeProfile', fields: ['email', 'email'] })
    .then({ type: 'ProfileChanged', data: { fields: ['email'] } })
  given(registered).when({ type: 'ChangeProfile', fields: [] }).thenNothing()
  given(registered).when({ type: 'ChangePhone' }).then({ type: 'PhoneChanged', data: {} })
})

it('notes which kind of second factor came and went', () => {
  given(registered)
    .when({ type: 'AddFactor', kind: 'totp' })
    .then({ type: 'CustomerFactorAdded', data: { kind: 'totp' } })
  given(registered)
    .when({ type: 'RemoveFactor', kind: 'passkey' })
    .then({ type: 'CustomerFactorRemoved', data: { kind: 'passkey' } })
  given(registered, erased).when({ type: 'AddFactor', kind: 'totp' }).thenRejected('not_found')
})

it('notes that recovery codes were made, and each that was used', () => {
  given(registered)
    .when({ type: 'MakeRecoveryCodes' })
    .then({ type: 'CustomerRecoveryCodesMade', data: {} })
  given(registered, { type: 'CustomerRecoveryCodesMade', data: {} })
    .when({ type: 'UseRecoveryCode' })
    .then({ type: 'CustomerRecoveryCodeUsed', data: {} })
})

it('ends with the erasure, which is done once', () => {
  given(registered).when({ type: 'ErasePerson' }).then(erased)
  given(registered, erased).when({ type: 'ErasePerson' }).thenNothing()
  given(registered, erased).when({ type: 'VerifyPhone' }).thenRejected('not_found')
  given(registered, erased)
    .when({ type: 'RegisterCustomer', via: 'sign_up' })
    .thenRejected('already_registered')
})

it('takes a changed phone for proven: the code went to the new number', () =>
  given(registered, { type: 'PhoneChanged', data: {} }).when({ type: 'VerifyPhone' }).thenNothing())

it('stays registered and unproven through everything else', () => {
  const harmless: CustomerEvent[] = [
    { type: 'ProfileChanged', data: { fields: ['email'] } },
    { type: 'OrdersClaimed', data: { orderIds: [orderId(1)] } },
    { type: 'CustomerFactorAdded', data: { kind: 'totp' } },
    { type: 'CustomerFactorRemoved', data: { kind: 'totp' } },
    { type: 'CustomerRecoveryCodesMade', data: {} },
    { type: 'CustomerRecoveryCodeUsed', data: {} },
  ]
  for (const fact of harmless) given(registered, fact).when({ type: 'VerifyPhone' }).then(verified)
})

it('erases nobody who was never there', () =>
  given().when({ type: 'ErasePerson' }).thenRejected('not_found'))
