import { Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import type { OrderEntry } from '#services/contract/orders.ts'
import type { PaymentStatusResponse } from '#services/contract/payment-status.ts'

import { TicketStub } from '../../../components/ticket-stub.tsx'
import { useAccountTexts } from '../../../lib/text/account.tsx'
import { awaitsTickets } from '../outcome.ts'

type Props = {
  order: PaymentStatusResponse
  /** Null: the raffle has no picture, or it is not known yet. */
  imageOf: (entry: OrderEntry) => string | null
  actionsFor: (entry: OrderEntry) => ReactNode
}

/** One stub for each raffle the order has entered: printed one after the other, then torn off. */
export function PrintedTickets({ order, imageOf, actionsFor }: Props) {
  const { payment } = useAccountTexts()
  if (awaitsTickets(order))
    return (
      <Text
        role="status"
        mt="4"
        color="fg.soft"
        animation="breathe 1.6s ease-in-out infinite"
        _motionReduce={{ animation: 'none' }}
      >
        {payment.printing}
      </Text>
    )
  if (order.raffleEntries.length === 0) return null
  return (
    <Flex direction="column" gap="4" mt="6">
      {order.raffleEntries.map((entry, index) => (
        <TicketStub
          key={entry.id}
          seed={entry.raffleId}
          image={imageOf(entry)}
          title={entry.raffleName}
          subtitle={payment.tickets(entry.tickets)}
          numbers={entry.ticketNumbers}
          printedAs={index}
          headingLevel="h2"
          actions={actionsFor(entry)}
        />
      ))}
    </Flex>
  )
}
