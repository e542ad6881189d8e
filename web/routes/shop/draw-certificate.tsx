// The certificate of a draw: one sheet, to print and to sign in ink.
import { Box, chakra, Flex, Grid, Heading, QrCode, Text } from '@chakra-ui/react'
import { Global } from '@emotion/react'
import { Fragment } from 'react'
import { useParams } from 'react-router-dom'

import type { LiveDraw } from '#services/contract/draws.ts'

import { Button } from '../../components/button.tsx'
import { Microtext } from '../../components/microtext.tsx'
import { PageSpinner } from '../../components/page-spinner.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Rosette } from '../../components/rosette.tsx'
import { Wrap } from '../../components/section.tsx'
import { useDraw } from '../../features/draws/api/read-draw.ts'
import { certificateRows, certificateStatement } from '../../features/draws/certificate-rows.ts'
import { stampOf } from '../../lib/day.ts'
import { LicenceGiven } from '../../lib/licence.tsx'
import { worth } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { onPaper } from '../../lib/on-paper.ts'
import { useDrawTexts } from '../../lib/text/draw.ts'
import { useLanguage } from '../../lib/text/text.tsx'
import { ticketLabel } from '../../lib/ticket-ranges.ts'
import { NotFound } from './not-found.tsx'

export function DrawCertificate() {
  const { id = '' } = useParams()
  const { data: draw, error } = useDraw(id)
  if (draw?.result) return <Certificate draw={draw} result={draw.result} />
  return error || draw ? <NotFound /> : <PageSpinner />
}

type Drawn = { draw: LiveDraw; result: NonNullable<LiveDraw['result']> }

function Certificate({ draw, result }: Drawn) {
  const texts = useDrawTexts()
  const { certificate, demo, hero } = texts
  return (
    <Wrap narrow>
      <Global styles={onPaper} />
      <Flex justify="flex-end" py="4" _print={{ display: 'none' }}>
        <Button variant="outline" onClick={() => print()}>
          {certificate.print}
        </Button>
      </Flex>
      <Box
        bg="bg.surface"
        borderWidth="1px"
        borderRadius="ticket"
        overflow="hidden"
        position="relative"
        mb="10"
        _print={{ border: 0, marginBottom: 0 }}
      >
        <Microtext color="cedar.fg" />
        <Rosette
          seed={draw.raffle.id}
          position="absolute"
          insetInlineEnd="-70px"
          top="-50px"
          boxSize="260px"
          opacity={0.35}
        />
        <Box p={{ base: '6', md: '10' }} position="relative">
          <Text color="cedar.fg" fontWeight="bold" fontSize="sm">
            <bdi>{draw.raffle.raffleNumber}</bdi>
          </Text>
          <PageTitle>{certificate.title}</PageTitle>
          {draw.raffle.environment === 'demo' && (
            <Text color="saffron.fg" fontWeight="bold" mt="1">
              {demo.badge}
            </Text>
          )}
          <Heading as="h2" fontSize="xl" mt="6">
            <bdi>{draw.raffle.prize}</bdi> · <bdi>{worth(draw.raffle.value)}</bdi>
          </Heading>
          <Text mt="2" color="fg.soft">
            {certificateStatement(texts, draw)}
          </Text>
          <Box my="6" textAlign="center" py="5" borderWidth="2px" borderStyle="dashed">
            <Text fontSize="sm" color="fg.muted">
              {hero.winningNumber}
            </Text>
            <chakra.p dir="ltr" fontFamily="serial" fontWeight="bold" style={big}>
              {ticketLabel(result.numbers[0] ?? '')}
            </chakra.p>
            <Text fontSize="sm" dir="ltr" fontFamily="serial" color="fg.soft">
              {result.numbers
                .slice(1)
                .map((number) => ticketLabel(number))
                .join(' · ')}
            </Text>
          </Box>
          <Inputs draw={draw} result={result} />
          <Signatures address={addressOf(draw)} />
        </Box>
      </Box>
    </Wrap>
  )
}

function Inputs({ draw, result }: Drawn) {
  const texts = useDrawTexts()
  const { certificate, hero, licence } = texts
  const language = useLanguage()
  const drawnAt = certificate.drawnAt(stampOf(result.at, language))
  return (
    <>
      <Text fontSize="sm">
        <bdi>{licence(draw.raffle.licenceNumber)}</bdi>
        <LicenceGiven licence={draw.raffle} /> · <bdi>{drawnAt}</bdi> ·{' '}
        <bdi>{hero.among(String(draw.seal?.validCount ?? 0))}</bdi>
      </Text>
      <chakra.dl
        mt="3"
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '200px minmax(0, 1fr)' }}
        _print={{ gridTemplateColumns: '150px minmax(0, 1fr)' }}
        columnGap="4"
        fontSize="xs"
      >
        {certificateRows(texts, { draw, result }).map(([label, value]) => (
          <Fragment key={label}>
            <chakra.dt color="fg.muted" pt="1">
              {label}
            </chakra.dt>
            <chakra.dd m="0" pt="1" fontFamily="serial" overflowWrap="anywhere">
              <bdi>{value}</bdi>
            </chakra.dd>
          </Fragment>
        ))}
      </chakra.dl>
    </>
  )
}

function Signatures({ address }: { address: string }) {
  const { certificate } = useDrawTexts()
  return (
    <Grid
      templateColumns={{ base: '1fr 1fr', md: '1fr 1fr auto' }}
      _print={{ gridTemplateColumns: '1fr 1fr auto' }}
      gap="6"
      mt="10"
      alignItems="end"
    >
      <Line label={certificate.official} />
      <Line label={certificate.operator} />
      <Box
        display="grid"
        justifyItems="center"
        textAlign="center"
        gridColumn={{ base: '1 / -1', md: 'auto' }}
        _print={{ gridColumn: 'auto' }}
      >
        <QrCode.Root value={address} aria-label={certificate.scan} role="img">
          <chakra.div bg="plate.paper" p="1">
            <QrCode.Frame boxSize="88px" color="#10201A">
              <QrCode.Pattern />
            </QrCode.Frame>
          </chakra.div>
        </QrCode.Root>
        <Text fontSize="micro" color="fg.muted">
          {certificate.scan}
        </Text>
      </Box>
    </Grid>
  )
}

/** The log's own host: plain http is spoken on loopback only. */
function addressOf({ raffle: { id, origin } }: LiveDraw): string {
  const host = origin.slice(0, origin.indexOf('/'))
  const scheme = /^(localhost|127\.|\[::1\])/.test(host) ? 'http' : 'https'
  return `${scheme}://${host}${paths.draw(id)}`
}

const Line = ({ label }: { label: string }) => (
  <Box borderTopWidth="1px" borderColor="line.strong" pt="1">
    <Text fontSize="xs" color="fg.muted">
      {label}
    </Text>
  </Box>
)

const big = { fontSize: 'clamp(44px, 9vw, 72px)', lineHeight: 1.1 } as const
