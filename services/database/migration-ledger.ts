// The table of what was applied to a database, by this program and by others: enough for one that
// is older than the database to know whether it runs on it, and that it must replace nothing there.
import { sqlState } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import { sleep } from '../io/timers.ts'
import { StartRefused } from './start-refused.ts'

export type SqlFile = { name: string; text: string; sha256: string }

/** Functions and roles are replaced as a whole, and only when one of their files has changed. */
export const REPEATED = 'functions and roles'

/**
 * Of a numbered file: programs that do not know migration `needs` do not run on what it leaves. Of
 * functions and roles: what stood there before, for a program that comes back to find it replaced.
 */
type Row = { name: string; sha256: string; needs: number | null; replaced: string[] | null }

const columns = { needs: 'integer', replaced: 'text[]' }

/** Whom the service runs as. */
export const SERVICE_ROLE = 'qura_app'

/** The table itself, and the role the service runs as: cluster-wide, so made once. */
export async function createLedger(connection: Queryable): Promise<void> {
  await connection.query(`
    create table if not exists migrations (
      name        text        primary key,
      sha256      text        not null,
      applied_at  timestamptz not null default clock_timestamp(),
      needs       integer,
      replaced    text[]
    )`)
  const { rows } = await connection.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = 'migrations'::regclass`,
  )
  for (const [column, type] of Object.entries(columns))
    if (!rows.some((row) => row.column === column))
      await passingOthers(connection, () =>
        connection.query(`alter table migrations add column if not exists ${column} ${type}`),
      )
  await connection.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${SERVICE_ROLE}') then
        create role ${SERVICE_ROLE} login;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`)
  if (!(await mayBecomeService(connection))) await becomeService(connection)
}

/** Before PostgreSQL 16 every member might. */
export async function mayBecomeService(on: Queryable): Promise<boolean> {
  const { rows } = await on.query<{ may: boolean }>(
    `select pg_has_role(current_user, '${SERVICE_ROLE}',
                        case when current_setting('server_version_num')::integer < 160000
                             then 'MEMBER' else 'SET' end) as may`,
  )
  return rows[0]?.may === true
}

/**
 * One login that owns everything works as the service in each of its sessions. Who has made a role
 * and is no superuser may grant it, since PostgreSQL 16, and not become it, unless he grants it to
 * himself. Who may not grant it has another login for the service, or is told so at the start.
 */
async function becomeService(connection: Queryable): Promise<void> {
  await connection.query(`
    do $$ begin
      execute format('grant ${SERVICE_ROLE} to %I', current_user);
    exception when insufficient_privilege then null;
    end $$`)
}

export type Comparison = {
  /** To be applied, in this order. */
  pending: SqlFile[]
  /** Are functions and roles other than this program's, and this program's are to replace them? */
  isRepeatedDue: boolean
  /** What is newer than this program, in words; null: nothing. */
  ahead: string | null
}

export type Own = {
  numbered: readonly SqlFile[]
  /** Digest of functions and roles. */
  repeated: string
  /** They are put back although others replaced them: somebody has asked for it by name. */
  putsBack?: boolean
}

/** Throws where this program cannot run on this database. */
export async function compareLedger(on: Queryable, own: Own): Promise<Comparison> {
  // Until this program has migrated it, the table may lack the newer columns.
  const { rows } = await on.query<Row>(
    `select name, sha256, (to_jsonb(migrations) ->> 'needs')::integer as needs,
            to_jsonb(migrations) -> 'replaced' as replaced
       from migrations order by name`,
  )
  const applied = rows.filter(({ name }) => name !== REPEATED)
  requireUnchanged(applied, own.numbered)
  const present = new Set(own.numbered.map(({ name }) => name))
  const newer = applied.filter(({ name }) => !present.has(name))
  const known = new Set(applied.map(({ name }) => name))
  const pending = own.numbered.filter(({ name }) => !known.has(name))
  if (newer.length > 0) requireRunsOn(newer, { ...own, pending })

  const stands = rows.find(({ name }) => name === REPEATED)
  const isOther = stands?.sha256 !== own.repeated
  const wasReplaced = stands?.replaced?.includes(own.repeated) === true && own.putsBack !== true
  if (newer.length > 0) return { pending: [], isRepeatedDue: false, ahead: namesOf(newer) }
  const isKept = isOther && wasReplaced && pending.length === 0
  return { pending, isRepeatedDue: isOther && !isKept, ahead: isKept ? REPEATED : null }
}

function requireUnchanged(applied: readonly Row[], numbered: readonly SqlFile[]): void {
  const known = new Map(applied.map((row) => [row.name, row.sha256]))
  for (const { name, sha256 } of numbered)
    if ((known.get(name) ?? sha256) !== sha256)
      throw new StartRefused(
        `migration ${name} was changed after it was applied: write a new one instead`,
      )
}

/** Every migration leaves older code something to run on, but where it says that it does not. */
function requireRunsOn(newer: readonly Row[], own: Own & { pending: readonly SqlFile[] }): void {
  const { numbered, pending } = own
  const isNewer = `this database is newer than this program: it has ${namesOf(newer)}`
  if (pending.length > 0) throw new StartRefused(`${isNewer}, and lacks ${namesOf(pending)}`)
  const newest = Math.max(0, ...numbered.map(({ name }) => Number(name.slice(0, 4))))
  const needed = Math.max(0, ...newer.map(({ needs }) => needs ?? 0))
  if (needed > newest)
    throw new StartRefused(`${isNewer}, and needs a program that knows migration ${needed}`)
}

const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(', ')

/** `-- needs 0041: programs before it read the column that goes here.` */
const needsOf = (text: string): number | null => {
  const [, needs] = /^-- needs (\d{4}): ./m.exec(text) ?? []
  return needs === undefined ? null : Number(needs)
}

export async function recordMigration(on: Queryable, file: SqlFile): Promise<void> {
  await on.query('insert into migrations (name, sha256, needs) values ($1, $2, $3)', [
    file.name,
    file.sha256,
    needsOf(file.text),
  ])
}

export async function recordRepeated(on: Queryable, sha256: string): Promise<void> {
  await on.query(
    `insert into migrations as stands (name, sha256) values ($1, $2)
     on conflict (name) do update
        set sha256 = excluded.sha256, applied_at = clock_timestamp(),
            replaced = array_remove(array_append(array_remove(stands.replaced, stands.sha256),
                                                 stands.sha256), excluded.sha256)`,
    [REPEATED, sha256],
  )
}

/**
 * A change of a table waits for whoever reads it, and everybody else waits behind the change: so it
 * gives up after a second, lets them pass, and comes again.
 */
const LOCK_TIMEOUT_MS = 1_000
const LOCK_TRIES_MAX = 30
const LOCK_PAUSE_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

/** `act` is one transaction, committed together with what it changes. */
export async function passingOthers(
  connection: Queryable,
  act: () => Promise<unknown>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    await connection.query('begin')
    try {
      await connection.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await act()
      await connection.query('commit')
      return
    } catch (error) {
      await connection.query('rollback')
      if (!isLocked(error) || tries === LOCK_TRIES_MAX) throw error
      await sleep(LOCK_PAUSE_MS)
    }
  }
}

const isLocked = (error: unknown) =>
  sqlState(error) === LOCK_NOT_AVAILABLE ||
  (error instanceof Error && sqlState(error.cause) === LOCK_NOT_AVAILABLE)
