// Where the commands of the terminal find the database of this installation: DATABASE_OWNER_URL or
// DATABASE_URL, else the PostgreSQL of our own, which is started when no service is running.
import { readConfig } from '../config.ts'
import { findEmbedded } from '../database/embedded.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { makeFolder } from '../io/files.ts'

export type AdminDatabase = {
  /** The owner's login. */
  url: string
  /** Where our own PostgreSQL lies; null: it is somebody else's. */
  home: string | null
  stop: () => Promise<void>
}

export async function adminDatabaseUrl(): Promise<AdminDatabase> {
  const config = readConfig(process.env)
  const given = config.database.ownerUrl ?? config.database.url
  if (given !== null) return { url: given, home: null, stop: async () => {} }
  await makeFolder(config.dataFolder, { mode: 0o711 })
  const running = await findEmbedded(config.dataFolder)
  if (running !== null) return { url: running.ownerUrl, home: running.folder, stop: async () => {} }
  const { ownerUrl, embedded, stop } = await prepareDatabase(config)
  return { url: ownerUrl, home: embedded?.folder ?? null, stop }
}
