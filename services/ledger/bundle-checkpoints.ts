// The checkpoints that a bundle may hold: all by their sizes, or some of them with their notes.
import type { Queryable } from '../io/database.ts'

export type BundleCheckpoint = { size: number; cosignatures: number }

export async function readBundleCheckpoints(
  database: Queryable,
  logId: string,
): Promise<BundleCheckpoint[]>
export async function readBundleCheckpoints(
  database: Queryable,
  logId: string,
  sizes: readonly number[],
): Promise<(BundleCheckpoint & { note: string })[]>
export async function readBundleCheckpoints(
  database: Queryable,
  logId: string,
  sizes?: readonly number[],
): Promise<(BundleCheckpoint & { note?: string })[]> {
  if (sizes === undefined) return readSizes(database, logId)
  const { rows } = await database.query<BundleCheckpoint & { note: string }>({
    name: 'bundle_checkpoints',
    text: `
      select checkpoint.size,
             count(cosignature.witness)::integer as cosignatures,
             checkpoint.note
               || coalesce(string_agg(cosignature.line || E'\\n', ''
                                      order by cosignature.at, cosignature.witness), '') as note
        from checkpoints as checkpoint
        left join cosignatures as cosignature using (log_id, size)
       where checkpoint.log_id = $1 and checkpoint.size = any($2::bigint[])
       group by checkpoint.log_id, checkpoint.size
       order by checkpoint.size`,
    values: [logId, sizes],
  })
  return rows
}

async function readSizes(database: Queryable, logId: string): Promise<BundleCheckpoint[]> {
  const { rows } = await database.query<BundleCheckpoint>({
    name: 'bundle_checkpoint_sizes',
    text: `
      select checkpoint.size, count(cosignature.witness)::integer as cosignatures
        from checkpoints as checkpoint
        left join cosignatures as cosignature using (log_id, size)
       where checkpoint.log_id = $1
       group by checkpoint.size
       order by checkpoint.size`,
    values: [logId],
  })
  return rows
}
