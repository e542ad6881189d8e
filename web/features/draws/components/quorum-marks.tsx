import { Flex, Text } from '@chakra-ui/react'

import type { LiveDraw } from '#services/contract/draws.ts'

import { Badge } from '../../../components/badge.tsx'
import { timeOf } from '../../../lib/day.ts'
import { useDrawTexts } from '../../../lib/text/draw.ts'
import { useLanguage } from '../../../lib/text/text.tsx'

type Quorum = NonNullable<LiveDraw['sealQuorum']>

/** Who has signed, and who has not. */
export function QuorumMarks({ quorum }: { quorum: Quorum }) {
  const { proof } = useDrawTexts()
  const language = useLanguage()
  if (quorum.witnesses.length === 0)
    return (
      <Text fontSize="xs" color="fg.muted" mt="1">
        {proof.noWitnesses}
      </Text>
    )
  const reached = quorum.witnesses.filter(({ at }) => at !== null).length
  return (
    <Flex mt="2" gap="2" wrap="wrap" align="center">
      <Text fontSize="xs" color="fg.muted">
        {proof.witnesses(reached, quorum.required)}
      </Text>
      {quorum.witnesses.map(({ name, at }) => (
        <Badge key={name} tone={at === null ? 'plain' : 'success'}>
          <bdi>{name}</bdi> · {at === null ? proof.waitingFor : timeOf(at, language)}
        </Badge>
      ))}
    </Flex>
  )
}
