import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe } from 'vitest'

import { fileStoreContract } from './contract-suite.ts'
import { diskFiles } from './disk.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qura-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('files on disk', () => {
  fileStoreContract(async () => diskFiles(folder))
})
