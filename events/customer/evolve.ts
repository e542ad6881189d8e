// What the facts of a customer mean. Claimed orders are not listed here: a state that grows with
// sales would be folded again and again.
import { assert, unreachable } from '../kernel/assert.ts'

import type { CustomerEvent } from './events.ts'

export type Customer =
  | { readonly status: 'none' }
  | { readonly status: 'registered'; readonly isPhoneVerified: boolean }
  | { readonly status: 'erased' }

export const initialCustomer: Customer = { status: 'none' }

/** Never refuses: the event is already a fact. */
export function evolveCustomer(state: Customer, { type }: CustomerEvent): Customer {
  if (type === 'CustomerRegistered') return { status: 'registered', isPhoneVerified: false }
  assert(state.status === 'registered', `${type} on a customer who is ${state.status}`)

  switch (type) {
    case 'PhoneVerified':
    case 'PhoneChanged': // changed only after a code to the new number
      return { ...state, isPhoneVerified: true }
    case 'ProfileChanged':
    case 'OrdersClaimed':
    case 'CustomerFactorAdded':
    case 'CustomerFactorRemoved':
    case 'CustomerRecoveryCodesMade':
    case 'CustomerRecoveryCodeUsed':
      return state
    case 'PersonErased':
      return { status: 'erased' }
    default:
      return unreachable(type)
  }
}
