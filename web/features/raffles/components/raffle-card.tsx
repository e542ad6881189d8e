import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import { Link } from 'react-router-dom'

import type { Product } from '#services/contract/products.ts'
import type { Raffle } from '#services/contract/raffles.ts'

import { Button } from '../../../components/button.tsx'
import { CountdownLabel } from '../../../components/countdown.tsx'
import { Money, Worth } from '../../../components/money.tsx'
import { Perforation } from '../../../components/perforation.tsx'
import { Plate } from '../../../components/plate.tsx'
import { useMinute } from '../../../lib/minute.ts'
import { offerOf, showsProgress } from '../../../lib/offer.ts'
import { paths } from '../../../lib/paths.ts'
import { useTexts } from '../../../lib/text/text.tsx'
import { offerWords } from './offer-words.ts'
import { SoldBar } from './sold-bar.tsx'

type Props = { raffle: Raffle; isFirst?: boolean; onEnter: (raffle: Raffle) => void }

/** A raffle as an upright ticket: the printed plate, the perforation, the stub that is sold. */
export function RaffleCard({ raffle, isFirst = false, onEnter }: Props) {
  const text = useTexts()
  return (
    <Flex
      as="article"
      direction="column"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="ticket"
      boxShadow="ticket"
      overflow="hidden"
      position="relative"
    >
      <Link to={paths.raffle(raffle.id)} tabIndex={-1} aria-hidden>
        <Plate
          seed={raffle.id}
          image={raffle.image}
          alt=""
          sizes="(min-width: 1024px) 380px, (min-width: 768px) 46vw, 92vw"
          isFirst={isFirst}
          aspectRatio="4 / 3"
        />
      </Link>
      <PrizeTag value={raffle.value} />
      <Perforation />
      <Flex direction="column" flex="1" p={{ base: '4', md: '5' }} pt="5" gap="3">
        <Heading as="h3" fontSize="lg" fontWeight="heavy" lineHeight="snug">
          <Link to={paths.raffle(raffle.id)}>{raffle.name}</Link>
        </Heading>
        {raffle.product && <ProductLine product={raffle.product} />}
        <Box mt="auto">
          <Flex justify="space-between" align="baseline" gap="3" wrap="wrap">
            <SoldCount raffle={raffle} />
            <CountdownLabel endsAt={raffle.endsAt} />
          </Flex>
          <Text fontSize="micro" color="fg.muted">
            {text.raffles.minimum(raffle.minTicketsRequired)}
          </Text>
          {showsProgress(raffle.name) && (
            <SoldBar sold={raffle.ticketsSold} total={raffle.totalTickets} />
          )}
        </Box>
        <EnterButton raffle={raffle} onEnter={onEnter} />
      </Flex>
    </Flex>
  )
}

function PrizeTag({ value }: { value: string }) {
  const text = useTexts()
  return (
    <chakra.span
      position="absolute"
      top="3"
      insetInlineStart="3"
      bg="plate.foil"
      color="saffron.on"
      px="3"
      py="1"
      borderRadius="tag"
      fontSize="sm"
      fontWeight="bold"
    >
      {text.raffles.prize} <Worth amount={value} />
    </chakra.span>
  )
}

function ProductLine({ product }: { product: Product }) {
  const text = useTexts()
  return (
    <Flex align="center" gap="3">
      <Plate
        seed={product.id}
        image={product.image}
        alt=""
        sizes="48px"
        boxSize="48px"
        borderRadius="tag"
        flexShrink={0}
      />
      <Text fontSize="sm" color="fg.soft" lineHeight="snug">
        {text.raffles.buy} <bdi>{product.name}</bdi> ·{' '}
        <chakra.strong color="fg" whiteSpace="nowrap">
          <Money amount={product.price} />
        </chakra.strong>
      </Text>
    </Flex>
  )
}

function SoldCount({ raffle }: { raffle: Raffle }) {
  const text = useTexts()
  return (
    <chakra.span fontFamily="serial" fontSize="micro" color="fg.soft">
      {text.raffles.sold(raffle.ticketsSold, raffle.totalTickets)}
    </chakra.span>
  )
}

function EnterButton({ raffle, onEnter }: Pick<Props, 'raffle' | 'onEnter'>) {
  const text = useTexts()
  const offer = offerOf(raffle, useMinute())
  if (offer.kind !== 'open')
    return (
      <Button width="full" disabled>
        {offerWords(offer.kind, text)}
      </Button>
    )
  return (
    <Button width="full" px="0" onClick={() => onEnter(raffle)}>
      <chakra.span flex="1">
        {text.raffles.enter}
        <chakra.span srOnly>: {raffle.name}</chakra.span>
      </chakra.span>
      {offer.product.tickets > 0 && (
        <chakra.span
          alignSelf="stretch"
          display="flex"
          alignItems="center"
          px="4"
          fontSize="sm"
          borderInlineStartWidth="2px"
          borderInlineStartStyle="dashed"
          borderColor="currentcolor"
        >
          {text.raffles.plusGain(offer.product.tickets)}
        </chakra.span>
      )}
    </Button>
  )
}
