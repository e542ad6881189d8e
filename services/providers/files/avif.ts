// AVIF beside WebP: a third smaller, but slow to make, so it is made after the upload has been
// answered. What is missing is found by looking, so nothing is lost when the process ends.
import sharp from 'sharp'

import { IMAGE_WIDTHS } from '../../contract/shared.ts'
import { firstLookName } from '../../first-look-name.ts'
import { drawFirstLook } from './first-look.ts'
import { inTurn } from './images.ts'
import type { FileStore } from './port.ts'

const FIRST_LOOK_SOURCE_WIDTH = 640
/** Effort 4 takes six times as long for a tenth fewer bytes. */
const AVIF = { quality: 45, effort: 2 } as const

/**
 * Answers the act of a sweep: of all `keys()` makes what is not there yet, one after another. What
 * pages wait for comes first.
 */
export function avifMaker({ files, keys, isStopping = () => false }: Maker) {
  const made = new Set<string>()
  return async () => {
    const missing = [...new Set(keys())].filter((key) => !made.has(key))
    for (const key of missing) if (!isStopping()) await makeFirstLook(files, key)
    for (const key of missing) {
      await makeAvif({ files, isStopping }, key)
      if (isStopping()) return
      made.add(key)
    }
  }
}

type Maker = {
  files: FileStore
  keys: () => Iterable<string>
  /** Asked between two pictures: a shop that ends does not wait for all of them. */
  isStopping?: () => boolean
}

type Making = { files: FileStore; isStopping: () => boolean }

async function makeAvif({ files, isStopping }: Making, key: string): Promise<void> {
  for (const width of IMAGE_WIDTHS) {
    if (isStopping()) return
    const name = `images/${key}-${width}.avif`
    if ((await files.get(name)) !== null) continue
    const source = await sourceFor(files, key, width)
    if (source === null) return // a picture of an older upload, or of none
    const made = await inTurn(() =>
      sharp(source).resize({ width, withoutEnlargement: true }).avif(AVIF).toBuffer(),
    )
    await files.put(name, made, 'image/avif')
  }
}

async function makeFirstLook(files: FileStore, key: string): Promise<void> {
  const name = firstLookName(key)
  if ((await files.get(name)) !== null) return
  const source = await sourceFor(files, key, FIRST_LOOK_SOURCE_WIDTH)
  const made = source && (await inTurn(() => drawFirstLook(source)))
  if (made) await files.put(name, made, 'image/avif')
}

/** From the widest there is, so that what one codec lost the other need not keep. */
async function sourceFor(files: FileStore, key: string, width: number): Promise<Buffer | null> {
  for (const wide of IMAGE_WIDTHS.toReversed()) {
    if (wide < width) return null
    const stored = await files.get(`images/${key}-${wide}.webp`)
    if (stored !== null) return stored.bytes
  }
  return null
}
