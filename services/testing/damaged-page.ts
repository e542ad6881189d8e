// A volume that loses a byte beneath PostgreSQL, which has read it long ago.
import { open } from 'node:fs/promises'
import { join } from 'node:path'

import { clusterIn } from '../database/embedded.ts'
import type { Database } from '../io/database.ts'

export const PAGE_BYTES = 8_192
/** Where a page says where its first row lies: behind the header. */
export const FIRST_POINTER_AT = 24

/** `owner`: a superuser; `home`: where the cluster lies; `at`: in the relation's file. */
export async function damagePage(
  owner: Database,
  home: string,
  { relation, at }: { relation: string; at: number },
): Promise<void> {
  await owner.query('checkpoint')
  await owner.query('create extension if not exists pg_buffercache')
  // It is read from the file the next time.
  const { rows } = await owner.query<{ path: string }>(
    `select pg_relation_filepath($1::text::regclass) as path,
            pg_buffercache_evict_relation($1::text::regclass)::text as evicted`,
    [relation],
  )
  const file = await open(join(clusterIn(home), rows[0]!.path), 'r+')
  try {
    await file.write(Buffer.from([0xff]), 0, 1, at)
  } finally {
    await file.close()
  }
}
