// Shapes that every resource shares. Written in zod/mini: the server parses requests with them, the
// browser parses answers with them and the OpenAPI document is made of them.
import * as z from 'zod/mini'

import { uuidPattern } from '#events/kernel/ids.ts'

export const PAGE_SIZE = 20
export const PAGE_LIMIT_MAX = 1_000

/** No NUL: PostgreSQL cannot store it. */
const NO_NUL = /^[^\0]*$/

/* @__NO_SIDE_EFFECTS__ */
export const id = () => z.string().check(z.regex(uuidPattern, 'must be an id'))

/** Text of people: `charactersMin` counts what is left after trimming. */
/* @__NO_SIDE_EFFECTS__ */
export const words = (charactersMax: number, charactersMin = 0) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(charactersMin),
      z.maxLength(charactersMax),
      z.regex(NO_NUL, 'must not hold a NUL'),
    )

/** Money out: a decimal string with exactly two decimals, US dollars. */
/* @__NO_SIDE_EFFECTS__ */
export const money = () => z.string().check(z.regex(/^-?(0|[1-9]\d{0,12})\.\d{2}$/))

/** Money in: at most two decimals, never a float; `5`, `5.5` and `5.50` are the same amount. */
/* @__NO_SIDE_EFFECTS__ */
export const moneyIn = () =>
  z.string().check(z.regex(/^(0|[1-9]\d{0,7})(\.\d{1,2})?$/, 'must be an amount like 12.50'))

/* @__NO_SIDE_EFFECTS__ */
export const signedMoneyIn = () =>
  z.string().check(z.regex(/^[+-]?(0|[1-9]\d{0,7})(\.\d{1,2})?$/, 'must be an amount like -2.50'))

/** Ticket numbers are text on the wire, padded with zeros to six digits. */
/* @__NO_SIDE_EFFECTS__ */
export const ticketNumber = () => z.string().check(z.regex(/^\d{6,10}$/))

/* @__NO_SIDE_EFFECTS__ */
export const instantOut = () =>
  z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'must be a UTC instant'))

/** In: a day of Beirut (`2026-11-21`) or an instant with its offset. */
/* @__NO_SIDE_EFFECTS__ */
export const dayOrInstantIn = () =>
  z
    .string()
    .check(
      z.regex(
        /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/,
        'must be a day like 2026-11-21 or an instant',
      ),
      z.refine(isRealDay, 'is not a day of the calendar'),
    )

/** In: a day of Beirut and nothing else. */
/* @__NO_SIDE_EFFECTS__ */
export const dayIn = () =>
  z
    .string()
    .check(
      z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a day like 2026-11-21'),
      z.refine(isRealDay, 'is not a day of the calendar'),
    )

/** 30 February is none: it would silently become 2 March. */
function isRealDay(text: string): boolean {
  const day = text.slice(0, 10)
  const midnight = new Date(`${day}T00:00:00.000Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}

/* @__NO_SIDE_EFFECTS__ */
export const count = () => z.int().check(z.minimum(0))
/** `active` travels as 1 or 0. */
/* @__NO_SIDE_EFFECTS__ */
export const flag = () => z.union([z.literal(1), z.literal(0)])

/** Path of an image on this host, or null where there is none. See `imageAt`. */
/* @__NO_SIDE_EFFECTS__ */
export const image = () => z.nullable(z.string())
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280] as const
export type ImageWidth = (typeof IMAGE_WIDTHS)[number]
const IMAGE_PATH = /^\/images\/([a-f0-9]{32})-\d+\.webp$/

/** Where the picture with this key of the file store is shown. */
export function imagePath(key: string | null, width: ImageWidth = 1280): string | null {
  return key === null ? null : `/images/${key}-${width}.webp`
}

/** The same picture in another width, for `srcset`; foreign paths stay as they are. */
export function imageAt(path: string, width: ImageWidth): string {
  return path.replace(IMAGE_PATH, `/images/$1-${width}.webp`)
}

export const pagination = z.strictObject({ hasMore: z.boolean(), total: count() })

/* @__NO_SIDE_EFFECTS__ */
export const paged = <Row extends z.core.$ZodType>(row: Row) =>
  z.strictObject({ data: z.array(row), pagination })

/** A whole number in a query string or form field, which are text. */
/* @__NO_SIDE_EFFECTS__ */
export const numberIn = (bounds: { min: number; max: number }) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.int().check(z.minimum(bounds.min), z.maximum(bounds.max)),
    ),
  )

export const pageQuery = {
  page: z._default(numberIn({ min: 1, max: 100_000 }), 1),
  limit: z._default(numberIn({ min: 1, max: PAGE_LIMIT_MAX }), PAGE_SIZE),
}
export const pageQuerySchema = z.strictObject(pageQuery)

export const noQuery = z.strictObject({})
/** A call without a body: an empty one or `{}`. */
export const noBody = z.optional(z.strictObject({}))
export const languages = ['en', 'ar', 'fr'] as const
/* @__NO_SIDE_EFFECTS__ */
export const language = () => z.enum(languages)

/** Opaque; goes back in `If-Match` to notice that somebody else has changed it meanwhile. */
/* @__NO_SIDE_EFFECTS__ */
export const version = () => z.string().check(z.regex(/^[\w-]{1,64}$/))

export const deleted = z.strictObject({ deleted: z.literal(true) })

/** What went wrong in one field of a request, for the form to show beside it. */
export const fieldProblem = z.strictObject({ path: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof fieldProblem>
