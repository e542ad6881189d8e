// How an order is spoken of in lists, badges and histories.
import type { BadgeKind } from '../../components/admin/status-badge.tsx'

/** The first eight characters of its id. */
export const shortIdOf = (id: string): string => id.slice(0, 8)

/** Completed and paid stand out, pending waits, anything else went wrong. */
export function badgeOf(status: string): BadgeKind {
  if (status === 'paid' || status === 'completed') return 'highlighted'
  return status === 'pending' ? 'secondary' : 'destructive'
}
