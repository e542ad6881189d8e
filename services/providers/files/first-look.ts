// A picture small enough to travel inside its page: a phone on a bad line then waits for one
// request instead of two before it sees what the page is about. The sharp one follows.
import sharp from 'sharp'

/** As wide as a card on a phone, in the 4:3 of the plates. */
const SIZE = { width: 400, height: 300 } as const
/** Base64 makes 10.6 KiB of it, and the whole page may have 25. */
export const FIRST_LOOK_BYTES_MAX = 8_100
const QUALITIES = [50, 42, 34, 26, 18, 10, 4] as const

/** The best quality that fits; null when even the worst does not. */
export async function drawFirstLook(source: Buffer): Promise<Buffer | null> {
  const { data, info } = await sharp(source)
    .resize({ ...SIZE, fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (const quality of QUALITIES) {
    const drawn = await sharp(data, { raw }).avif({ quality, effort: 4 }).toBuffer()
    if (drawn.length <= FIRST_LOOK_BYTES_MAX) return drawn
  }
  return null
}
