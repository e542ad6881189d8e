// What was changed of a raffle since it was published: as its public log has it, for anybody.
import { Box, chakra, Heading, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'

import { raffleChangeList } from '#services/contract/raffle-changes.ts'
import type { RaffleChange } from '#services/contract/raffle-changes.ts'

import { Wrap } from '../../../components/section.tsx'
import { dayOf, stampOf } from '../../../lib/day.ts'
import { get } from '../../../lib/http.ts'
import { worth } from '../../../lib/money.ts'
import { pathOf } from '../../../lib/query-client.ts'
import { useAlertTexts } from '../../../lib/text/alerts.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import type { Language } from '../../../lib/text/text.tsx'

const useChanges = (raffleId: string) =>
  useQuery({
    queryKey: ['/api/raffles', raffleId, 'changes'] as const,
    queryFn: ({ queryKey, signal }) => get(pathOf(queryKey), raffleChangeList, signal),
  })

/** Nothing while nothing was changed. */
export function RaffleChanges({ raffleId }: { raffleId: string }) {
  const { changes: text } = useAlertTexts()
  const language = useLanguage()
  const { data: changes = [] } = useChanges(raffleId)
  if (changes.length === 0) return null
  return (
    <Wrap>
      <Box as="section" mt="10" maxW="reading">
        <Heading as="h2" fontSize="xl" fontWeight="bold" mb="2">
          {text.title}
        </Heading>
        <chakra.ol listStyleType="none" m="0" p="0" display="grid" gap="3">
          {changes.map((change) => (
            <chakra.li key={`${change.at} ${change.field}`}>
              <Text fontSize="xs" color="fg.muted">
                {stampOf(change.at, language)}
              </Text>
              <Text color="fg.soft">
                {text.fields[change.field](shown(change, language))}
                {change.isByRule && ` ${text.byRule}`}
              </Text>
              {change.reason !== null && (
                <Text fontSize="sm" color="fg.muted">
                  {text.reasons[change.reason]}
                </Text>
              )}
            </chakra.li>
          ))}
        </chakra.ol>
      </Box>
    </Wrap>
  )
}

function shown({ field, value }: RaffleChange, language: Language): string {
  if (value === null) return ''
  if (field === 'startsAt' || field === 'endsAt') return dayOf(value, language)
  return field === 'prizeValue' ? worth(value) : value
}
