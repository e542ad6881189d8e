// The little of CBOR (RFC 8949) that a passkey's registration is written in: integers, bytes,
// texts, lists and maps of definite length. Anything else is refused: it has no place there.

export type Cbor = number | Uint8Array | string | boolean | null | readonly Cbor[] | CborMap
export type CborMap = ReadonlyMap<number | string, Cbor>

const DEPTH_MAX = 8

/** The first item and how many bytes it takes; what follows is the caller's. */
export function readCbor(bytes: Uint8Array): { value: Cbor; size: number } {
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 }
  const value = readItem(reader, 0)
  return { value, size: reader.at }
}

export class CborRefused extends Error {}

type Reader = { view: DataView; at: number }

function readItem(reader: Reader, depth: number): Cbor {
  if (depth > DEPTH_MAX) throw new CborRefused('too deep')
  const head = readUint(reader, 1)
  const major = head >> 5
  const minor = head & 31
  if (major === 7) return simple(minor)
  const argument = readArgument(reader, minor)
  switch (major) {
    case 0:
      return argument
    case 1:
      return -1 - argument
    case 2:
      return readBytes(reader, argument)
    case 3:
      return new TextDecoder('utf-8', { fatal: true }).decode(readBytes(reader, argument))
    case 4:
      return readList(reader, argument, depth)
    case 5:
      return readMap(reader, argument, depth)
    default:
      throw new CborRefused(`major type ${major}`)
  }
}

function simple(minor: number): boolean | null {
  if (minor === 20) return false
  if (minor === 21) return true
  if (minor === 22) return null
  throw new CborRefused(`simple value ${minor}`)
}

function readArgument(reader: Reader, minor: number): number {
  if (minor < 24) return minor
  if (minor === 24) return readUint(reader, 1)
  if (minor === 25) return readUint(reader, 2)
  if (minor === 26) return readUint(reader, 4)
  throw new CborRefused('a length of that kind')
}

function readList(reader: Reader, length: number, depth: number): Cbor[] {
  const items: Cbor[] = []
  for (let n = 0; n < length; n++) items.push(readItem(reader, depth + 1))
  return items
}

function readMap(reader: Reader, length: number, depth: number): CborMap {
  const map = new Map<number | string, Cbor>()
  for (let n = 0; n < length; n++) {
    const key = readItem(reader, depth + 1)
    if ((typeof key !== 'number' && typeof key !== 'string') || map.has(key))
      throw new CborRefused('a key of that kind')
    map.set(key, readItem(reader, depth + 1))
  }
  return map
}

function readUint(reader: Reader, bytes: 1 | 2 | 4): number {
  const { view, at } = reader
  if (at + bytes > view.byteLength) throw new CborRefused('cut short')
  reader.at += bytes
  if (bytes === 1) return view.getUint8(at)
  return bytes === 2 ? view.getUint16(at) : view.getUint32(at)
}

function readBytes(reader: Reader, length: number): Uint8Array {
  const { view, at } = reader
  if (at + length > view.byteLength) throw new CborRefused('cut short')
  reader.at += length
  return new Uint8Array(view.buffer, view.byteOffset + at, length)
}
