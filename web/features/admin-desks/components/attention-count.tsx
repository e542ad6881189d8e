import { VisuallyHidden } from '@chakra-ui/react'

import { Badge } from '../../../components/badge.tsx'
import { useAdminDesksTexts } from '../../../lib/text/admin-desks.ts'
import { useAttentionCounts } from '../api/attention.ts'

/** How much waits for a person, beside the menu's entry. */
export function AttentionCount() {
  const { waiting } = useAdminDesksTexts()
  const { data } = useAttentionCounts()
  if (data === undefined || data.total === 0) return null
  return (
    <Badge tone="danger" ms="auto">
      <bdi aria-hidden>{data.total}</bdi>
      <VisuallyHidden>{waiting(data.total)}</VisuallyHidden>
    </Badge>
  )
}
