import { useState } from 'react'

import type { User } from '#services/contract/auth.ts'
import type { EntryGiven } from '#services/contract/admin-staff.ts'

import { AdminPage } from '../../components/admin/admin-page.tsx'
import { ListFaces, LoadMore } from '../../components/admin/list-faces.tsx'
import { Button } from '../../components/button.tsx'
import { useStaffList } from '../../features/admin-staff/api/staff.ts'
import { EntryShown } from '../../features/admin-staff/components/entry-shown.tsx'
import { InviteDialog } from '../../features/admin-staff/components/invite-dialog.tsx'
import { MemberDialog } from '../../features/admin-staff/components/member-dialog.tsx'
import { StaffTable } from '../../features/admin-staff/components/staff-table.tsx'
import { isOffered } from '../../lib/admin/offers.ts'
import { useAdminStaffTexts } from '../../lib/text/admin-staff.ts'
import { StaffPage } from './staff-page.tsx'

/** Who is on the staff. Owners manage accounts; managers and auditors look. */
export function StaffAccounts() {
  return <StaffPage>{(staff) => <Accounts staff={staff} />}</StaffPage>
}

type Opened = { kind: 'nothing' } | { kind: 'invite' } | { kind: 'member'; id: string }

function Accounts({ staff }: { staff: User }) {
  const text = useAdminStaffTexts()
  const list = useStaffList()
  const [opened, setOpened] = useState<Opened>({ kind: 'nothing' })
  const [entry, setEntry] = useState<EntryGiven | null>(null)
  const isOwner = staff.role === 'owner'
  const close = () => setOpened({ kind: 'nothing' })
  const show = (given: EntryGiven) => {
    close()
    setEntry(given)
  }
  return (
    <AdminPage
      level="h1"
      title={text.title}
      lead={text.lead}
      actions={
        isOwner && <Button onClick={() => setOpened({ kind: 'invite' })}>{text.invite}</Button>
      }
    >
      <ListFaces
        state={list.state}
        error={list.error}
        failedLine={text.failed}
        empty={null}
        onRetry={list.refresh}
      >
        <StaffTable staff={list.rows} onOpen={(id) => setOpened({ kind: 'member', id })} />
        <LoadMore
          shown={list.rows.length}
          total={list.total}
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={list.more}
        />
      </ListFaces>
      {opened.kind === 'invite' && <InviteDialog onInvited={show} onClose={close} />}
      {opened.kind === 'member' && (
        <MemberDialog
          id={opened.id}
          mayChange={isOwner}
          isSelf={opened.id === staff.id}
          mayEndSessions={isOwner || opened.id === staff.id}
          mayReadTrail={isOffered('readTrail', staff)}
          onEntry={show}
          onClose={close}
        />
      )}
      {entry !== null && <EntryShown entry={entry} onClose={() => setEntry(null)} />}
    </AdminPage>
  )
}
