import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { Fragment } from 'react'
import type { ReactNode } from 'react'

import type { DrawStepName, LiveDraw } from '#services/contract/draws.ts'

import { useDrawTexts } from '../../../lib/text/draw.ts'
import { Dice } from './dice.tsx'
import { QuorumMarks } from './quorum-marks.tsx'

type Props = { draw: LiveDraw; name: DrawStepName }

/** What proves a step: folded away on the page, spoken of in plain words beside it. */
export function StepEvidence({ draw, name }: Props) {
  switch (name) {
    case 'seal':
      return draw.seal && <SealEvidence draw={draw} />
    case 'seal_cosigned':
      return draw.sealQuorum && <QuorumMarks quorum={draw.sealQuorum} />
    case 'inputs_cosigned':
      return draw.inputsQuorum && <QuorumMarks quorum={draw.inputsQuorum} />
    case 'entropy':
      return draw.entropy && <Dice entropy={draw.entropy} />
    case 'reveal':
      return draw.seed && <SeedEvidence draw={draw} />
    case 'beacon':
      return draw.beacon && <BeaconEvidence draw={draw} />
    default:
      return null
  }
}

function SealEvidence({ draw }: { draw: LiveDraw }) {
  const { proof } = useDrawTexts()
  const { seal } = draw
  if (seal === null) return null
  const voids = seal.voids.map(([first, last]) =>
    first === last ? `${first}` : `${first}–${last}`,
  )
  return (
    <>
      <Flex columnGap="6" rowGap="2" mt="2" wrap="wrap">
        <Figure label={proof.issued}>{seal.issuedCount.toLocaleString('en')}</Figure>
        <Figure label={proof.valid}>{seal.validCount.toLocaleString('en')}</Figure>
        <Figure label={proof.voids}>{voids.length > 0 ? voids.join(', ') : proof.none}</Figure>
      </Flex>
      <Evidence
        rows={[
          [proof.register, seal.registerRoot],
          [proof.seal, seal.body],
        ]}
      />
    </>
  )
}

function SeedEvidence({ draw }: { draw: LiveDraw }) {
  const { proof } = useDrawTexts()
  return (
    <Evidence
      rows={[
        [proof.seed, draw.seed?.seed ?? ''],
        [proof.commit, draw.raffle.operatorCommit],
      ]}
    />
  )
}

function BeaconEvidence({ draw }: { draw: LiveDraw }) {
  const { proof } = useDrawTexts()
  const { beacon, round } = draw
  if (beacon === null) return null
  return (
    <>
      <Flex columnGap="6" rowGap="2" mt="2" wrap="wrap">
        <Figure label={proof.round}>{beacon.round}</Figure>
      </Flex>
      {round?.isSandbox && (
        <Text fontSize="xs" color="saffron.fg" mt="1">
          {proof.sandboxBeacon}
        </Text>
      )}
      <Evidence
        rows={[
          [proof.randomness, beacon.randomness],
          [proof.signature, beacon.signature],
          [proof.chain, round?.chainHash ?? ''],
        ]}
      />
    </>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box>
      <Text fontSize="xs" color="fg.muted">
        {label}
      </Text>
      <chakra.bdi fontFamily="serial" fontWeight="bold">
        {children}
      </chakra.bdi>
    </Box>
  )
}

/** Long fingerprints, out of the way until somebody wants them. */
export function Evidence({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) {
  const { proof } = useDrawTexts()
  return (
    <chakra.details mt="2" fontSize="xs">
      <chakra.summary cursor="pointer" color="cedar.fg" fontWeight="bold" minH="28px">
        {proof.open}
      </chakra.summary>
      <chakra.dl mt="1">
        {rows.map(([label, value]) => (
          <Fragment key={label}>
            <chakra.dt color="fg.muted" mt="2">
              {label}
            </chakra.dt>
            <chakra.dd
              m="0"
              dir="ltr"
              textAlign={{ base: 'start', _rtl: 'end' }} // under its label
              fontFamily="serial"
              whiteSpace="pre-wrap"
              overflowWrap="anywhere"
            >
              {value}
            </chakra.dd>
          </Fragment>
        ))}
      </chakra.dl>
    </chakra.details>
  )
}
