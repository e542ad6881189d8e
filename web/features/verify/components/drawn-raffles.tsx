import { Box, Flex, Heading, chakra } from '@chakra-ui/react'

import { Button } from '../../../components/button.tsx'
import type { ProofVerifyTexts } from '../../../lib/text/proof-verify-en.ts'
import { bundleAddress } from '../api/drawn-logs.ts'

type Props = {
  texts: ProofVerifyTexts
  logs: readonly { raffleId: string; origin: string; size: number }[]
  onPick: (raffleId: string) => void
}

/** Raffles that were drawn here: their evidence is one press away. */
export function DrawnRaffles({ texts, logs, onPick }: Props) {
  return (
    <Box as="section">
      <Heading as="h2" fontSize="lg" fontWeight="heavy" mb="3">
        {texts.pick}
      </Heading>
      {logs.length === 0 && <Box color="fg.muted">{texts.pickNone}</Box>}
      {logs.map(({ raffleId, origin, size }) => (
        <Flex
          key={raffleId}
          gap="3"
          py="3"
          align="center"
          wrap="wrap"
          borderBottomWidth="1px"
          borderColor="line"
        >
          <Box flex="1" minW="224px" overflowWrap="anywhere" fontSize="sm">
            <bdi>{origin}</bdi>
            <Box color="fg.muted">
              {texts.entries}: {size}
            </Box>
          </Box>
          <Button size="sm" variant="outline" onClick={() => onPick(raffleId)}>
            {texts.check}
          </Button>
          <Button asChild size="sm" variant="ghost">
            <chakra.a href={bundleAddress(raffleId)}>{texts.download}</chakra.a>
          </Button>
        </Flex>
      ))}
    </Box>
  )
}
