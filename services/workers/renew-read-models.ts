// Read models whose shape this version has changed are built anew before anybody asks them: by a
// start that may create tables, or by `npm run migrate -- --read-models` for one that may not.
import { allProjections } from '#projections/all.ts'

import { StartRefused } from '../database/start-refused.ts'
import { openDatabase } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import { compareLive, rebuildOutdated } from './rebuild.ts'
import type { RebuildProgress } from './rebuild.ts'

const unhurried = { poolMax: 8, statementTimeoutMs: 0, lockTimeoutMs: 60_000 }

/** Answers the names of those that a later version has built: this one reads them, no more. */
export async function renewReadModels(
  ownerUrl: string,
  building: (progress: RebuildProgress) => void = () => {},
  projections = allProjections,
): Promise<string[]> {
  const owner = openDatabase({ url: ownerUrl, applicationName: 'qura rebuild', ...unhurried })
  try {
    const { outdated, ahead } = await compareLive({ owner, projections })
    const names = outdated.map(({ name }) => name).join(', ')
    if (names !== '' && !(await mayCreate(owner)))
      throw new StartRefused(
        `the read models ${names} are of an earlier version: run ` +
          '`npm run migrate -- --read-models` with DATABASE_OWNER_URL, then start at once',
      )
    await rebuildOutdated({ owner, projections, onProgress: building })
    return ahead.map(({ name }) => name)
  } finally {
    await owner.end()
  }
}

async function mayCreate(on: Queryable): Promise<boolean> {
  const { rows } = await on.query<{ may: boolean }>(
    `select has_schema_privilege('public', 'create') as may`,
  )
  return rows[0]?.may === true
}
