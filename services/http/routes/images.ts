// Pictures of products and prizes. A key names a picture that never changes; who takes AVIF gets
// it under the same address as soon as it has been made.
import { Router } from 'express'
import type { Request } from 'express'

import { IMAGE_WIDTHS } from '../../contract/shared.ts'
import type { FileStore, StoredFile } from '../../providers/files/port.ts'
import { notFound } from '../problem.ts'

const NAME = /^([a-f0-9]{32})-(160|320|480|640|960|1280)\.webp$/
const FOR_EVER = 'public, max-age=31536000, immutable'
/** Something better is on its way. */
const FOR_NOW = 'public, max-age=300'

export function imageRoutes({ files }: { files: FileStore }): Router {
  const router = Router()
  router.get('/images/:file', async (request, response) => {
    const [, key, width] = NAME.exec(request.params.file) ?? []
    if (key === undefined || width === undefined) throw notFound()
    const { stored, isFinal } = await bestOf(files, {
      key,
      width: Number(width),
      takesAvif: takesAvif(request),
    })
    response.set({
      'Cache-Control': isFinal ? FOR_EVER : FOR_NOW,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      ETag: stored.etag,
      Vary: 'Accept',
    })
    if (request.headers['if-none-match'] === stored.etag) response.status(304).end()
    else response.type(stored.contentType).send(stored.bytes)
  })
  return router
}

const takesAvif = (request: Request) => /\bimage\/avif\b/.test(request.headers.accept ?? '')

type Wanted = { key: string; width: number; takesAvif: boolean }
type Found = { stored: StoredFile; isFinal: boolean }

async function bestOf(files: FileStore, { key, width, takesAvif }: Wanted): Promise<Found> {
  const avif = takesAvif ? await files.get(`images/${key}-${width}.avif`) : null
  if (avif !== null) return { stored: avif, isFinal: true }
  const webp = await files.get(`images/${key}-${width}.webp`)
  if (webp !== null) return { stored: webp, isFinal: !takesAvif }
  // Uploaded when there were fewer widths.
  for (const other of IMAGE_WIDTHS.toReversed()) {
    const stored = await files.get(`images/${key}-${other}.webp`)
    if (stored !== null) return { stored, isFinal: false }
  }
  throw notFound()
}
