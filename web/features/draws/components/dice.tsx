import { Box, chakra, Flex, Text } from '@chakra-ui/react'

import type { LiveDraw } from '#services/contract/draws.ts'

import { Badge } from '../../../components/badge.tsx'
import { useDrawTexts } from '../../../lib/text/draw.ts'

type Entropy = NonNullable<LiveDraw['entropy']>

/** The throws as faces of dice, or the drum's numbers as balls. */
export function Dice({ entropy }: { entropy: Entropy }) {
  const { proof } = useDrawTexts()
  const isDrum = entropy.text.startsWith('DRUM')
  const { office, signature } = entropy.representative
  return (
    <Box mt="2">
      <Flex
        gap="1.5"
        wrap="wrap"
        dir="ltr"
        aria-label={isDrum ? proof.drum : proof.dice}
        role="img"
      >
        {entropy.values.map((value, nth) =>
          isDrum ? <Ball key={nth} value={value} /> : <Die key={nth} value={value} />,
        )}
      </Flex>
      <Flex mt="2" gap="2" wrap="wrap" align="center">
        {entropy.isSimulated && <Badge tone="saffron">{proof.simulated}</Badge>}
        <Text fontSize="xs" color="fg.muted">
          <bdi>{office}</bdi> · {signature === null ? proof.signedOnPaper : proof.signedByKey}
        </Text>
      </Flex>
      <chakra.p
        dir="ltr"
        textAlign="start"
        fontFamily="serial"
        fontSize="xs"
        color="fg.muted"
        overflowWrap="anywhere"
      >
        {entropy.text}
      </chakra.p>
    </Box>
  )
}

/** Where the pips of each face stand in a field of three by three. */
const pips: Record<number, readonly number[]> = {
  1: [4],
  2: [0, 8],
  3: [0, 4, 8],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
}

function Die({ value }: { value: number }) {
  return (
    <chakra.svg viewBox="0 0 30 30" boxSize="28px" color="fg" aria-hidden>
      <rect x="1" y="1" width="28" height="28" rx="6" fill="none" stroke="currentColor" />
      {(pips[value] ?? []).map((place) => (
        <circle
          key={place}
          cx={8 + (place % 3) * 7}
          cy={8 + Math.floor(place / 3) * 7}
          r="2.3"
          fill="currentColor"
        />
      ))}
    </chakra.svg>
  )
}

const Ball = ({ value }: { value: number }) => (
  <chakra.span
    minW="40px"
    px="2"
    py="1"
    textAlign="center"
    borderRadius="full"
    borderWidth="1px"
    fontFamily="serial"
    fontSize="sm"
    aria-hidden
  >
    {value}
  </chakra.span>
)
