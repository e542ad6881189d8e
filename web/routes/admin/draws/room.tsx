// The draw room: the whole ceremony on one page, the next act in front.
import { Box, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import { useParams } from 'react-router-dom'

import type { DrawRoom } from '#services/contract/admin-draws.ts'

import { AdminPage } from '../../../components/admin/admin-page.tsx'
import { ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { Button } from '../../../components/button.tsx'
import { useMe } from '../../../features/auth/api/me.ts'
import { useDrawRoom } from '../../../features/draw-room/api/draw-room.ts'
import { fetchEvidence } from '../../../features/draw-room/api/evidence.ts'
import { ActPanel } from '../../../features/draw-room/components/act-panel.tsx'
import { EvidenceCard } from '../../../features/draw-room/components/evidence-card.tsx'
import { WinnerPanel } from '../../../features/draw-room/components/winner-panel.tsx'
import { actsUnder, isShown, troubleActs } from '../../../features/draw-room/room-acts.ts'
import { DrawHero } from '../../../features/draws/components/draw-hero.tsx'
import { Permutation } from '../../../features/draws/components/permutation.tsx'
import { PrizeJourney } from '../../../features/draws/components/prize-journey.tsx'
import { StepEvidence } from '../../../features/draws/components/step-evidence.tsx'
import { StepList } from '../../../features/draws/components/step-list.tsx'
import { CompareEvidence } from '../../../features/verify/components/compare-evidence.tsx'
import { isOffered } from '../../../lib/admin/offers.ts'
import { isAhead, momentOf, timeOf } from '../../../lib/day.ts'
import { paths } from '../../../lib/paths.ts'
import { useDrawTexts } from '../../../lib/text/draw.ts'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { StaffPage } from '../staff-page.tsx'

export const DrawRoomPage = () => <StaffPage>{() => <Room />}</StaffPage>

function Room() {
  const { id = '' } = useParams()
  const texts = useDrawRoomTexts()
  const { data: room, error, refetch } = useDrawRoom(id)
  // What was read once stays in view while the network is away.
  if (room) return <RoomOf room={room} />
  return (
    <AdminPage level="h1" title={texts.list.title}>
      {error ? (
        <ErrorRetry line={texts.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSpinner />
      )}
    </AdminPage>
  )
}

function RoomOf({ room }: { room: DrawRoom }) {
  const texts = useDrawRoomTexts()
  const { eyebrow, mode, assurance, steps } = useDrawTexts()
  return (
    <AdminPage
      level="h1"
      title={texts.title(room.raffle.name)}
      lead={
        <bdi>
          {eyebrow(room.raffle.raffleNumber)} · {mode[room.mode]} · {assurance(room.assurance)}
        </bdi>
      }
      actions={<Doors room={room} />}
    >
      <DrawHero draw={room} />
      <Grid
        mt="5"
        gap="5"
        alignItems="start"
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 4fr)' }}
      >
        <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="5">
          <Heading as="h2" fontSize="lg" fontWeight="bold" mb="4">
            {steps.title}
          </Heading>
          <StepList draw={room} under={underOf(room)} />
        </Box>
        <Flex direction="column" gap="5">
          <WinnerPanel room={room} />
          <PrizeJourney draw={room} />
          <Trouble room={room} />
          <Evidence room={room} />
        </Flex>
      </Grid>
      {room.result && (
        <Box mt="5">
          <Permutation result={room.result} />
        </Box>
      )}
    </AdminPage>
  )
}

const underOf = (room: DrawRoom) => (name: UnderProps['name']) => <Under room={room} name={name} />

type UnderProps = { room: DrawRoom; name: DrawRoom['steps'][number]['name'] }

function Under({ room, name }: UnderProps) {
  return (
    <>
      <StepEvidence draw={room} name={name} />
      {name === 'settle' && <Settlement room={room} />}
      {actsUnder(room, name)
        .filter((act) => isShown(room, name, act))
        .map((act) => (
          <ActPanel key={act.act} room={room} act={act} />
        ))}
    </>
  )
}

function Settlement({ room }: { room: DrawRoom }) {
  const { settlement: texts } = useDrawRoomTexts()
  const language = useLanguage()
  const { held, settlesAt, released } = room.settlement
  const tickets = released.reduce((sum, order) => sum + order.tickets, 0)
  const isWaiting = held > 0 && settlesAt !== null && isAhead(settlesAt)
  return (
    <Text fontSize="sm" color="fg.soft" mt="1">
      {held > 0 && texts.held(held)}
      {isWaiting && ` · ${texts.until(timeOf(settlesAt, language))}`}
      {tickets > 0 && ` ${texts.released(tickets)}`}
    </Text>
  )
}

function Evidence({ room }: { room: DrawRoom }) {
  const { evidence } = useDrawRoomTexts()
  const { data: user } = useMe()
  const language = useLanguage()
  return (
    <EvidenceCard room={room} hasHolders={isOffered('takeEntries', user)}>
      <CompareEvidence
        texts={evidence.compare}
        fetchNewest={() => fetchEvidence(room.raffle.id)}
        momentOf={(instant) => momentOf(instant, language)}
      />
    </EvidenceCard>
  )
}

function Trouble({ room }: { room: DrawRoom }) {
  const { trouble } = useDrawRoomTexts()
  const acts = room.acts.filter(({ act, isAllowed }) => troubleActs.includes(act) && isAllowed)
  if (acts.length === 0) return null
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="5">
      <Heading as="h2" fontSize="lg" fontWeight="bold">
        {trouble.title}
      </Heading>
      <Text fontSize="sm" color="fg.soft">
        {trouble.lead}
      </Text>
      {acts.map((act) => (
        <ActPanel key={act.act} room={room} act={act} level="h3" />
      ))}
    </Box>
  )
}

function Doors({ room }: { room: DrawRoom }) {
  const texts = useDrawRoomTexts()
  const { certificate } = useDrawTexts()
  const { id } = room.raffle
  const doors: [string, string, boolean][] = [
    [paths.draw(id), texts.live, true],
    [paths.drawScreen(id), texts.screen, true],
    [paths.drawSheet(id), texts.sheet, room.seal !== null],
    [paths.drawCertificate(id), certificate.open, room.result !== null],
  ]
  return doors
    .filter(([, , isOpen]) => isOpen)
    .map(([href, label]) => (
      <Button key={href} asChild size="sm" variant="outline">
        <a href={href} target="_blank" rel="noopener">
          {label}
        </a>
      </Button>
    ))
}
