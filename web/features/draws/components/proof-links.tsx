import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'

import type { LiveDraw } from '#services/contract/draws.ts'

import { Button } from '../../../components/button.tsx'
import { LicenceGiven } from '../../../lib/licence.tsx'
import { paths } from '../../../lib/paths.ts'
import { useDrawTexts } from '../../../lib/text/draw.ts'
import { hasEvidence } from '../shown-result.ts'
import { isCancelled } from '../waiting.ts'

/** Where a stranger takes the draw apart. */
export function ProofLinks({ draw }: { draw: LiveDraw }) {
  const { proof, certificate, mode, assurance, licence } = useDrawTexts()
  const { id, origin, licenceNumber } = draw.raffle
  const isPublic = hasEvidence(draw)
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="5">
      <Heading as="h2" fontSize="lg" fontWeight="bold">
        {proof.title}
      </Heading>
      {(isPublic || !isCancelled(draw)) && (
        <Text fontSize="sm" color="fg.soft" mt="1">
          {isPublic ? proof.verifyHint : proof.later}
        </Text>
      )}
      {isPublic && (
        <Flex mt="4" gap="2" direction="column">
          <Button asChild>
            <a href={`${paths.verify}?raffle=${id}`}>{proof.verify}</a>
          </Button>
          <Button asChild variant="outline">
            <a href={`/ledger/${id}/bundle.zip`} download>
              {proof.bundle}
            </a>
          </Button>
          {draw.result !== null && (
            <Button asChild variant="outline">
              <a href={paths.drawCertificate(id)}>{certificate.open}</a>
            </Button>
          )}
        </Flex>
      )}
      <chakra.dl mt="4" fontSize="xs" color="fg.muted">
        <chakra.dt>{proof.log}</chakra.dt>
        <chakra.dd
          m="0"
          dir="ltr"
          textAlign={{ base: 'start', _rtl: 'end' }} // under its label
          fontFamily="serial"
          overflowWrap="anywhere"
        >
          <a href={`/ledger/${id}/checkpoint`}>{origin}</a>
        </chakra.dd>
      </chakra.dl>
      <Text fontSize="xs" color="fg.muted" mt="3">
        {mode[draw.mode]} · {assurance(draw.assurance)} ·{' '}
        <chakra.bdi whiteSpace="nowrap">{licence(licenceNumber)}</chakra.bdi>
        <LicenceGiven licence={draw.raffle} />
      </Text>
    </Box>
  )
}
