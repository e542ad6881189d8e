// The raffles' logs as the world knows them: each with the origin and the policy that its first
// leaf froze. A first leaf never changes, so it is read once.
import type { RaffleId } from '#events/kernel/ids.ts'
import { parsePolicy } from '#events/ledger/policy.ts'
import type { Policy, PolicyText } from '#events/ledger/policy.ts'

import { readLog } from '../event-store/read.ts'
import type { Queryable } from '../io/database.ts'
import { sha256 } from './keys.ts'

export type PublicLog = {
  logId: string
  raffleId: RaffleId
  /** `<host>[:port]/ledger/<raffleId>`. */
  origin: string
  policyText: PolicyText
  /** Null: the leaf names keys that are none, so nobody can be asked to believe anything. */
  policy: Policy | null
}

export type PublicLogs = {
  /** In the order of their ids; a log without a leaf is not public yet. */
  all: () => Promise<readonly PublicLog[]>
  /** Null where there is no such raffle. */
  ofRaffle: (raffleId: string) => Promise<PublicLog | null>
  /** Null where no log was published under this origin. */
  ofOrigin: (origin: string) => Promise<PublicLog | null>
}

export const logIdOf = (raffleId: string): string => `raffle/${raffleId}`

export function openPublicLogs(database: Queryable): PublicLogs {
  const known = new Map<string, PublicLog>()

  async function ofLog(logId: string): Promise<PublicLog | null> {
    const found = known.get(logId) ?? (await readPublicLog(database, logId))
    if (found !== null) known.set(logId, found)
    return found
  }

  async function all(): Promise<readonly PublicLog[]> {
    const logs: PublicLog[] = []
    for (const logId of await logIds(database)) {
      const log = await ofLog(logId)
      if (log !== null) logs.push(log)
    }
    return logs
  }

  return {
    all,
    ofRaffle: (raffleId) => ofLog(logIdOf(raffleId)),
    async ofOrigin(origin) {
      const byName = await ofLog(logIdOf(origin.slice(origin.lastIndexOf('/') + 1)))
      return byName?.origin === origin
        ? byName
        : ((await all()).find((log) => log.origin === origin) ?? null)
    },
  }
}

/** The newest key that each log has named: of its policy, or of its last rotation. */
export async function currentKeys(
  database: Queryable,
  logs: readonly PublicLog[],
): Promise<Map<string, string>> {
  const { rows } = await database.query<{ log_id: string; payload: string }>({
    name: 'rotations_read',
    text: `
      select rotation.log_id, rotation.payload
        from unnest($1::text[]) as named (log_id), lateral (
               select events.log_id, events.payload
                 from events
                where events.log_id = named.log_id
                  and events.leaf is not null
                  and events.type <> 'TicketsIssued'
                  and events.type = 'SigningKeyRotated'
                order by events.position desc
                limit 1) as rotation`,
    values: [logs.map(({ logId }) => logId)],
  })
  const keys = new Map(logs.map(({ logId, policyText }) => [logId, policyText.log]))
  for (const { log_id, payload } of rows)
    // A leaf of that type, checked against its schema when it was written.
    keys.set(log_id, (JSON.parse(payload) as { data: { verifierKey: string } }).data.verifierKey)
  return keys
}

export type Rotation = {
  /** Of the leaf in its log, from 1. */
  position: number
  verifierKey: string
  previous: string
}

/** Null: the log has the key it was published with. */
export async function lastRotation(database: Queryable, logId: string): Promise<Rotation | null> {
  const { rows } = await database.query<{ position: number; payload: string }>({
    name: 'rotation_last',
    text: `
      select position, payload
        from events
       where log_id = $1
         and leaf is not null
         and type <> 'TicketsIssued'
         and type = 'SigningKeyRotated'
       order by position desc
       limit 1`,
    values: [logId],
  })
  const [row] = rows
  if (row === undefined) return null
  // A leaf of that type, checked against its schema when it was written.
  const { data } = JSON.parse(row.payload) as { data: Omit<Rotation, 'position'> }
  return { ...data, position: Number(row.position) }
}

async function logIds(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ log_id: string }>({
    name: 'public_logs',
    text: `select log_id from logs where log_id like 'raffle/%' and head > 0 order by log_id`,
  })
  return rows.map(({ log_id }) => log_id)
}

async function readPublicLog(database: Queryable, logId: string): Promise<PublicLog | null> {
  const [first] = await readLog(database, { logId, after: 0, limit: 1 })
  if (first?.event.type !== 'RafflePublished') return null
  // Parsed by the catalogue when it was read.
  const { origin, policy } = first.event.data as { origin: string; policy: PolicyText }
  return {
    logId,
    raffleId: logId.slice('raffle/'.length) as RaffleId, // the log's own name
    origin,
    policyText: policy,
    policy: parsePolicy(policy, sha256),
  }
}
