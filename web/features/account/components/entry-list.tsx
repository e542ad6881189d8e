import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { ProofLinks } from '../../../components/proof-links.tsx'
import { DrawLink, TicketState } from '../../../components/ticket-state.tsx'
import { TicketStub } from '../../../components/ticket-stub.tsx'
import { ClaimLink } from '../../../components/ticket-won.tsx'
import { dayOf } from '../../../lib/day.ts'
import { areInPlay } from '../../../lib/ticket-in-play.ts'
import { useKeptTickets } from '../../../lib/use-kept-tickets.ts'
import { worth } from '../../../lib/money.ts'
import { useAccountTexts } from '../../../lib/text/account.tsx'
import { useOrderTexts } from '../../../lib/text/account-order.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { useRaffleEntries } from '../api/list-raffle-entries.ts'
import { entriesByRaffle } from '../entries-by-raffle.ts'
import type { JoinedEntry } from '../entries-by-raffle.ts'
import { stateOf } from '../list-state.ts'
import { ListCard } from './list-card.tsx'

type Props = { userId: string; actionsFor: (entry: JoinedEntry) => ReactNode }

export function EntryList({ userId, actionsFor }: Props) {
  const { dashboard } = useAccountTexts()
  const query = useRaffleEntries(userId)
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? []
  useKeptTickets(entries)
  return (
    <ListCard
      title={dashboard.raffles}
      state={stateOf(query, entries.length)}
      emptyLine={dashboard.noEntries}
      failedLine={dashboard.entriesFailed}
      hasMore={query.hasNextPage}
      isLoadingMore={query.isFetchingNextPage}
      onMore={() => void query.fetchNextPage()}
      onRetry={() => void query.refetch()}
    >
      <chakra.ul listStyleType="none" display="grid" gap="3">
        {entriesByRaffle(entries).map((entry) => (
          <li key={entry.raffleId}>
            <EntryStub entry={entry} actions={actionsFor(entry)} />
          </li>
        ))}
      </chakra.ul>
    </ListCard>
  )
}

function EntryStub({ entry, actions }: { entry: JoinedEntry; actions: ReactNode }) {
  const { dashboard } = useAccountTexts()
  const { tickets } = useOrderTexts()
  const language = useLanguage()
  const { raffleEndsAt, rafflePhase, voidNumbers, won } = entry
  const prize = dashboard.worth(worth(entry.raffleValue))
  const isOpen = rafflePhase === 'open' && raffleEndsAt !== null
  return (
    <TicketStub
      seed={entry.raffleId}
      image={entry.raffleImage}
      title={entry.raffleName}
      subtitle={`${prize} · ${dashboard.tickets(entry.tickets)}`}
      state={<TicketState phase={rafflePhase} isWon={won !== null} />}
      numbers={entry.ticketNumbers}
      voidNumbers={voidNumbers}
      won={won}
      note={
        voidNumbers.length > 0
          ? tickets.voidSome(voidNumbers.length)
          : isOpen && tickets.draw(dayOf(raffleEndsAt, language))
      }
      actions={
        <>
          <ClaimLink won={won} />
          <DrawLink raffleId={entry.raffleId} phase={rafflePhase} />
          {areInPlay(entry) && actions}
          <ProofLinks parts={entry.parts} />
        </>
      }
    />
  )
}
