// Facts of one customer: stream `customer/<customerId>` in the shop log. Name, phone and e-mail
// live in the erasable table `people`; the facts say only that something happened.
import * as z from 'zod/mini'

import { factorKinds } from '../kernel/factor-kinds.ts'
import { orderIdSchema } from '../kernel/ids.ts'

export const customerEvents = {
  CustomerRegistered: z.strictObject({ via: z.enum(['sign_up', 'manual_order']) }),
  /** The phone was proven by a code. */
  PhoneVerified: z.strictObject({}),
  PhoneChanged: z.strictObject({}),
  ProfileChanged: z.strictObject({ fields: z.array(z.enum(['fullName', 'email'])) }),
  /**
   * Guest orders with the same proven phone now belong to the customer; or one whose phone staff
   * corrected to his.
   */
  OrdersClaimed: z.strictObject({ orderIds: z.array(orderIdSchema) }),
  /** Asked for beside the code by SMS from now on. */
  CustomerFactorAdded: z.strictObject({ kind: z.enum(factorKinds) }),
  CustomerFactorRemoved: z.strictObject({ kind: z.enum(factorKinds) }),
  /** Ten new ones; those before them end. */
  CustomerRecoveryCodesMade: z.strictObject({}),
  CustomerRecoveryCodeUsed: z.strictObject({}),
  PersonErased: z.strictObject({}),
}

type Schemas = typeof customerEvents
export type CustomerEvent = {
  [Type in keyof Schemas]: { type: Type; data: z.infer<Schemas[Type]> }
}[keyof Schemas]
