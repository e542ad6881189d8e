// Bodies that no program of ours and no browser would send, as the bytes that follow a request's
// headers. Each must be refused whatever call it is sent to.
import { gzipSync } from 'node:zlib'

export type Attack = {
  what: string
  /** Beside the first two of every request. */
  headers: readonly string[]
  body: string | Uint8Array
  /** What comes after the body: silence, the end of what the client sends, or the body for ever. */
  next?: 'silence' | 'end' | 'more'
}

const json = 'Content-Type: application/json'
const chunked = 'Transfer-Encoding: chunked'
const DEPTH_BEYOND = 21

/** As long as it says. */
function whole(what: string, body: string | Uint8Array, type = json): Attack {
  return { what, headers: [type, `Content-Length: ${Buffer.byteLength(body)}`], body }
}

export const chunkOf = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

/** `__proto__` last: to refuse it, every name before it has been looked at. */
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, n) => `"${n}":1,`).join('')}"__proto__":1}`

/** Of JSON, refused before any rule is asked. */
export const attacks: readonly Attack[] = [
  { what: 'a length of a terabyte', headers: [json, `Content-Length: ${2 ** 40}`], body: '{"a":' },
  { what: 'no end', headers: [json, chunked], body: chunkOf(' '.repeat(8_192)), next: 'more' },
  whole('100,000 keys', keys(100_000)),
  whole('as many keys as may be', keys(3_200)),
  whole('one level too many', '['.repeat(DEPTH_BEYOND + 1) + ']'.repeat(DEPTH_BEYOND + 1)),
  whole('16,000 levels', '['.repeat(16_000) + ']'.repeat(16_000)),
  whole('an open bracket for each byte', '['.repeat(32_000)),
  whole('a slash in two bytes', bytes('{"a":"', [0xc0, 0xaf], '"}')),
  whole('half of a pair', bytes('{"a":"', [0xed, 0xa0, 0x80], '"}')),
  whole('a letter cut in two', bytes('{"a":"', [0xd8], '"}')),
  whole('UTF-16', Buffer.from('{"a":1}', 'utf16le')),
  whole('a NUL among letters', '{"a":"x\0y"}'),
  whole('a NUL in a name', '{"a\\u0000b":1}'),
  whole('nothing but NUL', new Uint8Array(1_000)),
  whole('almost the type', '{"a":1}', 'Content-Type: application/jsonp'),
  whole('two types', '{"a":1}', 'Content-Type: application/json, text/plain'),
  whole('XML', '<a/>', 'Content-Type: application/xml'),
  {
    what: 'a packet of a megabyte in a kilobyte',
    headers: [json, 'Content-Encoding: gzip', 'Content-Length: 5000'],
    body: gzipSync(new Uint8Array(1_000_000)),
  },
  { what: 'half of itself', headers: [json, 'Content-Length: 500'], body: '{"a":', next: 'end' },
  { what: 'half of a chunk', headers: [json, chunked], body: 'ff\r\n{"a":', next: 'end' },
  { what: 'a chunk of no size', headers: [json, chunked], body: 'zz\r\n{"a":1}\r\n' },
  { what: 'a chunk beyond counting', headers: [json, chunked], body: `${'f'.repeat(17)}\r\n{` },
  { what: 'a remark without end', headers: [json, chunked], body: `1;${'x'.repeat(20_000)}` },
  { what: 'more than it says', headers: [json, 'Content-Length: 5'], body: '{"a":1}' },
]

function bytes(...parts: (string | number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  )
}

const form = 'Content-Type: multipart/form-data; boundary=b'
const field = (name: string | number) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`
const file =
  '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n' +
  'Content-Type: image/png\r\n\r\n'

/** Of forms: whoever sends one has been let in as staff. */
export const formAttacks: readonly Attack[] = [
  whole(
    '30,000 fields',
    `${Array.from({ length: 30_000 }, (_, n) => field(n)).join('')}--b--`,
    form,
  ),
  whole('a header of a megabyte', `--b\r\nContent-Disposition: ${'x'.repeat(1_000_000)}`, form),
  whole('no last border', field('name'), form),
  whole('no border at all', field('name'), 'Content-Type: multipart/form-data'),
  { what: 'half of itself', headers: [form, 'Content-Length: 9000'], body: file, next: 'end' },
  { what: 'a file without end', headers: [form, chunked], body: chunkOf(file), next: 'more' },
  {
    what: 'no beginning',
    headers: [form, chunked],
    body: chunkOf('x'.repeat(65_536)),
    next: 'more',
  },
]
