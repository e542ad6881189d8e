// Shapes that several kinds of events share.
import * as z from 'zod/mini'

/** Integer cents, 0 to 10^13; the currency stands beside it. */
/* @__NO_SIDE_EFFECTS__ */
export const cents = () => z.int().check(z.minimum(0), z.maximum(10_000_000_000_000))
/** Integer cents with a sign, for adjustments and postings. */
/* @__NO_SIDE_EFFECTS__ */
export const signedCents = () =>
  z.int().check(z.minimum(-10_000_000_000_000), z.maximum(10_000_000_000_000))
/* @__NO_SIDE_EFFECTS__ */
export const count = () => z.int().check(z.minimum(0), z.maximum(1_000_000_000))
/* @__NO_SIDE_EFFECTS__ */
export const positive = () => z.int().check(z.minimum(1), z.maximum(1_000_000_000))
/** RFC 3339, UTC, milliseconds: `2026-11-21T08:00:00.000Z`. */
/* @__NO_SIDE_EFFECTS__ */
export const instant = () =>
  z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'must be a UTC instant'))
/* @__NO_SIDE_EFFECTS__ */
export const text = (charactersMax: number) => z.string().check(z.maxLength(charactersMax))
/** Lower-case hex of exactly `bytes` bytes. */
/* @__NO_SIDE_EFFECTS__ */
export const hex = (bytes: number) =>
  z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`), `must be ${bytes} bytes of hex`))
/* @__NO_SIDE_EFFECTS__ */
export const currency = () => z.literal('USD')
