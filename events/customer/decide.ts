// What may happen next to a customer. Who he is (name, phone, e-mail) stands in the erasable table
// `people`; here only that something happened, and that after an erasure nothing does.
import { unreachable } from '../kernel/assert.ts'
import type { Decider } from '../kernel/decider.ts'
import type { FactorKind } from '../kernel/factor-kinds.ts'
import type { OrderId } from '../kernel/ids.ts'
import { Rejection } from '../kernel/rejection.ts'

import type { CustomerEvent } from './events.ts'
import { evolveCustomer, initialCustomer, type Customer } from './evolve.ts'

export type { Customer } from './evolve.ts'

export type CustomerCommand =
  | { type: 'RegisterCustomer'; via: 'sign_up' | 'manual_order' }
  /** A code sent to the phone was given back. */
  | { type: 'VerifyPhone' }
  /** The new number was proven by a code, as was the old one. */
  | { type: 'ChangePhone' }
  | { type: 'ChangeProfile'; fields: readonly ('fullName' | 'email')[] }
  | { type: 'ClaimOrders'; orderIds: readonly OrderId[] }
  /** By staff, who corrected the phone of an order: it is this number's, proven or not. */
  | { type: 'GiveOrder'; orderId: OrderId }
  | { type: 'AddFactor'; kind: FactorKind }
  | { type: 'RemoveFactor'; kind: FactorKind }
  | { type: 'MakeRecoveryCodes' }
  | { type: 'UseRecoveryCode' }
  | { type: 'ErasePerson' }

function decideCustomer(command: CustomerCommand, state: Customer): CustomerEvent[] {
  if (command.type === 'RegisterCustomer') return register(command.via, state)
  if (command.type === 'ErasePerson' && state.status === 'erased') return []
  if (state.status !== 'registered') throw new Rejection('not_found', 'There is no such customer')

  switch (command.type) {
    case 'VerifyPhone':
      return state.isPhoneVerified ? [] : [{ type: 'PhoneVerified', data: {} }]
    case 'ChangePhone':
      return [{ type: 'PhoneChanged', data: {} }]
    case 'ChangeProfile':
      if (command.fields.length === 0) return []
      return [{ type: 'ProfileChanged', data: { fields: [...new Set(command.fields)] } }]
    case 'ClaimOrders':
      if (!state.isPhoneVerified)
        throw new Rejection('not_allowed', 'Only a proven phone can claim orders')
      if (command.orderIds.length === 0) return []
      return [{ type: 'OrdersClaimed', data: { orderIds: [...new Set(command.orderIds)] } }]
    case 'GiveOrder':
      return [{ type: 'OrdersClaimed', data: { orderIds: [command.orderId] } }]
    case 'AddFactor':
      return [{ type: 'CustomerFactorAdded', data: { kind: command.kind } }]
    case 'RemoveFactor':
      return [{ type: 'CustomerFactorRemoved', data: { kind: command.kind } }]
    case 'MakeRecoveryCodes':
      return [{ type: 'CustomerRecoveryCodesMade', data: {} }]
    case 'UseRecoveryCode':
      return [{ type: 'CustomerRecoveryCodeUsed', data: {} }]
    case 'ErasePerson':
      return [{ type: 'PersonErased', data: {} }]
    default:
      return unreachable(command)
  }
}

export const customerDecider: Decider<CustomerCommand, Customer, CustomerEvent> = {
  initial: initialCustomer,
  decide: decideCustomer,
  evolve: evolveCustomer,
}

function register(via: 'sign_up' | 'manual_order', state: Customer): CustomerEvent[] {
  if (state.status !== 'none')
    throw new Rejection('already_registered', 'This customer is already registered')
  return [{ type: 'CustomerRegistered', data: { via } }]
}
