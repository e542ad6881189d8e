// Branded identifiers. Every id is a random UUIDv4, made by whoever starts the thing, so that a
// retry names the same thing; its first eight characters are the short id people see.
import * as z from 'zod/mini'

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const uuid = () => z.string().check(z.regex(uuidPattern, 'must be a lower-case UUID'))

export const raffleIdSchema = uuid().brand<'RaffleId'>()
export const productIdSchema = uuid().brand<'ProductId'>()
export const variantIdSchema = uuid().brand<'VariantId'>()
export const orderIdSchema = uuid().brand<'OrderId'>()
export const lineIdSchema = uuid().brand<'LineId'>()
export const attemptIdSchema = uuid().brand<'AttemptId'>()
export const customerIdSchema = uuid().brand<'CustomerId'>()
export const staffIdSchema = uuid().brand<'StaffId'>()
export const commandIdSchema = uuid().brand<'CommandId'>()

export type RaffleId = z.infer<typeof raffleIdSchema>
export type ProductId = z.infer<typeof productIdSchema>
export type VariantId = z.infer<typeof variantIdSchema>
export type OrderId = z.infer<typeof orderIdSchema>
export type LineId = z.infer<typeof lineIdSchema>
export type AttemptId = z.infer<typeof attemptIdSchema>
export type CustomerId = z.infer<typeof customerIdSchema>
export type StaffId = z.infer<typeof staffIdSchema>
export type CommandId = z.infer<typeof commandIdSchema>
