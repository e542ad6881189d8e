// Where the pictures of this installation lie, by its settings.
import type { Config } from './config.ts'
import type { BreakerState } from './providers/breaker.ts'
import { diskFiles } from './providers/files/disk.ts'
import { keptFiles } from './providers/files/kept.ts'
import type { FileStore } from './providers/files/port.ts'
import { s3Files } from './providers/files/s3.ts'

/** Some thousand pictures as phones ask for them. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024

export type PictureFiles = { files: FileStore; breakers: () => Record<string, BreakerState> }

export function openPictureFiles({ bucket, filesFolder }: Config): PictureFiles {
  if (bucket === null) return { files: diskFiles(filesFolder), breakers: () => ({}) }
  const files = s3Files(bucket)
  return {
    files: keptFiles(files, KEPT_BYTES_MAX),
    breakers: () => ({ files: files.breaker.state() }),
  }
}
