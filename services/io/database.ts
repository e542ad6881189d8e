// The only door to PostgreSQL. A connection on which anything else than the server's own refusal
// happened (a timeout, a reset, a protocol error) is destroyed: its next answer might belong to
// somebody else's question.
import { DatabaseError, Pool } from 'pg'
import type { ClientBase, PoolClient, PoolConfig } from 'pg'

import { copyIn, type Copy } from './copy-in.ts'
import { commitsUnknown } from './figures.ts'
import { io } from './io.ts'
import { openListener } from './listener.ts'
import { isTakenBack, noteRetry, pauseBeforeRetry, RETRIES_MAX } from './retries.ts'
import { getTypeParser } from './row-types.ts'
import { watchForSilence, type SilenceWatch } from './silence.ts'
import { openWaitingLine } from './waiting-line.ts'

export type Statement = {
  text: string
  values?: readonly unknown[]
  /** Prepared once per connection under this name; the text must never differ for one name. */
  name?: string
}

export type Rows<Row> = { rows: Row[]; rowCount: number }

export type Queryable = {
  query: <Row extends object = Record<string, unknown>>(
    statement: string | Statement,
    values?: readonly unknown[],
  ) => Promise<Rows<Row>>
}

export type Transaction = Queryable & {
  /** Rows by `copy … from stdin`, in its text format; answers how many. */
  copyIn: (copy: Copy) => Promise<number>
}

export type Database = Queryable & {
  /**
   * Commits what `act` did, or nothing. 40001, 40P01 and 55P03 start it anew, so `act` does nothing
   * that stays when its transaction does not.
   */
  transaction: <Result>(
    act: (tx: Transaction) => Promise<Result>,
    options?: { retries?: number },
  ) => Promise<Result>
  /** One connection for several statements in a row, without a transaction. */
  withConnection: <Result>(act: (connection: Queryable) => Promise<Result>) => Promise<Result>
  /** NOTIFY on a connection of its own, which is opened again when it breaks (`listener.ts`). */
  listen: (channel: string, hear: (payload: string) => void) => Promise<() => Promise<void>>
  connections: () => { total: number; idle: number; waiting: number }
  end: () => Promise<void>
}

export type DatabaseOptions = {
  url: string
  applicationName: string
  /** `set role` at the start of each session, for a login that may do more. */
  role?: string
  poolMax?: number
  /** Five seconds where nothing is said; 0 is without limit (migrations, rebuilds). */
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  idleInTransactionTimeoutMs?: number
  connectTimeoutMs?: number
  /** How long somebody waits for a connection while none comes back (`waiting-line.ts`). */
  patienceMs?: number
  /** How long a connection is used (`LIFETIME_SECONDS`). */
  lifetimeSeconds?: number
  /** One for all pools to the same server; whoever opened it stops it. Left out: one of its own. */
  silence?: SilenceWatch
}

/** The COMMIT was sent and no answer came: it may have happened. Look the business key up. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the outcome of a commit is unknown', { cause })
    this.name = 'CommitUnknown'
  }
}

/** All connections are in use and none came back in time, or nobody answers: nothing was sent. */
export class NoConnection extends Error {
  constructor(reason = 'no connection to the database came free in time') {
    super(reason)
    this.name = 'NoConnection'
  }
}

/** The SQLSTATE with which PostgreSQL refused, or undefined when the failure is not its answer. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}

/** Did the connection die, so that nobody here knows whether the statement took effect? */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof CommitUnknown) return true
  if (error instanceof NoConnection) return false
  const state = sqlState(error)
  // It dies while it writes its log, and what it had written of it may be found by the recovery.
  if (error instanceof DatabaseError && error.severity === 'PANIC') return true
  // 08: connection exception; 57P01-57P03: the server is shutting down or starting.
  return state === undefined || state.startsWith('08') || state.startsWith('57P0')
}

/**
 * Is it the server, the network or the crowd that is not well? Then whatever was asked had no part
 * in it: other words would fare no better, and the same ones may in a moment.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof NoConnection || error instanceof CommitUnknown) return true
  const state = sqlState(error)
  if (state !== undefined) return isTakenBack(state) || outageStates.test(state)
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException // or another error's, not of these
  if (networkCodes.has(code) || (syscall === 'connect' && socketCodes.has(code))) return true
  return lostConnection.test(error.message) || isOutage(error.cause)
}

/**
 * 08: connection. 25006: it may only be read, a standby that is not promoted yet. 53: no room, no
 * memory, too many connections. 57: cancelled, shutting down or starting. 58: its disk fails.
 */
const outageStates = /^(08|25006|53|57|58)/
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
])
/** Of a socket file: nobody has it open any more, or too many stand in line. */
const socketCodes = new Set(['ENOENT', 'EAGAIN'])
/** The words of pg and its pool, which give their errors no code. */
const lostConnection =
  /^(timeout e|Connection terminated|Query read timeout|Client (has encountered|was closed))/

export function openDatabase(options: DatabaseOptions): Database {
  const connectionsMax = options.poolMax ?? 10
  const settings = sessionSettings(options)
  const silence = options.silence ?? watchForSilence(settings)
  const { stream } = silence
  const lifetimeSeconds = options.lifetimeSeconds ?? LIFETIME_SECONDS
  const life = { max: connectionsMax, maxLifetimeSeconds: lifetimeSeconds }
  const pool = new Pool({ ...settings, stream, ...life })
  // The pool's own line would keep everybody for as long as opening a connection may take.
  const line = openWaitingLine({
    placesMax: connectionsMax,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
    refusal: () => new NoConnection(),
  })
  // An idle connection that breaks has nobody waiting on it; the pool drops it and opens another.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // One that breaks while it is held tells its holder through his query, and must not end us.
    client.on('error', () => void brokenClients.add(client))
    // A statement without a limit is in no hurry (migrations, rebuilds), and neither are we.
    if (options.statementTimeoutMs !== 0) watches.set(client, silence)
  })
  const { connectionTimeoutMillis: limitMs = 0 } = settings

  /**
   * The driver's limit goes by the clock. While this process stood still itself, what the server
   * said lay unread, and that is nobody's failure: it is asked once more.
   */
  async function connect(triesLeft = CONNECT_TRIES_MAX): Promise<PoolClient> {
    const before = silence.watchedMs()
    try {
      return await silence.during(null, () => io('sql connect', () => pool.connect()))
    } catch (error) {
      const stoodStill = silence.watchedMs() - before < limitMs / 2
      if (triesLeft > 1 && stoodStill && isConnectTimeout(error)) return connect(triesLeft - 1)
      throw error
    }
  }

  async function withClient<Result>(act: (client: PoolClient) => Promise<Result>) {
    await line.enter()
    try {
      if (silence.isSilent()) throw new NoConnection('the database says nothing any more')
      const client = await connect()
      try {
        return await act(client)
      } finally {
        // `true` destroys it. A refusal by a rule or by the server leaves a connection as good as
        // new.
        client.release(isBroken(client))
      }
    } finally {
      line.leave()
    }
  }

  const query: Queryable['query'] = (statement, values) =>
    withClient((client) => queryOn(client, statement, values))

  return {
    query,
    transaction: (act, { retries = RETRIES_MAX } = {}) =>
      retrying(retries, () => withClient((client) => inTransaction(client, act))),
    withConnection: (act) => withClient((client) => act(queryableOn(client))),
    listen: (channel, hear) =>
      openListener({ ...settings, stream }, { channel, hear, lifetimeSeconds }),
    connections: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: line.waiting() + pool.waitingCount,
    }),
    async end() {
      await io('sql end', () => pool.end())
      if (options.silence === undefined) silence.stop()
    },
  }
}

/**
 * The driver reads the files of `sslcert`, `sslkey` and `sslrootcert` for each connection. So a
 * client certificate that was put in the place of another is shown by all of them an hour later.
 */
export const LIFETIME_SECONDS = 3_600

const CONNECT_TRIES_MAX = 3

const isConnectTimeout = (error: unknown) =>
  error instanceof Error && /connection timeout$|^timeout expired/.test(error.message)

/** Of tools and background work; the service has less (`core.ts`). */
const PATIENCE_MS = 5_000

async function inTransaction<Result>(
  client: PoolClient,
  act: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  await queryOn(client, 'begin')
  let result: Result
  try {
    result = await act({ ...queryableOn(client), copyIn: (copy) => copyOn(client, copy) })
  } catch (error) {
    if (!isBroken(client)) await rollback(client, error)
    throw error
  }
  try {
    await queryOn(client, 'commit')
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    commitsUnknown.inc()
    throw new CommitUnknown(error)
  }
  return result
}

/** When even the rollback fails, the connection is gone and the server rolls back by itself. */
async function rollback(client: PoolClient, reason: unknown): Promise<void> {
  try {
    await queryOn(client, 'rollback')
  } catch (error) {
    throw new AggregateError([reason, error], 'the transaction failed, its rollback too', {
      cause: error,
    })
  }
}

const brokenClients = new WeakSet<object>()
const isBroken = (client: object) => brokenClients.has(client)
/** Over the connections whose statements are not waited for in silence. */
const watches = new WeakMap<object, SilenceWatch>()

function queryableOn(client: ClientBase): Queryable {
  return { query: (statement, values) => queryOn(client, statement, values) }
}

async function queryOn<Row extends object>(
  client: ClientBase,
  statement: string | Statement,
  values?: readonly unknown[],
): Promise<Rows<Row>> {
  const { text, name, values: ownValues } = asStatement(statement)
  // pg takes a mutable array and does not change it.
  const parameters = (values ?? ownValues ?? []) as unknown[]
  const config = name === undefined ? { text } : { text, name }
  const { rows, rowCount } = await watched(client, name ?? firstWords(text), () =>
    client.query<Row>({ ...config, values: parameters }),
  )
  return { rows, rowCount: rowCount ?? 0 }
}

const copyOn = (client: ClientBase, copy: Copy) =>
  watched(client, firstWords(copy.text), () => copyIn(client, copy))

async function watched<Result>(client: ClientBase, name: string, act: () => Promise<Result>) {
  try {
    const watch = watches.get(client)
    return await (watch === undefined
      ? io(`sql ${name}`, act)
      : watch.during(client, () => io(`sql ${name}`, act)))
  } catch (error) {
    if (isOutcomeUnknown(error)) brokenClients.add(client)
    throw error
  }
}

const asStatement = (statement: string | Statement): Statement =>
  typeof statement === 'string' ? { text: statement } : statement

/** What a statement without a name is called in `io(name, …)`. */
export const firstWords = (text: string): string => text.trim().slice(0, 40).replace(/\s+/g, ' ')

async function retrying<Result>(retries: number, act: () => Promise<Result>): Promise<Result> {
  for (let retry = 0; ; retry++) {
    try {
      return await act()
    } catch (error) {
      if (retry >= retries || !isTakenBack(sqlState(error))) throw error
      noteRetry(sqlState(error))
      await pauseBeforeRetry(retry)
    }
  }
}

/** How long a session waits, unless whoever opens it says otherwise. */
const R7_MS = { lock: 2_000, statement: 5_000, idleInTransaction: 10_000 }

function sessionSettings(options: DatabaseOptions): PoolConfig {
  const statementTimeoutMs = options.statementTimeoutMs ?? R7_MS.statement
  const roleUrl = withRole(options.url, options.role)
  return {
    connectionString: statementTimeoutMs > 0 ? withoutWorkers(roleUrl) : roleUrl,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    // The server cancels first; this one is for a network that swallows its answer.
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + 2_000 }),
    lock_timeout: options.lockTimeoutMs ?? R7_MS.lock,
    idle_in_transaction_session_timeout:
      options.idleInTransactionTimeoutMs ?? R7_MS.idleInTransaction,
    types: { getTypeParser },
  }
}

/** The same address, whose sessions start as `role`. */
export const withRole = (url: string, role: string | undefined): string =>
  role === undefined ? url : withSetting(url, `role=${role}`)

/** Many ask at once: helpers of one question would only take the processors from the others. */
export const withoutWorkers = (url: string): string =>
  withSetting(url, 'max_parallel_workers_per_gather=0')

/** The same address, for who opens its connections himself: sessions with the usual limits. */
export const withLimits = (url: string): string =>
  [
    `lock_timeout=${R7_MS.lock}`,
    `statement_timeout=${R7_MS.statement}`,
    `idle_in_transaction_session_timeout=${R7_MS.idleInTransaction}`,
  ].reduce(withSetting, url)

/** The same address, whose sessions start with this setting, for instance `role=qura_app`. */
export function withSetting(url: string, setting: string): string {
  const address = new URL(url)
  const given = address.searchParams.get('options')
  address.searchParams.set('options', [given, `-c ${setting}`].filter(Boolean).join(' '))
  // URLSearchParams writes a blank as `+`, which a PostgreSQL address does not know.
  address.search = address.searchParams.toString().replaceAll('+', '%20')
  return address.toString()
}
