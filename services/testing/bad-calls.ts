// Bad input for a call, made from its place in the contract: everything here must be refused, but
// for what machines of others call back with, which may be noted.
import type { Operation, RequestBody } from '../contract/operation.ts'
import type { ApiCall } from './api-client.ts'

export type BadCall = { what: string; call: ApiCall }

export type BadCallNeeds = {
  /** The path with ids of things that exist. */
  path: string
  /** A body that fits; each of its fields is spoiled by itself. */
  sample: object | undefined
}

export function badCalls(operation: Operation, { path, sample = {} }: BadCallNeeds): BadCall[] {
  const { method, body } = operation
  const at = (what: string, call: Partial<ApiCall>): BadCall => ({
    what: `${operation.name}, ${what}`,
    call: { method, path, ...call },
  })
  const ids = operation.path.includes('{')
    ? badIds.map((id) => at(`id ${id.slice(0, 20)}`, { path: withId(operation, id) }))
    : []
  const queries = operation.path.startsWith('/api/')
    ? badQueries.map((query) => at(`query ${query}`, { path: `${path}${query}` }))
    : []
  return [...ids, ...queries, ...bodiesOf(body, sample).map(([what, call]) => at(what, call))]
}

/** For a call of a machine of others: bodies and queries that none of them sends. */
export function oddCallbacks({ name, method, path, body }: Operation): BadCall[] {
  const at = (what: string, call: Partial<ApiCall>): BadCall => ({
    what: `${name}, ${what}`,
    call: { method, path, ...call },
  })
  const queries = [...badQueries, ...oddHints.map((hint) => `?${hint}`)]
  const bodies = body === undefined ? [] : [...badJson, ...oddHints.map(encodedForm)]
  return [
    ...queries.map((query) => at(`query ${query.slice(0, 40)}`, { path: `${path}${query}` })),
    ...bodies.map(([what, call]) => at(what, call)),
  ]
}

/** A file of staff, spoiled; `sound`: the columns of one that would be read. */
export const badFiles = (sound: string): [what: string, file: string | Uint8Array][] => [
  ['nothing but NULs', '\0\0'],
  ['a NUL', `${sound}\n1\0,1`],
  ['bad UTF-8', new Uint8Array([...Buffer.from(`${sound}\n`), 0xff, 0xfe])],
  ['one line of a megabyte', 'x'.repeat(2 ** 20)],
  ['a quote that is never closed', `${sound}\n"1,1`],
]

type Spoiled = [what: string, call: Partial<ApiCall>]

function bodiesOf(body: RequestBody | undefined, sample: object): Spoiled[] {
  switch (body?.kind) {
    case 'json':
      return [
        ...badJson,
        ...spoiled(body, sample).map(([what, bad]): Spoiled => [what, { body: bad }]),
      ]
    case 'multipart':
      return [
        ...badForms,
        ...spoiled(body, sample).map(([what, bad]): Spoiled => [what, { body: formOf(bad) }]),
      ]
    default:
      return []
  }
}

const withId = ({ path }: Operation, id: string) => path.replace(/\{\w+\}/g, () => id)

const badIds = ['x', 'A'.repeat(36), '%00', '%ff', '..%2f..%2fetc', 'x'.repeat(3_000), '0']
/** On calls that take none of these they are refused too, or, where nothing is read, ignored. */
const badQueries = ['?a=1&a=2', '?__proto__=1', '?x=%00', '?page=1e9&page=2']

const json = { 'Content-Type': 'application/json' }
const raw = (
  what: string,
  body: string | Uint8Array,
  headers: Record<string, string> = json,
): Spoiled => [what, { body, headers }]

const badJson: Spoiled[] = [
  raw('broken JSON', '{"a":'),
  raw('a list', '[]'),
  raw('a text', '"x"'),
  raw('a number', '1'),
  raw('null', 'null'),
  raw('an unknown field', '{"surprise":1}'),
  raw('a price of my own', '{"price":"0.00","isAdmin":true,"total":0}'),
  raw('a prototype', '{"__proto__":{"isAdmin":true}}'),
  raw('a hidden prototype', '{"x":{"constructor":{"prototype":{}}}}'),
  raw('a NUL', '{"phone":"\\u0000","email":"\\u0000"}'),
  raw('bad UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  raw('depth', '{"a":'.repeat(40) + '1' + '}'.repeat(40)),
  raw('40 kB', JSON.stringify({ phone: 'x'.repeat(40_000) })),
  raw('thousands of keys', `{${Array.from({ length: 3_000 }, (_, n) => `"k${n}":1`).join(',')}}`),
  raw('text', '{"phone":"+96170123456"}', { 'Content-Type': 'text/plain' }),
  raw('a form', 'phone=1', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  raw('no type', new Uint8Array([0x7b, 0x7d]), {}),
  raw('another charset', '{"phone":"1"}', { 'Content-Type': 'application/json; charset=utf-16' }),
  raw('compression', '{"phone":"1"}', { ...json, 'Content-Encoding': 'gzip' }),
]

/** As the query or the form of a payment's callback, or of the handshake of a gateway. */
const oddHints = [
  'eid=%00&r=ok&sig=%ff&order_number=%00&hash=%00',
  `eid=${'9'.repeat(3_000)}&r=ok&order_number=${'9'.repeat(3_000)}`,
  'eid=1&eid=2&r=ok&order_number=1&order_number=2',
  'eid=-1&r=maybe&sig=&order_number=1e9&type=sale&status=success&order_status=settled',
  'eid=1&r=ok&sig=x&order_number=1&id=%ed%a0%80&status=%F0%9F%98%80&hash=x',
  'hub.mode=subscribe&hub.verify_token=%00&hub.challenge=%00',
]
const encodedForm = (hint: string): Spoiled =>
  raw(`form ${hint.slice(0, 40)}`, hint, { 'Content-Type': 'application/x-www-form-urlencoded' })

const badForms: Spoiled[] = [
  raw('JSON for a form', '{"name":"x"}'),
  raw('a form without border', 'x', { 'Content-Type': 'multipart/form-data' }),
  raw('a torn form', '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nx', {
    'Content-Type': 'multipart/form-data; boundary=b',
  }),
  ['an unknown field', { body: formOf({ surprise: '1' }) }],
  ['a prototype', { body: formOf({ ['__proto__']: '1' }) }],
  ['a NUL', { body: formOf({ name: 'a\0b' }) }],
  ['a long text', { body: formOf({ name: 'x'.repeat(40_000) }) }],
]

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of ownFields(fields))
    if (value !== undefined) form.set(name, String(value))
  return form
}

/** `__proto__` written by us is a field like any other. */
function ownFields(fields: object): [string, unknown][] {
  return Object.getOwnPropertyNames(fields).map((name) => [
    name,
    Object.getOwnPropertyDescriptor(fields, name)?.value,
  ])
}

const oddValues: readonly [string, unknown][] = [
  ['nothing', null],
  ['left out', undefined],
  ['an empty text', ''],
  ['blanks', '   '],
  ['a long text', 'x'.repeat(30_000)],
  ['a negative number', -1],
  ['a fraction', 1.5],
  ['a huge number', 1e300],
  ['a huge number as text', '9'.repeat(400)],
  ['a list', [1, 2]],
  ['an object', { a: 1 }],
  ['true', true],
  ['NUL', 'a\0b'],
  ['half a character', '\ud800'],
  ['markup', '<script>alert(1)</script>'],
  ['SQL', "'; drop table people; --"],
  ['a path', '../../../../etc/passwd'],
]

type WithSchema = Extract<RequestBody, { kind: 'json' | 'multipart' }>

/** Each field of the sample, at every depth, with each odd value that does not fit the contract. */
function spoiled({ schema, kind }: WithSchema, sample: object): [string, object][] {
  const bodies: [string, object][] = []
  for (const path of pathsOf(sample))
    for (const [what, value] of oddValues) {
      const given = kind === 'multipart' && value !== undefined ? String(value) : value
      const body = structuredClone(sample)
      setAt(body, path, given)
      if (!schema.safeParse(body).success) bodies.push([`${path.join('.')}: ${what}`, body])
    }
  return bodies
}

type Path = readonly (string | number)[]

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path]
  const parts = Object.entries(value).flatMap(([name, part]) => pathsOf(part, [...path, name]))
  return path.length === 0 ? parts : [path, ...parts]
}

function setAt(body: object, path: Path, value: unknown): void {
  let at = body as Record<string | number, unknown>
  for (const name of path.slice(0, -1)) at = at[name] as typeof at
  at[path.at(-1) ?? ''] = value
}
