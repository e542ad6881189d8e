// The heads of all raffles, hour by hour, in files outside of the database and its backups: after a
// restore they tell how much is missing and whether what is there is what was there (assurance
// R12). One file an hour, `2026-11-21T08.txt`, one line a raffle: its id, the last position, and
// the leaf hash that stands there in hex.
import { join } from 'node:path'

import { hexOf } from '#events/kernel/bytes.ts'

import type { Queryable } from '../io/database.ts'
import { listFolder, makeFolder, readText, writeOnce } from '../io/files.ts'

export type Head = { raffleId: string; position: number; leaf: string }

export type HeadsNeeds = { database: Queryable; folder: string; now: () => Date }

/** Does nothing where the hour has its file. */
export async function writeHeads({ database, folder, now }: HeadsNeeds): Promise<void> {
  const path = join(folder, `${now().toISOString().slice(0, 13)}.txt`)
  await makeFolder(folder, { mode: 0o700 })
  if ((await readText(path)) !== null) return
  const heads = await readHeads(database)
  const lines = heads.map(({ raffleId, position, leaf }) => `${raffleId} ${position} ${leaf}\n`)
  await writeOnce(path, lines.join(''), { mode: 0o600 })
}

async function readHeads(database: Queryable): Promise<Head[]> {
  const { rows } = await database.query<{ log_id: string; head: number; leaf: Buffer }>({
    name: 'heads_read',
    text: `
      select logs.log_id, logs.head, events.leaf
        from logs
        join events on events.log_id = logs.log_id and events.position = logs.head
       where logs.log_id like 'raffle/%'
       order by logs.log_id`,
  })
  return rows.map(({ log_id, head, leaf }) => ({
    raffleId: log_id.slice('raffle/'.length),
    position: head,
    leaf: hexOf(leaf),
  }))
}

/** The newest list; empty before the first. */
export async function lastHeads(folder: string): Promise<{ hour: string; heads: Head[] }> {
  const name = (await listFolder(folder))
    .filter((file) => /^[\d-]{10}T\d\d\.txt$/.test(file))
    .at(-1)
  if (name === undefined) return { hour: '', heads: [] }
  const text = (await readText(join(folder, name))) ?? ''
  const heads = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [raffleId = '', position = '', leaf = ''] = line.split(' ')
      return { raffleId, position: Number(position), leaf }
    })
  return { hour: name.slice(0, 13), heads }
}

/** What of a list the database does not hold any more, or holds differently; in words. */
export async function missingHeads(database: Queryable, heads: readonly Head[]): Promise<string[]> {
  const { rows } = await database.query<{ raffle_id: string; leaf: Buffer | null }>({
    name: 'heads_compare',
    text: `
      select listed.raffle_id, events.leaf
        from unnest($1::text[], $2::bigint[]) as listed (raffle_id, position)
        left join events
          on events.log_id = 'raffle/' || listed.raffle_id and events.position = listed.position`,
    values: [heads.map(({ raffleId }) => raffleId), heads.map(({ position }) => position)],
  })
  const found = new Map(rows.map(({ raffle_id, leaf }) => [raffle_id, leaf]))
  return heads.flatMap(({ raffleId, position, leaf }) => {
    const there = found.get(raffleId) ?? null
    if (there === null) return [`raffle ${raffleId}: position ${position} is missing`]
    return hexOf(there) === leaf ? [] : [`raffle ${raffleId}: position ${position} is another fact`]
  })
}
