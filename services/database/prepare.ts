// From settings to a database that is there, is migrated, and is what this start takes it for.
import type { Config } from '../config.ts'
import { openDatabase, withRole } from '../io/database.ts'
import { makeFolder } from '../io/files.ts'
import { startEmbedded } from './embedded.ts'
import type { Embedded } from './embedded.ts'
import { lockFolder } from './folder-lock.ts'
import { compareWithFiles, migrate, readInstallation, wasEverMigrated } from './migrate.ts'
import type { Environment, Installation } from './migrate.ts'
import { mayBecomeService, SERVICE_ROLE } from './migration-ledger.ts'
import { StartRefused } from './start-refused.ts'

export type PreparedDatabase = {
  /** For the running service: the role that may not change facts. */
  url: string
  /** For migrations, clock and seed; the same login as `url` where there is no other. */
  ownerUrl: string
  installation: Installation
  /** What of it is newer than this program, which leaves it as it is; null: nothing. */
  ahead: string | null
  /** Where our own PostgreSQL lies and as whom it runs; null when it is somebody else's. */
  embedded: { folder: string; user: string | null } | null
  onEnd: (hear: () => void) => void
  stop: () => Promise<void>
}

export type Progress = (step: { name: string; done?: number; total?: number }) => void

type Migrating = { putsBack?: boolean; progress: Progress }

export async function prepareDatabase(
  config: Config,
  progress: Progress = () => {},
  more: Omit<Migrating, 'progress'> = {},
): Promise<PreparedDatabase> {
  await makeFolder(config.dataFolder, { mode: 0o711 })
  const migrating = { progress, ...more }
  return config.database.url === null
    ? prepareOwn(config, migrating)
    : prepareGiven(config, config.database.url, migrating)
}

async function prepareOwn(config: Config, migrating: Migrating): Promise<PreparedDatabase> {
  const { url, ownerUrl, folder, user, onEnd, stop } = await startOwn(config, migrating.progress)
  try {
    const found = await bringUp(config, ownerUrl, migrating)
    return { url, ownerUrl, ...found, embedded: { folder, user }, onEnd, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Our own PostgreSQL with its databases as they are, and the folder for us alone. */
export async function startOwn(config: Config, progress: Progress = () => {}): Promise<Embedded> {
  const { dataFolder, archiveFolder } = config
  const lock = await lockFolder(dataFolder)
  const onProgress = (name: string) => progress({ name })
  try {
    const embedded = await startEmbedded({ dataFolder, archiveFolder, onProgress })
    return { ...embedded, stop: () => embedded.stop().finally(lock.release) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Three ways to be given a database: one login that owns everything (the service then works in its
 * own role), an owner's login beside the service's, or the service's alone (migrated by command).
 */
async function prepareGiven(
  config: Config,
  url: string,
  migrating: Migrating,
): Promise<PreparedDatabase> {
  const { ownerUrl } = config.database
  const isServiceLogin = new URL(url).username === SERVICE_ROLE
  const owner = ownerUrl ?? (isServiceLogin ? null : url)
  const found =
    owner === null ? await requireMigrated(config, url) : await bringUp(config, owner, migrating)
  if (owner !== null && ownerUrl === null) await requireBecoming(url)
  return {
    url: isServiceLogin || ownerUrl !== null ? url : withRole(url, SERVICE_ROLE),
    ownerUrl: owner ?? url,
    ...found,
    embedded: null,
    onEnd: () => {},
    stop: async () => {},
  }
}

/** A login for everything that is none for the service would fail at its first question. */
async function requireBecoming(url: string): Promise<void> {
  const database = openDatabase({ url, applicationName: 'qura start', poolMax: 1 })
  try {
    if (await mayBecomeService(database)) return
  } finally {
    await database.end()
  }
  const login = new URL(url).username
  throw new StartRefused(
    `${login} may not work as ${SERVICE_ROLE}: let a superuser say, once, ` +
      `\`grant ${SERVICE_ROLE} to ${login}\`, or give the service a login of its own`,
  )
}

/** For a process beside the one that migrates: the database as it is, or a refusal. */
export async function attachDatabase(config: Config): Promise<PreparedDatabase> {
  const { url: given } = config.database
  if (given === null)
    throw new StartRefused('DATABASE_URL is missing: this command answers for a shop that runs')
  const url = new URL(given).username === SERVICE_ROLE ? given : withRole(given, SERVICE_ROLE)
  return {
    url,
    ownerUrl: url,
    ...(await requireMigrated(config, url)),
    embedded: null,
    onEnd: () => {},
    stop: async () => {},
  }
}

type Found = Pick<PreparedDatabase, 'installation' | 'ahead'>

async function bringUp(config: Config, ownerUrl: string, migrating: Migrating): Promise<Found> {
  const { progress, putsBack = false } = migrating
  const { ahead, ...installation } = await migrate(ownerUrl, {
    environment: config.mode,
    shopLogs: config.shopLogs,
    putsBack,
    onProgress: ({ name, done, total }) => progress({ name: `migrating: ${name}`, done, total }),
  })
  refuseOther(config.mode, installation.environment)
  return { installation, ahead }
}

/** `toDo`: what helps where something is missing. Changes nothing. */
export async function requireMigrated(
  config: Config,
  url: string,
  toDo = 'run `npm run migrate` with DATABASE_OWNER_URL',
): Promise<Found> {
  const database = openDatabase({ url, applicationName: 'qura start', poolMax: 1 })
  try {
    if (!(await wasEverMigrated(database)))
      throw new StartRefused(`this database has never been migrated: ${toDo}`)
    const { lacks, ahead } = await compareWithFiles(database)
    if (lacks.length > 0) throw new StartRefused(`the database lacks ${lacks.join(', ')}: ${toDo}`)
    const installation = await readInstallation(database)
    refuseOther(config.mode, installation.environment)
    return { installation, ahead }
  } finally {
    await database.end()
  }
}

/** A sandbox on production's database, or made-up payments among real ones: neither may start. */
function refuseOther(mode: Config['mode'], environment: Environment): void {
  if (environment === mode || (mode === 'demo' && environment === 'test')) return
  throw new StartRefused(
    `this database is marked ${environment}, and this start is ${mode}: give it one of its own`,
  )
}
