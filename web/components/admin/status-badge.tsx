import type { ReactNode } from 'react'

import { Badge } from '../badge.tsx'

/** As the specification names them: what stands out, what waits, and what went wrong. */
export type BadgeKind = 'highlighted' | 'secondary' | 'destructive' | 'warning'

const tones = {
  highlighted: 'success',
  secondary: 'plain',
  destructive: 'danger',
  warning: 'saffron',
} as const

export const StatusBadge = ({ kind, children }: { kind: BadgeKind; children: ReactNode }) => (
  <Badge tone={tones[kind]}>{children}</Badge>
)
