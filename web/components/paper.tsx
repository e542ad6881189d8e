import { Box, Container } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { Microtext } from './microtext.tsx'

/** One sheet in the middle of a page. */
export function Paper({ children }: { children: ReactNode }) {
  return (
    <Container maxW="592px" mx="auto" px="4" py={{ base: '8', md: '16' }}>
      <Box
        bg="bg.surface"
        borderWidth="1px"
        borderRadius="ticket"
        boxShadow="ticket"
        overflow="hidden"
      >
        <Microtext color="cedar.fg" />
        <Box p={{ base: '5', md: '8' }} textAlign="center" textWrap="balance">
          {children}
        </Box>
      </Box>
    </Container>
  )
}
