import { Box, Grid } from '@chakra-ui/react'

import type { User } from '#services/contract/auth.ts'

import { AdminPage } from '../../components/admin/admin-page.tsx'
import { EmptyState, ListFaces, LoadMore } from '../../components/admin/list-faces.tsx'
import { RefreshButton } from '../../components/admin/refresh-button.tsx'
import { Segment } from '../../components/admin/segment.tsx'
import { useApprovals } from '../../features/admin-staff/api/approvals.ts'
import { ApprovalCard } from '../../features/admin-staff/components/approval-card.tsx'
import { useFocusOnFirstNew } from '../../lib/admin/first-new.ts'
import { oneOf } from '../../lib/admin/in-address.ts'
import { useInAddress } from '../../lib/admin/use-in-address.ts'
import { useAdminStaffTexts } from '../../lib/text/admin-staff.ts'
import { StaffPage } from './staff-page.tsx'

/** What needs a second person, and what did. */
export function StaffApprovals() {
  return <StaffPage>{(staff) => <Approvals staff={staff} />}</StaffPage>
}

const usual: { state: 'waiting' | 'all' } = { state: 'waiting' }
const known = { state: oneOf(['waiting', 'all']) }

function Approvals({ staff }: { staff: User }) {
  const { approvals: text } = useAdminStaffTexts()
  const [{ state }, choose] = useInAddress(usual, known)
  const list = useApprovals(state)
  const cards = useFocusOnFirstNew<HTMLDivElement>(list.rows.length)
  const mayDecide = staff.role === 'owner' || staff.role === 'manager'
  return (
    <AdminPage
      level="h1"
      title={text.title}
      lead={text.lead}
      actions={
        <>
          <RefreshButton isRefreshing={list.isRefreshing} onRefresh={list.refresh} />
          <Segment
            legend={text.filter}
            name="state"
            value={state}
            choices={[
              { value: 'waiting', label: text.waiting },
              { value: 'all', label: text.all },
            ]}
            onChange={(next) => choose({ state: next })}
          />
        </>
      }
    >
      <ListFaces
        state={list.state}
        error={list.error}
        failedLine={text.failed}
        empty={<EmptyState line={state === 'waiting' ? text.noneWaiting : text.none} />}
        onRetry={list.refresh}
      >
        <Box maxW="reading">
          <Grid ref={cards} gap="4">
            {list.rows.map((approval) => (
              <ApprovalCard key={approval.id} approval={approval} mayDecide={mayDecide} />
            ))}
          </Grid>
          <LoadMore
            shown={list.rows.length}
            total={list.total}
            hasMore={list.hasMore}
            isLoading={list.isLoadingMore}
            onMore={list.more}
          />
        </Box>
      </ListFaces>
    </AdminPage>
  )
}
