// Ids that a reader of a failing test recognises: the number stands in the last digits.
import {
  attemptIdSchema,
  customerIdSchema,
  lineIdSchema,
  orderIdSchema,
  productIdSchema,
  raffleIdSchema,
  variantIdSchema,
} from '../kernel/ids.ts'

const uuid = (kind: string, number: number): string =>
  `${kind.padEnd(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`

export const raffleId = (number: number) => raffleIdSchema.parse(uuid('aa', number))
export const productId = (number: number) => productIdSchema.parse(uuid('bb', number))
export const variantId = (number: number) => variantIdSchema.parse(uuid('bc', number))
export const orderId = (number: number) => orderIdSchema.parse(uuid('cc', number))
export const lineId = (number: number) => lineIdSchema.parse(uuid('cd', number))
export const attemptId = (number: number) => attemptIdSchema.parse(uuid('dd', number))
export const customerId = (number: number) => customerIdSchema.parse(uuid('ee', number))
