// Archives as our own writer and common programs make them, and as somebody might damage them.
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { concat, textOf, utf8 } from '../kernel/bytes.ts'
import { openZip, type Inflate, type RandomAccess } from './zip.ts'

type Member = { name: string; content: string; method?: number; flags?: number; size?: number }

const u16 = (...values: number[]) => values.flatMap((value) => [value & 0xff, value >> 8])
const u32 = (...values: number[]) =>
  values.flatMap((value) => u16(value & 0xffff, Math.floor(value / 0x10000)))

/** Local headers with their files, the central directory, and its end with this remark behind. */
function zipOf(members: readonly Member[], { before = '', remark = '', extra = '' } = {}) {
  const parts: Uint8Array[] = [utf8(before)]
  const directory: Uint8Array[] = []
  let offset = before.length
  for (const { name, content, method = 0, flags = 0, size } of members) {
    const bytes = utf8(content)
    const packed = method === 8 ? Uint8Array.from(deflateRawSync(bytes)) : bytes
    const common = [
      ...u16(20, flags, method, 0, 0),
      ...u32(crc32(bytes), packed.length, size ?? bytes.length),
      ...u16(utf8(name).length, extra.length),
    ]
    const local = [Uint8Array.of(...u32(0x04034b50), ...common), utf8(name + extra), packed]
    directory.push(
      Uint8Array.of(...u32(0x02014b50), ...u16(20), ...common),
      Uint8Array.of(...u16(extra.length, 0, 0), ...u32(0, offset)),
      utf8(name + extra + extra),
    )
    parts.push(...local)
    offset += concat(...local).length
  }
  const listed = concat(...directory)
  const end = [...u32(0x06054b50), ...u16(0, 0, members.length, members.length)]
  return concat(
    ...parts,
    listed,
    Uint8Array.of(...end, ...u32(listed.length, offset), ...u16(remark.length)),
    utf8(remark),
  )
}

const sourceOf = (bytes: Uint8Array): RandomAccess => ({
  size: bytes.length,
  slice: async (start, end) => bytes.slice(start, end),
})
const inflate: Inflate = async (bytes) => Uint8Array.from(inflateRawSync(bytes))
const opened = (bytes: Uint8Array, by = inflate) => openZip(sourceOf(bytes), by)

const two: Member[] = [
  { name: 'manifest.json', content: '{}' },
  { name: 'tile/0/000', content: 'hash '.repeat(50), method: 8 },
]

describe('an archive', () => {
  it.each([
    ['plain', {}],
    ['with a remark at its end', { remark: 'x'.repeat(65_535) }],
    ['behind something else', { before: 'a program that unpacks itself' }],
    ['with extra fields', { extra: 'extra' }],
  ])('is read %s', async (_how, options) => {
    const files = await opened(zipOf(two, options))
    expect(files.names).toEqual(['manifest.json', 'tile/0/000'])
    expect(textOf(await files.read('manifest.json'))).toBe('{}')
    expect(textOf(await files.read('tile/0/000'))).toBe('hash '.repeat(50))
  })

  it('is read from its end, and a file when it is asked for', async () => {
    const asked: [number, number][] = []
    const watched = (bytes: Uint8Array): RandomAccess => ({
      size: bytes.length,
      slice: async (start, end) => {
        asked.push([start, end])
        return bytes.slice(start, end)
      },
    })
    const bytes = zipOf(two, { before: 'x'.repeat(70_000) })
    const files = await openZip(watched(bytes), inflate)
    await files.read('manifest.json')
    expect(asked).toEqual([
      [bytes.length - 65_557, bytes.length],
      [new DataView(bytes.buffer).getUint32(bytes.length - 6, true), bytes.length - 22],
      [70_000, 70_030],
      [70_043, 70_045],
    ])
    const small = zipOf(two)
    await openZip(watched(small), inflate)
    expect(asked[4]).toEqual([0, small.length])
  })

  it('of nothing has no files', async () => expect((await opened(zipOf([]))).names).toEqual([]))

  it('does not count its folders among its files', async () => {
    const files = await opened(zipOf([{ name: 'tile/', content: '' }, ...two]))
    expect(files.names).toEqual(['manifest.json', 'tile/0/000'])
  })

  it('gives its files without the one folder that they all lie in', async () => {
    const packed = two.map((member) => ({ ...member, name: `evidence/${member.name}` }))
    const files = await opened(zipOf(packed))
    expect(files.names).toEqual(['manifest.json', 'tile/0/000'])
    expect(textOf(await files.read('manifest.json'))).toBe('{}')
    const beside = await opened(zipOf([...packed, { name: 'other.txt', content: '' }]))
    expect(beside.names).toContain('evidence/manifest.json')
    const deep = await opened(zipOf([{ name: 'a/b/manifest.json', content: '{}' }]))
    expect(deep.names).toEqual(['a/b/manifest.json'])
    const copied = await opened(zipOf([{ name: 'a/manifest.json.old', content: '' }]))
    expect(copied.names).toEqual(['a/manifest.json.old'])
    const both = await opened(zipOf([...two, { name: 'copy/manifest.json', content: '' }]))
    expect(both.names).toContain('copy/manifest.json')
  })
})

describe('what is refused', () => {
  const whole = zipOf(two)
  const changed = (at: number, ...bytes: number[]) => {
    const copy = Uint8Array.from(whole)
    copy.set(bytes, at < 0 ? copy.length + at : at)
    return copy
  }
  /** Where the central directory begins. */
  const start = new DataView(whole.buffer).getUint32(whole.length - 6, true)

  it.each([
    ['a text', utf8('this is no archive, but long enough for one'), /not a ZIP/],
    ['a few bytes', utf8('PK'), /not a ZIP/],
    ['ZIP64 by its count', changed(-12, 0xff, 0xff), /ZIP64/],
    ['ZIP64 by its place', changed(-6, 0xff, 0xff, 0xff, 0xff), /ZIP64/],
    ['one file more than there is', changed(-12, 3, 0), /cut off/],
    ['a damaged directory', changed(start, 0), /directory is damaged/],
    ['an encrypted file', zipOf([{ ...two[0]!, flags: 1 }]), /manifest.json is encrypted/],
    ['a file too large', zipOf([{ ...two[0]!, size: 1_000_000_001 }]), /is too large/],
    ['a name twice', zipOf([two[0]!, two[0]!]), /stands in the archive twice/],
  ])('is %s', (_what, bytes, words) => expect(opened(bytes)).rejects.toThrow(words))

  it.each([
    ['with a damaged header', changed(0, 0), /a file is damaged/],
    ['that is packed otherwise', zipOf([{ ...two[0]!, method: 12 }]), /unknown way/],
    ['of another size', zipOf([{ ...two[1]!, size: 7 }, two[0]!]), /another size/],
  ])('is a file %s', async (_what, bytes, words) => {
    const files = await opened(bytes)
    await expect(files.read(files.names[0]!)).rejects.toThrow(words)
  })

  it('is a file that is not there, or that ends with the archive', async () => {
    const files = await opened(whole)
    await expect(files.read('other')).rejects.toThrow(/other is not in the archive/)
    const short: RandomAccess = {
      size: whole.length,
      slice: async (from, to) => whole.slice(from, to === from + 2 ? from + 1 : to),
    }
    const cut = await openZip(short, inflate)
    await expect(cut.read('manifest.json')).rejects.toThrow(/manifest.json is cut off/)
  })

  it('is no file of a billion bytes exactly', async () => {
    const files = await opened(zipOf([{ ...two[0]!, size: 1_000_000_000 }]))
    expect(files.names).toEqual(['manifest.json'])
  })
})
