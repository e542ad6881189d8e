import { Box, Flex, Heading } from '@chakra-ui/react'

import type { StaffDetail } from '#services/contract/admin-staff.ts'

import { Button } from '../../../components/button.tsx'
import { SessionList } from '../../../components/session-list.tsx'
import { showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import { useRevokeSessions } from '../api/staff.ts'

type Props = { member: StaffDetail; mayEnd: boolean }

export function MemberSessions({ member, mayEnd }: Props) {
  const { notSaved } = useAdminStaffTexts()
  const { sessions: text } = useFactorTexts()
  const admin = useAdminTexts()
  const revoke = useRevokeSessions(member.id)
  const end = (sessionId: string | null) =>
    revoke.mutate(sessionId, {
      onSuccess: () => showSuccess(text.ended),
      onError: (error) => showFailure(admin.error, error, notSaved),
    })
  const { liveSessions } = member
  const hasOthers = liveSessions.some(({ isThisOne }) => !isThisOne)
  return (
    <Box as="section">
      <Flex justify="space-between" align="center" wrap="wrap" columnGap="3" rowGap="2" mb="2">
        <Heading as="h3" fontSize="lg" fontWeight="bold">
          {text.title}
        </Heading>
        {mayEnd && hasOthers && (
          <Button
            variant="outline"
            size="sm"
            whiteSpace="nowrap"
            disabled={revoke.isPending}
            onClick={() => end(null)}
          >
            {text.endAll}
          </Button>
        )}
      </Flex>
      <SessionList
        sessions={liveSessions}
        isPending={revoke.isPending}
        {...(mayEnd && { onEnd: end })}
      />
    </Box>
  )
}
