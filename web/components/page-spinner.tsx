import { Box, Center } from '@chakra-ui/react'

import { useTexts } from '../lib/text/text.tsx'

/** A turning rosette, for a page that is on its way. */
export function PageSpinner() {
  const text = useTexts()
  return (
    <Center minH="60dvh" role="status" aria-label={text.loading} data-waits>
      <Spinner />
    </Center>
  )
}

export function Spinner({ size = '44px' }: { size?: string }) {
  return (
    <Box
      asChild
      color="cedar.fg"
      boxSize={size}
      animation="turn 2.4s linear infinite"
      _motionReduce={{ animation: 'none' }}
    >
      <svg viewBox="-50 -50 100 100" fill="none" stroke="currentColor" strokeWidth="3" aria-hidden>
        {[0, 30, 60, 90, 120, 150].map((angle) => (
          <ellipse key={angle} rx="46" ry="17" transform={`rotate(${angle})`} />
        ))}
      </svg>
    </Box>
  )
}
