// Where a build of the web app lies: each in a folder of its own, which never changes once it is
// whole, and beside them the one file that names the newest. A shop that runs keeps what it has
// begun with, whoever builds meanwhile.
import { join } from 'node:path'

import { listFolder, readText, removePath, writeWhole } from '../io/files.ts'

export type Sizes = { initial: number; chunks: { file: string; kib: number }[] }

/** `build.json`, written last: a build cut short is no build. */
export type Stamp = { hash: string; sizes: Sizes }

export const webFolder = (rootFolder: string, isPseudo = false): string =>
  join(rootFolder, isPseudo ? 'dist/web-pseudo' : 'dist/web')

export const folderOf = (folder: string, { hash }: Pick<Stamp, 'hash'>): string =>
  join(folder, hash.slice(0, 16))

/** Holds `client` and `server` of the newest build. */
export async function builtWeb(rootFolder: string): Promise<string> {
  const folder = webFolder(rootFolder)
  const stamp = await readStamp(folder)
  if (stamp === null) throw new Error(`${folder} holds no bundle: run npm run build first`)
  return folderOf(folder, stamp)
}

export async function readStamp(folder: string): Promise<Stamp | null> {
  const text = await readText(join(folder, 'build.json'))
  return text === null ? null : (JSON.parse(text) as Stamp) // our own file of an earlier build
}

/** From here on it is the newest. The one before it stays for who is reading it at this moment. */
export async function publish(folder: string, stamp: Stamp, before: Stamp | null): Promise<void> {
  await writeWhole(join(folder, 'build.json'), JSON.stringify(stamp))
  const kept = [stamp, before].map((one) => one && folderOf(folder, one))
  for (const name of await listFolder(folder)) {
    const path = join(folder, name)
    if (name !== 'build.json' && !kept.includes(path)) await removePath(path)
  }
}
