// A ZIP archive as a stream: each file is deflated when it comes, and nothing is kept but the list
// for the directory at the end. Times are fixed, so that the same files make the same archive.
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

import { assert } from '#events/kernel/assert.ts'

import type { BundleFile } from './bundle.ts'

const deflated = promisify(deflateRaw)
const LEVEL = 9
/** 1 January 2000, in the time of MS-DOS. */
const DATE = ((2000 - 1980) << 9) | (1 << 5) | 1
const UTF8_NAMES = 1 << 11

export async function* zipped(files: AsyncIterable<BundleFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, bytes } of files) {
    const packed = await deflated(bytes, { level: LEVEL })
    const isSmaller = packed.length < bytes.length
    const content = isSmaller ? packed : Buffer.from(bytes)
    const member = { name, method: isSmaller ? 8 : 0, crc: crc32(bytes), packed: content.length }
    const header = localHeader({ ...member, size: bytes.length })
    directory.push(directoryEntry({ ...member, size: bytes.length }, offset))
    yield header
    yield content
    offset += header.length + content.length
    assert(offset < 0xffffffff, 'an archive of more than 4 GiB: hand out the folder instead')
  }
  assert(directory.length < 0xffff, 'too many files for an archive: hand out the folder instead')
  const list = Buffer.concat(directory)
  yield list
  yield endOfDirectory({ count: directory.length, length: list.length, offset })
}

type Member = { name: string; method: number; crc: number; packed: number; size: number }

/** What stands before a file and again in the directory. */
function common({ name, method, crc, packed, size }: Member): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0) // version 2.0 reads it
  fields.writeUInt16LE(UTF8_NAMES, 2)
  fields.writeUInt16LE(method, 4)
  fields.writeUInt16LE(0, 6)
  fields.writeUInt16LE(DATE, 8)
  fields.writeUInt32LE(crc, 10)
  fields.writeUInt32LE(packed, 14)
  fields.writeUInt32LE(size, 18)
  fields.writeUInt16LE(Buffer.byteLength(name), 22)
  return fields
}

function localHeader(member: Member): Buffer {
  const signature = Buffer.from('504b0304', 'hex')
  return Buffer.concat([signature, common(member), Buffer.from(member.name)])
}

function directoryEntry(member: Member, offset: number): Buffer {
  const head = Buffer.from('504b01021400', 'hex') // made by version 2.0
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(offset, 10)
  return Buffer.concat([head, common(member), tail, Buffer.from(member.name)])
}

function endOfDirectory(all: { count: number; length: number; offset: number }): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(all.count, 8)
  end.writeUInt16LE(all.count, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(all.offset, 16)
  return end
}
