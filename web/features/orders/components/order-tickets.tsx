import { Flex } from '@chakra-ui/react'

import type { OrderPageResponse, OrderTickets } from '#services/contract/order-page.ts'

import { ProofLinks } from '../../../components/proof-links.tsx'
import { DrawLink, TicketState } from '../../../components/ticket-state.tsx'
import { TicketStub } from '../../../components/ticket-stub.tsx'
import { ClaimLink } from '../../../components/ticket-won.tsx'
import { dayOf } from '../../../lib/day.ts'
import { worth } from '../../../lib/money.ts'
import { areInPlay } from '../../../lib/ticket-in-play.ts'
import { useKeptTickets } from '../../../lib/use-kept-tickets.ts'
import { useOrderTexts } from '../../../lib/text/account-order.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { OrderCard } from './order-card.tsx'
import { ShareTickets } from './share-tickets.tsx'

export function OrderTicketStubs({ order }: { order: OrderPageResponse }) {
  const { tickets } = useOrderTexts()
  useKeptTickets(order.raffleEntries)
  if (order.raffleEntries.length === 0) return null
  return (
    <OrderCard title={tickets.title}>
      <Flex direction="column" gap="4">
        {order.raffleEntries.map((entry) => (
          <Stub key={entry.id} orderId={order.id} entry={entry} />
        ))}
      </Flex>
    </OrderCard>
  )
}

function Stub({ orderId, entry }: { orderId: string; entry: OrderTickets }) {
  const { tickets } = useOrderTexts()
  const language = useLanguage()
  const { raffleEndsAt, rafflePhase, won } = entry
  const isOpen = rafflePhase === 'open' && raffleEndsAt !== null
  const isVoid = entry.voidNumbers.length > 0
  return (
    <TicketStub
      seed={entry.raffleId}
      image={entry.raffleImage}
      title={entry.raffleName}
      subtitle={`${tickets.prize(worth(entry.raffleValue))} · ${tickets.count(entry.tickets)}`}
      state={<TicketState phase={rafflePhase} isWon={won !== null} />}
      numbers={entry.ticketNumbers}
      voidNumbers={entry.voidNumbers}
      won={won}
      note={
        isVoid
          ? tickets.voidSome(entry.voidNumbers.length)
          : isOpen && tickets.draw(dayOf(raffleEndsAt, language))
      }
      actions={
        <>
          <ClaimLink won={won} />
          <DrawLink raffleId={entry.raffleId} phase={rafflePhase} />
          {areInPlay(entry) && (
            <ShareTickets
              raffleId={entry.raffleId}
              raffleName={entry.raffleName}
              raffleValue={entry.raffleValue}
              numbers={entry.ticketNumbers}
            />
          )}
          <ProofLinks parts={[{ ...entry, orderId }]} />
        </>
      }
    />
  )
}
