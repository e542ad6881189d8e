import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { unreachable } from '#events/kernel/assert.ts'
import type { LiveDraw } from '#services/contract/draws.ts'

import { Button } from '../../../components/button.tsx'
import { Rosette } from '../../../components/rosette.tsx'
import { momentOf } from '../../../lib/day.ts'
import { clockText, useSeconds } from '../../../lib/seconds.ts'
import { useDrawTexts } from '../../../lib/text/draw.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { ticketLabel } from '../../../lib/ticket-ranges.ts'
import { calendarHref } from '../calendar.ts'
import { stageWords } from '../draw-words.ts'
import { shownResult } from '../shown-result.ts'
import { awaitedOf, runsTo, waitingOf } from '../waiting.ts'

const DAY_MS = 86_400_000

/** The night plate: what is happening, in letters that are read from the back of a room. */
export function DrawHero({ draw, isRoom = false }: { draw: LiveDraw; isRoom?: boolean }) {
  return (
    <Box
      position="relative"
      overflow="hidden"
      borderRadius="ticket"
      bg="plate.night"
      color="plate.paper"
      px={{ base: '5', md: '10' }}
      py={{ base: '8', md: isRoom ? '16' : '10' }}
      textAlign="center"
      minH={{ base: '260px', md: '320px' }}
      display="grid"
      alignContent="center"
    >
      <Rosette
        seed={draw.raffle.id}
        position="absolute"
        insetInlineEnd="-90px"
        top="-90px"
        boxSize="320px"
        opacity={0.35}
      />
      <Rosette
        seed={draw.raffle.raffleNumber}
        position="absolute"
        insetInlineStart="-120px"
        bottom="-150px"
        boxSize="340px"
        opacity={0.22}
      />
      <Box position="relative">
        {draw.result ? (
          <Result draw={draw} isRoom={isRoom} />
        ) : (
          <Waiting draw={draw} isRoom={isRoom} />
        )}
        {!isRoom && <RoomLinks draw={draw} />}
      </Box>
    </Box>
  )
}

type PartProps = { draw: LiveDraw; isRoom: boolean }

function Result({ draw, isRoom }: PartProps) {
  const { hero } = useDrawTexts()
  const { number, isLost, name, reserves } = shownResult(draw)
  return (
    <>
      <Eyebrow isRoom={isRoom}>{isLost ? hero.lost : hero.winningNumber}</Eyebrow>
      <BigText isRoom={isRoom} role="status">
        {ticketLabel(number)}
      </BigText>
      {name !== null && (
        <Text fontSize={isRoom ? { base: 'xl', md: '5xl' } : 'lg'} mt="2">
          <bdi>{name}</bdi>
        </Text>
      )}
      {draw.seal && (
        <Text fontSize={smallOf(isRoom)} mt="3" opacity={0.85}>
          <bdi>{hero.among(draw.seal.validCount.toLocaleString('en'))}</bdi>
        </Text>
      )}
      {reserves.length > 0 && (
        <Flex mt="5" gap="2" justify="center" wrap="wrap">
          {reserves.map((reserve) => (
            <chakra.span
              key={reserve.place}
              px="3"
              py="1"
              borderWidth="1px"
              borderStyle="dashed"
              borderColor="plate.foil"
              borderRadius="tag"
              fontSize={smallOf(isRoom)}
            >
              {hero.reserve(reserve.place)}{' '}
              <chakra.bdi fontFamily="serial" fontWeight="bold">
                {ticketLabel(reserve.number)}
              </chakra.bdi>
            </chakra.span>
          ))}
        </Flex>
      )}
    </>
  )
}

function Waiting({ draw, isRoom }: PartProps) {
  const texts = useDrawTexts()
  const { hero } = texts
  const waiting = waitingOf(draw)
  switch (waiting.kind) {
    case 'cancelled':
      return <Line isRoom={isRoom}>{hero.cancelled}</Line>
    case 'no_time':
      return (
        <>
          <Eyebrow isRoom={isRoom}>{stageWords(texts, draw)}</Eyebrow>
          <Line isRoom={isRoom}>{hero.noTime}</Line>
        </>
      )
    case 'announced':
      return <Countdown draw={draw} at={waiting.at} isRoom={isRoom} />
    default:
      return unreachable(waiting)
  }
}

function Countdown({ draw, at, isRoom }: PartProps & { at: string }) {
  const texts = useDrawTexts()
  const { hero } = texts
  const language = useLanguage()
  const now = useSeconds(draw.now)
  const leftMs = Date.parse(at) - now
  const announced = hero.announcedFor(momentOf(at, language))
  return (
    <>
      <Eyebrow isRoom={isRoom}>
        {leftMs > 0 ? hero.runsTo[runsTo(draw)] : stageWords(texts, draw)}
      </Eyebrow>
      {leftMs > DAY_MS ? (
        <Text fontSize={{ base: 'xl', md: isRoom ? '6xl' : '3xl' }} fontWeight="heavy">
          {momentOf(at, language)}
        </Text>
      ) : (
        <BigText role="timer" isRoom={isRoom}>
          {leftMs > 0 ? clockText(leftMs) : '00:00'}
        </BigText>
      )}
      <Text mt="3" fontSize={smallOf(isRoom)} opacity={0.85}>
        {leftMs > 0 ? announced : hero.awaits[awaitedOf(draw)]}
      </Text>
      {leftMs > 0 && !isRoom && (
        <Button asChild variant="foil" size="sm" mt="5">
          <a href={calendarHref({ draw, at })} download={`draw-${draw.raffle.raffleNumber}.ics`}>
            {hero.remind}
          </a>
        </Button>
      )}
    </>
  )
}

function RoomLinks({ draw }: { draw: LiveDraw }) {
  const { hero } = useDrawTexts()
  if (draw.place === null && draw.streamUrl === null) return null
  return (
    <Flex mt="5" gap="3" justify="center" align="center" wrap="wrap" fontSize="sm">
      {draw.place !== null && <Text>{hero.place(draw.place)}</Text>}
      {draw.streamUrl !== null && (
        <Button asChild variant="foil" size="sm">
          <a href={draw.streamUrl} rel="noopener" target="_blank">
            {hero.watch}
          </a>
        </Button>
      )}
    </Flex>
  )
}

const Line = ({ isRoom, children }: { isRoom: boolean; children: ReactNode }) => (
  <Text
    fontSize={isRoom ? { base: 'xl', md: '5xl' } : { base: 'lg', md: 'xl' }}
    fontWeight="bold"
    maxW="32ch"
    mx="auto"
  >
    {children}
  </Text>
)

/** Legible from the last row, where a projector shows it. */
const smallOf = (isRoom: boolean) => (isRoom ? { base: 'md', md: '2xl' } : 'sm')

const Eyebrow = ({ isRoom, children }: { isRoom: boolean; children: ReactNode }) => (
  <Text
    color="plate.foil"
    fontWeight="bold"
    letterSpacing="eyebrow"
    fontSize={smallOf(isRoom)}
    mb="2"
  >
    {children}
  </Text>
)

type BigProps = { role: 'timer' | 'status'; isRoom?: boolean; children: ReactNode }

const BigText = ({ role, isRoom = false, children }: BigProps) => (
  <chakra.p
    role={role}
    dir="ltr"
    fontFamily="serial"
    fontWeight="bold"
    lineHeight="tight"
    fontVariantNumeric="tabular-nums"
    wordSpacing={{ base: '-0.3em', _rtl: '0' }} // the space of Arabic's letters is narrow already
    style={{ fontSize: isRoom ? 'clamp(48px, 16vw, 260px)' : 'clamp(48px, 11vw, 112px)' }}
  >
    {children}
  </chakra.p>
)
