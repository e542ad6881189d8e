import type { ReactNode } from 'react'

import { Badge } from '../badge.tsx'

/** What stands out, what waits, and what went wrong. */
export type BadgeKind = 'highlighted' | 'secondary' | 'destructive' | 'warning'

const tones = {
  highlighted: 'success',
  secondary: 'plain',
  destructive: 'danger',
  warning: 'saffron',
} as const

type Props = {
  kind: BadgeKind
  /** What it lies on: the plain one is as dark as sunk ground, and is raised there. */
  ground?: 'surface' | 'sunk'
  children: ReactNode
}

export const StatusBadge = ({ kind, ground = 'surface', children }: Props) => (
  <Badge
    tone={tones[kind]}
    {...(kind === 'secondary' && ground === 'sunk' && { bg: 'bg.surface' })}
  >
    {children}
  </Badge>
)
