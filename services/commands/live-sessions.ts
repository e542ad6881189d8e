// Where somebody is signed in: shown to himself, and of staff to owners too.
import type { Queryable } from '../io/database.ts'

export type LiveSession = {
  session_id: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  proven_at: Date | null
  /** Of staff alone. */
  address: string | null
  device: string | null
}

/** Many more than anybody has browsers. */
const SESSIONS_MAX = 100

/** As the session's own look-up has it: neither ended, nor over, nor, of staff, idle. */
export function isLive(session: string): string {
  return `${session}.revoked_at is null
      and ${session}.expires_at > clock_now()
      and (${session}.kind <> 'admin'
           or ${session}.last_seen_at > clock_now() - interval '30 minutes')`
}

/** The newest first. */
export async function liveSessions(
  database: Queryable,
  { personId, kind }: { personId: string; kind: 'customer' | 'admin' },
): Promise<LiveSession[]> {
  const { rows } = await database.query<LiveSession>({
    name: 'live_sessions',
    text: `select session.session_id, session.created_at, session.last_seen_at,
                  session.expires_at, session.proven_at, seen.address,
                  coalesce(session.device, seen.device) as device
             from sessions as session
             left join lateral (
               select address, device from staff_sign_ins as sign_in
                where sign_in.session_id = session.session_id
                order by at limit 1) as seen on true
            where session.person_id = $1 and session.kind = $2 and ${isLive('session')}
            order by session.created_at desc
            limit $3`,
    values: [personId, kind, SESSIONS_MAX],
  })
  return rows
}
