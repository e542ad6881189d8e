// Items and raffle entries of an order, as its card and its dialog show them.
import { Box, chakra, Flex, Text } from '@chakra-ui/react'

import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'
import type { AdminOrderEntry } from '#services/contract/admin-orders.ts'
import type { OrderItem } from '#services/contract/orders.ts'

import { Badge } from '../../../components/badge.tsx'
import { Money } from '../../../components/money.tsx'
import { Plate } from '../../../components/plate.tsx'
import { TicketNumbers } from '../../../components/ticket-numbers.tsx'
import { useOrderTexts } from '../../../lib/text/account-order.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'

type Item = OrderItem | AdminOrderDetail['items'][number]

export function OrderItems({ items }: { items: readonly Item[] }) {
  const text = useAdminOrdersTexts()
  return (
    <chakra.ul listStyleType="none">
      {items.map((item) => (
        <Flex asChild key={item.id} gap="3" align="center" py="1.5">
          <li>
            <Plate
              seed={item.productId}
              image={item.productImage}
              alt=""
              sizes="40px"
              boxSize="40px"
              borderRadius="tag"
              flexShrink={0}
            />
            <Box flex="1" minW="0">
              <Text fontWeight="medium" lineHeight="snug">
                <bdi>
                  {item.productName}
                  {item.variantName && `, ${item.variantName}`}
                </bdi>
              </Text>
              <Text fontSize="xs" color="fg.muted">
                <bdi>{text.quantity(item.quantity, `$${item.price}`)}</bdi>
                {item.tickets > 0 && <> · {text.tickets(item.tickets)}</>}
              </Text>
              {'isReturned' in item && item.isReturned && (
                <Badge tone="danger">{text.lineReturned}</Badge>
              )}
            </Box>
            <Money amount={item.subtotal} />
          </li>
        </Flex>
      ))}
    </chakra.ul>
  )
}

export function OrderEntries({ entries }: { entries: readonly AdminOrderEntry[] }) {
  const text = useAdminOrdersTexts()
  const { tickets } = useOrderTexts()
  return (
    <Flex direction="column" gap="2">
      {entries.map((entry) => (
        <Box key={entry.id}>
          <Text fontSize="sm" mb="1">
            <bdi>{entry.raffleName}</bdi> · {text.tickets(entry.tickets)}
          </Text>
          <TicketNumbers numbers={entry.ticketNumbers} voidNumbers={entry.voidNumbers} />
          {entry.voidNumbers.length > 0 && (
            <Text fontSize="xs" color="fg.muted" mt="1">
              {tickets.voidSome(entry.voidNumbers.length)}
            </Text>
          )}
        </Box>
      ))}
    </Flex>
  )
}
