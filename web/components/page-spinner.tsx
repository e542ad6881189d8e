import { Box, Center } from '@chakra-ui/react'

import { useTexts } from '../lib/text/text.tsx'

/** A turning rosette, for a page that is on its way: as tall as one, so that no footer jumps. */
export function PageSpinner() {
  const text = useTexts()
  return (
    <Center minH="95dvh" role="status" aria-label={text.loading} data-waits>
      <Spinner />
    </Center>
  )
}

/** Over a page, for what was opened and is on its way: who has tapped sees that he was heard. */
export function VeilSpinner() {
  return (
    <Center
      position="fixed"
      inset="0"
      zIndex="modal"
      bg="bg.veil"
      animation="fade-in token(durations.fade) token(durations.fade) both"
    >
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
