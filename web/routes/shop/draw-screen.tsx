// The draw for a projector: the number or the countdown, and the step that is happening, in
// letters for the back of the room. Everybody may open it; nothing can be pressed.
import { Box, Flex, Text } from '@chakra-ui/react'
import { useParams } from 'react-router-dom'

import type { DrawStep, LiveDraw } from '#services/contract/draws.ts'

import { PageSpinner } from '../../components/page-spinner.tsx'
import { useDraw } from '../../features/draws/api/read-draw.ts'
import { DrawHero } from '../../features/draws/components/draw-hero.tsx'
import { StepEvidence } from '../../features/draws/components/step-evidence.tsx'
import { stepWords } from '../../features/draws/draw-words.ts'
import { isCancelled } from '../../features/draws/waiting.ts'
import { worth } from '../../lib/money.ts'
import { useDrawTexts } from '../../lib/text/draw.ts'
import { NotFound } from './not-found.tsx'

export function DrawScreen() {
  const { id = '' } = useParams()
  const { data: draw, error } = useDraw(id)
  if (draw) return <Screen draw={draw} />
  return error ? <NotFound /> : <PageSpinner />
}

function Screen({ draw }: { draw: LiveDraw }) {
  const { demo, steps } = useDrawTexts()
  const shown = draw.steps.find(isHappening) ?? draw.steps.findLast(({ state }) => state === 'done')
  const words = shown && stepWords(steps, { mode: draw.mode, step: shown.name })
  return (
    <Flex direction="column" gap="6" p={{ base: '4', md: '10' }} minH="100dvh">
      <Flex justify="space-between" align="baseline" gap="6" wrap="wrap">
        <Text as="h1" fontSize={{ base: '2xl', md: '5xl' }} fontWeight="heavy" lineHeight="tight">
          {draw.raffle.name}
        </Text>
        <Text fontSize={{ base: 'lg', md: '2xl' }} color="fg.soft">
          <bdi>{worth(draw.raffle.value)}</bdi>
          {draw.raffle.environment === 'demo' && ` · ${demo.badge}`}
        </Text>
      </Flex>
      <DrawHero draw={draw} isRoom />
      {shown && words && !isCancelled(draw) && (
        <Box fontSize={{ base: 'lg', md: '2xl' }}>
          <Text fontWeight="heavy" fontSize={{ base: 'xl', md: '4xl' }}>
            {words.name}
          </Text>
          <Text color="fg.soft">{words.about}</Text>
          <StepEvidence draw={draw} name={shown.name} />
        </Box>
      )}
    </Flex>
  )
}

const isHappening = ({ state }: DrawStep) => state === 'now' || state === 'late'
