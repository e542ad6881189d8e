import { Box, chakra, Text } from '@chakra-ui/react'
import { MessageCircle } from 'lucide-react'

import type { WonTicket } from '#services/contract/entries.ts'

import { chatLink } from '../lib/contact-links.ts'
import { dayOf } from '../lib/day.ts'
import { useSettings } from '../lib/page.tsx'
import { ticketLabel } from '../lib/ticket-ranges.ts'
import { useOrderTexts } from '../lib/text/account-order.ts'
import type { OrderTexts } from '../lib/text/account-order-en.ts'
import { useLanguage } from '../lib/text/text.tsx'
import type { Language } from '../lib/text/text.tsx'
import { Button } from './button.tsx'
import { Rosette } from './rosette.tsx'

type Props = { seed: string; won: WonTicket }

/** Gold on the night plate: the ticket that has won, and what its holder does now. */
export function TicketWon({ seed, won }: Props) {
  const { tickets } = useOrderTexts()
  const language = useLanguage()
  return (
    <Box
      position="relative"
      overflow="hidden"
      mb="4"
      p="4"
      pe={{ base: '12', md: '24' }}
      borderWidth="1px"
      borderColor="plate.foil"
      borderRadius="control"
      bgImage="linear-gradient(160deg, {colors.plate.night}, {colors.plate.nightDeep})"
      color="plate.foil"
      _print={{ bgImage: 'none', color: 'fg' }}
    >
      <Rosette
        seed={seed}
        position="absolute"
        insetBlock="0"
        my="auto"
        insetInlineEnd="-52px"
        boxSize={{ base: '96px', md: '152px' }}
        // Turns into its place, once.
        animation="turn 1.2s token(easings.out), fade-in 1.2s token(easings.out)"
        _motionReduce={{ animation: 'none' }}
      />
      <Text fontWeight="bold">{tickets.won.lead}</Text>
      <chakra.bdi dir="ltr" fontFamily="serial" fontSize="2xl" fontWeight="bold">
        {ticketLabel(won.number)}
      </chakra.bdi>
      <Text fontSize="sm" mt="1" color="plate.paper" textWrap="pretty" _print={{ color: 'fg' }}>
        {nextStep(won, tickets.won, language)}
      </Text>
    </Box>
  )
}

function nextStep(
  { isDelivered, claimUntil }: WonTicket,
  text: OrderTexts['tickets']['won'],
  language: Language,
): string {
  if (isDelivered) return text.delivered
  return claimUntil === null ? text.claimSoon : text.claim(dayOf(claimUntil, language))
}

/** To who arranges the claim, until the prize was handed over. */
export function ClaimLink({ won }: { won: WonTicket | null }) {
  const { tickets } = useOrderTexts()
  const settings = useSettings()
  if (won === null || won.isDelivered) return null
  return (
    <Button asChild variant="gold" size="sm">
      <a href={chatLink(settings)} target="_blank" rel="noreferrer">
        <MessageCircle size={16} aria-hidden />
        {tickets.won.ask}
      </a>
    </Button>
  )
}
