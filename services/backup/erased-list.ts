// Who was erased, kept outside of the database and of its backups: a backup that is older than an
// erasure brings the person back, and then it has to be done again (docs/decisions/0034). One empty
// file a person, named by the random id and nothing else.
import { join } from 'node:path'

import { listFolder, makeFolder, writeOnce } from '../io/files.ts'

export type ErasedList = {
  add: (personId: string) => Promise<void>
  /** None also where there is no such folder: ask `keptOutside` whether it is a signer's. */
  all: () => Promise<string[]>
}

export function erasedList(signerFolder: string): ErasedList {
  const folder = join(signerFolder, 'erased')
  return {
    async add(personId) {
      await makeFolder(folder, { mode: 0o700 })
      await writeOnce(join(folder, personId), '', { mode: 0o600 })
    },
    all: () => listFolder(folder),
  }
}
