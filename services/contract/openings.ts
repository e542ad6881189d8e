// Openings of a raffle's commitments, as an auditor takes them home beside the evidence.
import * as z from 'zod/mini'

import { id } from './shared.ts'

const NUMBER_MAX = 2_147_483_647
const ticket = () =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'must be a ticket number')),
    z.transform((text) => Math.min(Number(text), NUMBER_MAX)),
  )

export const openingsQuery = z
  .strictObject({ first: z.optional(ticket()), last: z.optional(ticket()) })
  .check(
    z.refine(
      ({ first, last }) => !first || !last || first <= last,
      'The first ticket must not be after the last.',
    ),
  )

export const everyTicket = { first: 1, last: NUMBER_MAX }

const text = () => z.nullable(z.string())

export const openingsFile = z.strictObject({
  raffleId: id(),
  origin: z.string(),
  /** False to a regulator: holders are left out, with their salts. */
  hasHolders: z.boolean(),
  openings: z.array(
    z.strictObject({
      /** Of the leaf in its log. */
      index: z.int().check(z.minimum(0)),
      /** Hex; null in all four where the person was erased, in these two without holders. */
      holderSalt: text(),
      holderText: text(),
      orderSalt: text(),
      orderText: text(),
    }),
  ),
})
