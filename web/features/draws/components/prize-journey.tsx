import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'

import type { LiveDraw } from '#services/contract/draws.ts'

import { dayOf, momentOf } from '../../../lib/day.ts'
import { useDrawTexts } from '../../../lib/text/draw.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { ticketLabel } from '../../../lib/ticket-ranges.ts'

type Entry = LiveDraw['journey'][number]

/** From the drawn number to the handed-over prize, dated. */
export function PrizeJourney({ draw }: { draw: LiveDraw }) {
  const { journey } = useDrawTexts()
  const language = useLanguage()
  if (draw.journey.length === 0) return null
  const isOpen = draw.winner?.state === 'winner' && draw.winner.claimUntil !== null
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="5">
      <Heading as="h2" fontSize="lg" fontWeight="bold" mb="3">
        {journey.title}
      </Heading>
      <chakra.ol listStyleType="none" m="0" p="0">
        {draw.journey.map((entry) => (
          <chakra.li
            key={`${entry.kind} ${entry.at} ${entry.number}`}
            py="2"
            borderBottomWidth="1px"
            borderBottomStyle="dashed"
            borderColor="line"
          >
            <Flex justify="space-between" gap="3" align="baseline">
              <Text fontWeight="bold" fontSize="sm">
                <Sentence entry={entry} />
              </Text>
              <chakra.time dateTime={entry.at} fontSize="xs" color="fg.muted" whiteSpace="nowrap">
                {momentOf(entry.at, language)}
              </chakra.time>
            </Flex>
            {entry.reason && (
              <Text fontSize="xs" color="fg.soft">
                {journey.reason[entry.reason]}
              </Text>
            )}
          </chakra.li>
        ))}
      </chakra.ol>
      {isOpen && (
        <Text fontSize="sm" color="fg.soft" mt="3">
          {journey.claimUntil(dayOf(draw.winner?.claimUntil ?? '', language))}
        </Text>
      )}
      {draw.winner !== null && draw.winner.name === null && (
        <Text fontSize="xs" color="fg.muted" mt="2">
          {journey.masked}
        </Text>
      )}
    </Box>
  )
}

function Sentence({ entry }: { entry: Entry }) {
  const { journey } = useDrawTexts()
  switch (entry.kind) {
    case 'drawn':
    case 'forfeited':
    case 'promoted':
      return journey[entry.kind](ticketLabel(entry.number))
    case 'published':
    case 'identity_checked':
    case 'delivered':
      return journey[entry.kind]
  }
}
