// Rows as the text format of PostgreSQL's COPY: a line each, columns by tabs, `\N` for null. A
// rebuild writes with it what it knows to be new; it costs a third of an `insert`.
import { assert } from '#events/kernel/assert.ts'

import type { Part, SqlType } from './projection.ts'
import { physicalName, type Build } from './sql.ts'

export type Copy = { text: string; chunks: readonly string[] }

/** Characters; a message of the protocol. */
const CHUNK_MIN = 60_000

export function copyOf({ table, columns, rows }: Part, build: Build): Copy {
  const all = [...table.key, ...columns]
  const write = all.map((column) => writerOf(table.columns[column]))
  const chunks: string[] = []
  let chunk = ''
  for (const row of rows) {
    let line = ''
    for (let index = 0; index < write.length; index++) {
      const value = row[index]
      const text = value === null || value === undefined ? '\\N' : write[index]!(value)
      line = index === 0 ? text : `${line}\t${text}`
    }
    chunk += `${line}\n`
    if (chunk.length >= CHUNK_MIN) {
      chunks.push(chunk)
      chunk = ''
    }
  }
  if (chunk !== '') chunks.push(chunk)
  return { text: `copy ${physicalName(table, build)} (${all.join(', ')}) from stdin`, chunks }
}

function writerOf(type: SqlType | undefined): (value: unknown) => string {
  assert(type !== undefined, 'a part names columns of its table')
  if (type === 'json') return (value) => doubled(JSON.stringify(value))
  if (type === 'text') return (value) => escaped(String(value))
  return type === 'timestamptz' ? instants() : String
}

/** JSON.stringify breaks no line and writes no tab; only its backslashes mean something to COPY. */
const doubled = (json: string) => (json.includes('\\') ? json.replaceAll('\\', '\\\\') : json)

const special = /[\\\t\n\r]/
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
}

const escaped = (text: string) =>
  special.test(text) ? text.replace(/[\\\t\n\r]/g, (one) => escapes[one] ?? one) : text

/** ISO 8601. Writing a date is dear, and the next fact is in the same minute: it is kept. */
function instants() {
  let minute = Number.NaN
  let prefix = ''
  return (value: unknown): string => {
    if (!(value instanceof Date)) return String(value)
    const ms = value.getTime()
    const sinceMinute = ((ms % MINUTE_MS) + MINUTE_MS) % MINUTE_MS // also before 1970
    if (ms - sinceMinute !== minute) {
      minute = ms - sinceMinute
      prefix = value.toISOString().slice(0, -'00.000Z'.length)
    }
    const seconds = Math.floor(sinceMinute / 1_000)
    return `${prefix}${twoDigits(seconds)}.${threeDigits(sinceMinute % 1_000)}Z`
  }
}

const MINUTE_MS = 60_000
const twoDigits = (n: number) => (n < 10 ? `0${n}` : `${n}`)
const threeDigits = (n: number) => (n < 100 ? `0${twoDigits(n)}` : `${n}`)
