// Products from a CSV file: what would be made and changed, and what is wrong with it.
import * as z from 'zod/mini'

import { problem } from './problems.ts'
import { count } from './shared.ts'

export const IMPORT_BYTES_MAX = 1024 * 1024
export const IMPORT_LINES_MAX = 1_000

/** In the order of the template. Names are found whatever their case, spaces and hyphens. */
export const importColumns = [
  'product',
  'description',
  'price',
  'tickets',
  'totalTickets',
  'raffle',
  'active',
  'variant',
  'sku',
  'priceAdjustment',
  'stock',
  'lowAt',
  'withoutEntry',
] as const
export type ImportColumn = (typeof importColumns)[number]

export const importErrorCodes = [
  'too_many_cells',
  'required',
  'too_long',
  'too_large',
  'bad_money',
  'bad_number',
  'bad_flag',
  /** Another line says something else of the same product. */
  'differs_from_line',
  /** Two lines of one product, and one of them names no variant. */
  'product_twice',
  'sku_twice',
  /** The SKU belongs to a variant of another product. */
  'sku_taken',
  /** Several products have this name. */
  'ambiguous_product',
  'unknown_raffle',
  'ambiguous_raffle',
  /** It is over, or cancelled. */
  'raffle_closed',
  /** The price of a variant would fall below 0.00. */
  'below_zero',
  /** Fewer tickets than are sold and reserved. */
  'below_used',
  'too_many_variants',
  /** Fewer pieces than are reserved. */
  'stock_short',
  /** A threshold for pieces that nobody counts. */
  'not_counted',
  /** Refused when it was carried out: by a rule, or because somebody else was faster. */
  'refused',
] as const
export type ImportErrorCode = (typeof importErrorCodes)[number]

export const importError = z.strictObject({
  /** In the file, the line of names being 1. */
  line: count(),
  /** Null: the line as a whole. */
  column: z.nullable(z.enum(importColumns)),
  code: z.enum(importErrorCodes),
  /** What stands there; with `refused` why, in English. */
  value: z.string(),
  /** With `refused`: what was refused, for whoever tells it in another language. */
  refusal: z.optional(problem),
})
export type ImportError = z.infer<typeof importError>

export const importChange = z.strictObject({
  line: count(),
  kind: z.enum(['add_product', 'change_product', 'add_variant', 'change_variant']),
  /** Of the product, and of the variant where it is one. */
  name: z.string(),
  sku: z.nullable(z.string()),
  /** What changes, as text; before is null where it is new. */
  fields: z.array(
    z.strictObject({
      column: z.enum(importColumns),
      before: z.nullable(z.string()),
      after: z.string(),
    }),
  ),
})
export type ImportChange = z.infer<typeof importChange>

export const importPlan = z.strictObject({
  lines: count(),
  changes: z.array(importChange),
  /** Products and variants that are already as the file says. */
  unchanged: count(),
  errors: z.array(importError),
  /** Variants that this very file has counted before, and of which there are not as many now. */
  countedBefore: z.array(
    z.strictObject({
      line: count(),
      name: z.string(),
      sku: z.string(),
      /** Pieces: as the file says, and as it stands. */
      counted: count(),
      now: count(),
    }),
  ),
  /** Of what would be done: sent back to carry out exactly this. */
  digest: z.string(),
  /** False: nothing was changed yet. */
  isApplied: z.boolean(),
  /** Of the acts of this import, in the audit trail; null until there are any. */
  correlationId: z.nullable(z.string()),
})
export type ImportPlan = z.infer<typeof importPlan>
export type CountedBefore = ImportPlan['countedBefore'][number]

export const importQuery = z.strictObject({
  /** The digest of the look before; left out: only look. */
  apply: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** What the file has counted before is counted again, whatever was sold or lost since. */
  recount: z.optional(z.enum(['1'])),
})
