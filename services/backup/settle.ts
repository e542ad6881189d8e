// A database that other tools have brought back, or a restore that was cut short: what a restore
// does after the facts is done here, to the database that is there. May be repeated.
import { migrate, readInstallation } from '../database/migrate.ts'
import type { Environment } from '../database/migrate.ts'
import { openDatabase } from '../io/database.ts'
import type { Database, Queryable } from '../io/database.ts'
import type { LogBehind } from '../ledger/signed-heads.ts'
import { peopleBack } from './brought-back.ts'
import { passWhatWasGivenOut } from './given-out.ts'
import { hasRaffleFacts } from './kept-outside.ts'
import type { KeptOutside } from './kept-outside.ts'
import { BackupRefused, finishRestore, holdsFacts } from './restore.ts'
import type { Finished, Finishing } from './restore.ts'
import { logHeads } from './tables.ts'
import { isUnfinished, markUnfinished } from './unfinished.ts'

export type SettleNeeds = {
  /** The owner's login. */
  url: string
  /** Asked once it is known whether there are raffles; refuses by throwing. */
  outside: (hasRaffles: boolean) => Promise<KeptOutside>
  progress?: Finishing['progress']
}

export type Settled = Finished &
  Pick<KeptOutside, 'gap' | 'headsHour'> & { environment: Environment }

const unhurried = { statementTimeoutMs: 0, lockTimeoutMs: 60_000, poolMax: 8 }

/**
 * Numbers that were given out are passed each time it is called, but not when it is called again
 * because it was cut short: what it has done before is in the mark.
 */
export async function settle({ url, outside, progress }: SettleNeeds): Promise<Settled> {
  const owner = openDatabase({ url, applicationName: 'qura settle', ...unhurried })
  try {
    await requireShop(owner)
    await requireNobody(owner)
    const kept = await outside(hasRaffleFacts(await logHeads(owner)))
    const { headsKept: heads, headsHour, treesKept, erased, gap, noteSettled } = kept
    const { environment, shopLogs } = await readInstallation(owner)
    await migrate(url, { environment, shopLogs })
    await owner.transaction(async (tx) => {
      if (await markUnfinished(tx)) await passWhatWasGivenOut(tx)
    })
    const finished = await finishRestore({
      owner,
      shopLogs,
      heads,
      erased,
      areReadModelsMade: false,
      treesKept,
      noteSettled,
      ...(progress && { progress }),
    })
    return { ...finished, environment, gap, headsHour }
  } finally {
    await owner.end()
  }
}

export type Noted = { behind: LogBehind[]; environment: Environment; gap: string | null }

/**
 * For a database that an earlier version has settled, which wrote nothing about it: what is behind
 * now is let pass from the next start on. Changes no fact; refuses a database on which more is due.
 */
export async function noteOnly({ url, outside }: SettleNeeds): Promise<Noted> {
  const owner = openDatabase({ url, applicationName: 'qura settle', ...unhurried })
  try {
    await requireShop(owner)
    await requireNobody(owner)
    const kept = await outside(hasRaffleFacts(await logHeads(owner)))
    const { environment, shopLogs } = await readInstallation(owner)
    await migrate(url, { environment, shopLogs })
    if (await isUnfinished(owner))
      throw new BackupRefused('a restore was cut short here: --settle alone finishes it')
    const back = await peopleBack(owner, { erased: kept.erased, shopLogs })
    if (back > 0)
      throw new BackupRefused(`${back} who were erased are customers: --settle alone erases them`)
    const behind = await kept.noteSettled(owner, await logHeads(owner))
    return { behind, environment, gap: kept.gap }
  } finally {
    await owner.end()
  }
}

async function requireShop(owner: Queryable): Promise<void> {
  const { rows } = await owner.query<{ isMade: boolean; hasMarks: boolean; isOurs: boolean }>(
    `select to_regclass('public.events') is not null as "isMade",
            to_regclass('public.unfinished_restores') is not null as "hasMarks",
            has_schema_privilege('public', 'create') as "isOurs"`,
  )
  const [found] = rows
  if (found?.isOurs !== true)
    throw new BackupRefused('this takes the login of the owner: name it in DATABASE_OWNER_URL')
  const isMarked = found.hasMarks && (await isUnfinished(owner))
  if (!isMarked && !(found.isMade && (await holdsFacts(owner))))
    throw new BackupRefused('the database holds no facts: `npm run restore -- FOLDER` fills it')
}

/** A service goes on giving out the numbers it took for itself, and people sign in meanwhile. */
async function requireNobody(owner: Database): Promise<void> {
  const { rows } = await owner.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name in ('qura', 'qura writers')`,
  )
  if (rows.length > 0)
    throw new BackupRefused('the shop runs on this database: stop it first, all its processes')
}
