import { Box, chakra, Flex, Text } from '@chakra-ui/react'

import type { LiveSession } from '#services/contract/live-sessions.ts'

import { momentOf } from '../lib/day.ts'
import { deviceName } from '../lib/device-name.ts'
import { useFactorTexts } from '../lib/text/factors.ts'
import { useLanguage } from '../lib/text/text.tsx'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'

type Shown = LiveSession & { address?: string | null }

type Props = {
  sessions: readonly Shown[]
  isPending: boolean
  /** Left out: they are only looked at. */
  onEnd?: (sessionId: string) => void
}

/** Where somebody is signed in. */
export function SessionList({ sessions, isPending, onEnd }: Props) {
  const { sessions: text } = useFactorTexts()
  if (sessions.length === 0) return <Text color="fg.muted">{text.none}</Text>
  return (
    <chakra.ul listStyleType="none">
      {sessions.map((session) => (
        <SessionLine
          key={session.id}
          session={session}
          isPending={isPending}
          {...(onEnd && !session.isThisOne && { onEnd: () => onEnd(session.id) })}
        />
      ))}
    </chakra.ul>
  )
}

/**
 * On a phone each has its line, else there is a dot between them. A line is as wide as its words:
 * those that run the other way, as an address does, begin where the rest begin.
 */
const apart = {
  '& > bdi': { display: { base: 'block', md: 'inline' }, width: 'fit-content' },
  '& > bdi + bdi::before': { content: { md: '" · "' } },
}

type LineProps = { session: Shown; isPending: boolean; onEnd?: () => void }

function SessionLine({ session, isPending, onEnd }: LineProps) {
  const { sessions: text } = useFactorTexts()
  const language = useLanguage()
  const device = deviceName(session.device) ?? text.unknownDevice
  return (
    <chakra.li
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
        <Text fontSize="sm" color="fg.muted" css={apart}>
          {session.address && <bdi>{session.address}</bdi>}
          <bdi>{text.since(momentOf(session.createdAt, language))}</bdi>
          <bdi>{text.seen(momentOf(session.lastSeenAt, language))}</bdi>
        </Text>
      </Box>
      {onEnd && (
        <Button
          type="button"
          variant="outline"
          size="sm"
          aria-label={text.endOf(device)}
          disabled={isPending}
          onClick={onEnd}
        >
          {text.end}
        </Button>
      )}
    </chakra.li>
  )
}
