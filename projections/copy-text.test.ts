import { expect, it } from 'vitest'

import { copyOf } from './copy-text.ts'
import type { Table } from './projection.ts'

const table: Table = {
  name: 'things',
  columns: { id: 'bigint', words: 'text', state: 'json', at: 'timestamptz' },
  key: ['id'],
  indexes: [],
}
const build = { version: 2, generation: 3 }
const lineOf = (...row: unknown[]) =>
  copyOf({ table, columns: ['words', 'state', 'at'], rows: [row] }, build).chunks.join('')

it('a row is a line, its columns parted by tabs, in the order the statement names', () => {
  const rows = [
    [1, 'a'],
    [2, 'b'],
  ]
  const copy = copyOf({ table, columns: ['words'], rows }, build)

  expect(copy.text).toBe('copy things_v2_3 (id, words) from stdin')
  expect(copy.chunks).toEqual(['1\ta\n2\tb\n'])
})

it('what is not there is null, in every type', () => {
  expect(lineOf(1, null, undefined, null)).toBe('1\t\\N\t\\N\t\\N\n')
})

it('words that mean something to COPY are escaped, a text of \\N among them', () => {
  expect(lineOf(1, 'tab\t line\n return\r', null, null)).toBe(
    '1\ttab\\t line\\n return\\r\t\\N\t\\N\n',
  )
  expect(lineOf(1, '\\N', null, null)).toBe('1\t\\\\N\t\\N\t\\N\n')
})

it('a document keeps its own escapes', () => {
  expect(lineOf(1, null, { said: 'a "word"\n' }, null)).toBe(
    '1\t\\N\t{"said":"a \\\\"word\\\\"\\\\n"}\t\\N\n',
  )
})

it('an instant is written as ISO 8601, in every minute and before 1970', () => {
  const instants = [
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T00:00:59.999Z',
    '2026-01-01T00:00:07.050Z',
    '2026-01-01T00:01:00.001Z',
    '1969-12-31T23:59:58.004Z',
  ]
  const rows = instants.map((at, id) => [id, new Date(at)])

  const { chunks } = copyOf({ table, columns: ['at'], rows }, build)

  expect(chunks.join('')).toBe(instants.map((at, id) => `${id}\t${at}\n`).join(''))
})

it('many rows go in several messages, none of them cut', () => {
  const rows = Array.from({ length: 3_000 }, (_, id) => [id, 'x'.repeat(100)])

  const { chunks } = copyOf({ table, columns: ['words'], rows }, build)

  expect(chunks.length).toBeGreaterThan(3)
  expect(chunks.every((chunk) => chunk.endsWith('\n'))).toBe(true)
  expect(chunks.join('').split('\n')).toHaveLength(3_001)
})
