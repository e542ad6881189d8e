import { Box } from '@chakra-ui/react'

import type { User } from '#services/contract/auth.ts'

import { AdminPage } from '../../components/admin/admin-page.tsx'
import { ErrorRetry, ListSpinner } from '../../components/admin/list-faces.tsx'
import { useStaffSecurity } from '../../features/admin-staff/api/security.ts'
import { useStaffMember } from '../../features/admin-staff/api/staff.ts'
import { SecurityCard } from '../../features/admin-staff/components/security-card.tsx'
import { MemberSessions } from '../../features/admin-staff/components/member-sessions.tsx'
import { SignInHistory } from '../../features/admin-staff/components/sign-in-history.tsx'
import { useAdminStaffTexts } from '../../lib/text/admin-staff.ts'
import { OwnPassword } from './own-password.tsx'
import { StaffPage } from './staff-page.tsx'

/** One's own second factors, password, sessions and sign-ins. */
export function StaffSecurityPage() {
  return <StaffPage>{(staff) => <Own staff={staff} />}</StaffPage>
}

function Own({ staff }: { staff: User }) {
  const { security: text } = useAdminStaffTexts()
  const { data: security, error, refetch } = useStaffSecurity()
  const { data: member, error: unread, refetch: readSessions } = useStaffMember(staff.id)
  return (
    <AdminPage level="h1" title={text.title} lead={text.lead}>
      {error && !security && (
        <ErrorRetry line={text.failed} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !security && <ListSpinner />}
      {security && (
        <>
          <SecurityCard security={security} account={staff.email ?? staff.id} />
          <Box maxW="reading" mt="4">
            <OwnPassword onChanged={() => void readSessions()} />
          </Box>
        </>
      )}
      {unread && !member && (
        <ErrorRetry line={text.sessionsFailed} error={unread} onRetry={() => void readSessions()} />
      )}
      {!unread && !member && <ListSpinner />}
      {member && (
        <Box maxW="reading" mt="8" display="grid" gap="6">
          <MemberSessions member={member} mayEnd />
          <SignInHistory member={member} />
        </Box>
      )}
    </AdminPage>
  )
}
