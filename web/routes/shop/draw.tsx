// The page of one draw: before it a countdown, during it each step as it happens, after it the
// winner and the proof. It stays at its address for good.
import { Box, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import { Link, useParams } from 'react-router-dom'

import type { LiveDraw } from '#services/contract/draws.ts'

import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { EmptyTicket } from '../../components/empty-ticket.tsx'
import { PageSpinner } from '../../components/page-spinner.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Wrap } from '../../components/section.tsx'
import { useDraw } from '../../features/draws/api/read-draw.ts'
import { DrawHero } from '../../features/draws/components/draw-hero.tsx'
import { FindTicket } from '../../features/draws/components/find-ticket.tsx'
import { Permutation } from '../../features/draws/components/permutation.tsx'
import { PrizeJourney } from '../../features/draws/components/prize-journey.tsx'
import { ProofLinks } from '../../features/draws/components/proof-links.tsx'
import { StepList } from '../../features/draws/components/step-list.tsx'
import { stageWords } from '../../features/draws/draw-words.ts'
import { isCancelled } from '../../features/draws/waiting.ts'
import { dayOf } from '../../lib/day.ts'
import { ApiError } from '../../lib/http.ts'
import { worth } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { useDrawTexts } from '../../lib/text/draw.ts'
import { useLanguage, useTexts } from '../../lib/text/text.tsx'
import { ticketLabel } from '../../lib/ticket-ranges.ts'
import { NotFound } from './not-found.tsx'

export function DrawPage() {
  const { id = '' } = useParams()
  const text = useTexts()
  const texts = useDrawTexts()
  const { data: draw, error, refetch } = useDraw(id)
  if (draw) return <Draw draw={draw} />
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  if (!error) return <PageSpinner />
  return (
    <Wrap narrow>
      <Box py="12">
        <EmptyTicket line={texts.failed} isAlert isTitle>
          <Button variant="outline" onClick={() => void refetch()}>
            {text.retry}
          </Button>
        </EmptyTicket>
      </Box>
    </Wrap>
  )
}

function Draw({ draw }: { draw: LiveDraw }) {
  const { steps } = useDrawTexts()
  return (
    <Wrap>
      <Box py={{ base: '6', md: '10' }}>
        <DrawHead draw={draw} />
        <Box mt="6">
          <DrawHero draw={draw} />
        </Box>
        <Grid
          mt="6"
          gap="6"
          alignItems="start"
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' }}
        >
          <Flex direction="column" gap="6">
            <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="5">
              <Heading as="h2" fontSize="lg" fontWeight="bold">
                {steps.title}
              </Heading>
              <Text fontSize="sm" color="fg.soft" mt="1" mb="5">
                {steps.lead}
              </Text>
              <StepList draw={draw} />
            </Box>
            {draw.result && <Permutation result={draw.result} />}
          </Flex>
          <Flex direction="column" gap="6">
            <FindTicket draw={draw} />
            <PrizeJourney draw={draw} />
            <ProofLinks draw={draw} />
            <EarlierDraws draw={draw} />
          </Flex>
        </Grid>
      </Box>
    </Wrap>
  )
}

const tones = {
  announced: 'plain',
  sealed: 'saffron',
  diced: 'saffron',
  revealed: 'saffron',
  beacon: 'saffron',
  drawn: 'success',
  postponed: 'danger',
  annulled: 'danger',
  cancelled: 'danger',
} as const

function DrawHead({ draw }: { draw: LiveDraw }) {
  const texts = useDrawTexts()
  const { eyebrow, demo, stage } = texts
  const isOff = isCancelled(draw)
  const { raffleNumber, name, prize, value, environment, id } = draw.raffle
  return (
    <Box>
      <Text color="cedar.fg" fontWeight="bold" fontSize="sm">
        <bdi>{eyebrow(raffleNumber)}</bdi>
      </Text>
      <Flex gap="3" align="center" wrap="wrap" mt="1">
        <PageTitle>
          <Link to={paths.raffle(id)}>{name}</Link>
        </PageTitle>
        <Badge tone={tones[isOff ? 'cancelled' : draw.stage]}>
          {isOff ? stage.cancelled : stageWords(texts, draw)}
        </Badge>
        {environment === 'demo' && <Badge tone="saffron">{demo.badge}</Badge>}
      </Flex>
      <Text color="fg.soft" mt="1">
        {prize} · <bdi>{worth(value)}</bdi>
      </Text>
      {environment === 'demo' && (
        <Text fontSize="sm" color="fg.muted" mt="2" maxW="70ch">
          {demo.text}
        </Text>
      )}
    </Box>
  )
}

function EarlierDraws({ draw }: { draw: LiveDraw }) {
  const { earlier } = useDrawTexts()
  const language = useLanguage()
  if (draw.earlier.length === 0) return null
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="5">
      <Heading as="h2" fontSize="lg" fontWeight="bold" mb="2">
        {earlier.title}
      </Heading>
      {draw.earlier.map((past) => (
        <Text key={past.drawId} fontSize="sm" color="fg.soft">
          <strong>{earlier[past.stage]}</strong> · {dayOf(past.endedAt, language)}
          {past.isCountersigned && ` · ${earlier.countersigned}`}
          {past.numbers.length > 0 && (
            <bdi dir="ltr"> · {past.numbers.map((number) => ticketLabel(number)).join(', ')}</bdi>
          )}
        </Text>
      ))}
    </Box>
  )
}
