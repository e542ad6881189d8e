// From whatever a camera or a designer made to WebP files of our own in several widths: re-encoded,
// so nothing of the original survives but what can be seen (docs/security.md, K47-K50).
import { randomBytes } from 'node:crypto'

import sharp from 'sharp'
import type { OutputInfo } from 'sharp'

import { Rejection } from '#events/kernel/rejection.ts'

import { IMAGE_WIDTHS } from '../../contract/shared.ts'
import { createSlots } from '../../io/slots.ts'
import type { FileStore } from './port.ts'

/** sharp's own limit of 268 megapixels would let 600 kB of PNG take 700 MB of memory. */
const PIXELS_MAX = 25_000_000
const QUALITY = 78
const WIDTH_MAX = Math.max(...IMAGE_WIDTHS)
const AT_ONCE_MAX = 2

sharp.cache(false)
sharp.concurrency(1)

/** Stores the picture in its widths; answers its key, which `imagePath` turns into an address. */
export async function storeImage(files: FileStore, bytes: Buffer): Promise<string> {
  requireKnownType(bytes)
  return inTurn(async () => {
    await requireOnePicture(bytes)
    const key = randomBytes(16).toString('hex')
    const whole = await upright(bytes)
    for (const width of IMAGE_WIDTHS) {
      const made = await resized(whole, width)
      await files.put(`images/${key}-${width}.webp`, made, 'image/webp')
    }
    return key
  })
}

export type ImageType = 'jpeg' | 'png' | 'webp'

/** By the first bytes; a name or a content type is only a claim. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  if (bytes.subarray(0, 8).equals(png)) return 'png'
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF'
  return isRiff && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null
}

function requireKnownType(bytes: Buffer): void {
  if (imageTypeOf(bytes) === null) throw unsupported('Please choose a JPEG, PNG or WebP picture.')
}

const unsupported = (message: string) =>
  new Rejection('unsupported_image', message, { fields: [{ path: 'image', message }] })

const open = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })

/**
 * Reads the header only: a picture that is too large is refused before it is decoded. Of a header
 * sharp's own limit would say no more than that it cannot be read.
 */
async function requireOnePicture(bytes: Buffer): Promise<void> {
  const header = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
  const { width, height, pages = 1 } = await readable(header.metadata())
  if (width * height > PIXELS_MAX)
    throw unsupported('This picture has too many pixels; 25 megapixels are the most.')
  if (pages > 1) throw unsupported('Moving pictures are not accepted.')
}

type Pixels = { data: Buffer; info: OutputInfo }

/** Decoded once, and no larger than the largest width. */
function upright(bytes: Buffer): Promise<Pixels> {
  return readable(
    open(bytes)
      .autoOrient()
      .resize({ width: WIDTH_MAX, withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
}

function resized({ data, info }: Pixels, width: number): Promise<Buffer> {
  const { width: rawWidth, height, channels } = info
  return sharp(data, { raw: { width: rawWidth, height, channels } })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer()
}

/** What sharp cannot read is the sender's picture, not our fault. */
async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (cause) {
    throw Object.assign(unsupported('This picture cannot be read.'), { cause })
  }
}

/** A decoded picture takes a hundred megabytes, so few are decoded at once. */
export const { run: inTurn } = createSlots(AT_ONCE_MAX)
