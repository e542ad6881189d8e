// Where somebody is signed in, of staff and of customers.
import * as z from 'zod/mini'

import { count, id, instantOut } from './shared.ts'

export const liveSession = z.strictObject({
  id: id(),
  createdAt: instantOut(),
  lastSeenAt: instantOut(),
  /** What the browser said of itself; null: nothing. */
  device: z.nullable(z.string()),
  isThisOne: z.boolean(),
})
export type LiveSession = z.infer<typeof liveSession>

export const sessionsRevoked = z.strictObject({ revoked: count() })
