// Kept by the browser for when there is no network (`public/sw.js`). It shows what does not age:
// the customer's own tickets, and when they were seen.
import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import { useSearchParams } from 'react-router-dom'

import { Button } from '../../components/button.tsx'
import { EmptyTicket } from '../../components/empty-ticket.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Wrap } from '../../components/section.tsx'
import { TicketStub } from '../../components/ticket-stub.tsx'
import { dayOf, timeOf } from '../../lib/day.ts'
import { useHydrated } from '../../lib/hydrated.ts'
import { readKeptTickets } from '../../lib/kept-tickets.ts'
import type { KeptTicket, KeptTickets } from '../../lib/kept-tickets.ts'
import { paths } from '../../lib/paths.ts'
import { joinByRaffle } from '../../lib/ticket-join.ts'
import { useOfflineTexts } from '../../lib/text/offline.ts'
import { useLanguage } from '../../lib/text/text.tsx'

export function Offline() {
  const text = useOfflineTexts()
  const wanted = useWanted()
  const kept = useHydrated() ? readKeptTickets() : null
  return (
    <Wrap narrow>
      <Box py={{ base: '8', md: '12' }}>
        <PageTitle>{text.title}</PageTitle>
        <Text mt="3" color="fg.soft">
          {text.lead}
        </Text>
        <Flex mt="5">
          <Button asChild variant="gold">
            <a href={wanted}>{text.again}</a>
          </Button>
        </Flex>
        {kept ? <Tickets kept={kept} /> : <None />}
      </Box>
    </Wrap>
  )
}

/** The page that was asked for; only ever one of this shop. */
function useWanted(): string {
  const [query] = useSearchParams()
  const isHydrated = useHydrated()
  const from = isHydrated ? query.get('from') : null
  return from !== null && /^\/(?![/\\])/.test(from) ? from : paths.home
}

function Tickets({ kept: { atMs, tickets } }: { kept: KeptTickets }) {
  const text = useOfflineTexts()
  const language = useLanguage()
  const seenAt = new Date(atMs).toISOString()
  return (
    <Box as="section" mt="10">
      <Heading as="h2" fontSize="xl" fontWeight="bold">
        {text.tickets}
      </Heading>
      <Text fontSize="sm" color="fg.muted" mt="1">
        {text.asOf(dayOf(seenAt, language), timeOf(seenAt, language))}
      </Text>
      <chakra.ul listStyleType="none" display="grid" gap="3" mt="4">
        {joinByRaffle(tickets).map((ticket) => (
          <li key={ticket.raffleId}>
            <Stub ticket={ticket} />
          </li>
        ))}
      </chakra.ul>
    </Box>
  )
}

function Stub({ ticket }: { ticket: KeptTicket }) {
  const text = useOfflineTexts()
  const language = useLanguage()
  const { raffleId, raffleName, raffleEndsAt, ticketNumbers, voidNumbers } = ticket
  return (
    <TicketStub
      seed={raffleId}
      title={raffleName}
      subtitle={raffleEndsAt === null ? '' : text.ends(dayOf(raffleEndsAt, language))}
      numbers={ticketNumbers}
      voidNumbers={voidNumbers}
    />
  )
}

function None() {
  const text = useOfflineTexts()
  return (
    <Box mt="8">
      <EmptyTicket line={text.none} hint={text.noneHint} />
    </Box>
  )
}
