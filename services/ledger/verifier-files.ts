// The stand-alone verifier as it was built, `verify.mjs` and `verify.html`. A draw names the hash
// of the program of its day; a copy of every program that was ever named is kept, so that a bundle
// made years later still holds the very one.
import { join } from 'node:path'

import { makeFolder, readBytes, writeOnce } from '../io/files.ts'
import { hexSha256 } from './bundle-story.ts'

export type VerifierFiles = {
  /** Of `verify.mjs`, which is kept from now on; zeros where nothing was built. */
  softwareSha256: () => Promise<string>
  /** The program with this hash if there is still one, else today's; null: nothing was built. */
  files: (named: string | null) => Promise<{ program: Buffer | null; page: Buffer | null }>
}

export const noSoftware = '0'.repeat(64)

export type VerifierFolders = {
  /** Where the build has put them; null in a shop without pages. */
  built: string | null
  kept: string
}

/** Where `npm run build` of this installation puts them. */
export function installedVerifier(dataFolder: string): VerifierFiles {
  const built = join(import.meta.dirname, '../../dist/verify')
  return openVerifierFiles({ built, kept: join(dataFolder, 'verifiers') })
}

export function openVerifierFiles({ built, kept }: VerifierFolders): VerifierFiles {
  const today = async (name: string) => (built === null ? null : readBytes(join(built, name)))
  const keptAs = (hash: string) => join(kept, `verify-${hash}.mjs`)
  return {
    async softwareSha256() {
      const program = await today('verify.mjs')
      if (program === null) return noSoftware
      const hash = hexSha256(program)
      await makeFolder(kept)
      await writeOnce(keptAs(hash), program, { mode: 0o644 })
      return hash
    },
    async files(named) {
      const isName = named !== null && /^[0-9a-f]{64}$/.test(named)
      const program =
        (isName ? await readBytes(keptAs(named)) : null) ?? (await today('verify.mjs'))
      return { program, page: await today('verify.html') }
    },
  }
}
