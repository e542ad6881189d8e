import { Box, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import type { Raffle } from '#services/contract/raffles.ts'

import { Button } from '../../../components/button.tsx'
import { CountdownBoxes } from '../../../components/countdown.tsx'
import { Money, Worth } from '../../../components/money.tsx'
import { Perforation } from '../../../components/perforation.tsx'
import { Wrap } from '../../../components/section.tsx'
import { LicenceGiven } from '../../../lib/licence.tsx'
import { useMinute } from '../../../lib/minute.ts'
import { goodsOf, offerOf, showsProgress } from '../../../lib/offer.ts'
import { isOver } from '../../../lib/raffle-notice.ts'
import { useTexts } from '../../../lib/text/text.tsx'
import { Gallery, galleryOf } from './gallery.tsx'
import { offerWords } from './offer-words.ts'
import { SoldBar } from './sold-bar.tsx'

type Props = { raffle: Raffle; onEnter: (raffle: Raffle) => void }
/** `notice`: for who cannot enter now. */
type DetailProps = Props & { notice: ReactNode }

export function RaffleDetail({ raffle, onEnter, notice }: DetailProps) {
  const images = galleryOf(raffle, raffle.product ?? undefined)
  return (
    <Wrap>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' }}
        gap={{ base: '6', lg: '10' }}
        pt={{ base: '4', lg: '10' }}
        alignItems="start"
      >
        <Box>
          <Gallery images={images} />
          <Box hideBelow="lg" mt="10">
            <Words raffle={raffle} />
          </Box>
        </Box>
        <BuyPanel raffle={raffle} onEnter={onEnter} notice={notice} />
        <Box hideFrom="lg">
          <Words raffle={raffle} />
        </Box>
      </Grid>
      <BuyBar raffle={raffle} onEnter={onEnter} />
    </Wrap>
  )
}

function BuyPanel({ raffle, onEnter, notice }: DetailProps) {
  const text = useTexts()
  const now = useMinute()
  const isScheduled = offerOf(raffle, now).kind === 'scheduled'
  return (
    <Box
      position={{ lg: 'sticky' }}
      top="100px"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="ticket"
      boxShadow="ticket"
      overflow="hidden"
    >
      <Box p={{ base: '5', md: '6' }}>
        <Heading
          as="h1"
          tabIndex={-1}
          fontSize={{ base: '2xl', md: '3xl' }}
          fontWeight="heavy"
          letterSpacing="display"
          lineHeight="tight"
          mb="5"
        >
          {raffle.name}
        </Heading>
        {isScheduled && (
          <Text fontWeight="bold" mb="2">
            {text.raffles.startsIn}
          </Text>
        )}
        {isOver(raffle) ? (
          <Text fontWeight="bold" color="pomegranate.fg" fontSize="lg">
            {text.raffles.ended}
          </Text>
        ) : (
          <CountdownBoxes
            until={isScheduled ? raffle.startsAt : raffle.endsAt}
            label={isScheduled ? text.raffles.startsIn : text.raffle.endsAt}
          />
        )}
        <Text fontFamily="serial" fontSize="xs" color="fg.soft" mt="3">
          {text.raffles.sold(raffle.ticketsSold, raffle.totalTickets)}
        </Text>
        {showsProgress(raffle.name) && (
          <SoldBar sold={raffle.ticketsSold} total={raffle.totalTickets} />
        )}
        <Text fontSize="xs" color="fg.muted" mt="2">
          {text.raffles.minimum(raffle.minTicketsRequired)}
          {raffle.minTicketsRequired > 0 && (
            <Box as="span" display="block">
              {text.raffle.underSold[raffle.underSold]}
            </Box>
          )}
          {raffle.ticketsPerPersonMax > 0 && (
            <Box as="span" display="block">
              {text.raffles.perPerson(raffle.ticketsPerPersonMax)}
            </Box>
          )}
          <Box as="span" display="block">
            {text.raffle.staff[raffle.staffMayEnter ? 'yes' : 'no']}
          </Box>
          {raffle.licenceNumber && (
            <Box as="span" display="block">
              {text.footer.licence(raffle.licenceNumber)}
              <LicenceGiven licence={raffle} />
            </Box>
          )}
        </Text>
      </Box>
      <Perforation />
      <Box p={{ base: '5', md: '6' }}>
        <Facts raffle={raffle} />
        <Box mt="5" hideBelow="lg">
          <AddButton raffle={raffle} onEnter={onEnter} />
        </Box>
        <Box mt="5" _empty={{ display: 'none' }}>
          {notice}
        </Box>
      </Box>
    </Box>
  )
}

function Facts({ raffle }: { raffle: Raffle }) {
  const text = useTexts()
  const { product } = raffle
  return (
    <chakra.dl display="grid" gap="3" m="0">
      {product && (
        <Fact term={product.withoutEntry ? text.raffle.goods : text.raffle.purchase}>
          <bdi>{product.name}</bdi>
        </Fact>
      )}
      <Fact term={text.raffle.prizeValue}>
        <Worth amount={raffle.value} />
      </Fact>
      {product && (
        <Fact term={text.raffle.price}>
          <chakra.strong fontSize="xl">
            <Money amount={product.price} />
          </chakra.strong>{' '}
          {product.tickets > 0 && (
            <chakra.span color="cedar.fg" fontWeight="bold">
              {text.raffle.withTickets(product.tickets)}
            </chakra.span>
          )}
          {product.withoutEntry && (
            <Text fontSize="sm" color="fg.soft">
              {text.raffle.withoutEntry}
            </Text>
          )}
        </Fact>
      )}
    </chakra.dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Flex justify="space-between" align="baseline" gap="4">
      <chakra.dt fontSize="sm" color="fg.soft" flexShrink={0}>
        {term}
      </chakra.dt>
      <chakra.dd m="0" fontWeight="bold" textAlign="end">
        {children}
      </chakra.dd>
    </Flex>
  )
}

function AddButton({ raffle, onEnter, isInBar = false }: Props & { isInBar?: boolean }) {
  const text = useTexts()
  const offer = offerOf(raffle, useMinute())
  const isOpen = offer.kind === 'open'
  const isGoods = goodsOf(raffle) !== null
  return (
    <Button
      variant="gold"
      width="full"
      disabled={!isOpen && !isGoods}
      onClick={() => onEnter(raffle)}
      {...(isInBar && { px: '3', fontSize: { base: 'sm', sm: 'md' } })}
    >
      {isOpen && text.raffle.add}
      {!isOpen && (isGoods ? text.variant.add : offerWords(offer.kind, text))}
    </Button>
  )
}

/** On a phone the price and the button stay in reach of the thumb. */
function BuyBar({ raffle, onEnter }: Props) {
  return (
    <Flex
      id="buy-bar" // what lies at the foot of the page makes room for it
      hideFrom="lg"
      position="fixed"
      insetInline="0"
      bottom="0"
      zIndex="bar"
      align="center"
      gap="3"
      px="4"
      pt="3"
      pb="calc(12px + env(safe-area-inset-bottom))"
      bg="bg.surface"
      borderTopWidth="2px"
      borderTopStyle="dashed"
    >
      {raffle.product && (
        <chakra.strong fontSize="lg" whiteSpace="nowrap">
          <Money amount={raffle.product.price} />
        </chakra.strong>
      )}
      <Box flex="1">
        <AddButton raffle={raffle} onEnter={onEnter} isInBar />
      </Box>
    </Flex>
  )
}

function Words({ raffle }: { raffle: Raffle }) {
  const text = useTexts()
  const sections = [
    [text.raffle.details, raffle.product?.description ?? ''],
    [text.raffle.prizeInfo, [raffle.description, raffle.prizeInfo].filter(Boolean).join('\n\n')],
  ] as const
  return (
    <Flex direction="column" gap="6">
      {sections.map(
        ([title, words]) =>
          words && (
            <Box as="section" key={title}>
              <Heading as="h2" fontSize="xl" fontWeight="bold" mb="2">
                {title}
              </Heading>
              <Text
                color="fg.soft"
                whiteSpace="pre-line"
                maxW="reading"
                dir="auto"
                // Words of another script stand under their heading, not across from it.
                textAlign={{ base: 'left', _rtl: 'right' }}
              >
                {words}
              </Text>
            </Box>
          ),
      )}
    </Flex>
  )
}
