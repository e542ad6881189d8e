import sharp from 'sharp'
import { expect, it } from 'vitest'

import { IMAGE_WIDTHS } from '../../contract/shared.ts'
import { avifMaker } from './avif.ts'
import { storeImage } from './images.ts'
import type { FileStore } from './port.ts'

it('makes every width of a picture once, and only what is missing', async () => {
  const { files, written } = filesInMemory()
  const key = await storeImage(files, await photograph())
  const make = avifMaker({ files, keys: () => [key, key] })
  written.length = 0
  await make()
  await make()
  expect(written).toEqual([
    `images/${key}-first.avif`,
    ...IMAGE_WIDTHS.map((width) => `images/${key}-${width}.avif`),
  ])

  const narrow = await files.get(`images/${key}-320.avif`)
  expect(await sharp(narrow?.bytes).metadata()).toMatchObject({ width: 320, format: 'heif' })

  written.length = 0
  await avifMaker({ files, keys: () => [key] })() // another process finds nothing to do
  expect(written).toEqual([])
})

it('ends after the picture it is at when the shop stops, and goes on the next time', async () => {
  const { files, written } = filesInMemory()
  const key = await storeImage(files, await photograph())
  const life = { isStopping: false }
  const make = avifMaker({
    files: {
      ...files,
      put: async (...picture) => {
        await files.put(...picture)
        life.isStopping = true
      },
    },
    keys: () => [key],
    isStopping: () => life.isStopping,
  })
  written.length = 0
  await make()
  expect(written).toEqual([`images/${key}-first.avif`])

  life.isStopping = false
  await make()
  expect(written).toEqual([`images/${key}-first.avif`, `images/${key}-${IMAGE_WIDTHS[0]}.avif`])
})

it('passes over a picture that is not there', async () => {
  const { files, written } = filesInMemory()
  await avifMaker({ files, keys: () => ['0'.repeat(32)] })()
  expect(written).toEqual([])
})

const photograph = () =>
  sharp({ create: { width: 1_400, height: 900, channels: 3, background: '#0E5A43' } })
    .jpeg()
    .toBuffer()

function filesInMemory() {
  const stored = new Map<string, Buffer>()
  const written: string[] = []
  const files: FileStore = {
    async put(key, bytes) {
      stored.set(key, bytes)
      written.push(key)
    },
    async get(key) {
      const bytes = stored.get(key)
      return bytes ? { bytes, contentType: 'image/avif', etag: `"${key}"` } : null
    },
    async remove(key) {
      stored.delete(key)
    },
  }
  return { files, written }
}
