import { Box, chakra, Grid } from '@chakra-ui/react'

import type { Raffle } from '#services/contract/raffles.ts'

import { Button } from '../../../components/button.tsx'
import { EmptyTicket } from '../../../components/empty-ticket.tsx'
import { InTurn } from '../../../components/in-turn.tsx'
import { pathOf } from '../../../lib/query-client.ts'
import { useTexts } from '../../../lib/text/text.tsx'
import { rafflesKey, useRaffles, useTicketCountsByTheMinute } from '../api/list-raffles.ts'
import { RaffleCard } from './raffle-card.tsx'

const columns = { base: '1fr', md: 'repeat(2, 1fr)', lg: 'repeat(3, 1fr)' }

type Props = {
  /** The grid is what the page begins with. */
  isAtTop?: boolean
  onEnter: (raffle: Raffle) => void
}

export function RaffleGrid({ isAtTop = false, onEnter }: Props) {
  const text = useTexts()
  const { data: raffles, isPending, refetch } = useRaffles()

  if (isPending) return <LoadingGrid />
  if (!raffles)
    return (
      <EmptyTicket line={text.raffles.failed} isAlert>
        <Button variant="outline" onClick={() => void refetch()}>
          {text.retry}
        </Button>
      </EmptyTicket>
    )
  if (raffles.length === 0)
    return <EmptyTicket line={text.raffles.empty} hint={text.raffles.emptyHint} />

  return (
    <Grid templateColumns={columns} gap={{ base: '5', lg: '6' }}>
      {raffles.map((raffle, index) => (
        <InTurn key={raffle.id} name={raffle.id} isFirst={isAtTop && index === 0}>
          <RaffleCard raffle={raffle} isFirst={isAtTop && index === 0} onEnter={onEnter} />
        </InTurn>
      ))}
      <TicketCountsByTheMinute />
    </Grid>
  )
}

/** Apart, so that a minute that changes no count renders no card. */
function TicketCountsByTheMinute() {
  useTicketCountsByTheMinute(pathOf(rafflesKey))
  return null
}

/** The outlines of three tickets, and the sentence for those who do not see them. */
function LoadingGrid() {
  const text = useTexts()
  return (
    <Grid templateColumns={columns} gap={{ base: '5', lg: '6' }} role="status">
      <chakra.span srOnly>{text.raffles.loading}</chakra.span>
      {[0, 1, 2].map((index) => (
        <Box
          key={index}
          aria-hidden
          height="460px"
          borderWidth="2px"
          borderStyle="dashed"
          borderRadius="ticket"
          animation="breathe 1.6s ease-in-out infinite"
          _motionReduce={{ animation: 'none' }}
        />
      ))}
    </Grid>
  )
}
