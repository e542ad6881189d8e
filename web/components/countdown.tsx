import { Box, chakra, Flex } from '@chakra-ui/react'

import { countdownLabel, isLastDay, timeLeft } from '../lib/countdown.ts'
import { useMinute } from '../lib/minute.ts'
import { useTexts } from '../lib/text/text.tsx'

/** The label of a card. Readers are not told each minute: a timer is silent unless asked. */
export function CountdownLabel({ endsAt }: { endsAt: string }) {
  const text = useTexts()
  const now = useMinute()
  return (
    <chakra.time
      role="timer"
      dateTime={endsAt}
      fontSize="xs"
      fontWeight="bold"
      whiteSpace="nowrap"
      color={isLastDay(endsAt, now) ? 'pomegranate.fg' : 'fg.soft'}
    >
      {countdownLabel(endsAt, now, text.raffles)}
    </chakra.time>
  )
}

/** Days, hours and minutes in boxes; `until` may be the end of a raffle or its start. */
export function CountdownBoxes({ until, label }: { until: string; label: string }) {
  const text = useTexts()
  const now = useMinute()
  const left = timeLeft(until, now)
  if (left.totalMs === 0)
    return (
      <chakra.p role="timer" fontWeight="bold" color="pomegranate.fg" fontSize="lg">
        {text.raffles.ended}
      </chakra.p>
    )

  const boxes = [
    [left.days, text.raffle.days],
    [left.hours, text.raffle.hours],
    [left.minutes, text.raffle.minutes],
  ] as const
  return (
    <Flex role="timer" aria-label={label} gap="2">
      {boxes.map(([value, unit]) => (
        <Box
          key={unit}
          flex="1"
          textAlign="center"
          py="3"
          bg="bg.surface"
          borderWidth="1px"
          borderRadius="control"
          color={isLastDay(until, now) ? 'pomegranate.fg' : 'fg'}
        >
          <chakra.span
            display="block"
            fontFamily="serial"
            fontSize="2xl"
            fontWeight="bold"
            lineHeight="tight"
          >
            {String(value).padStart(2, '0')}
          </chakra.span>
          <chakra.span fontSize="micro" color="fg.muted">
            {unit}
          </chakra.span>
        </Box>
      ))}
    </Flex>
  )
}
