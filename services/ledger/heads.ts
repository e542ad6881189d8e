// The heads of all raffles, hour by hour, in files outside of the database and its backups: after a
// restore they tell how much is missing and whether what is there is what was there
// (docs/public-log.md). One file an hour, `2026-11-21T08.txt`, one line a raffle: its id, the last
// position, the leaf hash that stands there in hex; then, where a tree of it was signed, the leaves
// of the newest and its root in hex.
import { join } from 'node:path'

import type { Queryable } from '../io/database.ts'
import { listFolder, makeFolder, readText, removePath, writeOnce } from '../io/files.ts'
import type { SignedHead, SignedRoot } from './signed-heads.ts'

/** Where a log ends, and the leaf hash that stands there in hex; null in a shop log. */
export type LogHead = { logId: string; head: number; leaf: string | null }

export type HeadsNeeds = { database: Queryable; folder: string; now: () => Date }

/** Does nothing where the hour has its file; else lets old lists go, once the new one is there. */
export async function writeHeads({ database, folder, now }: HeadsNeeds): Promise<void> {
  const path = join(folder, `${now().toISOString().slice(0, 13)}.txt`)
  await makeFolder(folder, { mode: 0o700 })
  if ((await readText(path)) !== null) return
  const heads = await readHeads(database)
  const lines = heads.map(({ logId, head, leaf, signed }) => {
    const line = `${idIn(logId)} ${head} ${leaf}`
    return signed === null ? `${line}\n` : `${line} ${signed}\n`
  })
  await writeOnce(path, lines.join(''), { mode: 0o600 })
  await thinOut(folder, now())
}

/** For so long every hour is kept; before that the last list of each day. */
const EVERY_HOUR_DAYS = 90
const DAY_MS = 86_400_000

async function thinOut(folder: string, now: Date): Promise<void> {
  const first = dayOf(new Date(now.getTime() - EVERY_HOUR_DAYS * DAY_MS).toISOString())
  const old = (await hoursIn(folder)).filter((hour) => dayOf(hour) < first)
  for (const [place, hour] of old.entries())
    if (dayOf(old[place + 1] ?? '') === dayOf(hour)) await removePath(join(folder, `${hour}.txt`))
}

const dayOf = (instant: string) => instant.slice(0, 10)

const RAFFLE = 'raffle/'
const idIn = (logId: string) => logId.slice(RAFFLE.length)

/** `signed`: as it stands in a list; null: nothing was signed yet. */
async function readHeads(database: Queryable) {
  const { rows } = await database.query<LogHead & { signed: string | null }>({
    name: 'heads_read',
    text: `
      select logs.log_id as "logId", logs.head, encode(events.leaf, 'hex') as leaf,
             latest.size || ' ' || encode(latest.root, 'hex') as signed
        from logs
        join events on events.log_id = logs.log_id and events.position = logs.head
        left join lateral (
               select checkpoint.size, checkpoint.root
                 from checkpoints as checkpoint
                where checkpoint.log_id = logs.log_id
                order by checkpoint.size desc
                limit 1) as latest on true
       where logs.log_id like '${RAFFLE}%'
       order by logs.log_id`,
  })
  return rows
}

/** `hour`: `2026-11-21T08`, UTC; empty before the first. */
export type KeptHeads = { hour: string; heads: LogHead[] }

/** The newest list. */
export async function lastHeads(folder: string): Promise<KeptHeads> {
  const hour = await newestHour(folder)
  if (hour === '') return { hour, heads: [] }
  const lines = await readList(folder, hour)
  return { hour, heads: lines.map(({ logId, head, leaf }) => ({ logId, head, leaf })) }
}

/** Lists of earlier versions name no tree: its size is 0 then. */
async function readList(folder: string, hour: string) {
  const text = (await readText(join(folder, `${hour}.txt`))) ?? ''
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [raffleId = '', head = '', leaf = '', size = '0', root = ''] = line.split(' ')
      const logId = `${RAFFLE}${raffleId}`
      return { logId, head: Number(head), leaf, size: Number(size), root }
    })
}

/** `hour`: of the list that names it. */
type ListedTree = SignedRoot & { hour: string }

/**
 * Of each log the newest tree that a list says was signed and that passes `isWanted`; older lists
 * are read for as long as one of `logCount` logs has none.
 */
export async function listedTrees(
  folder: string,
  { logCount, isWanted }: { logCount: number; isWanted: (tree: SignedHead) => boolean },
): Promise<ListedTree[]> {
  const found = new Map<string, ListedTree>()
  for (const hour of (await hoursIn(folder)).toReversed()) {
    if (found.size >= logCount) break
    for (const { logId, size, root } of await readList(folder, hour))
      if (size > 0 && !found.has(logId) && isWanted({ logId, size }))
        found.set(logId, { logId, size, root: Buffer.from(root, 'hex'), hour })
  }
  return [...found.values()]
}

const newestHour = async (folder: string): Promise<string> => (await hoursIn(folder)).at(-1) ?? ''

/** Oldest first. */
async function hoursIn(folder: string): Promise<string[]> {
  const names = await listFolder(folder)
  return names.filter((name) => /^[\d-]{10}T\d\d\.txt$/.test(name)).map((name) => name.slice(0, 13))
}

/** As it stands in a list. */
export const hourAt = (hour: string): Date => new Date(`${hour}:00:00Z`)

/** Since the hour of the newest list. Without one: endless where raffles are, else no number. */
export async function headsAgeSeconds({ database, folder, now }: HeadsNeeds): Promise<number> {
  const hour = await newestHour(folder)
  if (hour !== '') return (now().getTime() - hourAt(hour).getTime()) / 1_000
  const { rows } = await database.query(`select from logs where log_id like '${RAFFLE}%' limit 1`)
  return rows.length > 0 ? Infinity : Number.NaN
}

/**
 * What of a list the database does not hold any more, or holds differently; in words. A log may
 * have grown since the list was made. Its last fact of then is looked at alone; those before it are
 * held against what was signed (`verify/signed-trees.ts`).
 */
export async function headDifferences(
  database: Queryable,
  known: readonly LogHead[],
): Promise<string[]> {
  const { rows } = await database.query<{ head: number | null; leaf: string | null }>({
    name: 'heads_compare',
    text: `
      select logs.head, encode(events.leaf, 'hex') as leaf
        from unnest($1::text[], $2::bigint[]) with ordinality as listed (log_id, position, place)
        left join logs on logs.log_id = listed.log_id
        left join events on events.log_id = listed.log_id and events.position = listed.position
       order by listed.place`,
    values: [known.map(({ logId }) => logId), known.map(({ head }) => head)],
  })
  return known.flatMap(({ logId, head, leaf }, place) => {
    const here = rows[place]
    if (here === undefined || here.head === null)
      return head === 0 ? [] : [`${logId} is missing, it had ${head} facts`]
    if (here.head < head) return [`${logId} ends at ${here.head}, it had ${head} facts`]
    if (leaf === null || here.leaf === leaf) return []
    return [`${logId} has ${here.leaf === null ? 'nothing' : 'another fact'} at position ${head}`]
  })
}
