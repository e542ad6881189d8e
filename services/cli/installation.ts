// Where the commands of the terminal find the database of this installation: DATABASE_OWNER_URL or
// DATABASE_URL, else the PostgreSQL of our own, which is started when no service is running.
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { accessFile, findEmbedded, placeOf } from '../database/embedded.ts'
import { prepareDatabase, requireMigrated, startOwn } from '../database/prepare.ts'
import { StartRefused } from '../database/start-refused.ts'
import { makeFolder, sizeOf } from '../io/files.ts'

export type AdminDatabase = {
  /** The owner's login. */
  url: string
  /** Where our own PostgreSQL lies; null: it is somebody else's. */
  home: string | null
  stop: () => Promise<void>
}

export type Wanted = {
  /** Where DATA_DIR has no PostgreSQL yet, one is made: for who brings the facts. */
  mayCreate?: boolean
  /**
   * What becomes of our own PostgreSQL when it has to be started: it is given what it lacks; or it
   * must lack nothing, for who only reads; or it stays as it is, for who looks at it first and
   * migrates it himself. One that runs, and somebody else's, are always taken as they are.
   */
  migrations?: 'apply' | 'require' | 'leave'
}

export async function adminDatabaseUrl(wanted: Wanted = {}): Promise<AdminDatabase> {
  const { mayCreate = false, migrations = 'apply' } = wanted
  const config = readConfig(process.env)
  const given = config.database.ownerUrl ?? config.database.url
  if (given !== null) return { url: given, home: null, stop: async () => {} }
  if (mayCreate) await makeFolder(config.dataFolder, { mode: 0o711 })
  else await requireCluster(config.dataFolder)
  const running = await findEmbedded(config.dataFolder)
  if (running !== null) return { url: running.ownerUrl, home: running.folder, stop: async () => {} }
  return migrations === 'apply' ? migrated(config) : asItIs(config, migrations)
}

/** A timer without the service's settings would back up, night after night, a shop of its own. */
async function requireCluster(dataFolder: string): Promise<void> {
  // Asked first: looking for the place makes its folder.
  const hasFolder = (await sizeOf(dataFolder)) !== null
  if (hasFolder && (await sizeOf(accessFile((await placeOf(dataFolder)).home))) !== null) return
  throw new StartRefused(
    `there is no PostgreSQL in DATA_DIR (${dataFolder}), and DATABASE_URL is not set: ` +
      'give this command the settings of the service',
  )
}

async function migrated(config: Config): Promise<AdminDatabase> {
  const { ownerUrl, embedded, stop } = await prepareDatabase(config)
  return { url: ownerUrl, home: embedded?.folder ?? null, stop }
}

async function asItIs(config: Config, migrations: 'require' | 'leave'): Promise<AdminDatabase> {
  const { ownerUrl: url, folder: home, stop } = await startOwn(config)
  try {
    if (migrations === 'require') await requireMigrated(config, url, 'run `npm run migrate` first')
    return { url, home, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
