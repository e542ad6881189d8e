import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'

import type { StaffDetail } from '#services/contract/admin-staff.ts'

import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { momentOf } from '../../../lib/day.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { useRevokeSessions } from '../api/staff.ts'
import { deviceName } from '../device-name.ts'

type Props = { member: StaffDetail; mayEnd: boolean }

export function SessionList({ member, mayEnd }: Props) {
  const text = useAdminStaffTexts()
  const admin = useAdminTexts()
  const language = useLanguage()
  const revoke = useRevokeSessions(member.id)
  const end = (sessionId: string | null) =>
    revoke.mutate(sessionId, {
      onSuccess: () => showSuccess(text.ended),
      onError: (error) => showFailure(admin.error, error, text.notSaved),
    })
  const { liveSessions } = member
  const hasOthers = liveSessions.some(({ isThisOne }) => !isThisOne)
  return (
    <Box as="section">
      <Flex justify="space-between" align="center" gap="3" mb="2">
        <Heading as="h3" fontSize="lg" fontWeight="bold">
          {text.sessions}
        </Heading>
        {mayEnd && hasOthers && (
          <Button variant="outline" size="sm" disabled={revoke.isPending} onClick={() => end(null)}>
            {text.endAll}
          </Button>
        )}
      </Flex>
      {liveSessions.length === 0 && <Text color="fg.muted">{text.noSessions}</Text>}
      <chakra.ul listStyleType="none">
        {liveSessions.map((session) => {
          const device = deviceName(session.device) ?? text.unknownDevice
          return (
            <chakra.li
              key={session.id}
              display="flex"
              gap="3"
              alignItems="center"
              justifyContent="space-between"
              borderTopWidth="1px"
              py="2"
            >
              <Box minW="0">
                <Flex gap="2" align="center" wrap="wrap">
                  <chakra.bdi fontWeight="bold">{device}</chakra.bdi>
                  {session.isThisOne && <Badge tone="cedar">{text.thisOne}</Badge>}
                </Flex>
                <Text fontSize="sm" color="fg.muted">
                  <bdi>{session.address}</bdi> · {text.since(momentOf(session.createdAt, language))}
                </Text>
              </Box>
              {mayEnd && !session.isThisOne && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={text.endSessionOf(device)}
                  disabled={revoke.isPending}
                  onClick={() => end(session.id)}
                >
                  {text.endSession}
                </Button>
              )}
            </chakra.li>
          )
        })}
      </chakra.ul>
    </Box>
  )
}
