// Bundles as ZIP files on the disk. One is made once for each checkpoint and kept until the next is
// asked for: it takes seconds for a large raffle, and everybody may fetch it after the draw.
import { join } from 'node:path'

import { listFolder, makeFolder, removePath, sizeOf, writeStreamed } from '../io/files.ts'
import { bundleFiles, NothingSigned, type BundleNeeds } from './bundle.ts'
import { readBundleCheckpoints } from './bundle-checkpoints.ts'
import type { PublicLog } from './public-logs.ts'
import { zipped } from './zip-writer.ts'

export type BundleArchive = {
  /** The path of the ZIP file as of now. Throws NothingSigned while there is no checkpoint. */
  zip: (log: PublicLog) => Promise<string>
}

export function openBundleArchive(needs: BundleNeeds & { folder: string }): BundleArchive {
  const underWay = new Map<string, Promise<string>>()

  async function make(log: PublicLog, name: string): Promise<string> {
    const path = join(needs.folder, name)
    if ((await sizeOf(path)) !== null) return path
    await makeFolder(needs.folder)
    await writeStreamed(path, zipped(bundleFiles(needs, log)))
    for (const other of await listFolder(needs.folder))
      if (other.startsWith(`${log.raffleId}-`) && other !== name)
        await removePath(join(needs.folder, other))
    return path
  }

  return {
    async zip(log) {
      const name = await nameOf(needs, log)
      const known = underWay.get(name)
      if (known !== undefined) return known
      const making = make(log, name).finally(() => underWay.delete(name))
      underWay.set(name, making)
      return making
    },
  }
}

/** Another checkpoint, another cosignature or another verifier make another bundle. */
async function nameOf({ database, verifier }: BundleNeeds, log: PublicLog): Promise<string> {
  const checkpoints = await readBundleCheckpoints(database, log.logId)
  const last = checkpoints.at(-1)
  if (last === undefined) throw new NothingSigned(`${log.logId} has no checkpoint yet`)
  const lines = checkpoints.reduce((sum, { cosignatures }) => sum + cosignatures, 0)
  const software = await verifier.softwareSha256()
  return `${log.raffleId}-${last.size}-${lines}-${software.slice(0, 8)}.zip`
}
