import { Box, Flex, Heading, chakra } from '@chakra-ui/react'

import { Button } from '../../../components/button.tsx'
import { EmptyTicket } from '../../../components/empty-ticket.tsx'
import { Spinner } from '../../../components/page-spinner.tsx'
import type { ProofVerifyTexts } from '../../../lib/text/proof-verify-en.ts'
import { useTexts } from '../../../lib/text/text.tsx'
import { bundleAddress } from '../api/drawn-logs.ts'
import { faceOf } from '../list-face.ts'

type Props = {
  texts: ProofVerifyTexts
  /** Undefined: not read yet. */
  logs: readonly { raffleId: string; origin: string; size: number }[] | undefined
  hasFailed: boolean
  onRetry: () => void
  onPick: (raffleId: string) => void
}

/** Raffles that were drawn here: their evidence is one press away. */
export function DrawnRaffles({ texts, logs, hasFailed, onRetry, onPick }: Props) {
  const text = useTexts()
  const face = faceOf({ rows: logs, hasFailed })
  return (
    <Box as="section">
      <Heading as="h2" fontSize="lg" fontWeight="heavy" mb="3">
        {texts.pick}
      </Heading>
      {face === 'loading' && (
        <Flex justify="center" py="8" role="status" aria-label={text.loading} data-waits>
          <Spinner />
        </Flex>
      )}
      {face === 'failed' && (
        <EmptyTicket line={texts.pickFailed} isAlert>
          <Button variant="outline" onClick={onRetry}>
            {text.retry}
          </Button>
        </EmptyTicket>
      )}
      {face === 'empty' && <Box color="fg.muted">{texts.pickNone}</Box>}
      {logs?.map(({ raffleId, origin, size }) => (
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
