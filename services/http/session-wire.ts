// Sessions on the wire, as they are shown to who has them.
import type { LiveSession as Row } from '../commands/live-sessions.ts'
import type { LiveSession } from '../contract/live-sessions.ts'

/** `ownId`: of the session that asks. */
export const sessionWire = (row: Row, ownId: string): LiveSession => ({
  id: row.session_id,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  device: row.device,
  isThisOne: row.session_id === ownId,
})
