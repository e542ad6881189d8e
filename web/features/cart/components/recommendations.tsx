import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'

import type { Raffle } from '#services/contract/raffles.ts'

import { Button } from '../../../components/button.tsx'
import { Money, Worth } from '../../../components/money.tsx'
import { Plate } from '../../../components/plate.tsx'
import { offerOf } from '../../../lib/offer.ts'
import { useTexts } from '../../../lib/text/text.tsx'
import type { Cart } from '../cart.ts'

const RECOMMENDED_MAX = 3

/** Open raffles with an active product, none of whose prizes is in the cart yet. */
export function recommendedFor(cart: Cart, raffles: Raffle[], nowMs: number): Raffle[] {
  return raffles
    .filter((raffle) => {
      const offer = offerOf(raffle, nowMs)
      return offer.kind === 'open' && !cart.some((line) => line.prizeName === raffle.name)
    })
    .slice(0, RECOMMENDED_MAX)
}

type Props = {
  raffles: Raffle[]
  /** One was chosen and is being looked at. */
  isPending: boolean
  onChoose: (raffleId: string) => void
}

export function Recommendations({ raffles, isPending, onChoose }: Props) {
  const text = useTexts()
  if (raffles.length === 0) return null
  return (
    <Box as="section" mt="6">
      <Heading as="h3" fontSize="sm" fontWeight="bold" mb="2">
        {text.cart.recommended}
      </Heading>
      <Flex direction="column" gap="2">
        {raffles.map((raffle) => (
          <MiniTicket key={raffle.id} raffle={raffle} isPending={isPending} onChoose={onChoose} />
        ))}
      </Flex>
    </Box>
  )
}

type TicketProps = Omit<Props, 'raffles'> & { raffle: Raffle }

function MiniTicket({ raffle, isPending, onChoose }: TicketProps) {
  const text = useTexts()
  return (
    <Flex align="center" gap="3" p="2" borderWidth="1px" borderRadius="control">
      <Plate
        seed={raffle.id}
        image={raffle.image}
        alt=""
        sizes="56px"
        boxSize="56px"
        borderRadius="tag"
        flexShrink={0}
      />
      <Box flex="1" minW="0">
        <Text fontWeight="bold" fontSize="sm" lineHeight="snug">
          {raffle.name}
        </Text>
        <Text fontSize="xs" color="fg.muted" lineHeight="snug">
          <Worth amount={raffle.value} />
          {raffle.product && (
            <chakra.span display="block">
              <bdi>{raffle.product.name}</bdi>{' '}
              <chakra.strong color="fg.soft">
                <Money amount={raffle.product.price} />
              </chakra.strong>
            </chakra.span>
          )}
        </Text>
      </Box>
      <Button
        variant="outline"
        size="sm"
        aria-label={`${text.cart.add}: ${raffle.name}`}
        disabled={isPending}
        onClick={() => onChoose(raffle.id)}
      >
        {text.cart.add}
      </Button>
    </Flex>
  )
}
