// The letters of a PDF: those of the pages, in files of parts that lie beside each other in one
// package. Which part has a letter stands in the package too; only parts that are used are opened,
// and only the letters that are used go into a file.
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

import * as z from 'zod/mini'

import { assert } from '#events/kernel/assert.ts'

import { readBytes, readText } from '../io/files.ts'

const PARTS = ['latin', 'arabic', 'latin-ext', 'vietnamese'] as const
type FontPart = (typeof PARTS)[number]
const WEIGHTS = [400, 700] as const
export type FontWeight = (typeof WEIGHTS)[number]

export type PdfFonts = {
  /** By name. */
  files: ReadonlyMap<string, Buffer>
  /** The name of the font that has the letter; of Latin where none has, which draws a box. */
  fontOf: (letter: string, weight: FontWeight) => string
}

let loading: Promise<PdfFonts> | null = null

/** Some 150 kB, read at the first call and kept; a call that fails is made anew by the next. */
export function pdfFonts(): Promise<PdfFonts> {
  loading ??= loadFonts().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

export const isArabicFont = (name: string): boolean => name.startsWith('arabic')

async function loadFonts(): Promise<PdfFonts> {
  const ranges = z.record(z.string(), z.string()).parse(JSON.parse(await textOf('unicode.json')))
  const parts = PARTS.map((part) => ({ part, has: hasLetter(ranges[part] ?? '') }))
  const names = PARTS.flatMap((part) => WEIGHTS.map((weight) => nameOf(part, weight)))
  const files = await Promise.all(names.map(async (name) => [name, await fontFile(name)] as const))
  return {
    files: new Map(files),
    fontOf: (letter, weight) => {
      const code = letter.codePointAt(0) ?? 0
      return nameOf(parts.find(({ has }) => has(code))?.part ?? 'latin', weight)
    },
  }
}

const nameOf = (part: FontPart, weight: FontWeight): string => `${part}-${weight}`

/** `U+0000-00FF,U+0131`, as style sheets have it; both ends are included. */
function hasLetter(ranges: string): (code: number) => boolean {
  const bounds = ranges.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16) }
  })
  return (code) => bounds.some(({ first, last }) => first <= code && code <= last)
}

async function fontFile(name: string): Promise<Buffer> {
  const bytes = await readBytes(pathOf(`files/alexandria-${name}-normal.woff`))
  assert(bytes !== null, `the font ${name} is not installed`)
  return unpacked(bytes)
}

/**
 * A WOFF file (W3C, WOFF 1.0) as the TrueType font in it: a header, a directory of tables, and each
 * table packed on its own. Read as it lies there, a table is unpacked again for every letter.
 */
function unpacked(woff: Buffer): Buffer {
  assert(woff.toString('latin1', 0, 4) === 'wOFF', 'a font is not in the format WOFF')
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8) // the flavour
  head.writeUInt16BE(count, 4)
  const power = Math.floor(Math.log2(count))
  head.writeUInt16BE(16 * 2 ** power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(16 * (count - 2 ** power), 10)
  const pieces: Buffer[] = [head]
  let offset = head.length
  for (let index = 0; index < count; index += 1) {
    const entry = woff.subarray(44 + 20 * index)
    const [start, packedBytes, bytes] = [4, 8, 12].map((at) => entry.readUInt32BE(at))
    assert(start !== undefined && packedBytes !== undefined && bytes !== undefined, 'three numbers')
    const packed = woff.subarray(start, start + packedBytes)
    const table = packedBytes < bytes ? inflateSync(packed) : packed
    assert(table.length === bytes, 'a table of a font is not as long as it says')
    const row = head.subarray(12 + 16 * index)
    entry.copy(row, 0, 0, 4) // its name
    entry.copy(row, 4, 16, 20) // its checksum
    row.writeUInt32BE(offset, 8)
    row.writeUInt32BE(bytes, 12)
    const padding = Buffer.alloc((4 - (bytes % 4)) % 4)
    pieces.push(table, padding)
    offset += bytes + padding.length
  }
  return Buffer.concat(pieces)
}

async function textOf(file: string): Promise<string> {
  const text = await readText(pathOf(file))
  assert(text !== null, `${file} of the fonts is not installed`)
  return text
}

const pathOf = (file: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource/alexandria/${file}`))
