import { Box } from '@chakra-ui/react'

import { Button } from '../../../components/button.tsx'
import { SessionList } from '../../../components/session-list.tsx'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import { useEndSessions, useSessions } from '../api/security.ts'
import { useOutcome } from '../use-outcome.ts'
import { useProof } from '../use-proof.tsx'
import { Card } from './account-card.tsx'

/** Where the customer is signed in, and the way out of all but this browser. */
export function SessionCard() {
  const { sessions: text } = useFactorTexts()
  const { data } = useSessions()
  const end = useEndSessions()
  const outcome = useOutcome(text.ended)
  const proof = useProof()
  const endThem = (sessionId: string | null) =>
    end.mutate(sessionId, {
      ...outcome,
      onError: (error) => {
        if (!proof.isAskedBy(error, () => endThem(sessionId))) outcome.onError(error)
      },
    })
  if (!data) return null
  const { sessions } = data
  return (
    <Card title={text.title} hint={text.hint}>
      <Box mt="4">
        <SessionList sessions={sessions} isPending={end.isPending} onEnd={endThem} />
      </Box>
      {sessions.some(({ isThisOne }) => !isThisOne) && (
        <Button
          type="button"
          variant="outline"
          mt="3"
          disabled={end.isPending}
          onClick={() => endThem(null)}
        >
          {text.endOthers}
        </Button>
      )}
      {proof.dialog}
    </Card>
  )
}
