// The stand-alone verifier as it was built, `verify.mjs` and `verify.html`. A draw names the hash
// of the program of its day; a copy of every program that was ever named is kept, so that a bundle
// made years later still holds the very one: in the database, which is backed up. A folder has them
// too, where older builds look, and those that older builds have kept.
import { join } from 'node:path'

import type { Queryable } from '../io/database.ts'
import { makeFolder, readBytes, writeOnce } from '../io/files.ts'
import { hexSha256 } from './bundle-story.ts'
import { keepProgram, keptProgram, missingPrograms, noSoftware } from './verifier-programs.ts'

export type VerifierFiles = {
  /** Of today's `verify.mjs`; zeros where nothing was built. */
  softwareSha256: () => Promise<string>
  /** The same, for a draw that is about to name it: the program is kept when it resolves. */
  keepSoftware: () => Promise<string>
  /** The program with this hash if there is still one, else today's; null: nothing was built. */
  files: (named: string | null) => Promise<{ program: Buffer | null; page: Buffer | null }>
  /**
   * Brings into the database what draws name and the folders alone have, as older builds have kept
   * it. Hashes of those that are nowhere.
   */
  takeFromFolders: () => Promise<string[]>
}

export type VerifierNeeds = {
  database: Queryable
  /** Where the build has put them; null in a shop without pages. */
  built: string | null
  kept: string
}

/** Where `npm run build` of this installation puts them. */
export function installedVerifier(database: Queryable, dataFolder: string): VerifierFiles {
  const built = join(import.meta.dirname, '../../dist/verify')
  return openVerifierFiles({ database, built, kept: join(dataFolder, 'verifiers') })
}

export function openVerifierFiles({ database, built, kept }: VerifierNeeds): VerifierFiles {
  const today = async (name: string) => (built === null ? null : readBytes(join(built, name)))
  const keptAs = (hash: string) => join(kept, `verify-${hash}.mjs`)

  /** Null: it is in neither, or what has its name is another one. */
  async function inFolders(named: string): Promise<Buffer | null> {
    for (const program of [await readBytes(keptAs(named)), await today('verify.mjs')])
      if (program !== null && hexSha256(program) === named) return program
    return null
  }

  async function find(named: string): Promise<Buffer | null> {
    if (!/^[0-9a-f]{64}$/.test(named)) return null
    return (await keptProgram(database, named)) ?? (await inFolders(named))
  }

  return {
    async softwareSha256() {
      const program = await today('verify.mjs')
      return program === null ? noSoftware : hexSha256(program)
    },
    async keepSoftware() {
      const program = await today('verify.mjs')
      if (program === null) return noSoftware
      const hash = hexSha256(program)
      await keepProgram(database, program)
      await makeFolder(kept)
      await writeOnce(keptAs(hash), program, { mode: 0o644 })
      return hash
    },
    async files(named) {
      const program = (named === null ? null : await find(named)) ?? (await today('verify.mjs'))
      return { program, page: await today('verify.html') }
    },
    async takeFromFolders() {
      const nowhere: string[] = []
      for (const named of await missingPrograms(database)) {
        const program = await inFolders(named)
        if (program === null) nowhere.push(named)
        else await keepProgram(database, program)
      }
      return nowhere
    },
  }
}
