// A Node that is not the project's own, where the machine has one: what is promised of Node 20 is
// tried with it.
import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export type OtherNode = { path: string; version: string }

/** From the one that the verifier asks for to the last before our own. */
const isOther = (version: string): boolean => /^v2[0-3]\./.test(version)

/** The first on the PATH; those of packages, which `npm run` puts in front, are ours. */
export async function findOtherNode(): Promise<OtherNode | null> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const folder of folders) {
    if (folder === '' || /(^|[\\/])node_modules([\\/]|$)/.test(folder)) continue
    const path = join(folder, 'node')
    const version = await versionOf(path)
    if (version !== null && isOther(version)) return { path, version }
  }
  return null
}

/** Null: there is none, or none that starts. */
function versionOf(path: string): Promise<string | null> {
  return promisify(execFile)(path, ['--version'], { timeout: 10_000 }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
}
