// A raffle that names a retired key: it was published by a process that had not heard of the new
// one. Its checkpoints carry the newer key's line alone, and whoever verifies asks for the one that
// the raffle names. That key comes back, signs beside the newest, and says of each tree that was
// published what the newer key has said of it; then the log is handed over like any other.
import { isSignedBy, parseNote, parseVerifierKey } from '#events/ledger/note.ts'
import type { NoteKey } from '#events/ledger/note.ts'

import type { Queryable } from '../io/database.ts'
import { bringKeyBack, noteTools, openLedgerKeys, sha256 } from './keys.ts'
import type { LedgerKeys } from './keys.ts'
import { lastRotation, openPublicLogs } from './public-logs.ts'
import type { PublicLog } from './public-logs.ts'
import { isHandedOver } from './rotation.ts'

export type LogWithoutKey = { log: PublicLog; verifierKey: string }

/** Logs of which nobody signs with the key that has to; in the order of their ids. */
export async function logsWithoutKey(
  database: Queryable,
  keys: LedgerKeys,
): Promise<LogWithoutKey[]> {
  const found: LogWithoutKey[] = []
  for (const { log, verifierKey } of await logsWaiting(database, keys))
    if (!keys.verifierKeys(log.origin).includes(verifierKey)) found.push({ log, verifierKey })
  return found
}

/** Those that are not handed over to the newest key, each with the key that has to sign that. */
async function logsWaiting(database: Queryable, keys: LedgerKeys): Promise<LogWithoutKey[]> {
  const found: LogWithoutKey[] = []
  for (const log of await openPublicLogs(database).all()) {
    if (await isHandedOver(database, log, keys)) continue
    const rotation = await lastRotation(database, log.logId)
    const isNamed = rotation?.verifierKey === keys.verifierKey(log.origin)
    const named = isNamed ? rotation?.previous : rotation?.verifierKey
    found.push({ log, verifierKey: named ?? log.policyText.log })
  }
  return found
}

export type Unretired = {
  /** Of the keys that came back. */
  files: string[]
  logs: number
  /** Checkpoints that have the line of the key they lacked. */
  signedAgain: number
  /** Whose key lies nowhere in the folder. */
  missing: LogWithoutKey[]
}

/** With the owner's login: notes are replaced. Cut short, it goes on where it was. */
export async function unretireKeys({
  database,
  folder,
}: {
  database: Queryable
  folder: string
}): Promise<Unretired> {
  const before = await openLedgerKeys({ folder, mayCreate: false })
  const files: string[] = []
  for (const { log, verifierKey } of await logsWithoutKey(database, before)) {
    const file = await bringKeyBack(folder, { origin: log.origin, verifierKey })
    if (file !== null) files.push(file)
  }
  const keys = await openLedgerKeys({ folder, mayCreate: false })
  const missing = await logsWithoutKey(database, keys)
  let [logs, signedAgain] = [0, 0]
  for (const { log, verifierKey } of await logsWaiting(database, keys)) {
    const key = parseVerifierKey(verifierKey, sha256)
    if (key === null || missing.some((one) => one.log.logId === log.logId)) continue
    const signed = await signAgain(database, { log, key, keys })
    if (signed > 0 || files.length > 0) logs += 1
    signedAgain += signed
  }
  return { files, logs, signedAgain, missing }
}

const CHECKPOINTS_PER_PAGE = 500

type Again = { log: PublicLog; key: NoteKey; keys: LedgerKeys }

/** How many of the log's checkpoints lacked the line of `key`. */
async function signAgain(database: Queryable, { log, key, keys }: Again): Promise<number> {
  let signed = 0
  for (let after = 0; ;) {
    const { rows } = await database.query<{ size: number; note: string }>({
      name: 'checkpoints_page',
      text: `
        select size, note
          from checkpoints
         where log_id = $1
           and size > $2
         order by size
         limit $3`,
      values: [log.logId, after, CHECKPOINTS_PER_PAGE],
    })
    const again = rows.flatMap(({ size, note }) => {
      const whole = withLineOf({ log, key, keys }, note)
      return whole === null ? [] : [{ size, note: whole }]
    })
    await replaceNotes(database, log.logId, again)
    signed += again.length
    const last = rows.at(-1)
    if (last === undefined || rows.length < CHECKPOINTS_PER_PAGE) return signed
    after = last.size
  }
}

/**
 * The note with the lines of all keys that sign now. Null where `key` has signed it already, or no
 * other key of ours has: a retired key says nothing that was not said.
 */
function withLineOf({ log: { origin }, key, keys }: Again, text: string): string | null {
  const note = parseNote(text)
  if (note === null || isSignedBy(note, key, noteTools)) return null
  const ours = keys.verifierKeys(origin).flatMap((one) => parseVerifierKey(one, sha256) ?? [])
  return ours.some((one) => isSignedBy(note, one, noteTools))
    ? keys.signNote(origin, note.body)
    : null
}

async function replaceNotes(
  database: Queryable,
  logId: string,
  again: readonly { size: number; note: string }[],
): Promise<void> {
  if (again.length === 0) return
  await database.query({
    name: 'checkpoints_again',
    text: `
      update checkpoints
         set note = again.note
        from unnest($2::bigint[], $3::text[]) as again (size, note)
       where checkpoints.log_id = $1
         and checkpoints.size = again.size`,
    values: [logId, again.map(({ size }) => size), again.map(({ note }) => note)],
  })
}
