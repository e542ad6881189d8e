import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { Rosette } from './rosette.tsx'

/** A cedar plate with words on it, its rosette cut off by the corner. */
export function PrintedPlate({ seed, children }: { seed: string; children: ReactNode }) {
  return (
    <Box
      position="relative"
      overflow="hidden"
      bg="plate.cedar"
      bgImage="linear-gradient(160deg, transparent, token(colors.plate.cedarDeep))"
      color="plate.paper"
      p={{ base: '4', md: '5' }}
    >
      <Rosette
        seed={seed}
        position="absolute"
        insetInlineEnd="-40px"
        top="-46px"
        boxSize="190px"
        opacity={0.36}
      />
      <Box position="relative">{children}</Box>
    </Box>
  )
}
