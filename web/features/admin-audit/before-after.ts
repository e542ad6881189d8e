// How something was before an act of staff and after it, as it was noted beside the facts: of a
// change what differs, and all of what was made or ended; each value under its name.
import { codeWord } from '../../lib/admin/fact-words.ts'
import { fromCents, worth } from '../../lib/money.ts'
import { momentIn, nameOf } from './tell.ts'
import type { Told } from './tell.ts'

export type NotedLine = {
  field: string
  label: string
  value: string
  /** It stands below its name, with a line of its own for each of its paragraphs. */
  isLong: boolean
}

export type Sides = { before: NotedLine[] | null; after: NotedLine[] | null }

type Values = Readonly<Record<string, unknown>>

const LINE_LENGTH = 60

export function sidesOf(told: Told, noted: { before: unknown; after: unknown }): Sides {
  const [before, after] = [flat(noted.before), flat(noted.after)]
  const isTold = (field: string) =>
    before === null || after === null || !isSame(before[field], after[field])
  const fields = Object.keys({ ...before, ...after })
  const changed = fields.filter(isTold)
  const shown = new Set(changed.length === 0 ? fields : changed)
  const linesOf = (values: Values | null) =>
    values &&
    Object.entries(values)
      .filter(([field]) => shown.has(field))
      .map(([field, value]) => lineOf(told, field, value))
  return { before: linesOf(before), after: linesOf(after) }
}

/** The fields of a product lie one step deeper. Null: nothing was noted. */
function flat(values: unknown): Values | null {
  if (!isObject(values)) return null
  const { fields, ...others } = values
  return isObject(fields) ? { ...fields, ...others } : values
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function lineOf(told: Told, field: string, value: unknown): NotedLine {
  const { names } = told.text.past
  const words = valueOf(told, field, value)
  const label = nameOf(names, Object.hasOwn(names, field) ? field : field.replace(/Cents$/, ''))
  const isLong = words.length > LINE_LENGTH || words.includes('\n')
  return { field, label, value: words, isLong }
}

/** What is said by a code; everything else may be somebody's own words. */
const coded: ReadonlySet<string> = new Set(['status', 'method', 'role'])

function valueOf({ text, language }: Told, field: string, value: unknown): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'number' && field.endsWith('Cents')) return worth(fromCents(value))
  if (typeof value !== 'string') return JSON.stringify(value)
  return coded.has(field) ? codeWord(text.codes, value) : momentIn(value, language)
}
