import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import type { WonTicket } from '#services/contract/entries.ts'

import { Perforation } from './perforation.tsx'
import { Plate } from './plate.tsx'
import { TicketNumbers } from './ticket-numbers.tsx'
import { TicketWon } from './ticket-won.tsx'

type Props = {
  /** Of the raffle: colours and rosette are its own. */
  seed: string
  image?: string | null
  title: string
  /** One line under the title. */
  subtitle: string
  /** Where the raffle stands. */
  state?: ReactNode
  numbers: readonly string[]
  voidNumbers?: readonly string[]
  won?: WonTicket | null
  note?: ReactNode
  actions?: ReactNode
  /** Its place among the tickets that are being printed now; left out: it was printed before. */
  printedAs?: number
  headingLevel?: 'h2' | 'h3'
  ground?: string
}

const STEP_MS = 240

/** A ticket: the raffle on its plate, the perforation, and the stub with the numbers. */
export function TicketStub(props: Props) {
  const { seed, image = null, title, subtitle, state, numbers, voidNumbers = [] } = props
  const { won, note, actions, printedAs, headingLevel = 'h3', ground = 'bg.surface' } = props
  const delay = (printedAs ?? 0) * STEP_MS
  const isPrinting = printedAs !== undefined
  return (
    <Box
      as="article"
      textAlign="start"
      borderWidth="1px"
      borderColor={won ? 'plate.foil' : 'line'}
      borderRadius="ticket"
      overflow="hidden"
      bg="bg.surface"
      breakInside="avoid"
      style={isPrinting ? { animationDelay: `${delay}ms` } : undefined}
      animation={isPrinting ? 'print token(durations.drawer) token(easings.out) both' : undefined}
      _motionReduce={{ animation: 'none' }}
    >
      <Flex>
        <Plate
          seed={seed}
          image={image}
          alt=""
          sizes="112px"
          width={{ base: '88px', md: '112px' }}
          flexShrink={0}
          minH="88px"
        />
        <Box flex="1" minW="0" p="4">
          <Heading as={headingLevel} fontSize="lg" fontWeight="bold" lineHeight="snug">
            {title}
          </Heading>
          <Text fontSize="sm" color="fg.soft" mt="0.5" textWrap="balance">
            {subtitle.replaceAll(' · ', '\u00a0· ') /* no line begins with a dot */}
          </Text>
          {state && <Box mt="2">{state}</Box>}
        </Box>
      </Flex>
      <Perforation ground={ground} />
      <Box
        p="4"
        transformOrigin="0 0"
        style={isPrinting ? { animationDelay: `${delay + 420}ms` } : undefined}
        animation={isPrinting ? 'tear token(durations.tear) ease-out' : undefined}
        _motionReduce={{ animation: 'none' }}
      >
        {won && <TicketWon seed={seed} won={won} />}
        <TicketNumbers numbers={numbers} voidNumbers={voidNumbers} wonNumber={won?.number} />
        {note && (
          <Text fontSize="xs" color="fg.muted" mt="2" textWrap="balance">
            {note}
          </Text>
        )}
        {actions && (
          <Flex mt="3" gap="2" wrap="wrap" _print={{ display: 'none' }}>
            {actions}
          </Flex>
        )}
      </Box>
    </Box>
  )
}
