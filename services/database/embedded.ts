// A PostgreSQL of our own for whoever has none: `DATABASE_URL` is not set. Its files lie in
// `DATA_DIR/postgres`; as root under a folder that others may not enter, beside /var/lib instead.
// The cluster has data checksums, knows passwords of its own, and listens on loopback and on a
// socket beside it, which is how we reach it.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'

import { openDatabase } from '../io/database.ts'
import { sizeOf, writeWhole } from '../io/files.ts'
import { sessionStandsBackToo } from '../io/stand-back.ts'
import { sleep } from '../io/timers.ts'
import { nativeFolder } from './native-folder.ts'
import type { NativeFolder } from './native-folder.ts'
import { endLeftBehind, isReady } from './postmaster.ts'
import { quietServerLog } from './server-log.ts'
import { StartRefused } from './start-refused.ts'
import type { Supervised } from './supervisor.ts'
import { isSocketThere, makeSocketFolder, socketFolderIn } from './socket-folder.ts'
import { canReach, unprivilegedUser } from './unprivileged.ts'
import type { User } from './unprivileged.ts'
import { archiveSettings, prepareArchive, recoverySettings } from './wal-archive.ts'
import type { Recovery } from './wal-archive.ts'

export type EmbeddedOptions = {
  /** Must exist. */
  dataFolder: string
  onProgress?: (step: string) => void
  /** The log is copied there, file by file. */
  archiveFolder?: string | null
  /** The cluster was laid there out of a base backup, and goes through its log first. */
  recovery?: Recovery
  /** Tests and drills: nothing in this cluster needs to outlive a crash. */
  isThrowaway?: boolean
}

export type Embedded = {
  /** The running service's login. */
  url: string
  ownerUrl: string
  /** Where the cluster lies, and under which user it runs. */
  folder: string
  user: string | null
  /** Ends PostgreSQL and waits for it. */
  stop: () => Promise<void>
  /** Called when PostgreSQL ends without having been asked to. */
  onEnd: (hear: () => void) => void
}

/** Kept beside the cluster, readable by us alone. */
type Access = { port: number; ownerPassword: string; servicePassword: string }

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const progress = options.onProgress ?? (() => {})
  const { home, cluster, user } = await placeOf(options.dataFolder)
  const native = await nativeFolder(user, home)
  if (options.recovery === undefined && (await sizeOf(unmarkedFile(home))) !== null)
    throw new StartRefused(
      `the restore into ${home} was cut short while the log was gone through: ` +
        'remove that folder, or name a new DATA_DIR, and restore again',
    )

  if (await endLeftBehind(cluster, native.program('pg_ctl')))
    progress('stopped the PostgreSQL of an earlier start')
  let access = await readAccess(home)
  const isNew = access === null
  const folder = options.archiveFolder
  if (folder) await prepareArchive({ folder, user, isNewCluster: isNew })
  if (access === null) {
    progress('creating the database')
    access = newAccess()
    await createCluster({ native, cluster, user, password: access.ownerPassword, options })
  }
  access = { ...access, port: await freePort(access.port) }
  const sockets = socketFolderIn(home)
  if (sockets !== null) await makeSocketFolder(sockets, user)
  progress('starting PostgreSQL')
  const supervisor = await start({ native, home, cluster, user, access, options, sockets })
  const server: Server = { access, sockets }
  if (isNew) await createLogins(server)
  // From here on the cluster counts as made: a start that was cut short before begins again.
  await writeWhole(accessFile(home), JSON.stringify(access), { mode: 0o600 })
  return {
    url: address(server, 'qura_app'),
    ownerUrl: address(server, 'qura_owner'),
    folder: home,
    user: user?.name ?? null,
    stop: () => endSupervisor(supervisor),
    onEnd: (hear) => supervisor.once('exit', hear),
  }
}

/** The addresses of a cluster that another process of ours runs; null when none answers. */
export async function findEmbedded(dataFolder: string) {
  const { home, cluster } = await placeOf(dataFolder)
  const access = await readAccess(home)
  if (access === null || !(await isReady(cluster))) return null
  if ((await tryPort(access.port)) !== null) return null
  const folder = socketFolderIn(home)
  const sockets = folder !== null && isSocketThere(folder, access.port) ? folder : null
  const server: Server = { access, sockets }
  const ownerUrl = address(server, 'qura_owner')
  return { url: address(server, 'qura_app'), ownerUrl, folder: home }
}

export type Place = {
  /** Of the cluster, its passwords and its log of words. */
  home: string
  cluster: string
  /** As whom PostgreSQL runs; null: as ourselves. */
  user: User | null
}

/** Where the PostgreSQL of a data folder lies, whether or not it has been made. */
export async function placeOf(dataFolder: string): Promise<Place> {
  const user = await unprivilegedUser()
  const home = await placeHome(dataFolder, user)
  return { home, cluster: clusterIn(home), user }
}

export const clusterIn = (home: string) => join(home, 'cluster')
/** While it is not there, the cluster does not count as made. */
export const accessFile = (home: string) => join(home, 'access.json')
/** While it is there, the cluster was laid by a restore that has not marked its database yet. */
export const unmarkedFile = (home: string) => join(home, 'restore-unmarked')
export const logFileIn = (home: string) => join(home, 'postgres.log')

const databaseName = 'qura'

/** `sockets`: the folder its socket file lies in; null: it is reached by TCP. */
type Server = { access: Access; sockets: string | null }

function address({ access, sockets }: Server, login: string, database = databaseName): string {
  const password = login === 'qura_owner' ? access.ownerPassword : access.servicePassword
  const url = new URL(`postgres://${login}:${password}@127.0.0.1:${access.port}/${database}`)
  if (sockets !== null) url.search = `host=${encodeURIComponent(sockets)}`
  return url.href
}

/** In the data folder where PostgreSQL's user can get there, else under /var/lib. */
async function placeHome(dataFolder: string, user: User | null): Promise<string> {
  const real = await realpath(dataFolder)
  const name = createHash('sha256').update(real).digest('hex').slice(0, 12)
  const isReachable = user === null || (await canReach(user, real))
  const home = isReachable ? join(real, 'postgres') : join('/var/lib', `qura-${name}`)
  await mkdir(home, { recursive: true, mode: user === null ? 0o700 : 0o711 })
  return home
}

async function readAccess(home: string): Promise<Access | null> {
  const text = await readFile(accessFile(home), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as Access)
}

const newAccess = (): Access => ({
  port: 0,
  ownerPassword: randomBytes(24).toString('base64url'),
  servicePassword: randomBytes(24).toString('base64url'),
})

type Creation = {
  native: NativeFolder
  cluster: string
  user: User | null
  password: string
  options: EmbeddedOptions
}

/** Made beside and renamed: a cluster that was cut short is never taken for a whole one. */
async function createCluster({ native, cluster, user, password, options }: Creation) {
  const beside = `${cluster}.part`
  const passwordFile = `${cluster}.password`
  await rm(cluster, { recursive: true, force: true })
  await rm(beside, { recursive: true, force: true })
  await mkdir(beside, { mode: 0o700 })
  await writeWhole(passwordFile, password, { mode: 0o600 })
  if (user !== null)
    for (const path of [beside, passwordFile]) await chown(path, user.uid, user.gid)
  try {
    await initialize({ native, folder: beside, passwordFile, user, options })
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(beside, cluster)
}

type Initialization = Omit<Creation, 'cluster' | 'password'> & {
  folder: string
  passwordFile: string
}

function initialize({ native, folder, passwordFile, user, options }: Initialization) {
  const settings = [
    `--pgdata=${folder}`,
    '--username=qura_owner',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    // Its passwords are random and of this hour: their 4,096 rounds, which every connection costs
    // its client again, would keep nobody out.
    ...(options.isThrowaway ? ['--no-sync', '--set=scram_iterations=1'] : []),
  ]
  return finished(
    'initdb',
    spawn(native.program('initdb'), settings, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' },
      ...identity(user),
    }),
  )
}

const identity = (user: User | null) => (user === null ? {} : { uid: user.uid, gid: user.gid })

function finished(name: string, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let complaint = ''
    child.stderr?.on('data', (bytes: Buffer) => (complaint += bytes.toString('utf8')))
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${name} failed (${code}): ${complaint.trim()}`)),
    )
  })
}

type Start = {
  native: NativeFolder
  home: string
  cluster: string
  user: User | null
  access: Access
  options: EmbeddedOptions
  sockets: string | null
}

const STARTS_MAX = 5

/**
 * Tried again a few times: right after a crash, children of the old postmaster may still hold its
 * shared memory for a moment, and another program may have taken the port since we looked.
 */
async function start(parts: Start): Promise<ChildProcess> {
  const logFile = logFileIn(parts.home)
  await startNewLog(logFile)
  // Going through days of log takes as long as it takes, and what it stumbles over stays there.
  const [startsMax, withinMs] = parts.options.recovery
    ? [1, Infinity]
    : [STARTS_MAX, READY_WITHIN_MS]
  for (let attempt = 1; ; attempt++) {
    const supervisor = supervise(parts, logFile)
    if (await becomesReady(supervisor, parts.cluster, withinMs)) return supervisor
    if (attempt >= startsMax)
      throw new Error(`PostgreSQL does not start; its last words are in ${logFile}`)
    await sleep(300 * attempt)
    parts.access.port = await freePort(parts.access.port)
  }
}

const LOG_BYTES_MAX = 10_000_000

/** One older log is kept. */
async function startNewLog(logFile: string): Promise<void> {
  if (((await sizeOf(logFile)) ?? 0) > LOG_BYTES_MAX) await rename(logFile, `${logFile}.1`)
}

function supervise(parts: Start, logFile: string) {
  const { native, cluster, user } = parts
  const supervised: Supervised = {
    program: native.program('postgres'),
    arguments: serverArguments(parts),
    folder: cluster,
    logFile,
    user,
    stopProgram: native.program('pg_ctl'),
  }
  const program = join(import.meta.dirname, 'supervisor.ts')
  const given = ['--max-old-space-size=32', program, JSON.stringify(supervised)]
  const supervisor = spawn(process.execPath, given, {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  void sessionStandsBackToo(supervisor.pid)
  return supervisor
}

function serverArguments({ cluster, access, options, sockets }: Start): string[] {
  const settings: Record<string, string> = {
    port: String(access.port),
    listen_addresses: '127.0.0.1',
    // A list of quoted names.
    unix_socket_directories: sockets === null ? '' : `"${sockets.replaceAll('"', '""')}"`,
    max_connections: '200',
    shared_buffers: '256MB',
    max_wal_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...quietServerLog,
    ...archiveSettings(options.archiveFolder ?? null),
    ...(options.recovery && recoverySettings(options.recovery)),
    ...(options.isThrowaway && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
    }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', cluster, ...flags]
}

const READY_WITHIN_MS = 60_000
const READY_POLL_MS = 15

/** False when it ended instead. Recovery after a crash may take a while. */
async function becomesReady(supervisor: ChildProcess, cluster: string, withinMs: number) {
  let hasEnded = false
  supervisor.once('exit', () => (hasEnded = true))
  supervisor.once('error', () => (hasEnded = true))
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(READY_POLL_MS)) {
    if (hasEnded) return false
    if (await isReady(cluster)) return true
  }
  await endSupervisor(supervisor)
  return false
}

function endSupervisor(supervisor: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (supervisor.exitCode !== null || supervisor.signalCode !== null) return resolve()
    supervisor.removeAllListeners('exit')
    supervisor.once('exit', () => resolve())
    supervisor.stdin?.end()
  })
}

/** The owner may do everything; the service's login gets its grants from `migrations/roles.sql`. */
async function createLogins(here: Server): Promise<void> {
  const server = openDatabase({
    url: address(here, 'qura_owner', 'postgres'),
    applicationName: 'qura setup',
    poolMax: 1,
    statementTimeoutMs: 60_000,
  })
  try {
    // A password cannot be a parameter; ours is base64url, which needs no quoting.
    await server.query(`create role qura_app login password '${here.access.servicePassword}'`)
    await server.query(`create database ${databaseName}`)
  } finally {
    await server.end()
  }
}

/** The preferred port if nobody listens there, else one the system finds free. */
async function freePort(preferred: number): Promise<number> {
  return (await tryPort(preferred)) ?? (await tryPort(0)) ?? preferred
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const { port: given } = server.address() as net.AddressInfo
      server.close(() => resolve(given))
    })
  })
}
