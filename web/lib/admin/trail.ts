// From a thing to its trail: the filter of the audit trail, as it stands in that page's address.
import type { SubjectKind } from '#services/contract/admin-audit.ts'

import { adminPaths } from './paths.ts'

/** By its id: two may have one name. */
export const trailOf = (about: SubjectKind, subject: string): string =>
  `${adminPaths.audit}?${new URLSearchParams({ about, subject })}`

/** Under which the page remembers who was typed as having acted. */
export const TRAIL_ACTOR = 'trail actor'
