// What PostgreSQL's types are here, for `database.ts`.
import { types } from 'pg'

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082

/**
 * int8 is a number (money in cents, counts, positions: all below 2^53, and asserted); numeric stays
 * text, so a query that sums casts to int8; date stays text; timestamptz is a Date.
 */
export const getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return types.getTypeParser(oid, 'binary')
  if (oid === INT8) return safeInteger
  if (oid === INT8_ARRAY) return safeIntegers
  if (oid === DATE) return (text: string) => text
  return types.getTypeParser(oid)
}) as typeof types.getTypeParser

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`)
  return value
}

/** The writing of a one-dimensional array of numbers: `{1,2,NULL}`. */
const safeIntegers = (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : safeInteger(item)))
