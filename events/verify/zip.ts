// Reads a ZIP archive as the files of a bundle: the central directory first, each file when it is
// asked for, so that a large bundle is never in memory as a whole. Only what our own writer writes
// is read: stored or deflated, no encryption, no ZIP64, every name once. Inflating is handed in.
import { assert } from '../kernel/assert.ts'
import { textOf } from '../kernel/bytes.ts'

import type { BundleFiles } from './needs.ts'

export type RandomAccess = {
  readonly size: number
  readonly slice: (start: number, end: number) => Promise<Uint8Array>
}

/** Raw deflate (RFC 1951); `size` is what must come out. */
export type Inflate = (bytes: Uint8Array, size: number) => Promise<Uint8Array>

type Member = { offset: number; method: number; packed: number; size: number }

const endSignature = 0x06054b50
const memberSignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
/** No file of a bundle is larger: a register of ten million tickets has 200 MB. */
const fileBytesMax = 1_000_000_000

export async function openZip(source: RandomAccess, inflate: Inflate): Promise<BundleFiles> {
  const members = withoutFolder(await readDirectory(source))
  return {
    names: [...members.keys()],
    async read(name) {
      const member = members.get(name)
      assert(member !== undefined, `${name} is not in the archive`)
      const { method, packed, size } = member
      const start = await startOf(source, member)
      const bytes = await source.slice(start, start + packed)
      assert(bytes.length === packed, `${name} is cut off`)
      if (method === 0) return bytes
      assert(method === 8, `${name} is packed in an unknown way`)
      const content = await inflate(bytes, size)
      assert(content.length === size, `${name} has another size than the archive says`)
      return content
    },
  }
}

async function readDirectory(source: RandomAccess): Promise<Map<string, Member>> {
  const tailStart = Math.max(0, source.size - 65_557)
  const tail = await source.slice(tailStart, source.size)
  const end = findEnd(tail)
  assert(end >= 0, 'this is not a ZIP archive')
  const view = viewOf(tail)
  const count = view.getUint16(end + 10, true)
  const length = view.getUint32(end + 12, true)
  const start = view.getUint32(end + 16, true)
  assert(count < 0xffff && start < 0xffffffff, 'an archive in ZIP64 form is not read here')
  const directory = await source.slice(start, start + length)
  return readMembers(directory, count)
}

function findEnd(tail: Uint8Array): number {
  const view = viewOf(tail)
  for (let at = tail.length - endBytes; at >= 0; at -= 1)
    if (view.getUint32(at, true) === endSignature) return at
  return -1
}

function readMembers(directory: Uint8Array, count: number): Map<string, Member> {
  const view = viewOf(directory)
  const members = new Map<string, Member>()
  let at = 0
  for (let which = 0; which < count; which += 1) {
    assert(at + 46 <= directory.length, 'the archive’s directory is cut off')
    assert(view.getUint32(at, true) === memberSignature, 'the archive’s directory is damaged')
    const nameLength = view.getUint16(at + 28, true)
    const rest = view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    const name = textOf(directory.subarray(at + 46, at + 46 + nameLength))
    const size = view.getUint32(at + 24, true)
    assert((view.getUint16(at + 8, true) & 1) === 0, `${name} is encrypted`)
    assert(size <= fileBytesMax, `${name} is too large`)
    assert(!members.has(name), `${name} stands in the archive twice`)
    if (!name.endsWith('/'))
      members.set(name, {
        offset: view.getUint32(at + 42, true),
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        size,
      })
    at += 46 + nameLength + rest
  }
  return members
}

/** Where the file's bytes begin: behind the header that stands before them. */
async function startOf(source: RandomAccess, { offset }: Member): Promise<number> {
  const header = await source.slice(offset, offset + 30)
  const view = viewOf(header)
  assert(header.length === 30 && view.getUint32(0, true) === localSignature, 'a file is damaged')
  return offset + 30 + view.getUint16(26, true) + view.getUint16(28, true)
}

/** Archives that people packed themselves often hold one folder with everything in it. */
function withoutFolder(members: Map<string, Member>): Map<string, Member> {
  if (members.has('manifest.json')) return members
  const top = [...members.keys()]
    .find((name) => /^[^/]+\/manifest\.json$/.test(name))
    ?.split('/')[0]
  const isInside = (name: string) => name.startsWith(`${top}/`)
  if (top === undefined || ![...members.keys()].every(isInside)) return members
  return new Map([...members].map(([name, member]) => [name.slice(top.length + 1), member]))
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
