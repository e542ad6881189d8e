import { VisuallyHidden } from '@chakra-ui/react'

import { Badge } from '../../../components/badge.tsx'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useWaitingApprovals } from '../api/approvals.ts'

/** How much waits for a second person, beside the menu's entry. */
export function ApprovalCount() {
  const { approvals } = useAdminStaffTexts()
  const { data: waiting = 0 } = useWaitingApprovals()
  if (waiting === 0) return null
  return (
    <Badge tone="danger" ms="auto">
      <bdi aria-hidden>{waiting}</bdi>
      <VisuallyHidden>{approvals.waitingCount(waiting)}</VisuallyHidden>
    </Badge>
  )
}
