// What the home page shows of draws: the next one with its countdown, and who won lately. It comes
// after the page, in a chunk of its own; without winners and draws there is nothing.
import { Box, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import { Link } from 'react-router-dom'

import type { DrawBoard, Winner } from '#services/contract/draws.ts'

import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Plate } from '../../../components/plate.tsx'
import { Section, Wrap } from '../../../components/section.tsx'
import { dayOf, momentOf } from '../../../lib/day.ts'
import { worth } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { clockText, useSeconds } from '../../../lib/seconds.ts'
import { useDrawTexts } from '../../../lib/text/draw.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { ticketLabel } from '../../../lib/ticket-ranges.ts'
import { useDrawBoard, useWinners } from '../api/draw-board.ts'
import { isAhead } from '../waiting.ts'

const DAY_MS = 86_400_000

export function WinnersStrip() {
  const { data: board } = useDrawBoard()
  const { data: winners = [] } = useWinners()
  const { winners: text } = useDrawTexts()
  const next = board?.draws.find(isAhead)
  return (
    <>
      {board && next && <NextDraw board={board} next={next} />}
      {winners.length > 0 && (
        <Section title={text.title}>
          <Text color="fg.soft" mt="-4" mb="5">
            {text.lead}
          </Text>
          <Grid
            gap="5"
            templateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)', lg: 'repeat(4, 1fr)' }}
          >
            {winners.map((winner) => (
              <WinnerCard key={winner.drawId} winner={winner} />
            ))}
          </Grid>
        </Section>
      )}
    </>
  )
}

type OnBoard = DrawBoard['draws'][number]

function NextDraw({ board, next }: { board: DrawBoard; next: OnBoard }) {
  const { board: text, demo } = useDrawTexts()
  const language = useLanguage()
  const now = useSeconds(board.now)
  const at = next.roundAt ?? next.drawAt ?? board.now
  const leftMs = Date.parse(at) - now
  return (
    <Wrap>
      <Flex
        as="section"
        aria-label={text.title}
        bg="plate.night"
        color="plate.paper"
        borderRadius="ticket"
        px={{ base: '5', md: '8' }}
        py="5"
        my="4"
        gap="4"
        align="center"
        justify="space-between"
        wrap="wrap"
      >
        <Box>
          <Flex gap="2" align="center">
            <Text color="plate.foil" fontWeight="bold" fontSize="sm">
              {leftMs > 0 ? text.title : text.now}
            </Text>
            {next.isDemo && <Badge tone="prize">{demo.badge}</Badge>}
          </Flex>
          <Text fontSize="lg" fontWeight="heavy">
            {next.name}
          </Text>
        </Box>
        <Flex gap="5" align="center" wrap="wrap">
          <chakra.span
            role="timer"
            dir="ltr"
            fontFamily="serial"
            fontSize="3xl"
            fontWeight="bold"
            fontVariantNumeric="tabular-nums"
          >
            {leftMs > DAY_MS ? momentOf(at, language) : clockText(leftMs)}
          </chakra.span>
          <Button asChild variant="gold" size="sm">
            <Link to={paths.draw(next.raffleId)}>{text.watch}</Link>
          </Button>
        </Flex>
      </Flex>
    </Wrap>
  )
}

function WinnerCard({ winner }: { winner: Winner }) {
  const { winners: text, demo } = useDrawTexts()
  const language = useLanguage()
  return (
    <Box as="article" bg="bg.surface" borderWidth="1px" borderRadius="ticket" overflow="hidden">
      <Plate
        seed={winner.raffleId}
        image={winner.image}
        alt=""
        sizes="(min-width: 1024px) 280px, 50vw"
        aspectRatio="4/3"
      />
      <Box p="4">
        <Heading as="h3" fontSize="md" fontWeight="bold" lineHeight="snug">
          {winner.raffleName}
        </Heading>
        <Text fontSize="sm" color="fg.soft">
          <bdi>{worth(winner.value)}</bdi>
        </Text>
        <chakra.p fontFamily="serial" fontSize="xl" fontWeight="bold" mt="3">
          <bdi dir="ltr">{ticketLabel(winner.number)}</bdi>
        </chakra.p>
        <Text fontSize="sm">
          <bdi>{winner.name ?? text.anonymous}</bdi>
        </Text>
        <Text fontSize="xs" color="fg.muted">
          {text.drawnOn(dayOf(winner.drawnAt, language))}
        </Text>
        <Flex gap="2" mt="3" wrap="wrap">
          <Badge tone={winner.state === 'delivered' ? 'success' : 'saffron'}>
            {text.state[winner.state]}
          </Badge>
          {winner.isDemo && <Badge>{demo.badge}</Badge>}
        </Flex>
        <Button asChild variant="outline" size="sm" mt="3">
          <Link to={winner.proofPath}>{text.proof}</Link>
        </Button>
      </Box>
    </Box>
  )
}
