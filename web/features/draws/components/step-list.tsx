import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import { Check, Clock3, Minus, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import type { DrawStep, DrawStepName, LiveDraw } from '#services/contract/draws.ts'

import { dayOf, momentOf, timeOf } from '../../../lib/day.ts'
import { useDrawTexts } from '../../../lib/text/draw.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { stepWords } from '../draw-words.ts'
import { StepEvidence } from './step-evidence.tsx'

const faces = {
  done: { bg: 'cedar.solid', color: 'cedar.on', line: 'cedar.solid', icon: Check },
  now: { bg: 'saffron.solid', color: 'saffron.on', line: 'line', icon: Clock3 },
  late: { bg: 'pomegranate.subtle', color: 'pomegranate.fg', line: 'line', icon: TriangleAlert },
  waiting: { bg: 'bg.sunk', color: 'fg.muted', line: 'line', icon: null },
  skipped: { bg: 'bg.sunk', color: 'fg.muted', line: 'line', icon: Minus },
} as const

type Props = {
  draw: LiveDraw
  /** What stands under a step; left out: its evidence for everybody. */
  under?: (name: DrawStepName) => ReactNode
}

/** The whole draw from close to delivery, each step with its time and what proves it. */
export function StepList({ draw: { steps }, draw, under }: Props) {
  return (
    <chakra.ol listStyleType="none" m="0" p="0">
      {steps.map((step, nth) => (
        <Step
          key={step.name}
          step={step}
          mode={draw.mode}
          isNewDay={beginsDay(step, steps.slice(0, nth))}
          isLast={nth === steps.length - 1}
        >
          {under ? under(step.name) : <StepEvidence draw={draw} name={step.name} />}
        </Step>
      ))}
    </chakra.ol>
  )
}

/** Its time is told with the day, which holds until the next one is told. */
function beginsDay(step: DrawStep, before: readonly DrawStep[]): boolean {
  const at = shownTime(step)
  const last = before.map(shownTime).findLast((time) => time !== null)
  return at !== null && (last === undefined || dayOf(last, 'en') !== dayOf(at, 'en'))
}

const shownTime = ({ at, deadline, state }: DrawStep) =>
  at ?? (state === 'skipped' ? null : deadline)

type StepProps = {
  step: DrawStep
  mode: LiveDraw['mode']
  isNewDay: boolean
  isLast: boolean
  children: ReactNode
}

function Step({ step, mode, isNewDay, isLast, children }: StepProps) {
  const { steps } = useDrawTexts()
  const words = stepWords(steps, { mode, step: step.name })
  const face = faces[step.state]
  const isQuiet = step.state === 'waiting' || step.state === 'skipped'
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns="36px minmax(0, 1fr)"
      columnGap="3"
      aria-current={step.state === 'now' ? 'step' : undefined}
    >
      <Flex direction="column" align="center">
        <Mark face={face} />
        {!isLast && <Box flex="1" width="2px" bg={face.line} minH="20px" my="1" />}
      </Flex>
      <Box pb={isLast ? '0' : '5'} minW="0">
        <Flex align="baseline" gap="2" justify="space-between">
          <Heading as="h3" fontSize="md" fontWeight="bold" color={isQuiet ? 'fg.muted' : 'fg'}>
            {words.name}
            <chakra.span srOnly> ({steps.state[step.state]})</chakra.span>
          </Heading>
          <StepTime step={step} isNewDay={isNewDay} />
        </Flex>
        <Text fontSize="sm" color={isQuiet ? 'fg.muted' : 'fg.soft'}>
          {step.state === 'skipped' ? steps.state.skipped : words.about}
        </Text>
        {children}
      </Box>
    </chakra.li>
  )
}

function Mark({ face }: { face: (typeof faces)[keyof typeof faces] }) {
  const Icon = face.icon
  return (
    <Flex
      boxSize="32px"
      borderRadius="full"
      align="center"
      justify="center"
      bg={face.bg}
      color={face.color}
      borderWidth="1px"
      borderColor="line"
      flexShrink={0}
      aria-hidden
    >
      {Icon && <Icon size={16} />}
    </Flex>
  )
}

function StepTime({ step, isNewDay }: Pick<StepProps, 'step' | 'isNewDay'>) {
  const { steps } = useDrawTexts()
  const language = useLanguage()
  const at = shownTime(step)
  if (at === null) return null
  const words = isNewDay ? momentOf(at, language) : timeOf(at, language)
  return (
    <chakra.time
      dateTime={at}
      fontSize="xs"
      whiteSpace="nowrap"
      color={step.state === 'late' ? 'pomegranate.fg' : 'fg.muted'}
    >
      {step.at === null ? steps.deadline(words) : words}
    </chakra.time>
  )
}
