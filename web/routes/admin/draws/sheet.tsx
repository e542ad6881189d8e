// The seal sheet: printed when the register is sealed, signed in ink before the beacon exists.
import { Box, chakra, Flex, Grid, QrCode, Text } from '@chakra-ui/react'
import { Fragment } from 'react'
import { useParams } from 'react-router-dom'

import type { DrawRoom } from '#services/contract/admin-draws.ts'

import { AdminPage } from '../../../components/admin/admin-page.tsx'
import { EmptyState, ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { Button } from '../../../components/button.tsx'
import { useDrawRoom } from '../../../features/draw-room/api/draw-room.ts'
import { stampOf } from '../../../lib/day.ts'
import { LicenceGiven } from '../../../lib/licence.tsx'
import { useDrawTexts } from '../../../lib/text/draw.ts'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { StaffPage } from '../staff-page.tsx'

export const SealSheetPage = () => <StaffPage>{() => <Sheet />}</StaffPage>

function Sheet() {
  const { id = '' } = useParams()
  const texts = useDrawRoomTexts()
  const { data: room, error, refetch } = useDrawRoom(id)
  if (room?.seal) return <SheetOf room={room} seal={room.seal} />
  return (
    <AdminPage level="h1" title={texts.paperSheet.title}>
      {room && <EmptyState line={texts.paperSheet.unsealed} />}
      {!room && error && (
        <ErrorRetry line={texts.failed} error={error} onRetry={() => void refetch()} />
      )}
      {!room && !error && <ListSpinner />}
    </AdminPage>
  )
}

type Props = { room: DrawRoom; seal: NonNullable<DrawRoom['seal']> }

function SheetOf({ room, seal }: Props) {
  const { paperSheet: texts } = useDrawRoomTexts()
  return (
    <AdminPage
      level="h1"
      title={texts.title}
      lead={texts.lead}
      actions={
        <Button size="sm" _print={{ display: 'none' }} onClick={() => print()}>
          {texts.print}
        </Button>
      }
    >
      <Box
        bg="bg.surface"
        borderWidth="1px"
        borderRadius="ticket"
        p={{ base: '5', md: '8' }}
        _print={{ border: 0, padding: 0 }}
      >
        <Text fontSize="xl" fontWeight="heavy">
          <bdi>{room.raffle.name}</bdi>
        </Text>
        <Facts room={room} seal={seal} />
        <Flex mt="6" gap="6" align="center" wrap="wrap">
          <QrCode.Root value={seal.body} aria-label={texts.scan} role="img">
            <chakra.div bg="plate.paper" p="2">
              <QrCode.Frame boxSize="180px" color="#10201A">
                <QrCode.Pattern />
              </QrCode.Frame>
            </chakra.div>
          </QrCode.Root>
          <chakra.pre
            dir="ltr"
            fontFamily="serial"
            fontSize="sm"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
            flex="1 1 240px"
            minW="0"
          >
            {seal.body}
          </chakra.pre>
        </Flex>
        <Signatures room={room} />
      </Box>
    </AdminPage>
  )
}

function Facts({ room, seal }: Props) {
  const { proof, licence, eyebrow } = useDrawTexts()
  const { paperSheet: texts } = useDrawRoomTexts()
  const language = useLanguage()
  const rows: [string, string][] = [
    [texts.drawId, seal.drawId],
    [texts.sealedAt, stampOf(seal.at, language)],
    [proof.issued, String(seal.issuedCount)],
    [proof.valid, String(seal.validCount)],
    [proof.voids, seal.voids.map(([a, b]) => (a === b ? a : `${a}–${b}`)).join(', ') || proof.none],
    [proof.register, groupsOf(seal.registerRoot)],
    [proof.round, room.round ? String(room.round.round) : ''],
    [texts.time, room.round ? stampOf(room.round.at, language) : ''],
  ]
  return (
    <>
      <Text fontSize="sm" color="fg.soft">
        <bdi>{eyebrow(room.raffle.raffleNumber)}</bdi> ·{' '}
        <bdi>{licence(room.raffle.licenceNumber)}</bdi>
        <LicenceGiven licence={room.raffle} />
      </Text>
      <chakra.dl
        mt="4"
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: '220px minmax(0, 1fr)' }}
        _print={{ gridTemplateColumns: '200px minmax(0, 1fr)' }}
        rowGap="1"
      >
        {rows
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <Fragment key={label}>
              <chakra.dt color="fg.muted">{label}</chakra.dt>
              <chakra.dd m="0" mb={{ base: '2', md: '0' }} fontFamily="serial">
                <bdi>{value}</bdi>
              </chakra.dd>
            </Fragment>
          ))}
      </chakra.dl>
    </>
  )
}

/** Fours, as they are compared by eye. */
const groupsOf = (hex: string) => hex.replace(/(.{4})(?=.)/g, '$1 ')

function Signatures({ room }: { room: DrawRoom }) {
  const { certificate } = useDrawTexts()
  const names = [
    certificate.official,
    certificate.operator,
    ...(room.session?.witnesses.map(({ name }) => name) ?? []),
  ]
  return (
    <Grid templateColumns="repeat(auto-fill, minmax(200px, 1fr))" gap="8" mt="16">
      {names.map((name) => (
        <Box key={name} borderTopWidth="1px" borderColor="line.strong" pt="1" mb="10">
          <Text fontSize="xs" color="fg.muted">
            <bdi>{name}</bdi>
          </Text>
        </Box>
      ))}
    </Grid>
  )
}
