import { Box } from '@chakra-ui/react'
import { useSearchParams } from 'react-router-dom'

import type { User } from '#services/contract/auth.ts'

import { AdminPage } from '../../components/admin/admin-page.tsx'
import { Segment } from '../../components/admin/segment.tsx'
import { KitView } from '../../features/admin-audit/components/kit-view.tsx'
import { PaperView } from '../../features/admin-audit/components/paper-view.tsx'
import { PastView } from '../../features/admin-audit/components/past-view.tsx'
import { TicketView } from '../../features/admin-audit/components/ticket-view.tsx'
import { TrailView } from '../../features/admin-audit/components/trail-view.tsx'
import { isOffered } from '../../lib/admin/offers.ts'
import { samePage } from '../../lib/admin/same-page.ts'
import { useAdminAuditTexts } from '../../lib/text/admin-audit.ts'
import { StaffPage } from './staff-page.tsx'

const views = ['trail', 'ticket', 'past', 'kit'] as const
type View = (typeof views)[number]

/** The trail, a ticket, the past, and the auditor's kit; each has its own address. */
export function AuditPage() {
  return <StaffPage>{(staff) => <Audit staff={staff} />}</StaffPage>
}

function Audit({ staff }: { staff: User }) {
  const text = useAdminAuditTexts()
  const [search, setSearch] = useSearchParams()
  // A regulator reads of raffles and their tickets, not of people.
  const isRegulator = staff.role === 'regulator'
  const open = views.filter((view) => !isRegulator || view !== 'trail')
  const view = open.find((known) => known === search.get('view')) ?? open[0] ?? 'ticket'
  const paperId = search.get('paper')
  const go = (next: { view: View; paper?: string }) => setSearch(next, samePage)
  const mayReadOrders = isOffered('readOrders', staff)
  const mayMake = staff.role === 'owner' || staff.role === 'auditor' || isRegulator
  return (
    <AdminPage level="h1" title={text.title} lead={text.lead}>
      <Box mb="4" _print={{ display: 'none' }}>
        <Segment
          legend={text.views.legend}
          name="view"
          value={view}
          choices={open.map((value) => ({ value, label: text.views[value] }))}
          onChange={(value) => go({ view: value })}
        />
      </Box>
      {view === 'trail' && <TrailView />}
      {view === 'ticket' && <TicketView mayOpenOrders={mayReadOrders} />}
      {view === 'past' && <PastView mayReadOrders={mayReadOrders} />}
      {view === 'kit' && paperId === null && (
        <KitView mayMake={mayMake} onOpen={(paper) => go({ view: 'kit', paper })} />
      )}
      {view === 'kit' && paperId !== null && (
        <PaperView
          id={paperId}
          mayNote={mayMake}
          staffId={staff.id}
          onBack={() => go({ view: 'kit' })}
        />
      )}
    </AdminPage>
  )
}
